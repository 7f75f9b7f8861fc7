"""Recipe "auto" beside save="time": matmuls of layers get what the cost model chooses for a layer
before the joint graph is divided, since what is kept of it follows from recipes."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

import torch

from lowp._errors import LaunchError
from lowp._linear import prices
from lowp._linear.recipes import read_option
from lowp._option_text import to_text
from lowp._recipe_options import CHOICES, RecipeOptions
from lowp.torch.compiling.converted import is_converted
from lowp.torch.compiling.importer.grouped import is_grouped
from lowp.torch.compiling.joint import backward_nodes, operands_of
from lowp.torch.compiling.linears import Linear, linear_of, set_linear
from lowp.torch.compiling.memory import count_of
from lowp.torch.compiling.saved_times import find_part
from lowp.torch.compiling.settings import Settings
from lowp.torch.grouped_recipes import AutoRecipe
from lowp.torch.programs import ELEMENTS


class _Layer(NamedTuple):
    """groups: of experts; 0 for a dense layer. rows: of all groups."""

    groups: int
    rows: int
    n: int
    k: int
    dtype: torch.dtype


def _shape_of(node: torch.fx.Node, is_turned: bool) -> list[int]:
    *batch, rows, columns = map(count_of, node.meta["val"].shape)
    return [*batch, *((columns, rows) if is_turned else (rows, columns))]


def _layer_of(node: torch.fx.Node, linear: Linear) -> _Layer | None:
    """The layer of a matmul of two matrices, or of rows of experts; None for others."""
    operands = operands_of(node)
    left, right = operands[::-1] if linear.is_swapped else operands
    a, b = (_shape_of(each, linear.is_swapped) for each in (left, right))
    dtype = left.meta["val"].dtype
    groups = 0
    if is_grouped(node):
        of_weight = node.meta["val"] if linear.role == "wgrad" else right.meta["val"]
        if of_weight.dim() != 3:
            return None
        groups = count_of(of_weight.shape[0])
    elif len(a) != 2 or len(b) != 2:
        return None
    (*_, top, middle), last = a, b[-1]
    if linear.role == "forward":
        return _Layer(groups, top, last, middle, dtype)
    if linear.role == "dgrad":
        return _Layer(groups, top, middle, last, dtype)
    return _Layer(groups, middle, top, last, dtype)


def _part_of(settings: Settings, device: torch.device) -> str:
    part = find_part(settings, device)
    if part is None:
        raise LaunchError(
            "backend 'lowp': expected a GPU that lowp has figures of beside save='time', since "
            f"'auto' chooses by predicted times, got {device}; name a recipe, or the part: "
            "options={'compile': {'part': 'h200'}}"
        )
    return part


def _price(layer: _Layer, part: str, choices: str) -> prices.Price:
    if layer.groups:
        auto = AutoRecipe(layer.rows, part, choices, saves=True)
        return auto.price((layer.groups, layer.n, layer.k), layer.dtype, part)
    dense = prices.Layer(layer.rows, layer.n, layer.k, ELEMENTS[layer.dtype], (True, True))
    return prices.price(dense, "auto", part, choices)


def choose_early(graph: torch.fx.Graph, settings: Settings) -> None:
    """Writes recipes on the matmuls of layers that may have some, in a joint graph."""
    if not backward_nodes(graph):
        return
    options: RecipeOptions = settings.recipe_options()
    choices = to_text({name: settings.compile.get(name) for name in CHOICES})
    for node in graph.nodes:
        linear = linear_of(node)
        if linear is None or linear.recipe is not None or is_converted(node):
            continue
        device = node.meta["val"].device
        if options.reason_against(linear.name) or not settings.can_choose(device.type):
            continue
        layer = _layer_of(node, linear)
        if layer is None or layer.dtype not in ELEMENTS or 0 in layer[1:4]:
            continue
        price = _price(layer, _part_of(settings, device), choices)
        recipe = read_option(price.recipe).attributes.get(linear.role) if price.recipe else None
        set_linear(node, dataclasses.replace(linear, recipe=recipe, reason=price.reason))
