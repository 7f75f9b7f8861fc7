"""Which calls stay before which in the code that inductor writes.

It sorts calls that no tensor leads between by the memory that they need: what is to be computed
while a sum of devices travels came after the wait for it.
"""

from __future__ import annotations

import functools
import itertools
import weakref
from collections.abc import Callable
from typing import Any

import torch

_BEFORE, _AFTER = "lowp_before", "lowp_after"
_tokens = itertools.count()
# The buffers of calls that others come after, in each graph that is being lowered.
_buffers: weakref.WeakKeyDictionary[Any, dict[int, list[str]]] = weakref.WeakKeyDictionary()


def keep_after(first: torch.fx.Node, second: torch.fx.Node) -> None:
    """Lets a call stay before another, where both are lowered by what `ordered` has made."""
    token = next(_tokens)
    for node, key in ((first, _BEFORE), (second, _AFTER)):
        node.meta[key] = (*node.meta.get(key, ()), token)


def ordered(lower: Callable[..., Any]) -> Callable[..., Any]:
    """A lowering of inductor's that keeps the order of calls."""
    from torch._inductor.virtualized import V

    @functools.wraps(lower)
    def lower_in_order(*arguments: Any, **named: Any) -> Any:
        count = len(V.graph.operations)
        results = lower(*arguments, **named)
        _keep_order(V.graph, V.graph.operations[count:])
        return results

    return lower_in_order


def _keep_order(graph: Any, operations: list[Any]) -> None:
    """Writes down the buffers of a node that others come after, and those that it does."""
    from torch._inductor.ir import Buffer

    meta = graph.current_node.meta
    known = _buffers.setdefault(graph, {})
    names = [each.get_name() for each in operations if isinstance(each, Buffer) and each.name]
    known.update(dict.fromkeys(meta.get(_BEFORE, ()), names))
    before = [name for token in meta.get(_AFTER, ()) for name in known.get(token, ())]
    for each in operations:
        graph.additional_buffer_deps[each.operation_name].update(before)
