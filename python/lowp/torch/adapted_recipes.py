"""Families of recipes as the chip of a device multiplies them: what is quantized in one program is
multiplied in another as if both were one."""

from __future__ import annotations

import functools

import torch

from lowp._linear import recipes
from lowp._linear.adapted import adapt
from lowp.torch import programs


def _adapt(matmul: recipes.Matmul, chip: str | None, part: str | None) -> str:
    if matmul.is_seeded or matmul.is_transformed:
        return matmul.attribute
    return adapt(matmul.attribute, chip, part, None)


@functools.cache
def _recipe_on(recipe: str, device: torch.device) -> str:
    options = programs.options_of(device)
    matmuls = recipes.read(recipe).matmuls
    own = {role: matmul.attribute for role, matmul in matmuls.items()}
    found = {role: _adapt(each, options["chip"], options["part"]) for role, each in matmuls.items()}
    return recipe if found == own else recipes.read_roles(found).text


@torch.compiler.assume_constant_result
def recipe_on(recipe: str, device: torch.device) -> str:
    """A family, or `recipe` if it has the scales that the device's chip multiplies."""
    return _recipe_on(recipe, device)
