# Everything stays in the project's folder: .venv, .tools, node_modules.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# Arguments for `mastermind serve` and for pytest.
ARGS ?=
PYTEST_ARGS ?=
# Tests wait for servers much of the time: a few more than there are cores.
TEST_WORKERS ?= 3

SETUP_STAMP := $(VENV)/.stamp-setup
DEV_STAMP := $(VENV)/.stamp-dev
DEPLOY_STAMP := $(VENV)/.stamp-deploy
PROJECTS := pyproject.toml client/pyproject.toml

# Where this is set, every process would compile our modules anew, and every test its asserts.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev serve test bench test-tools test-long image-test chart-test lint format generate lock clean

help: ## lists the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: $(SETUP_STAMP) ## makes .venv with what serving needs

setup-dev: $(DEV_STAMP) ## adds what tests and checks need

serve: $(SETUP_STAMP) ## serves gRPC on 50051 and HTTP on 8080; ARGS="--store redis://…"
	@exec $(BIN)/mastermind serve $(ARGS)

test: $(DEV_STAMP) test-tools lint ## installs what the tests need and runs all checks; PYTEST_ARGS="-k …"
	@$(BIN)/python scripts/warm_kernels.py
	@$(BIN)/python -m pytest --numprocesses $(TEST_WORKERS) --dist loadfile $(PYTEST_ARGS)

test-long: $(DEV_STAMP) test-tools ## runs the tests that take minutes
	@$(BIN)/python -m pytest -m long $(PYTEST_ARGS)

image-test: $(DEPLOY_STAMP) ## builds the container image from a clean checkout, runs and checks it
	@scripts/install_test_tools.sh image
	@$(BIN)/python -m pytest -m image $(PYTEST_ARGS) tests/image

chart-test: $(DEPLOY_STAMP) ## renders the Helm chart and checks it against Kubernetes' schemas
	@$(BIN)/python -m pytest -m chart $(PYTEST_ARGS) tests/chart

test-tools:
	@scripts/install_test_tools.sh

bench: $(DEV_STAMP) ## measures ours against a no-op, writes build/bench.json; ARGS="score_vs_noop …"
	@scripts/install_test_tools.sh redis h2load
	@$(BIN)/python -m tests.bench $(ARGS)

lint: $(DEV_STAMP) ## checks style, types, imports, protos and generated files
	@scripts/install_test_tools.sh node
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python scripts/generate_stubs.py --check
	node_modules/.bin/buf lint
	node_modules/.bin/buf format --diff --exit-code proto

format: $(DEV_STAMP) ## formats Python and protos
	@scripts/install_test_tools.sh node
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	node_modules/.bin/buf format --write proto

generate: $(VENV)/bin/python ## generates the stubs from proto/
	$(BIN)/python scripts/generate_stubs.py

lock: $(VENV)/bin/python ## resolves the newest versions into requirements*.lock
	$(BIN)/python scripts/lock.py

clean: ## removes what was built or cached; keeps .venv
	rm -rf build dist client/build client/dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find service client tests scripts -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed: make PYTHON=python3.13 …" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) \
	  || { echo "python3 cannot make environments here; on Debian: apt-get install python3-venv" >&2; exit 1; }

# The projects themselves go in editable, on top of the locked dependencies; pip compiles
# only what it copies, so our modules are compiled here: a server is sooner ready.
define install
@echo "installing $(1) into $(VENV) …"
@$(PIP) install --quiet --require-hashes -r $(1)
@$(PIP) install --quiet --no-deps -e client -e .
@$(BIN)/python -m compileall -q client service
endef

$(SETUP_STAMP): $(VENV)/bin/python requirements.lock $(PROJECTS)
	$(call install,requirements.lock)
	@touch $@

# requirements-dev.lock holds all of requirements.lock at the same versions.
$(DEV_STAMP): $(VENV)/bin/python requirements-dev.lock $(PROJECTS)
	$(call install,requirements-dev.lock)
	@touch $(SETUP_STAMP) $@

$(DEPLOY_STAMP): $(DEV_STAMP) requirements-deploy.lock
	@echo "installing requirements-deploy.lock into $(VENV) …"
	@$(PIP) install --quiet --require-hashes -r requirements-deploy.lock
	@touch $@
