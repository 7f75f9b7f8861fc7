"""The pass on a whole graph, before it is divided: which matmuls are of one layer.

It follows the primals: a matmul with a parameter is the forward matmul of a layer, or
its dgrad if the other operand depends on the tangents; a matmul without one whose
result is a parameter's gradient is a wgrad.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import torch

from lowp.torch.compiling.importer.grouped import has_groups_of_k, is_grouped, is_scaled
from lowp.torch.compiling.importer.table import VIEWS
from lowp.torch.compiling.linears import Linear, module_path, set_linear
from lowp.torch.compiling.recipes import Recipes

aten = torch.ops.aten
# Where the operands of a matmul begin.
_FIRST_OPERAND = {
    aten.mm.default: 0,
    aten.bmm.default: 0,
    aten.addmm.default: 1,
    aten.baddbmm.default: 1,
}


def _first_operand(node: torch.fx.Node) -> int | None:
    """Where the operands of a matmul of floats begin; None for other nodes."""
    if is_grouped(node):
        return None if is_scaled(node) else 0
    return _FIRST_OPERAND.get(node.target)  # type: ignore[call-overload]


# Through these a weight remains a weight, and a gradient one.
_CASTS = frozenset(
    {
        aten._to_copy.default,
        torch.ops.prims.convert_element_type.default,
        aten.clone.default,
    }
)
_SUMS = frozenset({aten.add.Tensor})


def _placeholders(graph: torch.fx.Graph) -> list[torch.fx.Node]:
    return [node for node in graph.nodes if node.op == "placeholder"]


def _is_tangent(node: torch.fx.Node) -> bool:
    return "tangents" in str(node.target)


def _number_of(node: torch.fx.Node, position: int) -> int:
    """The number of the argument of the model that a placeholder stands for."""
    description = node.meta.get("desc")
    return getattr(description, "idx", position)


def find_parameters(graph: torch.fx.Graph, flags: list[bool]) -> set[torch.fx.Node]:
    """The placeholders for arguments that `flags` says are parameters."""
    found = set()
    for position, node in enumerate(_placeholders(graph)):
        number = _number_of(node, position)
        if not _is_tangent(node) and number < len(flags) and flags[number]:
            found.add(node)
    return found


def _trace(value: object, parameters: set[torch.fx.Node]) -> torch.fx.Node | None:
    """The parameter that a value is a view or a cast of."""
    while isinstance(value, torch.fx.Node):
        if value in parameters:
            return value
        if value.target not in VIEWS and value.target not in _CASTS:
            return None
        value = value.args[0]
    return None


def _dependents(roots: Iterable[torch.fx.Node]) -> set[torch.fx.Node]:
    found, open_nodes = set(roots), list(roots)
    while open_nodes:
        for user in open_nodes.pop().users:
            if user not in found:
                found.add(user)
                open_nodes.append(user)
    return found


def _gradients(graph: torch.fx.Graph, parameters: set[torch.fx.Node]) -> set[torch.fx.Node]:
    """The nodes that are returned as gradients of parameters: the last results are
    those of all primals, in their order."""
    primals = [node for node in _placeholders(graph) if not _is_tangent(node)]
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


def _becomes(node: torch.fx.Node, gradients: set[torch.fx.Node]) -> bool:
    """Whether a result is returned as a gradient, or is a summand of one."""
    seen, open_nodes = {node}, [node]
    while open_nodes:
        current = open_nodes.pop()
        if current in gradients:
            return True
        for user in current.users:
            passes = user.target in VIEWS or user.target in _CASTS or user.target in _SUMS
            if passes and user not in seen:
                seen.add(user)
                open_nodes.append(user)
    return False


class _Marker:
    """Finds the role of each matmul."""

    def __init__(self, graph: torch.fx.Graph, parameters: set[torch.fx.Node]) -> None:
        tangents = [node for node in _placeholders(graph) if _is_tangent(node)]
        self._parameters = parameters
        self._backward = _dependents(tangents)
        self._gradients = _gradients(graph, parameters) if tangents else set()

    def role_of(self, node: torch.fx.Node) -> tuple[str, bool] | None:
        """The role, and whether the operands are swapped; None if it has none."""
        first = _first_operand(node)
        assert first is not None
        left, right = node.args[first : first + 2]
        if _trace(right, self._parameters) is not None:
            return ("dgrad" if left in self._backward else "forward"), False
        if _trace(left, self._parameters) is not None:
            return ("dgrad" if right in self._backward else "forward"), True
        late = left in self._backward, right in self._backward
        if late[0] != late[1] and _becomes(node, self._gradients):
            return "wgrad", late[1]
        return None


def _weight_sizes(node: torch.fx.Node, role: str, is_swapped: bool) -> tuple[object, object]:
    """The rows and columns of the layer's weight, numbers where they are known."""
    first = _first_operand(node)
    assert first is not None
    weight = node if role == "wgrad" else node.args[first + (not is_swapped)]
    return tuple(weight.meta["val"].shape[-2:])  # type: ignore[union-attr, return-value]


def mark_linears(graph: torch.fx.Graph, parameters: set[torch.fx.Node], recipes: Recipes) -> None:
    """Writes what is known of each matmul onto its node."""
    marker = _Marker(graph, parameters)
    for node in graph.nodes:
        if _first_operand(node) is None:
            continue
        found = marker.role_of(node)
        if found is None:
            continue
        role, is_swapped = found
        name = module_path(node)
        recipe, reason = recipes.choose(name, role, *_weight_sizes(node, role, is_swapped))
        if recipe is not None and has_groups_of_k(node):
            recipe, reason = None, "groups of K, at whose borders blocks would begin anew"
        set_linear(node, Linear(name, role, recipe, reason, is_swapped))


Mark = Callable[[torch.fx.Graph], None]
