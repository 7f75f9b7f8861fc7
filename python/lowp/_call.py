"""The path of a call: arrays in, one call of the library out.

What depends on types, sizes, strides and devices alone is done once, in a plan;
a call looks up its plan by the layouts of its arrays and fills in addresses. A
plan holds the memory that the library reads, so that one call at a time may use
it: plans are taken from a list and put back, which is safe between threads.

A call on torch tensors that is like the one before it does not even ask for the
layouts: the library compares them.
"""

from __future__ import annotations

import operator
import sys
from typing import Any

from lowp import _library
from lowp._descriptions import Signature
from lowp._errors import LaunchError
from lowp._exchange import NO_STREAM
from lowp._external import take_failure
from lowp._lent import find_importer
from lowp._handle import ProgramHandle
from lowp._ordering import note_users, wait_for_users
from lowp._plan import Plan, Shape
from lowp._streams import choose_stream, stream_handle, stream_of_own
from lowp._tracing import refuse_traced
from lowp._workspaces import Workspaces
from lowp.arrays import find_reader, producer, read, read_for_stream, readers, torch_kinds

# Layouts that are remembered per function, and values of scalars per layout; beyond
# that all are forgotten.
_MAX_LAYOUTS = 1024
_MAX_SCALARS = 256


# Whether torch negates the elements of a tensor when it reads them.
_is_negated = operator.methodcaller("is_neg")


class Caller:
    """Calls one function."""

    def __init__(self, signature: Signature, program: ProgramHandle) -> None:
        self.signature = signature
        self.program = program
        self.library = _library.get()
        self.handle = program.find(signature.name)
        self.shapes: dict[tuple, Shape] = {}
        # The shape of the last call, when it can be repeated.
        self.last: Shape | None = None
        # For arrays of libraries that lend no memory.
        self.workspaces = Workspaces()

    def __call__(self, arguments: tuple, out: Any, stream: Any) -> Any:
        has_out = out is not None
        if has_out:
            if isinstance(out, (tuple, list)):
                arguments = (*arguments, *out)
            else:
                arguments = (*arguments, out)
        last = self.last
        result = None
        if last is not None and stream is None and last.has_out is has_out:
            result = self.repeat(last, arguments)
        if result is None:
            result = self.call(arguments, has_out, stream)
        if has_out:
            return out
        return result[0] if len(result) == 1 else tuple(result) or None

    def call(self, arguments: tuple, has_out: bool, stream: Any) -> list:
        """Looks up or adds the plan. As below, `arguments` are with `out`, and the
        arrays that were made for results without it are returned."""
        refuse_traced(arguments)
        values = []
        layouts: list = [has_out]
        for array in arguments:
            reader = readers.get(type(array)) or find_reader(array)
            value, layout = reader(array)
            values.append(value)
            layouts.append(layout)
        held: list = []
        if None in layouts:
            stream = self.read_foreign(values, layouts, stream, arguments, held)
        key = tuple(layouts)
        shape = self.shapes.get(key) or self.add_shape(key, values)
        if shape.uses_torch and stream is not None:
            return self.call_on_foreign_stream(shape, values, stream, arguments)
        if shape.donor is None:
            return self.launch(shape, values, stream, arguments)
        take_over = find_importer(producer(arguments[shape.donor]))
        return list(map(take_over, self.launch(shape, values, stream, arguments)))

    def repeat(self, shape: Shape, arguments: tuple) -> list | None:
        """The last call on other arrays; None when they are of other layouts, or to
        be looked at."""
        if shape.trace_state.may_trace():
            return None
        result: list = []
        objects = arguments
        if not shape.has_out:
            result = [allocate()[0] for allocate in shape.allocators]
            objects = (*arguments, *result)
        is_known = torch_kinds.issuperset(map(type, objects))
        if not is_known or True in map(_is_negated, objects):
            return None
        if shape.needs_gradients(objects):
            return None
        try:
            plan = shape.plans.pop()
        except IndexError:
            return None
        repeat = plan.repeat
        if repeat is None:
            shape.plans.append(plan)
            return None
        if shape.device >= 0:
            call = plan.call
            call.stream = shape.current_stream(shape.device)
            if shape.workspace_bytes:
                memory = self.lend(shape, plan, shape.workspace_bytes)  # noqa: F841, held
        status = self.library.RepeatRun(repeat.handle, objects)
        if status > 0:
            raise self.error(plan.call)
        shape.plans.append(plan)
        return None if status else result

    def read_foreign(
        self, values: list, layouts: list, stream: Any, arguments: tuple, held: list
    ) -> int | None:
        """Reads the arrays that are read for a stream, and returns it."""
        if self.signature.device == "cpu":
            handle = None
        elif stream is not None:
            handle = stream_handle(stream)
        else:
            handle = choose_stream(list(map(producer, arguments)), layouts[1:])
        for number, layout in enumerate(layouts):
            if layout is None:
                address, layouts[number] = read_for_stream(values[number - 1], handle, held)
                values[number - 1] = address
        return handle

    def call_on_foreign_stream(
        self, shape: Shape, values: list, stream: Any, arguments: tuple
    ) -> list:
        """torch allocates for its current stream: makes `stream` that one."""
        torch = sys.modules["torch"]
        handle = stream_handle(stream)
        allocates = shape.allocators or self.measure(shape, values)
        if not allocates or handle == shape.current_stream(shape.device):
            return self.launch(shape, values, handle, arguments)
        with torch.cuda.stream(torch.cuda.ExternalStream(handle, shape.device)):
            return self.launch(shape, values, handle, arguments)

    def launch(self, shape: Shape, values: list, stream: Any, arguments: tuple) -> list:
        """values: what the readers returned for `arguments`."""
        workspace = self.measure(shape, values)
        result = []
        for allocate in shape.allocators:
            array, address = allocate()
            result.append(array)
            values.append(address)
        try:
            plan = shape.plans.pop()
        except IndexError:
            plan = self.make_plan(shape)
        plan.fill(values)
        call = plan.call
        call.status = 0
        call.workspaceUsed = 0
        objects = (*arguments, *result)
        if shape.device < 0:
            self.run(plan)
        elif shape.own_arrays.count:
            self.submit_in_order(shape, plan, stream, objects, workspace)
        else:
            self.submit(shape, plan, stream, workspace)
        if shape.is_repeatable:
            if plan.repeat is None:
                plan.remember(objects)
            shape.is_repeatable = plan.repeat is not None
            self.last = shape if shape.is_repeatable else None
        shape.plans.append(plan)
        return result

    def make_plan(self, shape: Shape) -> Plan:
        return Plan(self.signature, self.handle, shape.arrays, shape.device)

    def run(self, plan: Plan) -> None:
        """Makes the call that `plan` holds."""
        if self.library.FunctionCall(
            plan.handle, plan.call_reference, plan.pointers, plan.count, plan.device
        ):
            raise self.error(plan.call)

    def submit_in_order(
        self, shape: Shape, plan: Plan, stream: Any, objects: tuple, workspace: int
    ) -> None:
        """The same after other calls that use arrays of our own."""
        read, written = shape.own_arrays.find(objects)
        if stream is not None:
            stream = stream_handle(stream)
        elif shape.uses_torch:
            stream = shape.current_stream(shape.device)
        else:
            stream = stream_of_own(read + written)
        wait_for_users(read, written, shape.device, stream)
        self.submit(shape, plan, stream, workspace)
        note_users(read, written, stream)

    def submit(self, shape: Shape, plan: Plan, stream: Any, workspace: int) -> None:
        """Makes the call on a stream, with a workspace of so many bytes."""
        self.program.keep()
        if stream is None:
            stream = shape.current_stream(shape.device)
        elif type(stream) is not int:
            stream = stream_handle(stream)
        plan.call.stream = stream
        if not workspace:
            self.run(plan)
        elif shape.uses_torch:
            memory = self.lend(shape, plan, workspace)  # noqa: F841, held
            self.run(plan)
        else:
            self.run_with_own_workspace(shape, plan, stream, workspace)

    @staticmethod
    def lend(shape: Shape, plan: Plan, workspace: int) -> Any:
        """Gives the call memory of torch for its workspace, and returns it. torch
        gives it to others only when the work that was submitted to its current
        stream by then is done with it."""
        torch = sys.modules["torch"]
        memory = torch.empty(workspace, dtype=torch.uint8, device=shape.device)
        plan.call.workspace = memory.data_ptr()
        plan.call.workspaceBytes = workspace
        return memory

    def run_with_own_workspace(self, shape: Shape, plan: Plan, stream: int, workspace: int) -> None:
        memory = self.workspaces.take(shape.device, stream, workspace)
        plan.call.workspace = memory.pointer
        plan.call.workspaceBytes = workspace
        try:
            self.run(plan)
        finally:
            # Also when it failed: what it had submitted by then comes first.
            self.workspaces.put_back(shape.device, stream, memory)

    def add_shape(self, key: tuple, values: list) -> Shape:
        """values: those of the call that is the first of this shape."""
        shape = Shape(self.signature, key[1:], has_out=key[0])
        shape.workspace_bytes = self.measure_anew(shape, values)
        if len(self.shapes) >= _MAX_LAYOUTS:
            self.shapes.clear()
        self.shapes[key] = shape
        return shape

    def measure(self, shape: Shape, values: list) -> int:
        """Bytes of workspace for a call: scalars decide on sizes, too. The host
        takes none."""
        if not shape.has_scalars or shape.device < 0:
            return shape.workspace_bytes
        scalars = shape.scalars_of(values)
        known = shape.measured.get(scalars)
        return self.measure_anew(shape, values) if known is None else known

    def measure_anew(self, shape: Shape, values: list) -> int:
        """The same, which also checks sizes and strides."""
        plan = self.make_plan(shape)
        plan.fill_scalars(values)
        plan.call.mode = _library.MEASURE
        self.run(plan)
        if shape.has_scalars:
            if len(shape.measured) >= _MAX_SCALARS:
                shape.measured.clear()
            shape.measured[shape.scalars_of(values)] = plan.call.workspaceUsed
        return plan.call.workspaceUsed

    def workspace_bytes(self, arguments: tuple) -> int:
        values = []
        layouts: list = [False]
        for array in arguments:
            value, layout = read(array)
            if layout is None:
                is_host = self.signature.device == "cpu"
                stream = None if is_host else NO_STREAM
                layout = read_for_stream(value, stream, [])[1]
            values.append(value)
            layouts.append(layout)
        key = tuple(layouts)
        shape = self.shapes.get(key) or self.add_shape(key, values)
        return self.measure(shape, values)

    def error(self, call) -> BaseException:
        """What to raise. What an external function raised is the cause; an
        interruption of it is one of the caller."""
        failure = take_failure() if self.program.externals else None
        if failure is not None and not isinstance(failure, Exception):
            return failure
        error = LaunchError(
            call.message.decode("utf-8", "replace"),
            self.library.StatusName(call.status).decode(),
        )
        error.__cause__ = failure
        return error
