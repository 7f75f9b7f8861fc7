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
from lowp._exchange import NO_STREAM
from lowp._plan import Plan, Shape
from lowp._streams import choose_stream, stream_handle, torch_stream
from lowp.arrays import find_reader, producer, read_for_stream, readers

if TYPE_CHECKING:
    from lowp.program import Function

# Layouts that are remembered per function; beyond that all are forgotten.
_MAX_LAYOUTS = 1024


class Caller:
    """Calls one function."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.library = _library.get()
        self.handle = function.program._find(function.name)
        self.shapes: dict[tuple, Shape] = {}
        # Kept for arrays of libraries that lend no memory; by device and stream.
        self.workspaces: dict[tuple[int, int], list] = {}

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
        if None in layouts:
            stream = self.read_foreign(values, layouts, stream)
        shape = self.shapes.get(tuple(layouts)) or self.add_shape(tuple(layouts))
        if shape.uses_torch and stream is not None:
            return self.call_on_foreign_stream(shape, values, out, stream)
        return self.launch(shape, values, out, stream)

    def read_foreign(self, values: list, layouts: list, stream: Any) -> int | None:
        """Reads the arrays that are read for a stream, and returns it."""
        if self.function.program.device == "cpu":
            handle = None
        elif stream is not None:
            handle = stream_handle(stream)
        else:
            handle = choose_stream([producer(value) for value in values], layouts[1:])
        for number, layout in enumerate(layouts):
            if layout is None:
                value = values[number - 1]
                values[number - 1], layouts[number] = read_for_stream(value, handle)
        return handle

    def call_on_foreign_stream(self, shape, values, out, stream):
        """torch allocates for its current stream: makes `stream` that one."""
        torch = sys.modules["torch"]
        handle = stream_handle(stream)
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
        if shape.writes_device_arrays:
            self.note_stream(made if out is None else out, call.stream or 0)
        shape.plans.append(plan)
        if out is not None:
            return out
        return made[0] if len(made) == 1 else tuple(made) or None

    def prepare(self, shape: Shape, call, stream: Any) -> Any:
        """Sets stream and workspace; returns what must live until the launch."""
        self.function.program._is_loaded = True
        if stream is None:
            stream = torch_stream(shape.device) if shape.uses_torch else 0
        elif type(stream) is not int:
            stream = stream_handle(stream)
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

    def keep_workspace(self, shape: Shape, stream: int):
        """Memory that later calls on the same stream use again."""
        from lowp.device import DeviceArray

        memories = self.workspaces.setdefault((shape.device, stream), [])
        largest = memories[-1].nbytes if memories else 0
        if largest < shape.workspace_bytes:
            # The smaller ones stay: a CUDA graph may hold their addresses. All of
            # them together are no more than the new one, since sizes double.
            size = max(shape.workspace_bytes, 2 * largest)
            memories.append(DeviceArray((size,), "i8", shape.device))
        return memories[-1]

    @staticmethod
    def note_stream(results: Any, stream: int) -> None:
        """Tells arrays of our own which stream writes them."""
        from lowp.device import DeviceArray

        if not isinstance(results, (tuple, list)):
            results = (results,)
        for array in map(producer, results):
            if isinstance(array, DeviceArray):
                array.stream = stream

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
            value, layout = reader(array)
            if layout is None:
                is_host = self.function.program.device == "cpu"
                layout = read_for_stream(value, None if is_host else NO_STREAM)[1]
            layouts.append(layout)
        key = tuple(layouts)
        return (self.shapes.get(key) or self.add_shape(key)).workspace_bytes

    def error(self, call) -> LaunchError:
        return LaunchError(
            call.message.decode("utf-8", "replace"),
            self.library.StatusName(call.status).decode(),
        )
