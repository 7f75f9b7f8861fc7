"""Which recipes leave quantized values that another device can use: those whose scales
belong to rows or blocks, which one device has whole."""

from __future__ import annotations

import functools
import warnings

import torch

from lowp._linear import recipes
from lowp._linear.recipes import Operand

# What is quantized before it travels.
WIDE_TYPES = (torch.bfloat16, torch.float16)

_TAKE = "'rowwise_training', 'blockwise_training' or 'mxfp8_training'"


def _travels(operand: Operand) -> bool:
    is_fp8 = operand.element in ("f8E4M3FN", "f8E5M2")
    return is_fp8 and operand.levels == 1 and operand.block[0] != 0


def check_weight(recipe: str, what: str) -> Operand:
    """How the forward matmul quantizes weights. Raises ValueError, which names what to
    take, for recipes whose weights are quantized as wholes."""
    matmul = recipes.read(recipe).matmuls.get("forward")
    if matmul is None or matmul.is_transformed or not _travels(matmul.operands[1]):
        raise ValueError(
            f"{what}: expected a recipe that quantizes weights to fp8 with scales of rows or "
            f"blocks, got {recipe!r}; take {_TAKE}"
        )
    return matmul.operands[1]


def check_rows(recipe: str, what: str) -> Operand:
    """How the forward matmul quantizes rows, as the gradients' matmuls do. Raises
    ValueError, which names what to take, for recipes whose scales span rows, and for those
    that read rows in 16 bits somewhere."""
    matmuls = recipes.read(recipe).matmuls
    forward, wgrad = matmuls.get("forward"), matmuls.get("wgrad")
    rows = None if forward is None or forward.is_transformed else forward.operands[0]
    if rows is None or not _travels(rows) or rows.block[0] != 1:
        raise ValueError(
            f"{what}: expected a recipe that quantizes rows to fp8 with scales of their own, "
            f"got {recipe!r}; take {_TAKE}"
        )
    if wgrad is None:
        raise ValueError(
            f"{what}: expected a recipe that quantizes all three matmuls, got {recipe!r}, whose "
            "gradient of the weight reads rows in 16 bits; take 'rowwise_training', or gather "
            "rows as they are"
        )
    return rows


def _keeps(first: Operand, second: Operand) -> bool:
    """Whether what `first` has rounded is what `second` rounds it to, but for subnormals and scales
    at their limits: quotients of their scales are powers of two, or blocks are the same."""
    if (first.numerics, first.scale) != (second.numerics, second.scale):
        return False
    are_powers = first.scale != "f32" or first.block[1] == second.block[1] == 0
    return are_powers or first.block == second.block == first.block[::-1]


def reason_against_weight(recipe: str) -> str | None:
    """Why the gradient of the input would have other values if weights came as the forward
    matmul quantizes them."""
    matmuls = recipes.read(recipe).matmuls
    dgrad = matmuls.get("dgrad")
    if dgrad is None:
        return "the gradient of its input reads it in 16 bits"
    if dgrad.is_transformed or not _keeps(matmuls["forward"].operands[1], dgrad.operands[1]):
        return "the gradient of its input would round it twice"
    return None


def reason_against_gradient(recipe: str) -> str | None:
    """Why gradients would have other values if they came as rows of the forward matmul do."""
    matmuls = recipes.read(recipe).matmuls
    dgrad, rows = matmuls.get("dgrad"), matmuls["forward"].operands[0]
    if dgrad is None or dgrad.is_transformed or dgrad.operands[0] != rows:
        return "its recipe quantizes gradients otherwise than inputs"
    return None


@functools.cache
def _gradients_travel(recipe: str, what: str) -> bool:
    reason = reason_against_gradient(recipe)
    if reason is None:
        return True
    warnings.warn(
        f"{what}: expected a recipe that quantizes gradients as it does inputs, got {recipe!r}; "
        f"gradients travel in 16 bits, since {reason}; take {_TAKE} to send them quantized",
        stacklevel=4,
    )
    return False


@torch.compiler.assume_constant_result
def gradients_travel(recipe: str, what: str) -> bool:
    """Whether gradients keep their values if they come as rows of the forward matmul do. Warns
    once of a recipe whose gradients do not, which are to travel in 16 bits."""
    return _gradients_travel(recipe, what)


@functools.cache
def _warn_of_uneven_rows(what: str) -> None:
    warnings.warn(
        f"{what}: expected rows that all ranks share evenly, got others; they travel in 16 bits; "
        "pad them to send data and scales",
        stacklevel=4,
    )


@torch.compiler.assume_constant_result
def warn_of_uneven_rows(what: str) -> bool:
    """Warns once of rows that only torch's collectives, which pad them, take."""
    _warn_of_uneven_rows(what)
    return True
