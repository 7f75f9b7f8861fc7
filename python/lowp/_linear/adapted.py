"""Recipes as the compiler takes them for a chip: what is quantized in one program is multiplied in
another as if both were one."""

from __future__ import annotations

import functools

from lowp._explain import report_of
from lowp._linear.recipes import matmul_recipe
from lowp._mlir.function import Function
from lowp._mlir.types import tensor
from lowp._option_text import to_text

_MATRIX = tensor(512, 512)


@functools.cache
def adapt(recipe: str, chip: str | None, part: str | None, part_file: str | None) -> str:
    """The attribute that the compiler takes in place of `recipe`, one of a matmul, where it
    quantizes both operands. chip, part, part_file: as for lowp.compile; all None: `recipe`.
    Raises CompileError for a chip or a part that lowp does not know."""
    if chip is part is part_file is None:
        return recipe
    function = Function("matmul")
    x, w, y = (function.argument(_MATRIX) for _ in range(3))
    function.give(function.matmul(x, w, _MATRIX, (), y, {"lowp.recipe": recipe}))
    options = {"chip": chip, "part": part, "part_file": part_file}
    # The second pass tells of what the first one has written.
    passes = f"lowp-select-recipes{{adapt=1 {to_text(options)}}},lowp-select-recipes"
    (matmul,) = report_of(str(function), passes, "explain_file", options)["matmuls"]
    return matmul_recipe(matmul["recipe"])
