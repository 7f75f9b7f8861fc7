"""What recipes are called, and which chips have kernels for them."""

from __future__ import annotations

from lowp import _library
from lowp._linear import prices, recipes
from lowp._table import Table
from lowp.compiler import chips

# A layer that kernels of any format take.
_LAYER = prices.Layer(4096, 4096, 4096, "bf16", (True, True))


def _has_kernels(chip: str, recipe: str) -> bool:
    """Whether a chip multiplies in the recipes of all matmuls of a layer. Nothing is priced
    for a chip without kernels of matmuls."""
    try:
        matmuls = prices.ask(_LAYER, recipe, f"chip={chip}")
    except ValueError:
        return False
    return all("us" in each for each in matmuls if each["recipe"])


def list_recipes() -> Table:
    """The names that `recipe` takes, of presets of one matmul and of families for training,
    and the chips that have kernels for all of their matmuls: a table, which a notebook
    shows. Raises LibraryError when liblowp-c cannot be loaded."""
    library = _library.get()
    rows = []
    for kind, ask in (("preset", library.PresetName), ("family", library.FamilyName)):
        for name in library.names(ask):
            where = " ".join(chip for chip in chips() if _has_kernels(chip, name))
            matmuls = recipes.read(name).matmuls if kind == "family" else {}
            told = ", ".join(f"{role} {each.name}" for role, each in matmuls.items())
            rows.append((name, kind, where or None, told))
    header = ("name", "kind", "chips", "matmuls")
    result = [dict(zip(header, row)) for row in rows]
    return Table("recipes, and the chips with kernels for them", header, rows, result)
