"""A network between client and server that can lose answers."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator


class LossyProxy:
    """Passes bytes on; what the server says while it is mute is lost.

    Args:
        target: ``host:port`` of the server.
    """

    def __init__(self, target: str) -> None:
        host, _, port = target.rpartition(":")
        self._target = (host, int(port))
        self._mute = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self._started.wait()

    def mute(self) -> None:
        """From now on answers are lost."""
        self._mute = True

    def cut(self) -> None:
        """Breaks every connection; new ones carry answers again."""
        self._loop.call_soon_threadsafe(self._cut)

    def close(self) -> None:
        """Ends the proxy."""
        self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join()

    def _run(self) -> None:
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        self._stopping = asyncio.Event()
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._started.set()
        await self._stopping.wait()
        server.close()
        self._cut()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        if others:
            await asyncio.wait(others)

    def _cut(self) -> None:
        for writer in self._writers:
            writer.close()
        self._mute = False

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, onward = await asyncio.open_connection(*self._target)
        except OSError:
            writer.close()
            return
        both = {writer, onward}
        self._writers |= both
        await asyncio.gather(self._pass(reader, onward, False), self._pass(there, writer, True))
        self._writers -= both

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answers: bool
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if not (answers and self._mute):
                    writer.write(data)
                    await writer.drain()
        writer.close()


@contextlib.contextmanager
def lossy_proxy(target: str) -> Iterator[LossyProxy]:
    """A proxy that runs inside the block."""
    proxy = LossyProxy(target)
    try:
        yield proxy
    finally:
        proxy.close()
