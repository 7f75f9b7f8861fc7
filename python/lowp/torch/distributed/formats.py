"""Which recipes leave quantized values that another device can use: those whose scales
belong to rows or blocks, which one device has whole."""

from __future__ import annotations

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
