"""Memory for operands and results, without torch."""

from __future__ import annotations

from typing import Any

from lowp.arrays import reinterpret


def make_memory(shape: tuple[int, ...], itemsize: int, device: str, tail: int = 0) -> Any:
    """An array on "cpu" or "cuda", with `tail` elements after it; with `nbytes`,
    `write` and `read`."""
    if device == "cpu":
        from lowp.check.host_memory import HostMemory

        return HostMemory(shape, itemsize, tail)
    from lowp.check.driver_memory import DeviceMemory

    return DeviceMemory(shape, itemsize, tail)


def place(content: bytes, shape: tuple[int, ...], type: str, device: str) -> Any:
    """An argument of a call that holds `content`. type: as MLIR spells it."""
    from lowp._types import type_bytes

    memory = make_memory(shape, type_bytes(type), device)
    if content:
        memory.write(content)
    return reinterpret(memory, type)


def poison(memory: Any) -> None:
    """Sets all bits, which is a NaN of every type of float."""
    memory.write(b"\xff" * memory.nbytes)
