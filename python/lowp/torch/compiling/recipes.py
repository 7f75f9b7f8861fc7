"""Recipes by role.

A graph of torch holds the forward or the backward pass alone, so a family is never
handed to the compiler: each matmul gets the recipe that the family has for its role.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lowp._linear.recipes import ROLES, read_option
from lowp.torch.names import matching


class Recipes:
    """Chooses a recipe. option: None, "auto", a family, a preset, the text of an
    attribute, or a mapping from roles to these. allow, deny: patterns of modules' paths."""

    def __init__(
        self,
        option: str | Mapping[str, str | None] | None,
        allow: tuple[str, ...],
        deny: tuple[str, ...],
    ) -> None:
        self._allow, self._deny = allow, deny
        self.is_auto = option == "auto"
        self.by_role = _by_role(None if self.is_auto else option)

    def choose(self, name: str, role: str, rows: object, columns: object) -> tuple[str | None, str]:
        """The attribute for the matmul of a layer with a weight of these sizes, and why
        there is none."""
        if self._allow and not matching(self._allow, name):
            return None, "not allowed"
        if matching(self._deny, name):
            return None, "denied"
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
        return bool(not self._allow or matching(self._allow, name)) and not matching(
            self._deny, name
        )


def _by_role(option: Any) -> dict[str, str | None]:
    found = read_option(option).attributes
    return {role: found.get(role) for role in ROLES}
