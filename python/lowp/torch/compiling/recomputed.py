"""What the backward pass computes again, of what it is given anyway.

torch's partitioner saves what a gradient of a weight reads, since computing that in the
backward pass would write it there. But what is computed element by element of tensors
that the backward pass reads elsewhere takes memory for the whole of the forward pass and
is written as often: the product of SwiGLU, whose gate and up its derivative reads. All
between is marked: otherwise the partitioner would save the last sum of a norm, in f32.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable

import torch
from torch.utils.checkpoint import CheckpointPolicy

from lowp.torch.compiling.importer.quantized import SCALED_MATMUL
from lowp.torch.compiling.importer.table import is_matmul
from lowp.torch.compiling.joint import CASTS, backward_nodes, operands_of
from lowp.torch.compiling.linears import linear_of
from lowp.torch.compiling.order import draws
from lowp.torch.compiling.walks import PARTS, base_of, reach

aten = torch.ops.aten
_GATHERS = frozenset({aten.index.Tensor, aten.gather.default, aten.index_select.default})


def activation_of(node: torch.fx.Node) -> torch.fx.Node | None:
    """What is multiplied with the gradient of a layer's result; None of what is no
    gradient of a weight, or reads what is quantized."""
    linear = linear_of(node)
    if linear is None or linear.role != "wgrad" or node.target is SCALED_MATMUL:
        return None
    return operands_of(node)[0 if linear.is_swapped else 1]


def read_by_backward(graph: torch.fx.Graph, late: set[torch.fx.Node]) -> set[torch.fx.Node]:
    """What the backward pass needs as it is: all that it reads but for operands of
    matmuls, which may be computed again where they are quantized."""
    return {
        base_of(read)
        for node in late
        if not is_matmul(node) and node.op == "call_function"
        for read in node.all_input_nodes
        if read not in late
    }


def is_elementwise(node: torch.fx.Node) -> bool:
    """Whether each element follows from those at its place, and from no random number."""
    is_pointwise = torch.Tag.pointwise in getattr(node.target, "tags", ())
    return (is_pointwise and not draws(node)) or node.target in CASTS


def _is_of_rows(node: torch.fx.Node) -> bool:
    """Whether a tensor has one float for each row, as a reduction gives it."""
    value = node.meta.get("val")
    if not isinstance(value, torch.Tensor) or not value.dtype.is_floating_point:
        return False
    return value.dim() > 0 and isinstance(value.shape[-1], int) and value.shape[-1] == 1


class _Chains:
    """Tells what the nodes of a graph are computed of. late: those of the backward pass.
    with_rows: whether rows may be gathered, and scaled by what a reduction found."""

    def __init__(self, graph: torch.fx.Graph, late: set[torch.fx.Node], with_rows: bool) -> None:
        self._needed = read_by_backward(graph, late)
        self._with_rows = with_rows
        sources = self._close()
        # What the backward pass has anyway, or computes of that element by element.
        self._free: set[torch.fx.Node] = set()
        self._has_rows: set[torch.fx.Node] = set()
        for node in graph.nodes:
            reads = [base_of(read) for read in node.all_input_nodes]
            if node.op != "call_function" or node in sources or self._is_computed(node):
                self._free.add(node)
            inherits = is_elementwise(node) and not self._has_rows.isdisjoint(reads)
            if node.op == "call_function" and (inherits or _is_of_rows(node)):
                self._has_rows.add(node)

    def _close(self) -> set[torch.fx.Node]:
        """What is needed, and what that is computed of element by element: of both one
        is kept."""

        def following(node: torch.fx.Node) -> Iterable[torch.fx.Node]:
            return map(base_of, node.all_input_nodes if is_elementwise(node) else ())

        return set(reach(self._needed, following))

    def _is_computed(self, node: torch.fx.Node) -> bool:
        passes = is_elementwise(node) or (self._with_rows and node.target in _GATHERS)
        return passes and all(base_of(read) in self._free for read in node.all_input_nodes)

    def may_go(self, node: torch.fx.Node) -> bool:
        """Whether a node need not be saved."""
        if not self._is_computed(node) or "recompute" in node.meta or node in self._needed:
            return False
        return self._with_rows or node not in self._has_rows


def _is_part(node: torch.fx.Node) -> bool:
    """Whether a node is one of the parts that a tensor was split into."""
    source = node.args[0] if node.target is operator.getitem else None
    return isinstance(source, torch.fx.Node) and source.target in PARTS


def take_apart_again(graph: torch.fx.Graph) -> None:
    """Marks the parts of tensors of which the backward pass reads all: what is saved is
    the tensor, as the forward pass wrote it. Parts have gaps between their rows."""
    late = {node for node in backward_nodes(graph) if node.op != "output"}
    # What only the backward pass reads is computed there, too.
    for node in reversed(graph.nodes):
        if node.op == "call_function" and node.users and late.issuperset(node.users):
            late.add(node)
    for split in graph.nodes:
        parts = [user for user in split.users if _is_part(user)]
        if split in late or not parts or any("recompute" in x.meta for x in (split, *parts)):
            continue
        whole = len(split.meta["val"]) == len({part.args[1] for part in parts})
        if whole and all(not late.isdisjoint(part.users) for part in parts):
            for node in (split, *parts):
                node.meta["recompute"] = CheckpointPolicy.MUST_RECOMPUTE


def _mark(node: torch.fx.Node, chains: _Chains) -> None:
    """Marks a node, and what it is computed of that need not be saved either."""

    def goes(each: torch.fx.Node) -> bool:
        return each.op == "call_function" and chains.may_go(each)

    found = reach([node], lambda each: map(base_of, each.all_input_nodes if goes(each) else ()))
    for each in list(filter(goes, found)):
        each.meta["recompute"] = CheckpointPolicy.MUST_RECOMPUTE


def compute_again(graph: torch.fx.Graph, with_rows: bool) -> None:
    """Marks what gradients of weights read and need not be saved. with_rows: also what
    another kernel than the derivative's reads again: norms and gathered rows."""
    late = backward_nodes(graph)
    chains = _Chains(graph, late, with_rows)
    for activation in filter(None, map(activation_of, graph.nodes)):
        source = base_of(activation)
        if source not in late:
            _mark(source, chains)
