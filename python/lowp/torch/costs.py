"""What a layer is predicted to take with each family of recipes, backward included.

Times are the compiler's; shapes decide and no measurement, so that all processes of
a job decide alike.
"""

from __future__ import annotations

import functools
import re
from typing import NamedTuple

from lowp._errors import CompileError
from lowp._explain import explain
from lowp._linear import recipes, texts

# What "auto" compares. The other families want a chip with kernels for MX or a seed.
FAMILIES = (
    "rowwise_training",
    "rowwise_with_gw_hp",
    "blockwise_training",
    "tensorwise_training",
)

# How many times faster the layer must be, as for recipes of the compiler's "auto".
MIN_SPEEDUP = 1.03


class Price(NamedTuple):
    """Microseconds of all matmuls and quantizes, or None with the reason."""

    us: float | None
    reason: str


class Prices(NamedTuple):
    """without_us: of the layer in its own type. families: by name."""

    without_us: float
    families: dict[str, Price]


def _of_preset(matmul: dict, preset: str | None) -> Price:
    """What one matmul takes with a preset."""
    if preset is None:
        return Price(matmul["without_us"], "")
    if matmul["recipe"] == preset:
        return Price(matmul["us"], "")
    for each in matmul["rejected"]:
        if each["recipe"] == preset:
            return Price(each.get("us"), each.get("reason", ""))
    return Price(None, matmul.get("reason") or f"{preset} was not compared")


def _of_family(matmuls: dict[str, dict], family: str) -> Price:
    total = 0.0
    chosen = recipes.resolve(family)
    for role, matmul in matmuls.items():
        attribute = chosen.get(role)
        named = attribute and re.fullmatch(r"#lowp\.matmul_recipe<(\w+)>", attribute)
        price = _of_preset(matmul, named[1] if named else None)
        if price.us is None:
            return Price(None, f"{role}: {price.reason}")
        total += price.us
    return Price(total, "")


@functools.cache
def _explain(
    m: int, n: int, k: int, element: str, role: str, recipe: str, part: str
) -> dict:
    """What the compiler says of one matmul: alone, since recipes of a program's
    matmuls depend on each other."""
    text = texts.matmul(m, n, k, element, role)
    try:
        return explain(text, recipe=recipe, part=part).json["matmuls"][0]
    except CompileError as error:
        raise ValueError(str(error).split("error: ", 1)[-1]) from None


def check_part(part: str) -> None:
    """Raises ValueError for a part that lowp does not know."""
    _explain(256, 256, 256, "bf16", "forward", FAMILIES[0], part)


def _roles(needed: tuple[bool, bool]) -> list[str]:
    return [role for role, each in zip(recipes.ROLES, (True, *needed)) if each]


def price_family(
    m: int,
    n: int,
    k: int,
    element: str,
    needed: tuple[bool, bool],
    family: str,
    part: str,
) -> Prices:
    """Of a family that the caller has chosen, named or not."""
    chosen = recipes.resolve(family)
    name = family if not family.startswith("#") else "auto"
    total, without, reason = 0.0, 0.0, ""
    for role in _roles(needed):
        found = _explain(m, n, k, element, role, name, part)
        without += found["without_us"]
        if name == "auto":
            continue
        total += found.get("us") or 0.0
        if role in chosen and (found["recipe"] is None or "us" not in found):
            reason = f"{role}: {found['reason']}"
    is_priced = name != "auto" and not reason
    return Prices(without, {family: Price(total if is_priced else None, reason)})


def price(
    m: int, n: int, k: int, element: str, needed: tuple[bool, bool], part: str
) -> Prices:
    """needed: whether there are gradients of the input and of the weight. part: e.g.
    "h200". Raises ValueError for a part that lowp does not know."""
    matmuls = {
        role: _explain(m, n, k, element, role, "auto", part) for role in _roles(needed)
    }
    without = sum(matmul["without_us"] for matmul in matmuls.values())
    return Prices(
        without, {family: _of_family(matmuls, family) for family in FAMILIES}
    )


def choose(prices: Prices) -> tuple[str | None, str]:
    """The fastest family, or None, and why."""
    known = {f: p.us for f, p in prices.families.items() if p.us is not None}
    if not known:
        reasons = {price.reason for price in prices.families.values()}
        return None, "; ".join(sorted(reasons))
    family = min(known, key=lambda name: known[name])
    speedup = prices.without_us / known[family]
    if speedup < MIN_SPEEDUP:
        return None, (
            f"the fastest, {family}, is {speedup:.2f} times as fast, expected "
            f"{MIN_SPEEDUP}"
        )
    others = ", ".join(
        f"{name} ({us:.1f} us)" if us is not None else f"{name} ({reason})"
        for name, (us, reason) in prices.families.items()
        if name != family
    )
    return family, f"{speedup:.2f} times as fast; not {others}"
