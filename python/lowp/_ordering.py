"""The order of calls that use one array of our own.

A DeviceArray knows the stream that writes it and those that have read it since. A
call on another stream comes after what they were given, on the GPU: after the
writer of what it reads, and after all of them for what it writes.
"""

from __future__ import annotations

from lowp._exchange import let_wait
from lowp._layouts import Array
from lowp._library import DEFAULT_STREAM, LEGACY_DEFAULT_STREAM
from lowp.arrays import producer
from lowp.device import DeviceArray


class OwnArrays:
    """Which of the arrays of calls with one set of layouts are our own.

    objects, below: arguments and results of a call.
    """

    def __init__(self, arrays: list[Array | None], written: list[int]) -> None:
        """written: the numbers of those that a call writes to."""
        own = [
            number
            for number, array in enumerate(arrays)
            if array is not None and array.library == "lowp"
        ]
        self._read = [number for number in own if number not in written]
        self._written = [number for number in own if number in written]
        self.count = len(own)

    def find(self, objects: tuple) -> tuple[list[DeviceArray], list[DeviceArray]]:
        """Finds the arrays that are read, and the arrays that are written."""
        return (
            [producer(objects[number]) for number in self._read],
            [producer(objects[number]) for number in self._written],
        )


def wait_for_users(
    read: list[DeviceArray], written: list[DeviceArray], device: int, stream: int
) -> None:
    """Lets `stream` come after what uses the arrays of a call."""
    awaited = {array._stream for array in (*read, *written)}
    for array in written:
        awaited |= array._reading_streams
    awaited.discard(DEFAULT_STREAM if stream == LEGACY_DEFAULT_STREAM else stream)
    for other in awaited:
        if other is not None:
            let_wait(device, stream, other)


def note_users(read: list[DeviceArray], written: list[DeviceArray], stream: int) -> None:
    """Tells the arrays of a call which stream uses them."""
    for array in written:
        array.stream = stream
    for array in read:
        array._note_read(stream)
