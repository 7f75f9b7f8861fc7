"""What one graph quantizes and another multiplies: lowp::quantize and
lowp::scaled_matmul."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import sympy
import torch

from lowp._linear import recipes
from lowp.torch import ops, scaled  # noqa: F401, defines the operators
from lowp.torch.compiling.errors import Refusal
from lowp.torch.compiling.importer.importer import Importer
from lowp.torch.compiling.importer.types import FP8, name_of
from lowp.torch.compiling.importer.values import Shape, Value, tensor_type

QUANTIZE = torch.ops.lowp.quantize.default
SCALED_MATMUL = torch.ops.lowp.scaled_matmul.default


def is_quantized(node: torch.fx.Node) -> bool:
    return node.target in OPERATIONS


def _check_kind(recipe: str, operand: str) -> scaled.Kind:
    kind = scaled.kind_of(recipe, operand)
    if kind.data not in FP8 or kind.scales is not torch.float32:
        raise Refusal(f"expected fp8 with scales in f32, got {kind.data} with {kind.scales}")
    return kind


def _sized(type: str, shape: Shape) -> str:
    """The type of a scaled matrix with these sizes."""
    sizes = "x".join(str(size) if size.is_Integer else "?" for size in shape)
    return re.sub(r"^!lowp\.scaled<[?\d]+x[?\d]+x", f"!lowp.scaled<{sizes}x", type)


def _scales_of(kind: scaled.Kind, shape: Shape) -> Shape:
    if any(size > 1 for size in kind.block) and not all(size.is_Integer for size in shape):
        raise Refusal(f"expected known sizes for scales of blocks, got {shape}")
    sizes = [int(size) if size.is_Integer else size for size in shape]
    return tuple(sympy.sympify(size) for size in kind.scales_shape(sizes))


def quantize(importer: Importer, node: torch.fx.Node) -> list[Value]:
    """A transposed matrix is read as it is stored, as recipes do with operands."""
    x, recipe, operand = importer.arguments(node, 2, "lhs")
    value, number = importer.value(x), int(operand == "rhs")
    if len(value.shape) != 2:
        raise Refusal(f"expected a matrix to quantize, got one of rank {len(value.shape)}")
    kind = _check_kind(recipe, operand)
    attribute, element = recipes.matmul_recipe(recipe), name_of(value.dtype)
    plain = recipes.operands(attribute, 256, 256, element)[number]
    type = _sized(plain.type, value.shape)
    if value.reads == (1, 0):
        turned = recipes.turned_operands(attribute, element)[number]
        stored = _sized(turned.type, value.stored)
        made = importer.text.emit(
            f"lowp.quantize {value.name} {turned.numerics}: {value.type} -> {stored}"
        )
        made = importer.text.emit(f"lowp.transpose {made} : {stored}")
    else:
        whole = importer.whole(value)
        made = importer.text.emit(
            f"lowp.quantize {whole.name} {plain.numerics}: {whole.type} -> {type}"
        )
    parts = importer.text.emit_results(2, f"lowp.split_scaled {made} : {type}")
    return [
        importer.value_of(f"{parts}#0", value.shape, kind.data),
        importer.value_of(f"{parts}#1", _scales_of(kind, value.shape), kind.scales),
    ]


def multiply(importer: Importer, node: torch.fx.Node) -> Value:
    """a . b^T."""
    *parts, recipe, _dtype = node.args
    attribute = recipes.matmul_recipe(recipe)  # type: ignore[arg-type]
    operands = recipes.operands(attribute, 256, 256, "bf16")
    names, types = [], []
    for number, operand in enumerate(operands):
        pair = [importer.value(part) for part in parts[2 * number : 2 * number + 2]]
        data, scales = (importer.whole(value) for value in pair)
        types.append(_sized(operand.type, data.shape))
        names.append(
            importer.text.emit(
                f"lowp.make_scaled {data.name}, {scales.name} : {data.type}, {scales.type} "
                f"-> {types[-1]}"
            )
        )
    shape, dtype = importer.result(node)
    made = importer.text.emit(
        f"lowp.scaled_matmul {', '.join(names)} : {', '.join(types)} -> "
        f"{tensor_type(shape, dtype)}"
    )
    return importer.value_of(made, shape, dtype)


OPERATIONS: dict[Any, Callable[[Importer, torch.fx.Node], Any]] = {
    QUANTIZE: quantize,
    SCALED_MATMUL: multiply,
}
