"""_scaled_mm: products of fp8 with scales of tensors, rows or blocks, as torchao,
compressed-tensors and vLLM call it."""

from __future__ import annotations

import sympy
import torch

from lowp.torch.compiling.errors import Refusal
from lowp.torch.compiling.importer import functions
from lowp.torch.compiling.importer.arguments import arguments_of
from lowp.torch.compiling.importer.importer import Importer
from lowp.torch.compiling.importer.types import FP8
from lowp.torch.compiling.importer.values import Shape, Value, scaled_type, tensor_type

SCALED_MM = torch.ops.aten._scaled_mm.default
_BLOCK = 128


def _family(operand: Shape, scales: Shape) -> str:
    """What scales of a matrix with the contracted dimension last are of."""
    if all(size == 1 for size in scales):
        return "tensorwise"
    if len(scales) == 2:
        (rows, k), columns = operand, sympy.ceiling(operand[1] / _BLOCK)
        by_shape = {
            (rows, sympy.Integer(1)): "rowwise",
            (rows, columns): f"block<1x{_BLOCK}>",
            (sympy.ceiling(rows / _BLOCK), columns): f"block<{_BLOCK}x{_BLOCK}>",
        }
        if scales in by_shape and k.is_Integer:
            return by_shape[scales]
    found = "x".join(map(str, scales))
    raise Refusal(
        f"expected scales of the tensor, of rows, of 1x{_BLOCK} or {_BLOCK}x{_BLOCK}, got {found} "
        f"for {operand[0]}x{operand[1]}"
    )


def _emit_operand(importer: Importer, data: Value, scales: Value) -> tuple[str, str]:
    """Its name and its type, of a matrix with the contracted dimension last."""
    if scales.dtype is not torch.float32:
        raise Refusal(f"expected scales in float32, got {scales.dtype}")
    family = _family(data.shape, scales.shape)
    if family == "tensorwise":
        one = sympy.Integer(1)
        scales = scales.spread((one, one), [])
    parts = importer.whole(data), importer.whole(scales)
    kind = scaled_type(data.shape, data.dtype, family)
    return importer.make_scaled(parts, kind), kind


def multiply(importer: Importer, node: torch.fx.Node) -> Value:
    """m x k by k x n, and a bias for each column; rounded once."""
    *parts, bias, result_scale, _dtype, is_fast = arguments_of(node).values()
    left, right, left_scales, right_scales = map(importer.value, parts)
    shape, dtype = importer.result(node)
    if result_scale is not None or dtype in FP8:
        raise Refusal("expected a product that is not quantized again, got one in fp8")
    a, a_type = _emit_operand(importer, left, left_scales)
    b, b_type = _emit_operand(importer, right.turned(), right_scales.turned())
    made = torch.float32 if bias is not None else dtype
    fast = " fast_accumulation" if is_fast else ""
    result = importer.text.emit(
        f"lowp.scaled_matmul {a}, {b}{fast} : {a_type}, {b_type} -> {tensor_type(shape, made)}"
    )
    product = importer.value_of(result, shape, made)
    if bias is None:
        return product
    addend = importer.value(bias)
    return importer.map_elements([product, addend], shape, dtype, functions.add, made)
