# The service with its score tables and compiled kernels: it starts at once, needs no
# root, and runs on a read-only root with a small writable /tmp.

FROM python:3.13-slim AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_ROOT_USER_ACTION=ignore

# The environment stands at the same path in both stages: the kernels' cache knows it by
# that. It holds no pip; the image's own installs into it.
RUN python3 -m venv --without-pip /opt/mastermind

WORKDIR /src
COPY requirements.lock ./
RUN python3 -m pip --python /opt/mastermind/bin/python install \
      --require-hashes --only-binary :all: -r requirements.lock

COPY pyproject.toml README.md LICENSE ./
COPY client client
COPY service service
RUN python3 -m pip wheel --no-deps --wheel-dir /wheels ./client . \
 && python3 -m pip --python /opt/mastermind/bin/python install --no-deps --no-index /wheels/*.whl

# Libraries' own tests, which nobody runs here; then what would be made at every start.
RUN rm -rf /opt/mastermind/lib/python*/site-packages/numba/tests \
 && find /opt/mastermind/lib/python*/site-packages/numpy -type d -name tests -prune -exec rm -rf {} + \
 && /opt/mastermind/bin/mastermind tables build --tables-dir /opt/mastermind/share/mastermind/tables \
 && /opt/mastermind/bin/python -m mastermind_service.kernel_cache


FROM python:3.13-slim

LABEL org.opencontainers.image.title="mastermind-service" \
      org.opencontainers.image.description="Mastermind as a service: plays, referees and solves the game over gRPC" \
      org.opencontainers.image.licenses="Apache-2.0"

COPY --from=build /opt/mastermind /opt/mastermind

ENV PATH=/opt/mastermind/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    HOME=/tmp \
    MASTERMIND_GRPC_ADDRESS=0.0.0.0:50051 \
    MASTERMIND_HTTP_ADDRESS=0.0.0.0:8080 \
    MASTERMIND_TABLES_DIR=/opt/mastermind/share/mastermind/tables

USER 10001:10001
WORKDIR /tmp
EXPOSE 50051 8080
STOPSIGNAL SIGTERM
ENTRYPOINT ["mastermind", "serve"]
