"""The path of a call: arrays in, one call of the library out.

What depends on types, sizes, strides and devices alone is done once, in a plan;
a call looks up its plan by the layouts of its arrays and fills in addresses. A
plan holds the memory that the library reads, so that one call at a time may use
it: plans are taken from a list and put back, which is safe between threads.
"""

from __future__ import annotations

import ctypes
import struct
import sys
from typing import TYPE_CHECKING, Any

from lowp import _library
from lowp._errors import LaunchError
from lowp._layouts import Array, row_major
from lowp._types import accepted_types
from lowp.arrays import find_reader, make_allocator, readers, understand

if TYPE_CHECKING:
    from lowp.program import Argument, Function

# Layouts that are remembered per function; beyond that all are forgotten.
_MAX_LAYOUTS = 1024


def _fail(function: Function, argument: Argument, message: str) -> LaunchError:
    return LaunchError(f"'{function.name}', {argument.name}: expected {message}")


def _check_array(function: Function, argument: Argument, array: Array | None) -> None:
    """What the library cannot see: type, rank, kind of device."""
    if argument.is_scalar != (array is None):
        expected = "a number" if argument.is_scalar else "an array"
        got = "a number" if array is None else "an array"
        raise _fail(function, argument, f"{expected}, got {got}")
    if array is None:
        return
    if array.type not in accepted_types(argument.type):
        raise _fail(
            function,
            argument,
            f"elements of type {argument.type}, got {array.type}; convert the array, "
            "or pass the same bytes under lowp.reinterpret",
        )
    rank = len(argument.dimensions)
    if len(array.shape) != rank:
        raise _fail(function, argument, f"{rank} dimensions, got shape {array.shape}")
    if (function.program.device == "cpu") != (array.device < 0):
        where = "in host memory" if array.device < 0 else f"on GPU {array.device}"
        raise _fail(
            function,
            argument,
            f"an array for a program compiled for {function.program.device}, got one "
            f"{where}; move the array, or compile with another device=",
        )


def _check_device(function: Function, arrays: list[Array | None]) -> int:
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


class _Plan:
    """The memory of calls with one set of layouts."""

    def __init__(self, caller: Caller, arrays: list[Array | None]) -> None:
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
        self.device = ctypes.c_int32(caller.check_device(arrays))
        self.handle = ctypes.c_void_p(caller.handle)

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


class _Shape:
    """What all plans of one set of layouts share."""

    def __init__(self, caller: Caller, layouts: tuple, has_out: bool) -> None:
        function = caller.function
        given = [understand(layout) for layout in layouts]
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
        if has_out:
            self._check_results(function)
        else:
            self._plan_results(function)
        self.device = _check_device(function, self.arrays)
        libraries = {array.library for array in given if array is not None}
        self.uses_torch = "torch" in libraries and self.device >= 0
        self.plans: list[_Plan] = []
        self.workspace_bytes = caller.measure(self)

    def _check_results(self, function: Function) -> None:
        results = self.arrays[len(function.arguments) :]
        for result, array in zip(function.results, results):
            if array is not None and array.is_readonly:
                raise _fail(
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
                raise _fail(
                    function,
                    result,
                    "out=, since its shape is not known " "before the call",
                )
            self.allocators.append(make_allocator(library, result.type, shape, device))
            strides = row_major(shape)
            self.arrays.append(
                Array(library, result.type, shape, strides, device, False)
            )


def _stream_handle(stream: Any) -> int:
    """The CUstream of what the caller passed as stream=."""
    if isinstance(stream, int):
        return stream
    for name in ("cuda_stream", "ptr"):
        handle = getattr(stream, name, None)
        if handle is not None:
            return int(handle)
    if hasattr(stream, "__cuda_stream__"):
        return int(stream.__cuda_stream__()[1])
    raise LaunchError(
        "expected stream= to be an integer or an object with cuda_stream, ptr or "
        f"__cuda_stream__, got {type(stream).__name__}"
    )


class Caller:
    """Calls one function."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.library = _library.get()
        self.handle = function.program._find(function.name)
        self.shapes: dict[tuple, _Shape] = {}
        # Kept for arrays of libraries that lend no memory; by device and stream.
        self.workspaces: dict[tuple[int, int], Any] = {}
        self._raw_stream = None

    def __call__(self, arguments: tuple, out: Any, stream: Any) -> Any:
        has_out = out is not None
        if has_out:
            results = tuple(out) if isinstance(out, (tuple, list)) else (out,)
            arguments = (*arguments, *results)
        values = []
        layouts = [has_out]
        for array in arguments:
            reader = readers.get(type(array)) or find_reader(array)
            value, layout = reader(array)
            values.append(value)
            layouts.append(layout)
        shape = self.shapes.get(tuple(layouts)) or self.add_shape(tuple(layouts))
        if shape.uses_torch and stream is not None:
            return self.call_on_foreign_stream(shape, values, out, stream)
        return self.launch(shape, values, out, stream)

    def call_on_foreign_stream(self, shape, values, out, stream):
        """torch allocates for its current stream: makes `stream` that one."""
        torch = sys.modules["torch"]
        handle = _stream_handle(stream)
        with torch.cuda.stream(torch.cuda.ExternalStream(handle, shape.device)):
            return self.launch(shape, values, out, handle)

    def launch(self, shape: _Shape, values: list, out: Any, stream: Any) -> Any:
        made = []
        for allocate in shape.allocators:
            array, address = allocate()
            made.append(array)
            values.append(address)
        try:
            plan = shape.plans.pop()
        except IndexError:
            plan = _Plan(self, shape.arrays)
        plan.fill(values)
        call = plan.call
        call.status = 0
        call.workspaceUsed = 0
        if shape.device >= 0:
            workspace = self.prepare(shape, call, stream)  # noqa: F841, held
        if self.library.FunctionCall(
            plan.handle, plan.call_reference, plan.pointers, plan.count, plan.device
        ):
            raise self.error(call)
        shape.plans.append(plan)
        if out is not None:
            return out
        return made[0] if len(made) == 1 else tuple(made) or None

    def prepare(self, shape: _Shape, call, stream: Any) -> Any:
        """Sets stream and workspace; returns what must live until the launch."""
        self.function.program._is_loaded = True
        if shape.uses_torch and stream is None:
            stream = self.current_stream(shape.device)
        elif stream is None:
            stream = 0
        elif type(stream) is not int:
            stream = _stream_handle(stream)
        call.stream = stream
        if not shape.workspace_bytes:
            return None
        if shape.uses_torch:
            # torch gives the memory to others only when the work that was
            # submitted to its current stream by then is done with it.
            torch = sys.modules["torch"]
            memory = torch.empty(
                shape.workspace_bytes, dtype=torch.uint8, device=shape.device
            )
            address = memory.data_ptr()
        else:
            memory = self.keep_workspace(shape, stream)
            address = memory.pointer
        call.workspace = address
        call.workspaceBytes = shape.workspace_bytes
        return memory

    def current_stream(self, device: int) -> int:
        raw = self._raw_stream
        if raw is None:
            torch = sys.modules["torch"]
            raw = getattr(torch._C, "_cuda_getCurrentRawStream", None)
            if raw is None:
                raw = lambda number: torch.cuda.current_stream(
                    number
                ).cuda_stream  # noqa: E731
            self._raw_stream = raw
        return raw(device)

    def keep_workspace(self, shape: _Shape, stream: int):
        """Memory that later calls on the same stream use again."""
        from lowp.device import DeviceArray

        key = (shape.device, stream)
        memory = self.workspaces.get(key)
        if memory is None or memory.nbytes < shape.workspace_bytes:
            memory = DeviceArray((shape.workspace_bytes,), "i8", shape.device)
            self.workspaces[key] = memory
        return memory

    def add_shape(self, key: tuple) -> _Shape:
        shape = _Shape(self, key[1:], has_out=key[0])
        if len(self.shapes) >= _MAX_LAYOUTS:
            self.shapes.clear()
        self.shapes[key] = shape
        return shape

    def check_device(self, arrays: list[Array | None]) -> int:
        return _check_device(self.function, arrays)

    def measure(self, shape: _Shape) -> int:
        """Bytes of workspace for one set of layouts; checks sizes and strides."""
        plan = _Plan(self, shape.arrays)
        plan.call.mode = _library.MEASURE
        if self.library.FunctionCall(
            plan.handle, plan.call_reference, plan.pointers, plan.count, plan.device
        ):
            raise self.error(plan.call)
        return plan.call.workspaceUsed

    def workspace_bytes(self, arguments: tuple) -> int:
        layouts: list = [False]
        for array in arguments:
            reader = readers.get(type(array)) or find_reader(array)
            layouts.append(reader(array)[1])
        key = tuple(layouts)
        return (self.shapes.get(key) or self.add_shape(key)).workspace_bytes

    def error(self, call) -> LaunchError:
        return LaunchError(
            call.message.decode("utf-8", "replace"),
            self.library.StatusName(call.status).decode(),
        )
