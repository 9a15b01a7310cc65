"""``mastermind serve``."""

import asyncio
import gc
import os
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from mastermind_service.cli.settings import load_settings
from mastermind_service.config import Settings


def _help(field: str) -> str:
    return Settings.model_fields[field].description or ""


def serve_command(
    config: Annotated[
        Path | None, typer.Option(envvar="MASTERMIND_CONFIG", help="settings file, TOML")
    ] = None,
    grpc_address: Annotated[str | None, typer.Option(help=_help("grpc_address"))] = None,
    http_address: Annotated[str | None, typer.Option(help=_help("http_address"))] = None,
    store: Annotated[str | None, typer.Option(help=_help("store"))] = None,
    key_prefix: Annotated[str | None, typer.Option(help=_help("key_prefix"))] = None,
    tables_dir: Annotated[Path | None, typer.Option(help=_help("tables_dir"))] = None,
    admin_address: Annotated[str | None, typer.Option(help=_help("admin_address"))] = None,
    log_level: Annotated[str | None, typer.Option(help=_help("log_level"))] = None,
    grace_seconds: Annotated[float | None, typer.Option(help=_help("grace_seconds"))] = None,
) -> None:
    """Serve gRPC and HTTP until SIGTERM.

    Every setting is a key of the settings file and an environment variable, MASTERMIND_
    and its name in capitals; a flag wins over both. `mastermind config check` tells them
    all. Keys are never flags, since others could read them there.
    """
    flags = {
        "grpc_address": grpc_address,
        "http_address": http_address,
        "admin_address": admin_address,
        "store": store,
        "key_prefix": key_prefix,
        "tables_dir": tables_dir,
        "log_level": log_level,
        "grace_seconds": grace_seconds,
    }
    # gRPC's own core would write lines of its own between the log's.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    # What is loaded stays: looking for garbage among it would take a tenth of a second.
    gc.disable()
    # Loaded only here: other commands need not wait for all of the server.
    import uvloop

    from mastermind_engine.solver.trees.record import DamagedTree
    from mastermind_engine.tables import DamagedTable
    from mastermind_service.server import serve
    from mastermind_service.store.base import StoreUnavailable
    from mastermind_service.telemetry.logs import configure_logs

    gc.freeze()
    gc.enable()
    settings = load_settings("serve", config, **flags)
    configure_logs(settings.log_level)
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(serve(settings))
    except DamagedTable as error:
        _fail(f"damaged score table: {error}; delete the file to have it built again")
    except DamagedTree as error:
        _fail(f"damaged strategy tree: {error}")
    except StoreUnavailable as error:
        _fail(f"the store does not answer: {error}")
    except OSError as error:
        _fail(str(error))


def _fail(message: str) -> NoReturn:
    typer.echo(f"mastermind serve: {message}", err=True)
    raise typer.Exit(2)
