"""Calls of a function on torch tensors of one layout, to be made again and again.

`Caller` serves any arrays and finds its plan by their layouts. Callers with tensors that are alike,
such as a layer at each step of a decoder, bind the call once: what is left of it is memory for
results and for intermediates, the stream, and one call of the library, which compares the tensors
with those that were bound.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from lowp._call import Caller
from lowp._plan import Plan, Shape
from lowp._tensor_memory import (
    find_workspaces,
    is_on_current_device,
    may_share,
    result_maker,
    shared_bytes,
    workspace_maker,
)
from lowp.arrays import read
from lowp.program import Function


class _Call:
    """What bound calls have in common."""

    def __init__(
        self,
        caller: Caller,
        shape: Shape,
        plan: Plan,
        results: Sequence[Any],
        make: Callable[[], tuple],
        shares: bool,
    ) -> None:
        """results: tensors like those that `make` returns. shares: see bind."""
        assert plan.repeat is not None, "was remembered"
        self.caller = caller
        # It has the memory that the library reads.
        self.plan = plan
        self.run, self.handle = caller.library.RepeatRun, plan.repeat.handle
        self.device, self.stream = shape.device, shape.current_stream
        self.make = make
        size = shape.workspace_bytes if self.device >= 0 else 0
        self.plan.call.workspaceBytes = self.workspace_bytes = size
        # What asks whether a stream is captured asks that of the current device.
        self.shares = shares and may_share(size) and is_on_current_device(results[0])
        size = shared_bytes(size) if self.shares else size
        self.make_workspace = workspace_maker(results[0], size)

    def fail(self, status: int) -> None:
        """For tensors of other layouts; raises what else the status means."""
        if status > 0:
            raise self.caller.error(self.plan.call)


def _results_maker(results: Sequence[Any]) -> Callable[[], tuple]:
    """A function that returns new tensors like these."""
    makers = list(map(result_maker, results))
    if len(makers) == 1:
        (make,) = makers
        return lambda: (make(),)
    return lambda: tuple([make() for make in makers])


# Below are the functions that bound calls are. They are short, since they are the
# host's time of a decode step.


def _without_workspace(bound: _Call) -> Callable:
    make, run, handle, fail = bound.make, bound.run, bound.handle, bound.fail
    described, device, stream = bound.plan.call, bound.device, bound.stream

    def call(tensors: Sequence) -> Any:
        results = make()
        if device >= 0:
            described.stream = stream(device)
        status = run(handle, (*tensors, *results))
        return fail(status) if status else results

    return call


def _with_own_workspace(bound: _Call) -> Callable:
    """torch gives memory to others after the work of the stream that is the current
    one then."""
    make, run, handle, fail = bound.make, bound.run, bound.handle, bound.fail
    described, device, stream = bound.plan.call, bound.device, bound.stream
    make_workspace = bound.make_workspace

    def call(tensors: Sequence) -> Any:
        results = make()
        described.stream = stream(device)
        memory = make_workspace()
        described.workspace = memory.data_ptr()
        status = run(handle, (*tensors, *results))
        return fail(status) if status else results

    return call


def _with_shared_workspace(bound: _Call) -> Callable:
    """Calls on one stream share memory. A CUDA graph has its own, since it runs on
    any stream."""
    make, run, handle, fail = bound.make, bound.run, bound.handle, bound.fail
    described, device, stream = bound.plan.call, bound.device, bound.stream
    make_workspace, size = bound.make_workspace, bound.workspace_bytes
    is_capturing = sys.modules["torch"]._C._cuda_isCurrentStreamCapturing
    with_own = _with_own_workspace(bound)
    known: int | None = None
    free: list | None = None

    def call(tensors: Sequence) -> Any:
        nonlocal known, free
        current = stream(device)
        if current != known:
            known, free = current, find_workspaces(device, current, size)
            described.stream = current
        if free is None or is_capturing():
            return with_own(tensors)
        results = make()
        try:
            lent = free.pop()
        except IndexError:
            memory = make_workspace()
            lent = memory, memory.data_ptr()
        described.workspace = lent[1]
        status = run(handle, (*tensors, *results))
        free.append(lent)
        return fail(status) if status else results

    return call


def _make_call(bound: _Call) -> Callable:
    if not bound.workspace_bytes:
        return _without_workspace(bound)
    return _with_shared_workspace(bound) if bound.shares else _with_own_workspace(bound)


def repeat_one(calls: list[Callable], tensors: Sequence[Any]) -> Sequence[Any] | None:
    """The results of one of `calls` of `bind`, which other threads may take meanwhile; None if
    they do. It is dropped where tensors are laid out otherwise: None, too."""
    try:
        call = calls.pop()
    except IndexError:
        return None
    result = call(tensors)
    if result is not None:
        calls.append(call)
    return result


def bind(
    function: Function,
    arrays: Sequence[Any],
    tensors: Sequence[Any],
    results: Sequence[Any],
    shares: bool = True,
    make: Callable[[], tuple] | None = None,
) -> Callable | None:
    """The call of `function` on `arrays`, its results last, as a function of `tensors`: the
    same memory, in the shapes that later calls have. results: those of the call, likewise.
    shares: whether small workspaces are kept for other calls; not where torch counts what
    lives, as it does while it warms up for CUDA graphs. make: makes the memory of results, tensors
    laid out like `results`; a tensor for each if not given.

    It returns new results as a tuple, or None for tensors of other layouts than these, and
    raises what the function raises. One thread at a time calls it. None where the
    library cannot ask torch for tensors, or these are not torch's."""
    caller = function._caller or function._make_caller()
    values: list = []
    layouts: list = [True]
    for array in arrays:
        value, layout = read(array)
        values.append(value)
        layouts.append(layout)
    key = tuple(layouts)
    shape = caller.shapes.get(key) or caller.add_shape(key, values)
    if not shape.is_repeatable:
        return None
    plan = caller.make_plan(shape)
    plan.fill(values)
    plan.remember((*tensors, *results))
    if plan.repeat is None:
        return None
    make = make or _results_maker(results)
    return _make_call(_Call(caller, shape, plan, results, make, shares))
