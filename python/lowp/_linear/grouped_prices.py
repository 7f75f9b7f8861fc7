"""What the compiler says that a layer of experts takes with a recipe, backward included."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, NamedTuple

from lowp._explain import report_of
from lowp._linear import recipes
from lowp._linear.orders import both_orders
from lowp._linear.prices import Price, check_part, left_alone, sum_up
from lowp._linear.texts import multiply, take, take_ends
from lowp._mlir.function import Function
from lowp._mlir.types import tensor


class Experts(NamedTuple):
    """rows: of all groups, which are as large as their mean. needed: whether there are
    gradients of the rows and of the weight. prepared: whether the weight is quantized
    outside of the call."""

    groups: int
    n: int
    k: int
    rows: int
    element: str
    needed: tuple[bool, bool]
    prepared: bool = False


def _write(layer: Experts, given: Mapping[str, str]) -> str:
    """The matmuls of a layer of experts, as one function. given: recipes by role, of matmuls that
    have one of their own."""
    function = Function("layer")
    x_type, g_type = (
        tensor(layer.rows, size, element=layer.element) for size in (layer.k, layer.n)
    )
    w_type = tensor(layer.groups, layer.n, layer.k, element=layer.element)
    x = take(function, "x", x_type)
    w = take(function, "w", w_type, mark="lowp.parameter" * layer.prepared)
    g = take(function, "g", g_type)
    ends = take_ends(function, [layer.groups])
    matmuls = {"forward": ((x, w), g_type), "dgrad": ((g, w), x_type), "wgrad": ((g, x), w_type)}
    for (role, (operands, type)), is_needed in zip(matmuls.items(), (True, *layer.needed)):
        if is_needed:
            recipe = given.get(role)
            function.give(multiply(function, role, operands, type, recipe, ends, name=f'"{role}"'))
    return str(function)


@functools.cache
def _ask(layer: Experts, recipe: str, options: str) -> list[dict[str, Any]]:
    """What the compiler says of each matmul. options: of lowp-explain, as text."""
    given = dict(each.split("=", 1) for each in options.split())
    # Matmuls that have a recipe keep it, whatever is denied.
    is_attribute = recipe.startswith("#")
    text = _write(layer, recipes.resolve(recipe) if is_attribute else {})
    given |= {"recipe-deny": "*"} if is_attribute else {"recipe": recipe}
    return report_of(text, "lowp-explain", "file", given)["matmuls"]


def _describe(matmul: dict[str, Any]) -> str:
    return f"{matmul['name']} {matmul['recipe'] or 'none'}"


def family_of(chosen: dict[str, str]) -> str:
    """The text of a family of the recipes by role, never the name of one."""
    attributes = recipes.read_roles(chosen).attributes
    parts = ", ".join(f"{role} = {attribute}" for role, attribute in attributes.items())
    return f"#lowp.training_recipe<{parts}>"


def _tell(matmuls: list[dict[str, Any]], us: float, without: float) -> str:
    return f"{without / us:.2f} times as fast; {', '.join(map(_describe, matmuls))}"


def price_experts(layer: Experts, recipe: str, part: str, choices: str = "") -> Price:
    """recipe: "auto", or a family or preset, which the layer does not get where its forward
    matmul cannot have it. part, choices: as for lowp._linear.prices.price."""
    check_part(part)
    matmuls = _ask(layer, recipe, f"part={part} {choices}")
    us, without = sum_up(matmuls)
    chosen = {each["name"]: each["recipe"] for each in matmuls if each["recipe"]}
    forward = matmuls[0]
    if recipe != "auto":
        if "forward" in recipes.resolve(recipe) and "forward" not in chosen:
            return Price(None, f"forward: {forward['reason']}", None, without)
        return Price(recipe, "the recipe of all", us, without)
    if not chosen:
        return left_alone(matmuls, without)
    return Price(family_of(chosen), _tell(matmuls, us, without), us, without)


# Presets of which one program reads a weight less often than two: scales of blocks are those of
# both orders, maxima of rows and of columns are found by one read.
_OF_BOTH_ORDERS = ("block_1x128_128x128", "mxfp8", "rowwise")


@functools.cache
def _us_of_both_orders(layer: Experts, recipe: str, part: str) -> float:
    """Microseconds of the launches that write what forward and dgrad read of the weight."""
    resolved = recipes.resolve(recipe)
    if not {"forward", "dgrad"} & resolved.keys():
        return 0.0
    text = both_orders((layer.groups, layer.n, layer.k), layer.element, resolved)
    functions = report_of(text, "lowp-traffic", "traffic-file", {"part": part})["functions"]
    launches = next(each for each in functions if each["name"].endswith("$prepare"))["launches"]
    return sum(launch["predicted_us"] for launch in launches)


def _families_of_both_orders(layer: Experts, part: str, choices: str) -> list[str]:
    """Families whose forward and dgrad have one preset, of which one program writes both orders of
    the weight, and whose wgrad is what "auto" finds."""
    matmuls = {each["name"]: each for each in _ask(layer, "auto", f"part={part} {choices}")}
    families = []
    for preset in _OF_BOTH_ORDERS:
        options = f"part={part} {choices} recipe-candidates={preset}"
        forward, dgrad, *_ = _ask(layer._replace(prepared=True), "auto", options)
        if not forward["recipe"] or dgrad["name"] != "dgrad" or not dgrad["recipe"]:
            continue
        chosen = [forward, dgrad, *(each for name, each in matmuls.items() if name == "wgrad")]
        families.append(family_of({x["name"]: x["recipe"] for x in chosen if x["recipe"]}))
    return families


def _price_written(layer: Experts, family: str, part: str, calls: int) -> Price:
    """The price of a family that "auto" has found, with the part of a call in the write of the
    weight."""
    matmuls = _ask(layer._replace(prepared=True), family, f"part={part}")
    us, without = sum_up(matmuls)
    us += _us_of_both_orders(layer, family, part) / calls
    return Price(family, _tell(matmuls, us, without), us, without)


def _fastest(layer: Experts, own: Price, families: list[str], part: str, calls: int) -> Price:
    """The fastest of families whose weight is written once for so many calls, or `own`."""
    written = [_price_written(layer, family, part, calls) for family in families]
    return min(
        [own, *written], key=lambda price: price.without_us if price.us is None else price.us
    )


def price_saving(layer: Experts, part: str, choices: str = "") -> Price:
    """As price_experts of "auto", where forward and dgrad may have one preset, of which the
    forward pass writes both orders of the weight."""
    own = price_experts(layer, "auto", part, choices)
    return _fastest(layer, own, _families_of_both_orders(layer, part, choices), part, 1)


def price_held(layer: Experts, part: str, calls: int, choices: str = "") -> Price:
    """As price_experts of "auto", where what forward and dgrad read of the weight is written
    once for so many calls: of what is fastest without that, with it in each call, and with
    both orders in one program."""
    found = [
        price_experts(layer._replace(prepared=prepared), "auto", part, choices)
        for prepared in (False, True)
    ]
    own = Price(None, "; ".join(each.reason for each in found), None, found[0].without_us)
    families = [each.recipe for each in found if each.recipe]
    families += _families_of_both_orders(layer, part, choices)
    return _fastest(layer, own, families, part, calls)
