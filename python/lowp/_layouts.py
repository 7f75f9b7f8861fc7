"""Layouts of arrays in the terms of lowp."""

from __future__ import annotations

from typing import NamedTuple

from lowp._errors import LaunchError


# The device of an array that has no memory.
ANYWHERE = -2


class Array(NamedTuple):
    """A layout in the terms of lowp.

    library: which library's arrays results are to be: "numpy", "torch", "lowp"
    or "" for any other. type: as MLIR spells it. strides: in elements. device:
    -1 for the host, else the number of the GPU; ANYWHERE: without elements.
    """

    library: str
    type: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    device: int
    is_readonly: bool


def row_major(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Strides, in elements, of rows without gaps."""
    strides = []
    stride = 1
    for extent in reversed(shape):
        strides.append(stride)
        stride *= extent
    return tuple(reversed(strides))


def to_elements(strides: tuple[int, ...], itemsize: int) -> tuple[int, ...]:
    """Strides in elements for strides in bytes."""
    if any(stride % itemsize for stride in strides):
        raise LaunchError(
            f"expected strides of whole elements of {itemsize} bytes, got {strides} "
            "bytes; copy the array into a contiguous one"
        )
    return tuple(stride // itemsize for stride in strides)
