"""What recipes mean for each matmul of a linear layer: what the compiler says of them."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Mapping
from typing import Any, NamedTuple

from lowp import _library
from lowp._owned import Owned

ROLES = ("forward", "dgrad", "wgrad")

# Families by the names that torchao has for them.
OF_TORCHAO = {
    "tensorwise": "tensorwise_training",
    "rowwise": "rowwise_training",
    "blockwise": "blockwise_training",
}


class Operand(NamedTuple):
    """How an operand is quantized. numerics: an attribute. kind: of its scales, e.g.
    "block". element, scale: types. block: rows and columns of a scale; 0: all of them.
    levels: scales of a datum. is_seeded: whether it rounds at random."""

    numerics: str
    kind: str
    element: str
    scale: str
    block: tuple[int, int]
    levels: int
    is_seeded: bool


class Matmul(NamedTuple):
    """The recipe of one matmul. attribute: its text. name: a preset, or the attribute.
    is_transformed: whether a lowp.hadamard comes before both quantizes."""

    attribute: str
    name: str
    operands: tuple[Operand, Operand]
    is_transformed: bool

    @property
    def is_seeded(self) -> bool:
        return any(operand.is_seeded for operand in self.operands)


def _operand(found: _library.Quantize) -> Operand:
    words = (found.numerics, found.kind, found.element, found.scale)
    numerics, kind, element, scale = (word.decode() for word in words)
    block = found.rows, found.columns
    return Operand(numerics, kind, element, scale, block, found.numLevels, bool(found.isSeeded))


def _matmul(found: _library.MatmulRecipe) -> Matmul:
    lhs, rhs = map(_operand, found.operands)
    attribute, name = found.attribute.decode(), found.name.decode()
    return Matmul(attribute, name, (lhs, rhs), bool(found.isTransformed))


class Recipe:
    """The recipes of a layer's matmuls. text: what stands for them. matmuls: by role,
    without those that keep their type."""

    def __init__(self, handle: ctypes.c_void_p) -> None:
        self._library = _library.get()
        self._handle = handle
        self._owned = Owned(self._library.RecipeDestroy, handle)
        self.text = self._library.RecipeText(handle).decode()
        result = {role: self._library.RecipeMatmul(handle, n) for n, role in enumerate(ROLES)}
        self.matmuls = {role: _matmul(each.contents) for role, each in result.items() if each}

    @property
    def attributes(self) -> dict[str, str]:
        return {role: matmul.attribute for role, matmul in self.matmuls.items()}

    def type(
        self,
        operand: int,
        rows: int | None,
        columns: int | None,
        *,
        contracts_first: bool = False,
    ) -> str:
        """That of an operand of the forward matmul as it is stored; None is dynamic."""
        sizes = (-1 if size is None else size for size in (rows, columns))
        about = self._handle, 0, operand, *sizes, contracts_first
        return self._library.ask(self._library.RecipeType, *about, kind=ValueError).decode()


def _check_text(what: str, recipe: object) -> None:
    if not isinstance(recipe, str):
        raise TypeError(
            f"expected {what} to be a string, e.g. 'blockwise_training' or 'none', got {recipe!r}"
        )


def read(recipe: str) -> Recipe:
    """A recipe by the name of a family, torchao's too, of a preset, which all matmuls
    have then, by the text of an attribute, or "none". Raises ValueError for others, and
    TypeError for what is no text."""
    _check_text("recipe", recipe)
    return _read(OF_TORCHAO.get(recipe, recipe))


@functools.cache
def _read(recipe: str) -> Recipe:
    return _parse(_library.get().RecipeParse, recipe.encode())


def _parse(function: Any, words: Any) -> Recipe:
    handle = ctypes.c_void_p()
    _library.get().check(function, words, ctypes.byref(handle), kind=ValueError)
    return Recipe(handle)


def read_roles(roles: Mapping[str, str | None]) -> Recipe:
    """A recipe of one for each role: of a family that of the role counts."""
    if unknown := sorted(set(roles) - set(ROLES)):
        raise ValueError(f"expected roles forward, dgrad and wgrad, got {unknown}")
    for role, each in roles.items():
        if each is not None:
            _check_text(f"the recipe of {role}", each)
    wanted = tuple(roles.get(role) for role in ROLES)
    encoded = (ctypes.c_char_p * len(ROLES))(
        *(None if each is None else each.encode() for each in wanted)  # type: ignore[misc]
    )
    return _parse(_library.get().RecipeParseRoles, encoded)


def read_option(option: Any) -> Recipe:
    """What an option is set to: None, a text as for `read`, or a dict from roles."""
    if isinstance(option, Mapping):
        return read_roles(option)
    return read("none" if option is None else option)


def resolve(recipe: str) -> dict[str, str]:
    """The attribute of each matmul that has one, by role."""
    return read(recipe).attributes


@functools.lru_cache(maxsize=64)
def seeded_roles(recipe: str) -> frozenset[str]:
    """The gradients, "dgrad" or "wgrad", that a seed rounds at random."""
    matmuls = read(recipe).matmuls
    return frozenset(role for role in ROLES[1:] if role in matmuls and matmuls[role].is_seeded)


def forward_of(recipe: str) -> str | None:
    """The attribute of the forward matmul; None where it keeps its type."""
    return resolve(recipe).get("forward")


def forward_matmul(recipe: str) -> Matmul:
    """The forward matmul; ValueError where it keeps its type."""
    matmul = read(recipe).matmuls.get("forward")
    if matmul is None:
        raise ValueError(f"expected a recipe that quantizes the forward matmul, got {recipe!r}")
    return matmul


def check_seeds(recipe: Recipe, *, seeded: bool) -> None:
    """Raises ValueError for a recipe that needs a seed where there is none, or in the
    forward matmul, which has none. seeded: whether there is one for gradients."""
    for role, matmul in recipe.matmuls.items():
        if matmul.is_seeded and (role == "forward" or not seeded):
            hint = "" if role == "forward" else "; give one by seed="
            raise ValueError(
                "expected a recipe whose matmuls read an input and a weight alone, got "
                f"{recipe.text!r}, whose {role} rounds by a seed (stochastic rounding){hint}"
            )


def matmul_recipe(recipe: str) -> str:
    """The attribute of the forward matmul; ValueError where it keeps its type."""
    return forward_matmul(recipe).attribute
