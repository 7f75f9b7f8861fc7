"""Functional collectives of torch in a graph: weights that it gathers remain weights."""

from __future__ import annotations

import operator

import torch

_FUNCTIONS = torch.ops._c10d_functional

# Shards that are no equal parts are filled up before a collective, and cut after it.
_PIECES = frozenset(
    {
        operator.getitem,
        torch.ops.aten.slice.Tensor,
        torch.ops.aten.split.Tensor,
        torch.ops.aten.split_with_sizes.default,
        torch.ops.aten.cat.default,
        torch.ops.aten.constant_pad_nd.default,
    }
)


WAIT = _FUNCTIONS.wait_tensor.default
_GATHER = _FUNCTIONS.all_gather_into_tensor.default
_SUMS = frozenset({_FUNCTIONS.all_reduce.default, _FUNCTIONS.reduce_scatter_tensor.default})
_WAITS = {WAIT}
if hasattr(_FUNCTIONS, "_wrap_tensor_autograd"):
    # Torch 2.13 wraps what arrives later.
    _WAITS.add(_FUNCTIONS._wrap_tensor_autograd.default)
# Gathers several tensors at once.
GATHER_BOTH = _FUNCTIONS.all_gather_into_tensor_coalesced.default
# Sums, also in their own memory, and waits for them.
WAITED = _SUMS | {WAIT, _FUNCTIONS.all_reduce_.default}
_COLLECTIVES = _SUMS | _WAITS | {_GATHER}


def is_collective(node: torch.fx.Node) -> bool:
    """Whether a node moves a tensor between devices, as a whole or in pieces."""
    return node.target in _COLLECTIVES


def is_sum(node: torch.fx.Node) -> bool:
    """Whether a node begins to add up tensors of several devices."""
    return node.target in _SUMS


def is_gather(node: torch.fx.Node) -> bool:
    return node.target is _GATHER


def is_wait(node: torch.fx.Node) -> bool:
    """Whether a node hands on what a collective returns."""
    return node.target in _WAITS


def is_piece(node: torch.fx.Node) -> bool:
    return node.target in _PIECES


def first_piece(node: torch.fx.Node) -> object:
    """What a node cuts, or the first of what it puts together."""
    source = node.args[0]
    return source[0] if isinstance(source, (list, tuple)) else source


def has_collectives(graph: torch.fx.Graph) -> bool:
    return any(map(is_collective, graph.nodes))
