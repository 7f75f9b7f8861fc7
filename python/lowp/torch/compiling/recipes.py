"""Recipes by role.

A graph of torch holds the forward or the backward pass alone, so a family is never
handed to the compiler: each matmul gets the recipe that the family has for its role.
"""

from __future__ import annotations

from lowp._linear.recipes import ROLES, read_option
from lowp._recipe_options import RecipeOptions


class Recipes:
    """Chooses a recipe. options: whose patterns are of modules' paths."""

    def __init__(self, options: RecipeOptions) -> None:
        self._options = options
        self.is_auto = options.recipe == "auto"
        result = read_option(None if self.is_auto else options.recipe)
        self.by_role = {role: result.attributes.get(role) for role in ROLES}
        # What is spelled out is compared with nothing.
        self.is_spelled = result.text.startswith("#")

    def choose(self, name: str, role: str, rows: object, columns: object) -> tuple[str | None, str]:
        """The attribute for the matmul of a layer with a weight of these sizes, and why
        there is none."""
        against = self._options.reason_against(name)
        if against is not None:
            return None, against
        if self.is_auto:
            return None, "the cost model chooses"
        attribute = self.by_role[role]
        if attribute is None:
            return None, "no recipe for this role"
        for size in (rows, columns):
            if not isinstance(size, int) or size % 16:
                return None, f"a weight of {rows} x {columns} is no multiple of 16"
        return attribute, ""

    def covers(self, name: str) -> bool:
        """Whether the layer may get a recipe at all."""
        return self._options.reason_against(name) is None
