"""The path of a call: arrays in, one call of the library out.

What depends on types, sizes, strides and devices alone is done once, in a plan;
a call looks up its plan by the layouts of its arrays and fills in addresses. A
plan holds the memory that the library reads, so that one call at a time may use
it: plans are taken from a list and put back, which is safe between threads.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from lowp import _library
from lowp._errors import LaunchError
from lowp._plan import Plan, Shape
from lowp.arrays import find_reader, readers

if TYPE_CHECKING:
    from lowp.program import Function

# Layouts that are remembered per function; beyond that all are forgotten.
_MAX_LAYOUTS = 1024


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
        self.shapes: dict[tuple, Shape] = {}
        # Kept for arrays of libraries that lend no memory; by device and stream.
        self.workspaces: dict[tuple[int, int], Any] = {}
        self._raw_stream: Any = None

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

    def launch(self, shape: Shape, values: list, out: Any, stream: Any) -> Any:
        made = []
        for allocate in shape.allocators:
            array, address = allocate()
            made.append(array)
            values.append(address)
        try:
            plan = shape.plans.pop()
        except IndexError:
            plan = Plan(self, shape.arrays, shape.device)
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

    def prepare(self, shape: Shape, call, stream: Any) -> Any:
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

                def raw(number):
                    return torch.cuda.current_stream(number).cuda_stream

            self._raw_stream = raw
        return raw(device)

    def keep_workspace(self, shape: Shape, stream: int):
        """Memory that later calls on the same stream use again."""
        from lowp.device import DeviceArray

        key = (shape.device, stream)
        memory = self.workspaces.get(key)
        if memory is None or memory.nbytes < shape.workspace_bytes:
            memory = DeviceArray((shape.workspace_bytes,), "i8", shape.device)
            self.workspaces[key] = memory
        return memory

    def add_shape(self, key: tuple) -> Shape:
        shape = Shape(self, key[1:], has_out=key[0])
        if len(self.shapes) >= _MAX_LAYOUTS:
            self.shapes.clear()
        self.shapes[key] = shape
        return shape

    def measure(self, shape: Shape) -> int:
        """Bytes of workspace for one set of layouts; checks sizes and strides."""
        plan = Plan(self, shape.arrays, shape.device)
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
