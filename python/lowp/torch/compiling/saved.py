"""Option save="time": what the backward pass quantizes for gradients of weights is
quantized before the joint graph is divided, so that the partitioner may save that
instead.

The partitioner decides: what is saved for another reason, or computed again, stays so.
"""

from __future__ import annotations

import operator
from typing import Any

import torch

from lowp._errors import LaunchError
from lowp.torch import ops, scaled  # noqa: F401, defines the operators
from lowp.torch.compiling.emitted import LAYER, emit
from lowp.torch.compiling.importer.quantized import QUANTIZE, SCALED_MATMUL
from lowp.torch.compiling.importer.types import FP8, NAMES
from lowp.torch.compiling.joint import backward_nodes
from lowp.torch.compiling.linears import Linear, linear_of, set_linear
from lowp.torch.compiling.recomputed import read_by_backward
from lowp.torch.compiling.settings import Settings
from lowp.torch.compiling.walks import base_of

aten = torch.ops.aten
_OPERANDS = ("lhs", "rhs")


def kinds_of(recipe: str) -> list[scaled.Kind] | None:
    """Returns the kinds of both operands; None for a recipe that makes other than fp8 and scales
    in f32."""
    try:
        kinds = [scaled.kind_of(recipe, operand) for operand in _OPERANDS]
    except LaunchError:
        return None
    return kinds if all(k.data in FP8 and k.scales is torch.float32 for k in kinds) else None


def can_quantize(operand: torch.fx.Node, kinds: list[scaled.Kind]) -> bool:
    """Whether the scales of a matrix are of a known size, of whichever kind."""
    value = operand.meta["val"]
    is_known = all(isinstance(size, int) for size in value.shape)
    # The number of scales is no sum of products of sizes.
    has_blocks = any(size > 1 for kind in kinds for size in kind.block)
    return value.dtype in NAMES and (is_known or not has_blocks)


class Writer:
    """Writes the quantizes of one graph. Equal operands are quantized once."""

    def __init__(self, graph: torch.fx.Graph, settings: Settings) -> None:
        self._graph, self._settings = graph, settings
        self._made: dict[tuple[torch.fx.Node, bool, str, str], list[torch.fx.Node]] = {}

    def adapt(self, node: torch.fx.Node, linear: Linear) -> str:
        """The recipe by which regions would quantize the operands of a product."""
        assert linear.recipe is not None
        device = node.all_input_nodes[0].meta["val"].device
        return self._settings.adapt(linear.recipe, device)

    def call(self, target: Any, *arguments: Any, of: torch.fx.Node) -> torch.fx.Node:
        """of: the node whose layer that is of."""
        return emit(self._graph, target, *arguments, of=of, keys=LAYER)

    def quantize(
        self, x: torch.fx.Node, is_turned: bool, recipe: str, operand: str
    ) -> list[torch.fx.Node]:
        """Data and scales of x, or of its transpose, after x."""
        key = x, is_turned, recipe, operand
        if key not in self._made:
            with self._graph.inserting_before(x.next):
                source = self.call(aten.permute.default, x, [1, 0], of=x) if is_turned else x
                both = self.call(QUANTIZE, source, recipe, operand, of=x)
                self._made[key] = [
                    self.call(operator.getitem, both, number, of=x) for number in range(2)
                ]
        return self._made[key]

    def replace(
        self, node: torch.fx.Node, linear: Linear, rhs_parts: list[torch.fx.Node] | None = None
    ) -> None:
        """gradient^T . activation, or gradient . weight, or a transpose, as a product of what is
        quantized. rhs_parts: data and scales of the right operand, if they are there."""
        recipe = self.adapt(node, linear)
        left, right = node.args
        lhs, rhs = (right, left) if linear.is_swapped else (left, right)
        # The graph has the transpose of one operand.
        a = self.quantize(lhs, linear.is_swapped, recipe, "lhs")  # type: ignore[arg-type]
        b = rhs_parts or self.quantize(rhs, not linear.is_swapped, recipe, "rhs")  # type: ignore[arg-type]
        with self._graph.inserting_before(node):
            made = self.call(SCALED_MATMUL, *a, *b, recipe, node.meta["val"].dtype, of=node)
            set_linear(made, linear)
            result = self.call(aten.permute.default, made, [1, 0], of=node)
        result = result if linear.is_swapped else made
        node.replace_all_uses_with(result)
        self._graph.erase_node(node)


def _fits(node: torch.fx.Node, linear: Linear | None, needed: set[torch.fx.Node]) -> bool:
    """Whether it is a gradient of a weight whose activation might be saved. needed: what
    the backward pass reads as it is."""
    if linear is None or linear.role != "wgrad" or linear.recipe is None:
        return False
    kinds = kinds_of(linear.recipe)
    if node.target is not aten.mm.default or kinds is None:
        return False
    activation = node.args[0 if linear.is_swapped else 1]
    assert isinstance(activation, torch.fx.Node)
    # Selective checkpoints have decided, or nothing is saved that could be smaller.
    source = base_of(activation)
    if "recompute" in source.meta or source.op == "placeholder" or source in needed:
        return False
    return can_quantize(activation, kinds)


def save_activations(graph: torch.fx.Graph, writer: Writer) -> None:
    """Rewrites the gradients of weights that have recipes. The values stay: the same
    tensors are quantized in the same way."""
    needed = read_by_backward(graph, backward_nodes(graph))
    for node in list(graph.nodes):
        linear = linear_of(node)
        if _fits(node, linear, needed):
            assert linear is not None
            writer.replace(node, linear)
