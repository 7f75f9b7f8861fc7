"""The pass on a whole graph, before it is divided: which matmuls are of one layer.

It follows the primals: a matmul with a parameter is the forward matmul of a layer, or
its dgrad if the other operand depends on the tangents; a matmul without one whose
result is a parameter's gradient is a wgrad.
"""

from __future__ import annotations

from typing import Any

import torch

from lowp.torch.compiling.collectives import (
    first_piece,
    has_collectives,
    is_collective,
    is_piece,
)
from lowp.torch.compiling.expert_sums import choose_of_sums
from lowp.torch.compiling.importer.elementwise import CONVERSIONS
from lowp.torch.compiling.importer.grouped import has_groups_of_k, is_grouped, is_scaled
from lowp.torch.compiling.importer.table import VIEWS
from lowp.torch.compiling.importer.types import FP8
from lowp.torch.compiling.linears import Linear, module_path, set_linear
from lowp.torch.compiling.recipes import Recipes
from lowp.torch.compiling.walks import reach

aten = torch.ops.aten
# Where the operands of a matmul begin.
FIRST_OPERAND = {
    aten.mm.default: 0,
    aten.bmm.default: 0,
    aten.addmm.default: 1,
    aten.baddbmm.default: 1,
}


def _first_operand(node: torch.fx.Node) -> int | None:
    """Where the operands of a matmul of floats begin; None for other nodes."""
    if is_grouped(node):
        return None if is_scaled(node) else 0
    return FIRST_OPERAND.get(node.target)  # type: ignore[call-overload]


def operands_of(node: torch.fx.Node) -> tuple[torch.fx.Node, torch.fx.Node]:
    """Both operands of a matmul of floats."""
    first = _first_operand(node)
    assert first is not None
    left, right = node.args[first : first + 2]
    return left, right  # type: ignore[return-value]


# Through these a weight remains a weight, and a gradient one.
CASTS = CONVERSIONS | {aten.clone.default}
SUMS = frozenset({aten.add.Tensor})


def placeholders(graph: torch.fx.Graph) -> list[torch.fx.Node]:
    return [node for node in graph.nodes if node.op == "placeholder"]


def _is_tangent(node: torch.fx.Node) -> bool:
    return "tangents" in str(node.target)


def has_tangents(graph: torch.fx.Graph) -> bool:
    """Whether a graph is given gradients: a joint one, or a backward pass."""
    return any(map(_is_tangent, placeholders(graph)))


def _number_of(node: torch.fx.Node, position: int) -> int:
    """The number of the argument of the model that a placeholder stands for."""
    description: Any = node.meta.get("desc")
    # A part of a tensor that has several.
    while not hasattr(description, "idx") and hasattr(description, "base"):
        description = description.base
    return getattr(description, "idx", position)


def flags_of_held(module: torch.fx.GraphModule) -> list[bool]:
    """Which arguments of a graph of dynamo are buffers and parameters."""
    return [
        "_dynamo_static_input_type" in node.meta.get("tensor_dict", {})
        for node in placeholders(module.graph)
    ]


def find_parameters(graph: torch.fx.Graph, flags: list[bool]) -> set[torch.fx.Node]:
    """The placeholders for arguments that `flags` names."""
    result = set()
    for position, node in enumerate(placeholders(graph)):
        number = _number_of(node, position)
        if not _is_tangent(node) and number < len(flags) and flags[number]:
            result.add(node)
    return result


def _passes(node: torch.fx.Node) -> bool:
    """Whether a node hands on its first operand: a view, a cast, or one of a tensor that
    arrives from other devices."""
    return node.target in VIEWS or node.target in CASTS or is_collective(node)


def _is_fp8(node: object) -> bool:
    value = node.meta.get("val") if isinstance(node, torch.fx.Node) else None
    return isinstance(value, torch.Tensor) and value.dtype in FP8


def _widened(node: torch.fx.Node, parameters: set[torch.fx.Node]) -> torch.fx.Node | None:
    """The operand of a product with scales that is a weight in fp8."""
    if node.target is not aten.mul.Tensor:
        return None
    return next((each for each in node.args if _is_fp8(_trace(each, parameters))), None)  # type: ignore[return-value]


def _trace(value: object, parameters: set[torch.fx.Node]) -> torch.fx.Node | None:
    """The parameter that a value is a view or a cast of, or is gathered from; in fp8, times
    scales."""
    is_gathered = are_pieces = False
    while isinstance(value, torch.fx.Node):
        if value in parameters:
            return value if is_gathered or not are_pieces else None
        if (product := _widened(value, parameters)) is not None:
            value = product
            continue
        if not _passes(value):
            if not is_piece(value):
                return None
            are_pieces, value = True, first_piece(value)
            continue
        is_gathered = is_gathered or is_collective(value)
        value = value.args[0]
    return None


def backward_nodes(graph: torch.fx.Graph) -> set[torch.fx.Node]:
    """What depends on the gradients that a joint graph is given, and these."""
    return {*reach(filter(_is_tangent, placeholders(graph)), lambda node: node.users)}


def _gradients(graph: torch.fx.Graph, parameters: set[torch.fx.Node]) -> set[torch.fx.Node]:
    """The nodes that are returned as gradients of parameters: the last results are
    those of all primals, in their order."""
    primals = [node for node in placeholders(graph) if not _is_tangent(node)]
    output = next(node for node in graph.nodes if node.op == "output")
    results = output.args[0]
    if not isinstance(results, (list, tuple)):
        return set()
    last = results[-len(primals) :] if primals else ()
    return {
        result
        for primal, result in zip(primals, last)
        if primal in parameters and isinstance(result, torch.fx.Node)
    }


def _becomes(node: torch.fx.Node, gradients: set[torch.fx.Node], is_shared: bool) -> bool:
    """Whether a result is returned as a gradient, or is a summand of one. is_shared:
    whether gradients are shared out between devices, in pieces."""

    def passes(user: torch.fx.Node) -> bool:
        return _passes(user) or user.target in SUMS or (is_shared and is_piece(user))

    return not gradients.isdisjoint(reach([node], lambda each: filter(passes, each.users)))


class _Marker:
    """Finds the role of each matmul."""

    def __init__(self, graph: torch.fx.Graph, parameters: set[torch.fx.Node]) -> None:
        self._parameters = parameters
        self._backward = backward_nodes(graph)
        self._gradients = _gradients(graph, parameters) if self._backward else set()
        self._is_shared = has_collectives(graph)

    def role_of(self, node: torch.fx.Node) -> tuple[str, bool] | None:
        """The role, and whether the operands are swapped; None if it has none."""
        left, right = operands_of(node)
        if _trace(right, self._parameters) is not None:
            return ("dgrad" if left in self._backward else "forward"), False
        if _trace(left, self._parameters) is not None:
            return ("dgrad" if right in self._backward else "forward"), True
        late = left in self._backward, right in self._backward
        if late[0] != late[1] and _becomes(node, self._gradients, self._is_shared):
            return "wgrad", late[1]
        return None


def _weight_sizes(node: torch.fx.Node, role: str, is_swapped: bool) -> tuple[object, object]:
    """The rows and columns of the layer's weight, numbers where they are known."""
    weight = node if role == "wgrad" else operands_of(node)[not is_swapped]
    return tuple(weight.meta["val"].shape[-2:])  # type: ignore[return-value]


def mark_linears(
    graph: torch.fx.Graph,
    parameters: set[torch.fx.Node],
    held: set[torch.fx.Node],
    recipes: Recipes,
) -> list[torch.fx.Node]:
    """Writes what is known of each matmul onto its node. held: placeholders for tensors
    of the module. Returns the matmuls of layers that may have recipes and get none,
    since their weight is no parameter but computed of some."""
    marker = _Marker(graph, parameters | set(filter(_is_fp8, held)))
    computed = _computed_of(graph, parameters, held)
    unreached = []
    for node in graph.nodes:
        first = _first_operand(node)
        if first is None:
            continue
        result = marker.role_of(node)
        if result is None:
            if not computed.isdisjoint(node.args[first : first + 2]) and _wants(recipes, node):
                unreached.append(node)
            continue
        role, is_swapped = result
        name = module_path(node)
        recipe, reason = recipes.choose(name, role, *_weight_sizes(node, role, is_swapped))
        if recipe is not None and has_groups_of_k(node):
            groups, *sizes = node.meta["val"].shape
            sizes = [groups, *(reversed(sizes) if is_swapped else sizes)]
            recipe, reason = choose_of_sums(sizes, node.meta["val"], recipe, recipes.is_spelled)
        set_linear(node, Linear(name, role, recipe, reason, is_swapped))
    return unreached


def _computed_of(
    graph: torch.fx.Graph, parameters: set[torch.fx.Node], held: set[torch.fx.Node]
) -> set[torch.fx.Node]:
    """Matrices that a module computes of its parameters, without a matmul between:
    gathered, scaled or masked weights."""
    # What depends on no argument of a call, and what of that depends on a parameter.
    own, result = held | parameters, set(parameters)
    for node in graph.nodes:
        read = node.all_input_nodes
        is_matmul = node.op == "call_function" and _first_operand(node) is not None
        if node.op in ("call_function", "get_attr") and not is_matmul and own.issuperset(read):
            own.add(node)
            if not result.isdisjoint(read):
                result.add(node)
    return {
        node
        for node in result
        if isinstance(node.meta.get("val"), torch.Tensor) and node.meta["val"].dim() > 1
    }


def _wants(recipes: Recipes, node: torch.fx.Node) -> bool:
    """Whether the layer of a matmul would have an explicit recipe."""
    return any(recipes.by_role.values()) and recipes.covers(module_path(node))
