"""What one graph quantizes and another multiplies or widens: lowp::quantize,
lowp::scaled_matmul and lowp::dequantize; and _scaled_mm."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy
import torch

from lowp._errors import LaunchError
from lowp._linear import recipes
from lowp.torch import ops, dequantize_ops, order_ops, scaled  # noqa: F401, define the operators
from lowp.torch.compiling.errors import Refusal
from lowp.torch.compiling.importer import scaled_mm
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
    """The type of an operand that is stored with these sizes."""
    rows, columns = (int(size) if size.is_Integer else None for size in shape)
    result = recipes.read(recipe)
    return result.type(operand, rows, columns, contracts_first=contracts_first)


def _scales_of(kind: scaled.Kind, shape: Shape) -> Shape:
    if any(size > 1 for size in kind.block) and not all(size.is_Integer for size in shape):
        raise Refusal(f"expected known sizes for scales of blocks, got {shape}")
    sizes = [int(size) if size.is_Integer else size for size in shape]
    return tuple(sympy.sympify(size) for size in kind.scales_shape(sizes))


def quantize(importer: Importer, node: torch.fx.Node) -> list[Value]:
    """A transposed matrix is read as it is stored, as recipes do with operands."""
    x, recipe, operand = importer.arguments(node, 2, "lhs")
    return _quantize(importer, importer.value(x), recipe, operand)


def with_order(importer: Importer, node: torch.fx.Node) -> list[Value]:
    """The weight is read where it is."""
    w, is_turned, recipe = node.args
    value = importer.value(w)
    source = value.permute([1, 0]) if is_turned else value
    return [value, *_quantize(importer, source, recipe, "rhs")]  # type: ignore[arg-type]


def _quantize(importer: Importer, value: Value, recipe: str, operand: str) -> list[Value]:
    number = int(operand == "rhs")
    if len(value.shape) != 2:
        raise Refusal(f"expected a matrix to quantize, got one of rank {len(value.shape)}")
    kind = _check_kind(recipe, operand)
    numerics = recipes.forward_matmul(recipe).operands[number].numerics
    type = _type_of(recipe, number, value.shape)
    if value.reads == (1, 0):
        stored = _type_of(recipe, number, value.stored, contracts_first=True)
        result = importer.text.emit(
            f"lowp.quantize {value.name} numerics {numerics} : {value.type} -> {stored}"
        )
        result = importer.text.emit(f"lowp.transpose {result} : {stored}")
    else:
        whole = importer.whole(value)
        result = importer.text.emit(
            f"lowp.quantize {whole.name} numerics {numerics} : {whole.type} -> {type}"
        )
    parts = importer.text.emit_results(2, f"lowp.split_scaled {result} : {type}")
    return [
        importer.value_of(f"{parts}#0", value.shape, kind.data),
        importer.value_of(f"{parts}#1", _scales_of(kind, value.shape), kind.scales),
    ]


def multiply(importer: Importer, node: torch.fx.Node) -> Value:
    """a . b^T."""
    parts, recipe = node.args[:4], node.args[4]
    for operand in ("lhs", "rhs"):
        _check_kind(recipe, operand)  # type: ignore[arg-type]
    names, types = [], []
    for number in range(2):
        pair = [importer.value(part) for part in parts[2 * number : 2 * number + 2]]
        data, scales = (importer.whole(value) for value in pair)
        types.append(_type_of(recipe, number, data.shape))  # type: ignore[arg-type]
        names.append(
            importer.text.emit(
                f"lowp.make_scaled {data.name}, {scales.name} : {data.type}, {scales.type} "
                f"-> {types[-1]}"
            )
        )
    shape, dtype = importer.result(node)
    result = importer.text.emit(
        f"lowp.scaled_matmul {', '.join(names)} : {', '.join(types)} -> {tensor_type(shape, dtype)}"
    )
    return importer.value_of(result, shape, dtype)


def dequantize(importer: Importer, node: torch.fx.Node) -> Value:
    data, scales, recipe, operand, _dtype = node.args
    _check_kind(recipe, operand)  # type: ignore[arg-type]
    parts = [importer.whole(importer.value(part)) for part in (data, scales)]
    type = _type_of(recipe, int(operand == "rhs"), parts[0].shape)  # type: ignore[arg-type]
    names, types = (", ".join(getattr(part, key) for part in parts) for key in ("name", "type"))
    made = importer.text.emit(f"lowp.make_scaled {names} : {types} -> {type}")
    shape, dtype = importer.result(node)
    result = importer.text.emit(f"lowp.dequantize {made} : {type} -> {tensor_type(shape, dtype)}")
    return importer.value_of(result, shape, dtype)


OPERATIONS: dict[Any, Callable[[Importer, torch.fx.Node], Any]] = {
    QUANTIZE: quantize,
    SCALED_MATMUL: multiply,
    WITH_ORDER: with_order,
    DEQUANTIZE: dequantize,
    scaled_mm.SCALED_MM: scaled_mm.multiply,
}
