"""The one door to the generated stubs, which notices when another package hides them.

Package indexes hold distributions called `mastermind`. One of them, or a file
``mastermind.py`` in the working folder, makes ``mastermind.v1`` impossible to
import; the bare error would not say why.
"""

import sys
from typing import NoReturn

__all__ = ["rpc", "service_pb2", "solver_pb2", "solver_rpc", "types_pb2"]


def _explain(error: ModuleNotFoundError) -> NoReturn:
    package = sys.modules.get("mastermind")
    where = getattr(package, "__file__", None) or list(getattr(package, "__path__", []))
    if package is None:
        raise ImportError(
            "mastermind.v1, the stubs that mastermind-client brings, are not installed: "
            "run `pip install --force-reinstall mastermind-client`"
        ) from error
    raise ImportError(
        f"another package or file called 'mastermind' ({where}) hides mastermind.v1, the stubs "
        "that mastermind-client brings. Run `pip uninstall mastermind` and `pip install "
        "--force-reinstall mastermind-client`, or rename the file, or use an environment of "
        "its own"
    ) from error


try:
    from mastermind.v1 import mastermind_service_pb2 as service_pb2
    from mastermind.v1 import mastermind_service_pb2_grpc as rpc
    from mastermind.v1 import solver_service_pb2 as solver_pb2
    from mastermind.v1 import solver_service_pb2_grpc as solver_rpc
    from mastermind.v1 import types_pb2
except ModuleNotFoundError as error:
    if (error.name or "").split(".")[0] != "mastermind":
        raise
    _explain(error)
