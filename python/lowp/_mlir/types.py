"""Types of tensors as MLIR spells them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Type(NamedTuple):
    """That of a tensor, or of one with scales. sizes: None where one is dynamic. scales: what the
    dialect calls them, and their storage."""

    sizes: tuple[int | None, ...]
    element: str
    scales: str = ""

    def of(self, element: str) -> Type:
        """The type with other elements."""
        return self._replace(element=element)

    def __str__(self) -> str:
        known = ("?" if size is None else str(size) for size in self.sizes)
        content = "x".join([*known, self.element])
        return f"!lowp.scaled<{content}, {self.scales}>" if self.scales else f"tensor<{content}>"


def tensor(*sizes: int | None, element: str = "bf16") -> Type:
    """The type of a tensor; None is a dynamic size."""
    return Type(sizes, element)


def scaled(sizes: Sequence[int | None], element: str, recipe: str, *storage: str) -> Type:
    """The type of a tensor with scales. recipe: as the dialect names the scales. storage: what
    says how data and scales lie, e.g. "order = [1, 0]"; "" says nothing."""
    parts = [f"#lowp.{recipe}", *filter(None, storage)]
    return Type(tuple(sizes), element, ", ".join(parts))
