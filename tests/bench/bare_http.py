"""A bare Starlette handler that parses and writes the JSON of Score: what HTTP costs."""

import json
import socket
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route


async def score(request: Request) -> JSONResponse:
    """The same answer to every guess, once the request is parsed."""
    asked: dict[str, Any] = await request.json()
    assert asked["guess"]["pegs"]
    return JSONResponse({"feedback": {"black": 1, "white": 1, "blue": 0}})


def main() -> None:
    """Serves until killed; the first line printed is the port."""
    listening = socket.create_server(("127.0.0.1", 0))
    print(json.dumps(listening.getsockname()[1]), flush=True)
    app = Starlette(routes=[Route("/v1/score", score, methods=["POST"])])
    config = uvicorn.Config(app, log_config=None, access_log=False, lifespan="off", loop="uvloop")
    uvicorn.Server(config).run([listening])


if __name__ == "__main__":
    main()
