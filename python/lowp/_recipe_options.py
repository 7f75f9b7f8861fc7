"""Which matmuls get which recipes, as all that choose recipes are told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from lowp._patterns import first_matching, patterns_of, unmatched


# What "auto" chooses by, as keywords of lowp.compile.
CHOICES = ("recipe_candidates", "max_error", "min_speedup")


class _Fields(NamedTuple):
    recipe: Any
    allow: tuple[str, ...]
    deny: tuple[str, ...]
    candidates: tuple[str, ...]
    max_error: float | None
    min_speedup: float | None


class RecipeOptions(_Fields):
    """Which matmuls get which recipes: lowp.compile, lowp.explain, lowp.traffic,
    lowp.torch.convert and torch.compile's backend take one as `recipe`, in place of
    keywords for its fields.

    recipe: "auto", a family, e.g. "blockwise_training", a preset, the text of an
        attribute, or None, also written "none"; of layers also a dict from "forward",
        "dgrad" and "wgrad".
    allow, deny: patterns of names, e.g. ["layers.*.wq"]: only what the first match, if
        given, and the second do not has a recipe.
    candidates: presets that "auto" compares; by default all.
    max_error: relative error that a recipe of "auto" may add to a product (0.05).
    min_speedup: how many times faster a recipe of "auto" must make a matmul (1.03).

    Raises TypeError and ValueError for values that cannot be.
    """

    __slots__ = ()

    def __new__(
        cls,
        recipe: Any = None,
        allow: str | Iterable[str] | None = None,
        deny: str | Iterable[str] | None = None,
        candidates: str | Iterable[str] | None = None,
        max_error: float | None = None,
        min_speedup: float | None = None,
    ) -> RecipeOptions:
        for name, value, least in (("max_error", max_error, 0), ("min_speedup", min_speedup, 1)):
            if value is not None and not value >= least:
                raise ValueError(f"expected {name} to be {least} or more, got {value}")
        patterns = patterns_of("allow", allow), patterns_of("deny", deny)
        presets = patterns_of("candidates", candidates)
        chosen = None if isinstance(recipe, str) and recipe == "none" else recipe
        return super().__new__(cls, chosen, *patterns, presets, max_error, min_speedup)

    @staticmethod
    def read(recipe: Any, **keywords: Any) -> RecipeOptions:
        """What a call was given: options as `recipe`, or keywords beside one."""
        given = {name: value for name, value in keywords.items() if value is not None}
        if not isinstance(recipe, RecipeOptions):
            return RecipeOptions(recipe, **given)
        if given:
            raise ValueError(
                f"expected {', '.join(given)} in the RecipeOptions that recipe is, got both"
            )
        return recipe

    def reason_against(self, name: str) -> str | None:
        """Why what has this name gets no recipe."""
        denied = first_matching(self.deny, name)
        if denied is not None:
            return f"denied by {denied!r}"
        if self.allow and first_matching(self.allow, name) is None:
            return "not allowed by a pattern"
        return None

    def unmatched(self, names: Sequence[str]) -> list[str]:
        """What to say of patterns that match none of these names of layers."""
        return [
            unmatched(option, pattern, names)
            for option in ("allow", "deny")
            for pattern in getattr(self, option)
            if all(first_matching([pattern], name) is None for name in names)
        ]

    def choices(self) -> dict[str, Any]:
        """Keywords of lowp.compile for what "auto" chooses by, where given."""
        values = self.candidates or None, self.max_error, self.min_speedup
        return {name: value for name, value in zip(CHOICES, values) if value is not None}

    def keywords(self) -> dict[str, Any]:
        """Keywords of lowp.compile for all but the recipe, where given."""
        patterns = {"recipe_allow": self.allow, "recipe_deny": self.deny}
        return {name: value for name, value in patterns.items() if value} | self.choices()
