"""Option save="time" for experts: the forward pass writes both quantized orders of their weights at
once, as saved_weights.py says of matrices.
"""

from __future__ import annotations

import operator

import torch

from lowp.torch.compiling.converted import (
    GROUPED_LINEAR,
    GROUPED_LINEAR_BACKWARD,
    GROUPED_LINEAR_OF_SCALED,
    linears_of,
)
from lowp.torch.compiling.importer.arguments import arguments_of
from lowp.torch.compiling.importer.grouped import is_grouped, is_scaled
from lowp.torch.compiling.linears import set_linear
from lowp.torch.compiling.own_sums import has_own_sum
from lowp.torch.compiling.saved import Writer
from lowp.torch.compiling.weight_orders import (
    Read,
    find_pairs,
    kinds_of_twins,
    weight_of,
    write_orders,
)


def _read_of(node: torch.fx.Node) -> tuple[torch.fx.Node, Read] | None:
    """The weight that a product with a recipe reads."""
    is_layer = node.target in (GROUPED_LINEAR, GROUPED_LINEAR_BACKWARD)
    is_product = is_grouped(node) and not is_scaled(node)
    if not (is_layer or is_product) or "recompute" in node.meta or has_own_sum(node):
        return None
    linear = next((each for each in linears_of(node) if each.role in ("forward", "dgrad")), None)
    place = 2 if node.target is GROUPED_LINEAR_BACKWARD else 1
    found = weight_of(node.args[place], 3)
    if found is None or linear is None or linear.recipe is None or linear.is_swapped:
        return None
    weight, is_turned = found
    # torch's product contracts rows of its right operand, layers and recipes columns.
    reads_rows = is_product or node.target is GROUPED_LINEAR_BACKWARD
    return weight, Read(node, linear, place, is_turned, is_turned != reads_rows)


def _can_share(weight: torch.fx.Node, forward: Read, backward: Read) -> bool:
    """Whether the forward pass writes both orders at once, with blocks of one expert each."""
    kinds = kinds_of_twins(forward, backward)
    rows = weight.meta["val"].shape[2 if backward.is_turned else 1]
    return kinds is not None and kinds[1].block[0] > 0 and rows % kinds[1].block[0] == 0


def save_experts(graph: torch.fx.Graph, writer: Writer) -> None:
    """Rewrites the gradients of rows of experts that one product of the forward pass reads, by a
    recipe like theirs. The values stay."""
    for weight, forward, backward in find_pairs(graph, _read_of):
        if _can_share(weight, forward, backward):
            parts = write_orders(graph, writer, weight, forward, backward)
            _replace(graph, writer, backward, parts)


def _replace(graph: torch.fx.Graph, writer: Writer, read: Read, parts: list[torch.fx.Node]) -> None:
    """The gradient of rows reads what is quantized."""
    node, recipe = read.node, writer.adapt(read.node, read.linear)
    is_layer = node.target is GROUPED_LINEAR_BACKWARD
    if is_layer:
        gradient, ends = node.args[0], node.args[3]
        dtype = node.meta["val"][0].dtype
    else:
        gradient, _weight, ends, *_others = arguments_of(node).values()
        dtype = node.meta["val"].dtype
    with graph.inserting_before(node):
        arguments = [gradient], parts, ends, None, recipe, is_layer, dtype
        made = writer.call(GROUPED_LINEAR_OF_SCALED, *arguments, of=node)
    set_linear(made, read.linear)
    if is_layer:
        _take_result(node, made)
    else:
        node.replace_all_uses_with(made)
        graph.erase_node(node)


def _take_result(node: torch.fx.Node, made: torch.fx.Node) -> None:
    """The backward pass of a layer computes its other gradients."""
    for user in list(node.users):
        if user.target is operator.getitem and user.args[1] == 0:
            user.replace_all_uses_with(made)
    needed = list(node.args[5])  # type: ignore[arg-type]
    needed[0] = False
    node.update_arg(5, needed)
    first, *others = node.meta["val"]
    node.meta["val"] = (first.new_empty(0), *others)
