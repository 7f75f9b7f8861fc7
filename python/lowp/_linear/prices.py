"""What the compiler says that a layer takes with a recipe, backward included.

Times are predicted; shapes decide and no measurement, so that all processes of a job
decide alike.
"""

from __future__ import annotations

import ctypes
import functools
import json
from typing import Any, NamedTuple

from lowp import _library
from lowp._explain import describe_choice
from lowp._linear import recipes


class Price(NamedTuple):
    """recipe: what the layer gets, or None. reason: why. us, without_us: microseconds of
    its matmuls and quantizes, and in its own type."""

    recipe: str | None
    reason: str
    us: float | None
    without_us: float


def check_part(part: str) -> None:
    """Raises ValueError for a part that lowp does not know."""
    library = _library.get()
    known = library.names(library.PartName)
    if part not in known:
        raise ValueError(f"expected a part that lowp knows ({', '.join(known)}), got {part!r}")


class Layer(NamedTuple):
    """m: rows of a call. n x k: the weight. needed: whether there are gradients of the input and of
    the weight. held: whether the weight is quantized outside of the call."""

    m: int
    n: int
    k: int
    element: str
    needed: tuple[bool, bool]
    held: bool = False


@functools.cache
def _explain(layer: Layer, recipe: str, options: str) -> dict[str, Any]:
    """What lowp-explain says of a layer."""
    library = _library.get()
    index = library.names(library.TypeName).index(layer.element)
    told = _library.Layer(layer.m, layer.n, layer.k, index, *layer.needed, layer.held)
    about = ctypes.byref(told), recipe.encode(), options.encode()
    return json.loads(library.ask(library.PriceLayer, *about, kind=ValueError))


def ask(layer: Layer, recipe: str, options: str) -> list[dict[str, Any]]:
    """What the compiler says of each matmul; those of a pass are decided together. options:
    of lowp-explain."""
    return _explain(layer, recipe, options)["matmuls"]


def figures(part: str) -> dict[str, float]:
    """What predictions for a part rest on."""
    return _explain(Layer(1, 1, 1, "bf16", (False, False)), "auto", f"part={part}")["figures"]


def held_speedup(layer: Layer, part: str, choices: str = "") -> float:
    """How many times as fast a layer of "auto" is whose weight is quantized outside of the call:
    1 where that gains nothing. As for `price`."""
    us, without = sum_up(ask(layer._replace(held=True), "auto", f"part={part} {choices}"))
    return without / us


def sum_up(matmuls: list[dict[str, Any]]) -> tuple[float, float]:
    """Microseconds of matmuls and their quantizes, and in their own type."""
    us = sum(matmul.get("us", matmul["without_us"]) for matmul in matmuls)
    return us, sum(matmul["without_us"] for matmul in matmuls)


def left_alone(matmuls: list[dict[str, Any]], without: float) -> Price:
    """The price of a layer none of whose matmuls has a recipe."""
    reasons = dict.fromkeys(matmul.get("reason", "") for matmul in matmuls)
    return Price(None, "; ".join(filter(None, reasons)), None, without)


def price(layer: Layer, recipe: str, part: str, choices: str = "") -> Price:
    """recipe: "auto" or the text of a recipe, without which the layer stays where one of its
    matmuls cannot have it. part: e.g. "h200". choices: what "auto" chooses by, as options of
    lowp-explain. Raises ValueError for a part that lowp does not know."""
    check_part(part)
    matmuls = ask(layer, recipe, f"part={part} {choices}")
    us, without = sum_up(matmuls)
    if recipe != "auto":
        chosen = recipes.resolve(recipe)
        for matmul in matmuls:
            if matmul["name"] in chosen and (matmul["recipe"] is None or "us" not in matmul):
                return Price(None, f"{matmul['name']}: {matmul['reason']}", None, without)
        return Price(recipe, "the recipe of all", us, without)
    if not any(matmul["recipe"] for matmul in matmuls):
        return left_alone(matmuls, without)
    result = recipes.read_roles({each["name"]: each["recipe"] for each in matmuls})
    others = describe_choice(matmuls[0])
    return Price(
        result.text, f"{without / us:.2f} times as fast; forward: not {others}", us, without
    )
