"""Memory for the intermediates of calls on arrays of libraries that lend none."""

from __future__ import annotations

import threading

from lowp._library import PER_THREAD_DEFAULT_STREAM
from lowp.device import DeviceArray


class _Pool:
    """Memories by device and stream, and those among them that no call has taken."""

    def __init__(self) -> None:
        # All stay as long as the pool, what was outgrown too: a CUDA graph may hold
        # their addresses.
        self.made: list[DeviceArray] = []
        self.free: dict[tuple[int, int], list[DeviceArray]] = {}

    def take(self, device: int, stream: int, size: int) -> DeviceArray:
        free = self.free.setdefault((device, stream), [])
        try:
            memory = free.pop()
        except IndexError:
            return self._make(device, size)
        if memory.nbytes >= size:
            return memory
        try:
            # Sizes double: what was outgrown is no more than what replaces it.
            return self._make(device, max(size, 2 * memory.nbytes))
        except BaseException:
            free.append(memory)
            raise

    def _make(self, device: int, size: int) -> DeviceArray:
        memory = DeviceArray((size,), "i8", device)
        self.made.append(memory)
        return memory


class _PoolOfThread(threading.local, _Pool):
    """One per thread. It ends with its thread, as does the thread's default stream,
    and with that the graphs that may be replayed there."""


class Workspaces:
    """The memory of one function.

    A call takes memory while it submits its work, and puts it back for later calls
    on the same stream, whose work comes after. The kernels of calls that are made
    at the same time may take turns on a stream: these have memory of their own.
    """

    def __init__(self) -> None:
        self._shared = _Pool()
        self._of_thread = _PoolOfThread()

    def pool(self, stream: int) -> _Pool:
        is_of_thread = stream == PER_THREAD_DEFAULT_STREAM
        return self._of_thread if is_of_thread else self._shared

    def take(self, device: int, stream: int, size: int) -> DeviceArray:
        """At least `size` bytes that no other call has taken. Raises LaunchError
        when memory runs out."""
        return self.pool(stream).take(device, stream, size)

    def put_back(self, device: int, stream: int, memory: DeviceArray) -> None:
        """Lends `memory` to later calls; all work of its call is submitted."""
        self.pool(stream).free[device, stream].append(memory)
