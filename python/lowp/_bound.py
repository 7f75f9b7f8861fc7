"""Calls of a function on torch tensors of one layout, to be made again and again.

`Caller` serves any arrays and finds its plan by their layouts. Whoever calls on
tensors that are alike, such as a layer at each step of a decoder, binds the call
once: what is left of it is memory for the result and for intermediates, the stream,
and one call of the library, which compares the tensors with those that were bound.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from lowp._call import Caller
from lowp._plan import Plan, Shape
from lowp.arrays import find_reader, readers
from lowp.program import Function


def _describe(tensor: Any) -> Any:
    """A tensor like `tensor`, without memory, for torch.empty_like."""
    like = sys.modules["torch"].empty_like(tensor)
    like.untyped_storage().resize_(0)
    return like


def _describe_workspace(shape: Shape, result: Any) -> Any:
    """The same of the workspace of calls that make `result`; None where they have
    none."""
    if shape.device < 0 or not shape.workspace_bytes:
        return None
    torch = sys.modules["torch"]
    return _describe(result.new_empty(shape.workspace_bytes, dtype=torch.uint8))


def _make_call(caller: Caller, shape: Shape, plan: Plan, result: Any) -> Callable:
    assert plan.repeat is not None, "was remembered"
    empty_like = sys.modules["torch"].empty_like
    like, workspace = _describe(result), _describe_workspace(shape, result)
    described, device, stream = plan.call, shape.device, shape.current_stream
    described.workspaceBytes = shape.workspace_bytes if workspace is not None else 0
    run, handle = caller.library.RepeatRun, plan.repeat.handle

    # Short, since it is the host's time of a decode step. `plan` has the memory that
    # the library reads.
    def call(*tensors: Any, _owner: Plan = plan) -> Any:
        made = empty_like(like)
        if device >= 0:
            described.stream = stream(device)
            if workspace is not None:
                # torch gives it to others behind the work of this stream.
                memory = empty_like(workspace)
                described.workspace = memory.data_ptr()
        status = run(handle, (*tensors, made))
        if status > 0:
            raise caller.error(described)
        return None if status else made

    return call


def bind(function: Function, arrays: tuple, tensors: tuple) -> Callable | None:
    """The call of `function` on `arrays`, its one result last, as a function of
    `tensors` without the last: the same memory, in the shapes that later calls have.

    It returns a new result, or None for tensors of other layouts than these, and
    raises what the function raises. One thread at a time calls it. None where the
    library cannot ask torch for tensors, or these are not torch's."""
    caller = function._caller or function._make_caller()
    values: list = []
    layouts: list = [True]
    for array in arrays:
        value, layout = (readers.get(type(array)) or find_reader(array))(array)
        values.append(value)
        layouts.append(layout)
    key = tuple(layouts)
    shape = caller.shapes.get(key) or caller.add_shape(key, values)
    if not shape.is_repeatable:
        return None
    plan = caller.make_plan(shape)
    plan.fill(values)
    plan.remember(tensors)
    if plan.repeat is None:
        return None
    return _make_call(caller, shape, plan, tensors[-1])
