"""Recipes by role.

A graph of torch holds the forward or the backward pass alone, so a family is never
handed to the compiler: each matmul gets the recipe that the family has for its role.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

from lowp._linear.recipes import OF_TORCHAO, ROLES, preset, refusal_of_matmul, resolve
from lowp.torch.names import matching


@functools.cache
def attributes_of(name: str) -> tuple[str | None, ...]:
    """The attributes that the compiler has for the roles: of a preset, or of a family.
    Raises ValueError for another name."""
    if name.startswith("#lowp.matmul_recipe<"):
        return (name,) * 3
    if name.startswith("#"):
        raise ValueError(
            "expected recipe to be a family, a preset, a #lowp.matmul_recipe or a dict from "
            f"roles to presets, got {name!r}; write it as "
            "{'forward': ..., 'dgrad': ..., 'wgrad': ...}"
        )
    attribute = preset(name)
    if attribute is not None:
        return (attribute,) * 3
    try:
        by_role = resolve(name)
    except ValueError as error:
        raise ValueError(refusal_of_matmul(name, error)) from None
    return tuple(by_role.get(role) for role in ROLES)


class Recipes:
    """Chooses a recipe. option: None, "auto", a family, a preset, the text of a
    `#lowp.matmul_recipe`, or a mapping from roles to presets. allow, deny: patterns of
    modules' paths."""

    def __init__(
        self,
        option: str | Mapping[str, str | None] | None,
        allow: tuple[str, ...],
        deny: tuple[str, ...],
    ) -> None:
        self._allow, self._deny = allow, deny
        self.is_auto = option == "auto"
        self.by_role = _by_role(option)

    def choose(self, name: str, role: str, rows: object, columns: object) -> tuple[str | None, str]:
        """The attribute for the matmul of a layer with a weight of these sizes, and why
        there is none."""
        if self._allow and not _matches(name, self._allow):
            return None, "not allowed"
        if _matches(name, self._deny):
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
        allowed = not self._allow or _matches(name, self._allow)
        return allowed and not _matches(name, self._deny)


def _matches(name: str, patterns: tuple[str, ...]) -> bool:
    return bool(matching(patterns, name))


def _by_role(option: str | Mapping[str, str | None] | None) -> dict[str, str | None]:
    if option is None or option == "auto":
        return dict.fromkeys(ROLES)
    if isinstance(option, str):
        return dict(zip(ROLES, attributes_of(OF_TORCHAO.get(option, option))))
    if not isinstance(option, Mapping):
        raise TypeError(
            "expected recipe to be 'auto', None, a family, a preset or a dict from roles to "
            f"presets, got {option!r}"
        )
    unknown = sorted(set(option) - set(ROLES))
    if unknown:
        raise ValueError(f"expected roles forward, dgrad and wgrad, got {unknown}")
    found = dict.fromkeys(ROLES)
    for number, role in enumerate(ROLES):
        name = option.get(role)
        if name is not None and not isinstance(name, str):
            raise TypeError(f"expected the recipe of {role} to be a preset or None, got {name!r}")
        found[role] = attributes_of(name)[number] if name else None
    return found
