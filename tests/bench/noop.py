"""A gRPC server that answers every call with the same bytes: what the transport costs."""

import asyncio
import sys
from typing import Any

import grpc
import uvloop

LIMIT = 64 * 1024 * 1024


class _SameAnswer(grpc.GenericRpcHandler):
    def __init__(self, answer: bytes) -> None:
        async def behavior(request: bytes, context: Any) -> bytes:
            return answer

        self._handler: Any = grpc.unary_unary_rpc_method_handler(behavior)

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Any:
        return self._handler


async def serve(answer_size: int) -> None:
    """Serves until killed; the first line printed is the port."""
    server = grpc.aio.server(
        options=[
            ("grpc.so_reuseport", 0),
            ("grpc.max_receive_message_length", LIMIT),
            ("grpc.max_send_message_length", LIMIT),
        ]
    )
    server.add_generic_rpc_handlers((_SameAnswer(bytes(answer_size)),))
    print(server.add_insecure_port("127.0.0.1:0"), flush=True)
    await server.start()
    await server.wait_for_termination()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(int(sys.argv[1])))
