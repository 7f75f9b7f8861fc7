"""Attention of fewer keys and values than queries reads them where they are.

Models repeat the heads of keys and values, one for each head of queries, where a mask or an
older torch asks for that: a copy of a cache for each token. Kernels that take fewer heads
read those alone.
"""

from __future__ import annotations

import operator

import torch

from lowp.torch.compiling.emitted import emit, value_of
from lowp.torch.compiling.walks import RESHAPES

aten = torch.ops.aten

# Attention of any count of heads of keys and values that divides that of queries: B x H x L x D.
_SHARING = (
    aten._scaled_dot_product_cudnn_attention.default,
    aten._scaled_dot_product_flash_attention.default,
    aten._scaled_dot_product_flash_attention_for_cpu.default,
)
_HEADS, _REPEATS = 1, 2
# Vectors of 16 bytes begin at each row that kernels read.
_ALIGNMENT = 16


def _is_read_in_place(value: torch.Tensor) -> bool:
    """Whether kernels read rows of a tensor by vectors."""
    strides = [*value.stride()[:-1], value.storage_offset()]
    step = _ALIGNMENT // value.element_size()
    return value.stride(-1) == 1 and all(
        isinstance(each, int) and each % step == 0 for each in strides
    )


def _repeated(node: torch.fx.Node) -> torch.fx.Node | None:
    """What has each head once, with a dim of one for the repeats, B x H x 1 x L x D, where a
    value is that with repeated heads; None for others."""
    if node.target not in RESHAPES:
        return None
    whole = node.args[0]
    if isinstance(whole, torch.fx.Node) and whole.target is aten.clone.default:
        whole = whole.args[0]
    if not isinstance(whole, torch.fx.Node) or whole.target is not aten.expand.default:
        return None
    once = whole.args[0]
    assert isinstance(once, torch.fx.Node)
    before, repeats, after = (each.meta["val"].shape for each in (once, whole, node))
    is_alone = len(before) == len(repeats) == 5 and before[_REPEATS] == 1
    if not is_alone or [*before[:_REPEATS], *before[3:]] != [*repeats[:_REPEATS], *repeats[3:]]:
        return None
    merged = [repeats[0], repeats[_HEADS] * repeats[_REPEATS], *repeats[3:]]
    in_place = _is_read_in_place(once.meta["val"])
    return once if in_place and list(after) == merged else None


def _has_gradient(node: torch.fx.Node) -> bool:
    """Whether something reads more of attention than its result, as its gradient does."""
    return any(
        user.target is not operator.getitem or (user.args[1] != 0 and user.users)
        for user in node.users
    )


def _forget_layout(node: torch.fx.Node) -> None:
    """Results lie as the kernel of the new operands says."""
    node.meta["val"] = value_of(node)
    for user in node.users:
        user.meta["val"] = node.meta["val"][0]


def share_heads(graph: torch.fx.Graph) -> None:
    """Takes repeats of keys' and values' heads away from attention without a gradient."""
    for target in _SHARING:
        for node in graph.find_nodes(op="call_function", target=target):
            heads = [_repeated(each) for each in node.args[1:3]]
            if None in heads or _has_gradient(node):
                continue
            with graph.inserting_before(node):
                for place, each in enumerate(heads, 1):
                    assert each is not None
                    squeezed = emit(graph, aten.squeeze.dim, each, _REPEATS, of=each)
                    node.update_arg(place, squeezed)
            _forget_layout(node)
    graph.eliminate_dead_code()
