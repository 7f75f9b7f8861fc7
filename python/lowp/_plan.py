"""What the calls with one set of layouts have in common, worked out once."""

from __future__ import annotations

import ctypes
import operator
import struct
import sys
from typing import Any

from lowp import _library
from lowp._descriptions import Argument, Signature
from lowp._errors import LaunchError
from lowp._layouts import ANYWHERE, Array, row_major
from lowp._ordering import OwnArrays
from lowp._repeat import Repeat, remember
from lowp._sizes import SizeFault
from lowp._streams import no_stream_source, torch_stream_source
from lowp._tracing import trace_state
from lowp._types import accepted_types, stand_in
from lowp.arrays import make_allocator, understand

_requires_grad = operator.attrgetter("requires_grad")


def fail(signature: Signature, argument: Argument, message: str) -> LaunchError:
    return LaunchError(f"'{signature.name}', {argument.name}: expected {message}")


def _shape_of(
    signature: Signature, result: Argument, shapes: list[tuple[int, ...] | None]
) -> tuple[int, ...]:
    """The sizes of a result, -1 where they are not known."""
    sizes = []
    for number, dimension in enumerate(result.dimensions):
        try:
            sizes.append(dimension.of(shapes))
        except SizeFault as fault:
            message = f"'{signature.name}', {result.name}, dimension {number}: {fault}"
            raise LaunchError(message) from None
    return tuple(sizes)


def _types_for(argument: Argument) -> tuple[str, ...]:
    """The types of arrays that an argument takes."""
    types = accepted_types(argument.type)
    other = stand_in(argument.type) if argument.is_prepared else None
    return (*types, other) if other else types


def _type_of(result: Argument, library: str) -> str:
    """The type of the array that is made for a result."""
    other = stand_in(result.type) if result.is_prepared and library == "torch" else None
    return other or result.type


def _check_array(signature: Signature, argument: Argument, array: Array | None) -> None:
    """What the library cannot see: type, rank, kind of device."""
    if argument.is_scalar != (array is None):
        expected = "a number" if argument.is_scalar else "an array"
        got = "a number" if array is None else "an array"
        raise fail(signature, argument, f"{expected}, got {got}")
    if array is None:
        return
    if array.type not in _types_for(argument):
        raise fail(
            signature,
            argument,
            f"elements of type {argument.type}, got {array.type}; convert the array, "
            "or pass the same bytes under lowp.reinterpret",
        )
    rank = len(argument.dimensions)
    if len(array.shape) != rank:
        raise fail(signature, argument, f"{rank} dimensions, got shape {array.shape}")
    if (signature.device == "cpu") != (array.device < 0):
        where = "in host memory" if array.device < 0 else f"on GPU {array.device}"
        raise fail(
            signature,
            argument,
            f"an array for a program compiled for {signature.device}, got one "
            f"{where}; move the array, or compile with another device=",
        )


def check_device(signature: Signature, arrays: list[Array | None]) -> int:
    """The one device of all arrays; -1 for the host."""
    known = [array.device for array in arrays if array is not None]
    if len(set(known)) > 1:
        raise LaunchError(
            f"'{signature.name}': expected all arrays on one device, got devices "
            f"{sorted(set(known))}"
        )
    return known[0] if known else (-1 if signature.device == "cpu" else 0)


def _bfloat16_bits(bits: int) -> int:
    """The bits of an f32 as those of the nearest bf16, ties to even."""
    if bits & 0x7FFFFFFF > 0x7F800000:
        return bits >> 16 | 0x40
    return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16


def _encoder(type: str):
    """Turns a number into the 8 bytes that its argument points to."""
    formats = {
        "f64": "<d",
        "f32": "<f4x",
        "f16": "<e6x",
        "bf16": "<f",
        "i1": "<?7x",
        "i8": "<b7x",
        "i16": "<h6x",
        "i32": "<i4x",
    }
    packer = struct.Struct(formats.get(type, "<q"))

    def encode(value) -> int:
        try:
            if type == "bf16":
                return _bfloat16_bits(struct.unpack("<I", packer.pack(value))[0])
            return struct.unpack("<q", packer.pack(value))[0]
        except (struct.error, OverflowError) as error:
            raise LaunchError(
                f"expected a number that fits into {type}, got {value!r}: {error}"
            ) from None

    return encode


class Plan:
    """The memory of calls with one set of layouts."""

    def __init__(
        self,
        signature: Signature,
        handle: int,
        arrays: list[Array | None],
        device: int,
    ) -> None:
        """handle: the function. device: the one of all arrays; -1 for the host."""
        described = (*signature.arguments, *signature.results)
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
        self.handle = ctypes.c_void_p(handle)
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

    def fill_scalars(self, values: list) -> None:
        """Enters the values of scalars alone; `values` stays as it is."""
        for number, encode in self.encoders:
            self.words[self.slots[number]] = encode(values[number])

    def fill(self, values: list) -> None:
        """Enters addresses and the values of scalars."""
        for number, encode in self.encoders:
            values[number] = encode(values[number])
        words = self.words
        for slot, value in zip(self.slots, values):
            words[slot] = value

    def remember(self, objects: tuple) -> None:
        """Keeps the call that was made on `objects`, results included, to be
        repeated if that is possible."""
        self.repeat = remember(
            objects,
            self.handle,
            self.call_reference,
            self.pointers,
            self.count,
            self.device,
        )


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

    def __init__(self, signature: Signature, layouts: tuple, has_out: bool) -> None:
        given = _settle_devices([understand(layout) for layout in layouts])
        expected = len(signature.arguments)
        if has_out:
            expected += len(signature.results)
        if len(given) != expected:
            what = "arguments and results" if has_out else "arguments"
            raise LaunchError(
                f"'{signature.name}': expected {expected} {what}, got {len(given)}; it "
                f"is {signature}"
            )
        for argument, array in zip((*signature.arguments, *signature.results), given):
            _check_array(signature, argument, array)
        self.allocators: list = []
        # Which argument is of the library that takes results over.
        self.donor: int | None = None
        self.arrays = given
        self.device = check_device(signature, given)
        self._check_writable(signature)
        if not has_out:
            self._plan_results(signature)
        libraries = {array.library for array in given if array is not None}
        self.uses_torch = "torch" in libraries and self.device >= 0
        self.current_stream = torch_stream_source() if self.uses_torch else no_stream_source
        self.own_arrays = OwnArrays(self.arrays, signature.written)
        self.has_out = has_out
        # Whether the library may read the arrays itself.
        self.is_repeatable = libraries == {"torch"} and None not in given
        if self.is_repeatable:
            self.is_grad_enabled = sys.modules["torch"].is_grad_enabled
            self.trace_state = trace_state(sys.modules["torch"])
        self.plans: list[Plan] = []
        self.scalars = [number for number, array in enumerate(given) if array is None]
        self.has_scalars = bool(self.scalars)
        # Bytes of workspace, and what they are by the values of scalars: the maker of the shape
        # measures both.
        self.workspace_bytes = 0
        self.measured: dict[tuple, int] = {}

    def scalars_of(self, values: list) -> tuple:
        """The scalars among the values of a call, with their types: 1 and 1.0 are
        one key otherwise, and are not encoded alike."""
        return tuple((type(values[n]), values[n]) for n in self.scalars)

    def needs_gradients(self, tensors: tuple) -> bool:
        """Whether one of them does; of a shape that is repeatable."""
        return self.is_grad_enabled() and True in map(_requires_grad, tensors)

    def _check_writable(self, signature: Signature) -> None:
        described = (*signature.arguments, *signature.results)
        for number in signature.written:
            array = self.arrays[number] if number < len(self.arrays) else None
            if array is not None and array.is_readonly:
                raise fail(
                    signature,
                    described[number],
                    "an array to write to, got one that is read-only",
                )

    def _plan_results(self, signature: Signature) -> None:
        """Adds the arrays that a call makes for its results."""
        arrays = [array for array in self.arrays if array is not None]
        library = arrays[0].library if arrays else "numpy"
        if not library:
            # The library itself makes its arrays, of ours.
            library, self.donor = "lowp", self.arrays.index(arrays[0])
        device = arrays[0].device if arrays else -1
        shapes = [array.shape if array else None for array in self.arrays]
        for result in signature.results:
            shape = _shape_of(signature, result, shapes)
            if -1 in shape:
                raise fail(
                    signature,
                    result,
                    "out=, since its shape is not known before the call",
                )
            kind = _type_of(result, library)
            self.allocators.append(make_allocator(library, kind, shape, device))
            strides = row_major(shape)
            self.arrays.append(Array(library, kind, shape, strides, device, False))
