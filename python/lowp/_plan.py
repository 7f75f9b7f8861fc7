"""What the calls with one set of layouts have in common, worked out once."""

from __future__ import annotations

import ctypes
import operator
import struct
import sys
from typing import TYPE_CHECKING, Any

from lowp import _library
from lowp._errors import LaunchError
from lowp._layouts import ANYWHERE, Array, row_major
from lowp._ordering import OwnArrays
from lowp._streams import no_stream_source, torch_stream_source
from lowp._types import accepted_types
from lowp.arrays import make_allocator, understand

if TYPE_CHECKING:
    from lowp._call import Caller
    from lowp._repeat import Repeat
    from lowp.program import Argument, Function

_requires_grad = operator.attrgetter("requires_grad")


def fail(function: Function, argument: Argument, message: str) -> LaunchError:
    return LaunchError(f"'{function.name}', {argument.name}: expected {message}")


def _check_array(function: Function, argument: Argument, array: Array | None) -> None:
    """What the library cannot see: type, rank, kind of device."""
    if argument.is_scalar != (array is None):
        expected = "a number" if argument.is_scalar else "an array"
        got = "a number" if array is None else "an array"
        raise fail(function, argument, f"{expected}, got {got}")
    if array is None:
        return
    if array.type not in accepted_types(argument.type):
        raise fail(
            function,
            argument,
            f"elements of type {argument.type}, got {array.type}; convert the array, "
            "or pass the same bytes under lowp.reinterpret",
        )
    rank = len(argument.dimensions)
    if len(array.shape) != rank:
        raise fail(function, argument, f"{rank} dimensions, got shape {array.shape}")
    if (function.program.device == "cpu") != (array.device < 0):
        where = "in host memory" if array.device < 0 else f"on GPU {array.device}"
        raise fail(
            function,
            argument,
            f"an array for a program compiled for {function.program.device}, got one "
            f"{where}; move the array, or compile with another device=",
        )


def check_device(function: Function, arrays: list[Array | None]) -> int:
    """The one device of all arrays; -1 for the host."""
    known = [array.device for array in arrays if array is not None]
    if len(set(known)) > 1:
        raise LaunchError(
            f"'{function.name}': expected all arrays on one device, got devices "
            f"{sorted(set(known))}"
        )
    return known[0] if known else (-1 if function.program.device == "cpu" else 0)


def _encoder(type: str):
    """Turns a number into the 8 bytes that its argument points to."""
    formats = {"f32": "<f4x", "f64": "<d", "i32": "<i4x"}
    packer = struct.Struct(formats.get(type, "<q"))

    def encode(value) -> int:
        try:
            return struct.unpack("<q", packer.pack(value))[0]
        except (struct.error, OverflowError) as error:
            raise LaunchError(
                f"expected a number that fits into {type}, got {value!r}: {error}"
            ) from None

    return encode


class Plan:
    """The memory of calls with one set of layouts."""

    def __init__(self, caller: Caller, arrays: list[Array | None], device: int) -> None:
        described = (*caller.function.arguments, *caller.function.results)
        total = sum(3 + 2 * len(a.shape) if a else 1 for a in arrays)
        self.words = (ctypes.c_int64 * total)()
        self.pointers = (ctypes.c_void_p * max(len(arrays), 1))()
        # Where addresses and scalars go.
        self.slots: list[int] = []
        self.encoders: list[tuple[int, Any]] = []
        self._lay_out(arrays, described)
        self.call = _library.Call()
        self.call_reference = ctypes.byref(self.call)
        self.count = ctypes.c_size_t(len(arrays))
        self.device = ctypes.c_int32(device)
        self.handle = ctypes.c_void_p(caller.handle)
        self.repeat: Repeat | None = None

    def _lay_out(self, arrays, described) -> None:
        start = 0
        base = ctypes.addressof(self.words)
        for number, (array, argument) in enumerate(zip(arrays, described)):
            self.pointers[number] = base + 8 * start
            if array is None:
                self.slots.append(start)
                self.encoders.append((number, _encoder(argument.type)))
                start += 1
                continue
            self.slots.append(start + 1)
            rank = len(array.shape)
            self.words[start + 3 : start + 3 + rank] = array.shape
            self.words[start + 3 + rank : start + 3 + 2 * rank] = array.strides
            start += 3 + 2 * rank

    def fill(self, values: list) -> None:
        """Enters addresses and the values of scalars."""
        for number, encode in self.encoders:
            values[number] = encode(values[number])
        words = self.words
        for slot, value in zip(self.slots, values):
            words[slot] = value


def _settle_devices(arrays: list[Array | None]) -> list[Array | None]:
    """Puts arrays that are anywhere where the others are."""
    devices = [array.device for array in arrays if array is not None]
    known = next((device for device in devices if device != ANYWHERE), 0)
    return [
        array._replace(device=known) if array and array.device == ANYWHERE else array
        for array in arrays
    ]


class Shape:
    """What all plans of one set of layouts share."""

    def __init__(self, caller: Caller, layouts: tuple, has_out: bool) -> None:
        function = caller.function
        given = _settle_devices([understand(layout) for layout in layouts])
        expected = len(function.arguments)
        if has_out:
            expected += len(function.results)
        if len(given) != expected:
            what = "arguments and results" if has_out else "arguments"
            raise LaunchError(
                f"'{function.name}': expected {expected} {what}, got {len(given)}; it is "
                f"{function}"
            )
        for argument, array in zip((*function.arguments, *function.results), given):
            _check_array(function, argument, array)
        self.allocators: list = []
        self.arrays = given
        self.device = check_device(function, given)
        if has_out:
            self._check_results(function)
        else:
            self._plan_results(function)
        libraries = {array.library for array in given if array is not None}
        self.uses_torch = "torch" in libraries and self.device >= 0
        self.current_stream = (
            torch_stream_source() if self.uses_torch else no_stream_source
        )
        self.own_arrays = OwnArrays(self.arrays, len(function.arguments))
        self.has_out = has_out
        # Whether the library may read the arrays itself.
        self.is_repeatable = libraries == {"torch"} and None not in given
        if self.is_repeatable:
            self.is_grad_enabled = sys.modules["torch"].is_grad_enabled
        self.plans: list[Plan] = []
        self.workspace_bytes = caller.measure(self)

    def needs_gradients(self, tensors: tuple) -> bool:
        """Whether one of them does, or is no tensor; of a shape that is
        repeatable."""
        if not self.is_grad_enabled():
            return False
        try:
            return True in map(_requires_grad, tensors)
        except AttributeError:
            return True

    def _check_results(self, function: Function) -> None:
        results = self.arrays[len(function.arguments) :]
        for result, array in zip(function.results, results):
            if array is not None and array.is_readonly:
                raise fail(
                    function,
                    result,
                    "an array to write to, got one that is " "read-only",
                )

    def _plan_results(self, function: Function) -> None:
        """Adds the arrays that a call makes for its results."""
        arrays = [array for array in self.arrays if array is not None]
        library = arrays[0].library if arrays else "numpy"
        device = arrays[0].device if arrays else -1
        shapes = [array.shape if array else None for array in self.arrays]
        for result in function.results:
            shape = tuple(dimension.of(shapes) for dimension in result.dimensions)
            if -1 in shape:
                raise fail(
                    function,
                    result,
                    "out=, since its shape is not known " "before the call",
                )
            self.allocators.append(make_allocator(library, result.type, shape, device))
            strides = row_major(shape)
            self.arrays.append(
                Array(library, result.type, shape, strides, device, False)
            )
