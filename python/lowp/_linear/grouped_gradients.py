"""Which recipe the gradients of experts' weights get."""

from __future__ import annotations

import functools

from lowp._errors import CompileError
from lowp._explain import report_of
from lowp._linear.recipes import forward_matmul
from lowp._linear.texts import linear_backward
from lowp.compiler import run_pipeline


@functools.cache
def recipe_of_sums(
    sizes: tuple[int, ...], element: str, recipe: str | None, chip: str | None
) -> str | None:
    """`recipe`, of dw, where its groups take it and the cost model finds it faster than the
    type of g; None otherwise. chip: None where nothing is priced, and the recipe holds."""
    if recipe is None:
        return None
    needed = False, True, False
    try:
        run_pipeline(
            linear_backward(sizes, element, needed, {"wgrad": recipe}), "lowp-apply-recipes"
        )
    except CompileError:
        return None
    own = forward_matmul(recipe)
    if chip is None or own.name == own.attribute:
        return recipe
    # What the family says is compared with nothing else, whatever error it adds.
    options = {"chip": chip, "recipe": "auto", "recipe_candidates": own.name, "max_error": 1}
    text = linear_backward(sizes, element, needed, {})
    (matmul,) = report_of(text, "lowp-explain", "file", options)["matmuls"]
    return recipe if matmul["recipe"] else None
