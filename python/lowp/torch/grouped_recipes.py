"""The recipe "auto" of experts: for each of their three matmuls what the cost model finds
fastest, quantizes included, or none.

Operators carry it as text, and find the family when they run: shapes and the GPU decide,
and whether the weight is held, whose quantizes some calls share."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import torch

from lowp._errors import LaunchError
from lowp._linear import prices, recipes
from lowp._linear.grouped_prices import Experts, price_experts, price_held, price_saving
from lowp._linear.prices import Price
from lowp._recipe_options import RecipeOptions
from lowp.device import device_info
from lowp.torch import programs
from lowp.torch.checks import check_tokens
from lowp.torch.decision import Decision

AUTO = "auto"
# Rows of all experts that are assumed where nobody says how many there are.
DEFAULT_ROWS = 8192


# What "auto" chooses by, and all that its text may say.
_BOUNDS = ("max-error", "min-speedup")
_CHOICES = ("recipe-candidates", *_BOUNDS)
_NAMES = ("rows", "part", "saves", *_CHOICES)


def _number(name: str, value: str | None, kind: type) -> Any:
    try:
        return None if value is None else kind(value)
    except ValueError:
        raise ValueError(f"expected {name}= to be a number, got {value!r}") from None


class AutoRecipe(NamedTuple):
    """rows: of all groups. part: the GPU to think of; None for the one that computes.
    choices: what "auto" chooses by, as options of lowp-explain. saves: whether the forward
    pass may write both orders of the weight at once."""

    rows: int = DEFAULT_ROWS
    part: str | None = None
    choices: str = ""
    saves: bool = False

    def __str__(self) -> str:
        part = f" part={self.part}" if self.part else ""
        saves = " saves=1" if self.saves else ""
        return f"{AUTO} rows={self.rows}{part}{saves} {self.choices}".rstrip()

    @classmethod
    def parse(cls, text: str) -> AutoRecipe:
        """Raises ValueError for what is no such text."""
        found: dict[str, str] = {}
        for word in text.split()[1:]:
            name, is_set, value = word.partition("=")
            if not is_set or name not in _NAMES:
                raise ValueError(
                    f"expected '{AUTO}' alone or with {'=, '.join(_NAMES)}=, got {word!r}"
                )
            found[name] = value
        rows = _number("rows", found.get("rows"), int)
        check_tokens(rows, f"'{text}'")
        part = found.get("part")
        if part is not None:
            prices.check_part(part)
        choices = {name: found[name] for name in _CHOICES if name in found}
        for name in _BOUNDS:
            RecipeOptions(AUTO, **{name.replace("-", "_"): _number(name, found.get(name), float)})
        saves = _number("saves", found.get("saves"), int)
        told = " ".join(f"{name}={value}" for name, value in choices.items())
        return cls(DEFAULT_ROWS if rows is None else rows, part, told, bool(saves))

    def find_part(self, device: torch.device) -> str | None:
        """The GPU to think of on a device; None of a CPU, no kernel of which is faster in fp8."""
        if self.part is None and device.type != "cuda":
            return None
        return self.part or _part_of(device)

    def price(
        self,
        sizes: tuple[int, ...],
        dtype: torch.dtype,
        part: str,
        *,
        prepared: bool = False,
        held_for: int = 0,
        recipe: str = AUTO,
    ) -> Price:
        """sizes: G x N x K. prepared: whether the weight is quantized once for good. held_for:
        how many calls a held one is written for."""
        element = programs.element_of(dtype, "experts")
        # Products of f32 become 16-bit ones under autocast alone.
        element = "bf16" if element == "f32" else element
        groups, n, k = sizes
        layer = Experts(groups, n, k, self.rows, element, (True, True), prepared)
        if held_for and recipe == AUTO:
            return price_held(layer, part, held_for, self.choices)
        if self.saves and not prepared and recipe == AUTO:
            return price_saving(layer, part, self.choices)
        return price_experts(layer, recipe, part, self.choices)


def is_auto(recipe: str) -> bool:
    return recipe.split(" ", 1)[0] == AUTO


def read(recipe: str, rows: int | None = None, *, saves: bool = False) -> str:
    """The text of a recipe of experts: "auto" for so many rows, or what
    lowp._linear.recipes.read takes, which raises ValueError and TypeError for others."""
    if recipe == AUTO:
        return str(AutoRecipe(DEFAULT_ROWS if rows is None else rows, saves=saves))
    if not isinstance(recipe, str) or not is_auto(recipe):
        recipes.read(recipe)
        return recipe
    AutoRecipe.parse(recipe)
    return recipe


def _part_of(device: torch.device) -> str:
    info = device_info(device.index or 0)
    if info.part:
        return info.part
    raise LaunchError(
        "expected a GPU that lowp has figures of, since 'auto' chooses by predicted times, got "
        f"{info.name}; name a recipe, or the part: 'auto part=h200'"
    )


@functools.cache
def _choose(
    recipe: str,
    sizes: tuple[int, ...],
    dtype: torch.dtype,
    device: torch.device,
    prepared: bool,
    held_for: int,
) -> str:
    auto = AutoRecipe.parse(recipe)
    part = auto.find_part(device)
    if part is None:
        return "none"
    found = auto.price(sizes, dtype, part, prepared=prepared, held_for=held_for)
    return found.recipe or "none"


def decide(recipe: str, name: str, weight: torch.Tensor) -> Decision:
    """What "auto" is for weights of G x N x K, of a layer called `name`, and what others would
    cost; of another recipe that it is the layer's. Raises LaunchError for a GPU that lowp has no
    figures of."""
    if not is_auto(recipe):
        return Decision(name, None if recipe == "none" else recipe, "its own recipe")
    auto = AutoRecipe.parse(recipe)
    part = auto.find_part(weight.device)
    if part is None:
        return Decision(name, None, "auto chooses for GPUs", auto.rows)
    sizes = tuple(weight.shape)
    in_call, held = (auto.price(sizes, weight.dtype, part, prepared=x) for x in (False, True))
    reason = f"{in_call.reason}; held: {held.reason}"
    told = recipe if in_call.recipe or held.recipe else None
    found = in_call.recipe, reason, auto.rows, in_call.us, in_call.without_us
    return Decision(name, *found, told=told)


def resolve(
    recipe: str,
    sizes: tuple[int, ...],
    dtype: torch.dtype,
    device: torch.device,
    *,
    prepared: bool = False,
    held_for: int = 0,
) -> str:
    """The recipe that is meant for weights of `sizes`, G x N x K. prepared: whether they are
    quantized once for good. held_for: how many calls held ones are written for."""
    if not is_auto(recipe):
        return recipe
    return _choose(recipe, tuple(sizes), dtype, device, prepared, held_for)
