"""Puts the parts together, serves, and stops in order."""

import asyncio
import contextlib
import secrets
import signal
from collections.abc import AsyncIterator

import grpc
import structlog
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from starlette.applications import Starlette

from mastermind.v1 import mastermind_service_pb2, solver_service_pb2
from mastermind_engine.solver.listed import ListedSpaces
from mastermind_service import memory
from mastermind_service.authentication import Authenticator
from mastermind_service.conduct import CallLimits, Conduct
from mastermind_service.config import Settings, unknown_variables
from mastermind_service.grpc_api.handlers import Handlers
from mastermind_service.grpc_api.mastermind import MastermindServicer
from mastermind_service.grpc_api.solver import SolverServicer
from mastermind_service.http_api.app import public_app
from mastermind_service.http_api.listener import HttpListener
from mastermind_service.http_api.page import play_routes
from mastermind_service.http_api.pages import page_routes
from mastermind_service.http_api.probes import probe_routes
from mastermind_service.http_api.transcoder import Transcoder
from mastermind_service.info import MAX_BULK_BYTES, ServerInfo
from mastermind_service.keys import Keys
from mastermind_service.spaces import load_spaces, warm_up
from mastermind_service.store.base import Store, StoreUnavailable
from mastermind_service.store.schemes import is_shared
from mastermind_service.store.urls import open_store
from mastermind_service.telemetry.counting import CountingObserver
from mastermind_service.telemetry.metrics import Metrics
from mastermind_service.usecases import UseCases
from mastermind_service.workers import Workers

log = structlog.get_logger()

STORE_CHECK_SECONDS = 1.0
LEAVE_SECONDS = 0.25
STORE_HEALTH = "mastermind.store"
DESCRIPTORS = tuple(
    service
    for file in (mastermind_service_pb2.DESCRIPTOR, solver_service_pb2.DESCRIPTOR)
    for service in file.services_by_name.values()
)
SERVICES = tuple(service.full_name for service in DESCRIPTORS)
_SERVING = health_pb2.HealthCheckResponse.SERVING
_NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


class Server:
    """One server: two ports over one store.

    Args:
        settings: What it was told.
        store: Where games live.
        keys: What it signs with.
        spaces: Listed code spaces with their tables.
    """

    def __init__(self, settings: Settings, store: Store, keys: Keys, spaces: ListedSpaces) -> None:
        self._settings = settings
        self._store = store
        self._metrics = Metrics()
        self._workers = Workers(settings.solver_threads or None, settings.solver_queue)
        self._health = health.aio.HealthServicer()
        self._metrics.solver_busy.set_function(lambda: self._workers.busy)
        self._conduct = Conduct(
            self._metrics,
            Authenticator(settings.principals()),
            CallLimits(
                settings.max_in_flight,
                settings.max_call_seconds,
                settings.max_streams,
                settings.max_write_seconds,
            ),
            log_calls=settings.log_level == "debug",
        )
        use_cases = UseCases.over(
            store,
            keys,
            spaces,
            self._workers,
            CountingObserver(self._metrics),
            lambda: self._conduct.calls.ended,
        )
        # Beyond 1000 calls that wait to be looked at gRPC would cancel some by chance. Let all
        # that may be under way be looked at, so that those beyond are told why they are refused.
        pending = settings.max_in_flight + settings.max_streams
        self._grpc = grpc.aio.server(
            options=[
                ("grpc.so_reuseport", 0),
                ("grpc.max_receive_message_length", MAX_BULK_BYTES),
                ("grpc.max_send_message_length", MAX_BULK_BYTES),
                # Clients ping open calls about once a minute.
                ("grpc.http2.min_recv_ping_interval_without_data_ms", 20_000),
                ("grpc.keepalive_permit_without_calls", 1),
                ("grpc.server.max_pending_requests", pending),
                ("grpc.server.max_pending_requests_hard_limit", 2 * pending),
            ],
        )
        mastermind, solver = MastermindServicer(use_cases, ServerInfo()), SolverServicer(use_cases)
        answered_by = {"MastermindService": mastermind, "SolverService": solver}
        services = [(service, answered_by[service.name]) for service in DESCRIPTORS]
        self._grpc.add_generic_rpc_handlers((Handlers(services, self._conduct),))
        self._transcoder = Transcoder(services, self._conduct)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._grpc)
        reflection.enable_server_reflection(
            (*SERVICES, health.SERVICE_NAME, reflection.SERVICE_NAME), self._grpc
        )
        self._listeners: list[HttpListener] = []
        self._ready = False
        self._watch: asyncio.Task[None] | None = None
        self.grpc_port = 0

    @property
    def http_port(self) -> int:
        """The port of HTTP, once started."""
        return self._listeners[0].port

    @property
    def admin_port(self) -> int:
        """The port of probes and metrics, once started."""
        return self._listeners[-1].port

    async def start(self) -> None:
        """Listens on both ports.

        Raises:
            OSError: A port is taken.
        """
        self._listen_http()
        self._listen_grpc()
        await self._grpc.start()
        for listener in self._listeners:
            await listener.start()
        self._watch = asyncio.create_task(self._watch_store())
        await self._set_ready(True)

    def _listen_http(self) -> None:
        """One port, or two where probes and metrics stand apart."""
        settings = self._settings
        probes = probe_routes(lambda: self._ready, self._metrics)
        tls = (settings.tls_certificate, settings.tls_key)
        apart = bool(settings.admin_address)
        routes = [*play_routes(), *page_routes(DESCRIPTORS), *([] if apart else probes)]
        public = public_app(self._transcoder, routes, self._conduct, settings.origins())
        self._listeners.append(HttpListener(public, settings.http_address, *tls))
        if apart:
            admin = Starlette(routes=probes)
            self._listeners.append(HttpListener(admin, settings.admin_address))

    def _listen_grpc(self) -> None:
        address, certificate, key = (
            self._settings.grpc_address,
            self._settings.tls_certificate,
            self._settings.tls_key,
        )
        try:
            if certificate and key:
                pair = (key.read_bytes(), certificate.read_bytes())
                credentials = grpc.ssl_server_credentials([pair])
                self.grpc_port = self._grpc.add_secure_port(address, credentials)
            else:
                self.grpc_port = self._grpc.add_insecure_port(address)
        except RuntimeError as error:
            raise OSError(f"cannot listen on {address}") from error

    async def stop(self) -> None:
        """Says that it is not ready, lets calls end for the grace time, then lets go."""
        await self._set_ready(False)
        await self._drain()
        if self._watch is not None:
            self._watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watch
        for listener in self._listeners:
            await listener.stop()
        self._workers.close()
        await self._store.close()

    async def _drain(self) -> None:
        """Takes no new calls; ends once none is under way, or the grace time is over.

        Streams that only watch the server's health are not waited for.
        """
        stopping = asyncio.create_task(self._grpc.stop(self._settings.grace_seconds))
        idle = asyncio.create_task(self._all_answered())
        await asyncio.wait((stopping, idle), return_when=asyncio.FIRST_COMPLETED)
        idle.cancel()
        if not stopping.done():
            await self._grpc.stop(0)
        await stopping

    async def _all_answered(self) -> None:
        """Returns once no call is under way and the last answers have had time to leave.

        Streams, which may be open for hours, are told to go on elsewhere.
        """
        await self._conduct.calls.idle()
        self._conduct.streams.end_all()
        await self._conduct.streams.idle()
        await asyncio.sleep(LEAVE_SECONDS)

    async def _set_ready(self, ready: bool) -> None:
        self._ready = ready
        self._metrics.ready.set(ready)
        status = _SERVING if ready else _NOT_SERVING
        for service in ("", *SERVICES):
            await self._health.set(service, status)

    async def _watch_store(self) -> None:
        """Keeps the store's metric and health up to date."""
        up: bool | None = None
        while True:
            try:
                await self._store.ping()
                answers = True
            except StoreUnavailable as error:
                answers = False
                if up is not False:
                    log.error("store unavailable", error=str(error))
            if answers and up is False:
                log.info("store available again")
            up = answers
            self._metrics.store_up.set(answers)
            await self._health.set(STORE_HEALTH, _SERVING if answers else _NOT_SERVING)
            await asyncio.sleep(STORE_CHECK_SECONDS)


async def signing_keys(settings: Settings, store: Store) -> Keys:
    """The keys that were set, else one that all servers of the store share.

    Raises:
        StoreUnavailable: No key is set, and the store that holds one does not answer.
    """
    keys = settings.signing_keys()
    if keys:
        return Keys(keys)
    if is_shared(settings.store):
        log.warning("MASTERMIND_KEYS is not set: the signing key is kept in the store")
    return Keys([await store.shared_key(secrets.token_bytes(32))])


@contextlib.asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Server]:
    """A server that has started, and stops at the end.

    Raises:
        DamagedTable: A table file that cannot be trusted.
        DamagedTree: A tree file that cannot be trusted.
        StoreUnavailable: The store holds the signing key and does not answer.
        OSError: A port is taken.
    """
    memory.keep_freed_blocks()
    log.info("preparing the solver; the first start compiles it and takes longer")
    spaces = await asyncio.to_thread(load_spaces, settings.tables_dir)
    await asyncio.to_thread(warm_up, spaces)
    store = open_store(settings.store, settings.key_prefix)
    server = Server(settings, store, await signing_keys(settings, store), spaces)
    try:
        memory.settle()
        await server.start()
        yield server
    finally:
        await server.stop()


async def serve(settings: Settings) -> None:
    """Serves until SIGTERM or SIGINT."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    for variable in unknown_variables():
        log.warning("there is no such setting", variable=variable)
    if not is_shared(settings.store):
        log.warning("games live in this process and end with it; --store redis://… keeps them")
    async with running(settings) as server:
        log.info(
            "ready",
            grpc_port=server.grpc_port,
            http_port=server.http_port,
            admin_port=server.admin_port,
        )
        await stopping.wait()
        log.info("stopping", grace_seconds=settings.grace_seconds)
    log.info("stopped")
