"""Memory for operands and results, without torch."""

from __future__ import annotations

from typing import Any

from lowp._types import type_bytes
from lowp.arrays import reinterpret


def allocate(shape: tuple[int, ...], type: str, device: str, tail: int = 0) -> tuple[Any, Any]:
    """An array on "cpu" or "cuda", with `tail` elements after it, and with `nbytes`, `write` and
    `read`; and the argument of a call that it is. type: as MLIR spells it."""
    memory: Any
    if device == "cpu":
        from lowp.check.host_memory import HostMemory

        memory = HostMemory(shape, type_bytes(type), tail)
    else:
        from lowp.check.driver_memory import DeviceMemory

        memory = DeviceMemory(shape, type_bytes(type), tail)
    return memory, reinterpret(memory, type)


def place(content: bytes, shape: tuple[int, ...], type: str, device: str) -> Any:
    """An argument of a call that holds `content`. type: as MLIR spells it."""
    memory, array = allocate(shape, type, device)
    if content:
        memory.write(content)
    return array


def poison(memory: Any) -> None:
    """Sets all bits, which is a NaN of every type of float."""
    memory.write(b"\xff" * memory.nbytes)
