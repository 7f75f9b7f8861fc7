"""The calls of one function of a region.

Regions are called in each step of a model, on tensors that are laid out alike: a call that was made
is bound, and what is left of it is memory for its results, and one call of the library, which
compares the layouts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch

from lowp._bound import bind, repeat_one
from lowp.arrays import torch_kinds
from lowp.program import Function
from lowp.torch.compiling.result import Made

# Layouts that a function remembers, and calls that it binds, since some may never be repeated.
_MOST_LAYOUTS = 8
_MOST_CALLS = 64

_Tensors = Sequence[torch.Tensor]


class Call:
    """Calls `function`. store: gives its arguments as the program takes them; make: new results;
    both are given the arguments of the graph's operation, which have their elements in their
    memory. select: of these, and of what was prepared, those that the function reads, in its
    order. key: sizes that layouts differ by, as they do by the device."""

    def __init__(
        self,
        function: Function,
        select: Callable[[_Tensors], _Tensors],
        store: Callable[[_Tensors, _Tensors], _Tensors],
        make: Callable[[_Tensors], list[Made]],
        key: Callable[[_Tensors], tuple] | None,
    ) -> None:
        self.function = function
        self._select, self._store, self._make, self._key = select, store, make, key
        # Calls that no thread is making.
        self._bound: dict[tuple, list[Callable]] = {}
        self._last: tuple | None = None
        self._count = 0

    def __call__(self, arguments: _Tensors) -> _Tensors:
        """Returns new results."""
        key: tuple = (arguments[0].get_device(), *(self._key(arguments) if self._key else ()))
        selected = self._select(arguments)
        calls = self._bound.get(key)
        if calls and torch_kinds.issuperset(map(type, selected)):
            result = repeat_one(calls, selected)
            if result is not None:
                return result
        return self._run(arguments, selected, key)

    def _run(self, arguments: _Tensors, selected: _Tensors, key: tuple) -> _Tensors:
        stored, made = self._store(arguments, selected), self._make(arguments)
        outs = [each.written for each in made if each.written is not None]
        with torch.no_grad():
            self.function(*stored, out=tuple(outs) if len(outs) > 1 else outs[0])
            seen = [each.seen for each in made]
            if len(outs) == len(made):
                self.bind((*stored, *outs), selected, seen, key)
        return seen

    def bind(self, arrays: _Tensors, selected: _Tensors, seen: _Tensors, key: tuple) -> None:
        """Binds the call that was made if one with its key was the last that was not bound, too,
        and copied nothing."""
        if self._last != key:
            self._last = key
            return
        is_copied = any(map(_differs, arrays, selected))
        is_plain = torch_kinds.issuperset(map(type, selected))
        if is_copied or not is_plain or self._count >= _MOST_CALLS:
            return
        call = bind(self.function, arrays, selected, seen, shares=False)
        if call is None:
            return
        self._count += 1
        if len(self._bound) >= _MOST_LAYOUTS:
            self._bound.clear()
        self._bound.setdefault(key, []).append(call)


def _differs(array: torch.Tensor, tensor: torch.Tensor) -> bool:
    """Whether an array is not the memory of the tensor."""
    return array.data_ptr() != tensor.data_ptr()
