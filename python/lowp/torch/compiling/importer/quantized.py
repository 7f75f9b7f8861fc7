"""What one graph quantizes and another multiplies or widens: lowp::quantize,
lowp::scaled_matmul and lowp::dequantize; and _scaled_mm."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import sympy
import torch

from lowp._errors import LaunchError
from lowp._linear import recipes
from lowp.torch import ops, dequantize_ops, order_ops, scaled  # noqa: F401, define the operators
from lowp.torch.compiling.errors import Refusal
from lowp.torch.compiling.importer import scaled_mm, views
from lowp.torch.compiling.importer.arguments import arguments_of
from lowp.torch.compiling.importer.importer import Importer
from lowp.torch.compiling.importer.types import FP8, SCALES
from lowp.torch.compiling.importer.values import Shape, Value, tensor_type

QUANTIZE = torch.ops.lowp.quantize.default
SCALED_MATMUL = torch.ops.lowp.scaled_matmul.default
DEQUANTIZE = torch.ops.lowp.dequantize.default
WITH_ORDER = torch.ops.lowp.with_order.default


def is_quantized(node: torch.fx.Node) -> bool:
    return node.target in OPERATIONS


def is_given(node: torch.fx.Node) -> bool:
    """Whether a node multiplies what the program has quantized itself."""
    return node.target is scaled_mm.SCALED_MM


def _check_kind(recipe: str, operand: str) -> scaled.Kind:
    try:
        kind = scaled.kind_of(recipe, operand)
    except LaunchError as error:
        raise Refusal(str(error)) from None
    if kind.data not in FP8 or kind.scales not in (torch.float32, *SCALES):
        raise Refusal(f"expected fp8 with scales of rows or blocks, got {kind.data}")
    return kind


def _type_of(recipe: str, operand: int, shape: Shape, *, contracts_first: bool = False) -> str:
    """The type of an operand, or of the right one of each expert, stored with these sizes."""
    if len(shape) == 3:
        return scaled.kind_of(recipe, "rhs").kept.type(*map(int, shape))
    rows, columns = (int(size) if size.is_Integer else None for size in shape)
    result = recipes.read(recipe)
    return result.type(operand, rows, columns, contracts_first=contracts_first)


def _scales_of_experts(kind: scaled.Kind, shape: Shape) -> Shape:
    """Scales of each expert by itself; lowp::quantize has those of all in one dimension."""
    rows, columns = kind.block[0], _scales_of(kind, shape)[-1]
    if not rows or shape[1] % rows:
        raise Refusal(f"expected blocks whose rows are of one expert, got {shape} by {kind.block}")
    return shape[0], shape[1] / rows, columns


def _scales_of(kind: scaled.Kind, shape: Shape) -> Shape:
    if any(size > 1 for size in kind.block) and not all(size.is_Integer for size in shape):
        raise Refusal(f"expected known sizes for scales of blocks, got {shape}")
    sizes = [int(size) if size.is_Integer else size for size in shape]
    return tuple(sympy.sympify(size) for size in kind.scales_shape(sizes))


def quantize(importer: Importer, node: torch.fx.Node) -> list[Value]:
    """A transposed matrix is read as it is stored, as recipes do with operands."""
    x, recipe, operand = arguments_of(node).values()
    return _quantize(importer, importer.value(x), recipe, operand)


def with_order(importer: Importer, node: torch.fx.Node) -> list[Value]:
    """The weight is read where it is."""
    w, is_turned, recipe = node.args
    value = importer.value(w)
    source = value.turned() if is_turned else value
    return [value, *_quantize(importer, source, recipe, "rhs")]  # type: ignore[arg-type]


def _quantize(importer: Importer, value: Value, recipe: str, operand: str) -> list[Value]:
    """Rows, or the right operand of each expert."""
    number, rank = int(operand == "rhs"), len(value.shape)
    if rank > 2 and operand == "lhs":
        return _quantize_batches(importer, value, recipe)
    if rank != 2 and (rank != 3 or operand != "rhs"):
        raise Refusal(f"expected a matrix to quantize, got one of rank {rank}")
    kind = _check_kind(recipe, operand)
    scales = (_scales_of if rank == 2 else _scales_of_experts)(kind, value.shape)
    type = _type_of(recipe, number, value.shape)
    result = _emit_quantize(importer, value, recipe, number)
    parts = importer.text.emit_results(2, f"lowp.split_scaled {result} : {type}")
    made = importer.value_of(f"{parts}#1", scales, kind.scales)
    return [
        importer.value_of(f"{parts}#0", value.shape, kind.data),
        views.reshape(importer, made, _scales_of(kind, value.shape)),
    ]


def _quantize_batches(importer: Importer, value: Value, recipe: str) -> list[Value]:
    """Rows in several dimensions, with their scales."""
    shapes = value.shape, _scales_of(_check_kind(recipe, "lhs"), value.shape)
    parts = _quantize(importer, views.rows_of(importer, value), recipe, "lhs")
    return [views.reshape(importer, part, shape) for part, shape in zip(parts, shapes)]


def _make_scaled(
    importer: Importer, parts: Sequence[Any], recipe: str, operand: str
) -> tuple[str, str]:
    """The name and the type of data and scales as one matrix."""
    _check_kind(recipe, operand)
    pair = [importer.whole(views.rows_of(importer, importer.value(part))) for part in parts]
    type = _type_of(recipe, int(operand == "rhs"), pair[0].shape)
    return importer.make_scaled(pair, type), type


def _emit_quantize(importer: Importer, value: Value, recipe: str, operand: int) -> str:
    """The name of an operand that is quantized as it is stored."""
    is_turned = value.reads == (1, 0)
    source = value if is_turned else importer.whole(value)
    sizes = value.stored if is_turned else value.shape
    type = _type_of(recipe, operand, sizes, contracts_first=is_turned)
    numerics = recipes.forward_matmul(recipe).operands[operand].numerics
    made = importer.text.emit(
        f"lowp.quantize {source.name} numerics {numerics} : {source.type} -> {type}"
    )
    return importer.text.emit(f"lowp.transpose {made} : {type}") if is_turned else made


def widen_experts(
    importer: Importer, parts: tuple[Value, Value], recipe: str, dtype: torch.dtype
) -> Value:
    """The values of the right operand of each expert, which folds into a matmul of that recipe.
    parts: data and scales."""
    data, scales = parts
    shape = _scales_of_experts(_check_kind(recipe, "rhs"), data.shape)
    whole = [importer.whole(data), importer.whole(views.reshape(importer, scales, shape))]
    type = _type_of(recipe, 1, data.shape)
    made = importer.make_scaled(whole, type)
    wide = tensor_type(data.shape, dtype)
    result = importer.text.emit(f"lowp.dequantize {made} : {type} -> {wide}")
    return importer.value_of(result, data.shape, dtype)


def multiply(importer: Importer, node: torch.fx.Node) -> Value:
    """a . b^T."""
    parts, recipe = node.args[:4], node.args[4]
    pairs = ("lhs", parts[:2]), ("rhs", parts[2:])
    made = [_make_scaled(importer, pair, recipe, operand) for operand, pair in pairs]  # type: ignore[arg-type]
    names, types = (", ".join(each) for each in zip(*made))
    return _emit_matrix(importer, node, f"lowp.scaled_matmul {names} : {types}")


def dequantize(importer: Importer, node: torch.fx.Node) -> Value:
    data, scales, recipe, operand, _dtype = node.args
    made, type = _make_scaled(importer, (data, scales), recipe, operand)  # type: ignore[arg-type]
    return _emit_matrix(importer, node, f"lowp.dequantize {made} : {type}")


def _emit_matrix(importer: Importer, node: torch.fx.Node, operation: str) -> Value:
    """The result of a node, of which an operation makes the rows."""
    shape, dtype = importer.result(node)
    matrix = math.prod(shape[:-1]), shape[-1]
    result = importer.text.emit(f"{operation} -> {tensor_type(matrix, dtype)}")
    return views.reshape(importer, importer.value_of(result, matrix, dtype), shape)


OPERATIONS: dict[Any, Callable[[Importer, torch.fx.Node], Any]] = {
    QUANTIZE: quantize,
    SCALED_MATMUL: multiply,
    WITH_ORDER: with_order,
    DEQUANTIZE: dequantize,
    scaled_mm.SCALED_MM: scaled_mm.multiply,
}
