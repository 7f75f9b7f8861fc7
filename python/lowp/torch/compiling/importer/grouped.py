"""Grouped matmuls: groups of rows, of columns or of the contracted dimension by their
ends, of floats and of fp8 with a scale for each row; grouped_blocks has operands with scales
of blocks.

`lowp.grouped_matmul` has the contracted dimension last in both operands, and groups of
rows on the left: what torch has otherwise is turned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import sympy
import torch

from lowp.torch.compiling.errors import Refusal
from lowp.torch.compiling.importer import grouped_blocks, matmuls, views
from lowp.torch.compiling.importer.arguments import arguments_of
from lowp.torch.compiling.importer.grouped_blocks import MX, NVFP4, BlockOperand
from lowp.torch.compiling.importer.importer import Importer
from lowp.torch.compiling.importer.values import Shape, Value, scaled_type, tensor_type
from lowp.torch.compiling.linears import Linear, linear_of

aten = torch.ops.aten
# That of transformers is registered when transformers is imported.
_FALLBACK = "transformers.grouped_mm_fallback.default"
# That of torch.nn.functional.scaled_grouped_mm, by which torch says a recipe for each operand.
_BY_RECIPE = aten._scaled_grouped_mm_v2.default
_SCALED = frozenset({aten._scaled_grouped_mm.default, _BY_RECIPE})
_TARGETS = frozenset({str(aten._grouped_mm.default), _FALLBACK, *map(str, _SCALED)})
# Groups of K of fp8 begin at multiples of that, which torch demands of their sizes.
_START = 16
# Scales in the 16 bytes that a copy has at least.
_SCALES = 4
# ScalingType and SwizzleType of torch.nn.functional: scales of rows as they are, and those of
# 1x32, and of 1x16 beside one for all of a group, in SWIZZLE_32_4_4.
_OF_ROWS, _PLAIN, _SWIZZLED = [1], 0, 1
_OF_BLOCKS = {(3,): MX, (2, 0): NVFP4}


def is_grouped(node: torch.fx.Node) -> bool:
    return node.op == "call_function" and str(node.target) in _TARGETS


def is_scaled(node: torch.fx.Node) -> bool:
    return node.target in _SCALED


def has_groups_of_k(node: torch.fx.Node) -> bool:
    """The gradient of weights: two matrices, and a product for each group."""
    return is_grouped(node) and all(each.meta["val"].dim() == 2 for each in node.args[:2])  # type: ignore[union-attr]


class Operand(NamedTuple):
    """value: its elements. scales: one for each row, or for each row of each group of K, those
    of a group side by side; None for floats."""

    value: Value
    scales: Value | None

    def turned(self) -> Operand:
        """With its last two dimensions exchanged."""
        return self._replace(value=self.value.turned())

    def emit(self, importer: Importer, groups: sympy.Expr | None) -> tuple[str, str]:
        """Its name and its type: rows of a contiguous contracted dimension. groups: how many
        divide that; None where it is whole."""
        value = importer.whole(self.value)
        if self.scales is None:
            return value.name, value.type
        if groups is None:
            shape = (*self.scales.shape, sympy.Integer(1))
            stored, kind = self.scales.spread(shape, list(range(len(shape) - 1))), "rowwise"
        else:
            rows = _check_rows_of_groups(self.value.shape[0], groups)
            stored = views.reshape(importer, self.scales, (groups, rows))
            divided = f"groups = <{groups}, axis = 1, start = {_START}>"
            kind = f"rowwise, scales = #lowp.mn_major, {divided}"
        scales = importer.whole(stored)
        kind = scaled_type(value.shape, self.value.dtype, kind)
        return importer.make_scaled([value, scales], kind), kind


AnyOperand = Operand | BlockOperand


def _check_rows_of_groups(rows: sympy.Expr, groups: sympy.Expr) -> sympy.Expr:
    if not groups.is_Integer or not rows.is_Integer or rows % _SCALES:
        raise Refusal(
            f"expected a known count of groups of K, and of rows with a scale in each a multiple "
            f"of {_SCALES}, got {groups} groups of {rows} rows"
        )
    return rows


def _check_scales(scales: Value, operand: Value) -> Value:
    if scales.dtype is not torch.float32 or len(scales.shape) != len(operand.shape) - 1:
        raise Refusal(
            f"expected a scale of each row in float32, got {scales.dtype} of rank "
            f"{len(scales.shape)} beside an operand of rank {len(operand.shape)}"
        )
    return scales


def multiply(
    importer: Importer,
    operands: tuple[AnyOperand, AnyOperand],
    ends: Value | None,
    result: tuple[Shape, torch.dtype],
    linear: Linear | None,
    is_fast: bool = False,
) -> Value:
    """The product of operands that both have the contracted dimension last. result: as many
    dimensions as its shape has, and its type."""
    left, right = operands
    shape, dtype = result
    rows, columns = left.value.shape[-2], right.value.shape[-2]
    shape = (rows, columns) if len(shape) == 2 else (*shape[:-2], rows, columns)
    is_of_k = len(left.value.shape) == len(right.value.shape) == 2
    groups = ends.shape[0] if is_of_k and ends is not None else None
    (a, a_type), (b, b_type) = left.emit(importer, groups), right.emit(importer, groups)
    numbers = ""
    if ends is not None:
        whole = importer.whole(ends)
        numbers = f" ends({whole.name} : {whole.type})"
    out_type = tensor_type(shape, dtype)
    name = "grouped_matmul" if left.scales is None else "grouped_scaled_matmul"
    fast = " fast_accumulation" if is_fast else ""
    attributes = matmuls.attributes_of(linear)
    made = importer.text.emit(
        f"lowp.{name} {a}, {b}{numbers}{fast} {attributes}: {a_type}, {b_type} -> {out_type}"
    )
    return importer.value_of(made, shape, dtype)


def _product(
    importer: Importer,
    node: torch.fx.Node,
    operands: Sequence[AnyOperand],
    given: Any,
    is_fast: bool = False,
) -> Value:
    """m x k by k x n, where one of both may be a batch: the ranks say what is grouped. given: the
    ends of groups."""
    left, right = operands
    ends = None if given is None else importer.value(given)
    ranks = len(left.value.shape), len(right.value.shape)
    if (ends is None) != (ranks == (3, 3)):
        raise Refusal(
            "expected the ends of groups beside a matrix, and none beside two batches, "
            f"got operands of ranks {ranks[0]} and {ranks[1]}"
        )
    result, linear = importer.result(node), linear_of(node)
    if ranks == (3, 3) and left.scales is None:
        return matmuls.multiply(importer, left.value, right.value, *result, None)
    # Recipes have the gradient left. Groups of columns are groups of rows of the transposed
    # product.
    is_swapped = linear is not None and linear.recipe is not None and linear.is_swapped
    is_turned = ranks == (3, 2) or (ranks == (2, 2) and is_swapped)
    pair = (right.turned(), left) if is_turned else (left, right.turned())
    made = multiply(importer, pair, ends, result, linear, is_fast)
    return made.turned() if is_turned else made


def plain(importer: Importer, node: torch.fx.Node) -> Value:
    """_grouped_mm, and the function that transformers has in its place."""
    left, right, ends, *others = arguments_of(node).values()
    if others and others[0] is not None:
        raise Refusal("expected a grouped matmul without bias, got one with bias")
    operands = [Operand(importer.value(each), None) for each in (left, right)]
    return _product(importer, node, operands, ends)


def scaled(importer: Importer, node: torch.fx.Node) -> Value:
    """_scaled_grouped_mm with a scale for each row of fp8 or, with groups of K, of MX."""
    left, right, left_scales, right_scales, *others = arguments_of(node).values()
    ends, bias, scale, _dtype, is_fast = others
    if bias is not None or scale is not None:
        raise Refusal("expected a grouped matmul without bias and without a scale of the result")
    given = (left, left_scales), (right, right_scales)
    make = _mx_operand if has_groups_of_k(node) else _scaled_operand
    operands = [make(importer, *each) for each in given]
    return _product(importer, node, operands, ends, bool(is_fast))


def _mx_operand(importer: Importer, data: Any, scales: Any) -> AnyOperand:
    """Types say which scales those of groups of K are."""
    if importer.value(scales).dtype is not MX.scales:
        return _scaled_operand(importer, data, scales)
    return grouped_blocks.operand_of(importer.value(data), importer.value(scales), None, MX)


def _scaled_operand(importer: Importer, data: Any, scales: Any) -> AnyOperand:
    value = importer.value(data)
    return Operand(value, _check_scales(importer.value(scales), value))


def scaled_by_recipe(importer: Importer, node: torch.fx.Node) -> Value:
    """_scaled_grouped_mm_v2, with scales of rows as the one before."""
    left, right, *parts = arguments_of(node).values()
    of_left, of_right, (ends, bias, _dtype, _dims, is_fast) = parts[:3], parts[3:6], parts[6:]
    if bias is not None:
        raise Refusal("expected a grouped matmul without bias, got one with bias")
    make = _blocks_by_recipe if _has_blocks(node, of_left, of_right) else _rows_by_recipe
    given = (left, *of_left), (right, *of_right)
    operands = [make(importer, *each) for each in given]
    return _product(importer, node, operands, ends, bool(is_fast))


def _has_blocks(node: torch.fx.Node, *given: Sequence[Any]) -> bool:
    """Whether scales of both matrices, whose K is in groups, are those of blocks."""
    kinds = {tuple(recipes) for _, recipes, _ in given}
    return has_groups_of_k(node) and kinds <= {*_OF_BLOCKS}


def _blocks_by_recipe(
    importer: Importer, data: Any, scales: Any, recipes: Any, swizzles: Any
) -> AnyOperand:
    if not swizzles or swizzles[0] != _SWIZZLED:
        raise Refusal(
            f"expected scales of blocks in SwizzleType.SWIZZLE_32_4_4, got {list(swizzles)}"
        )
    values = [importer.value(each) for each in scales]
    whole = values[1] if len(values) == 2 else None
    blocks = _OF_BLOCKS[tuple(recipes)]
    return grouped_blocks.operand_of(importer.value(data), values[0], whole, blocks)


def _rows_by_recipe(
    importer: Importer, data: Any, scales: Any, recipes: Any, swizzles: Any
) -> AnyOperand:
    if list(recipes) != _OF_ROWS or any(each != _PLAIN for each in swizzles):
        raise Refusal(
            "expected ScalingType.RowWise without a swizzle or, with groups of K, scales of "
            "BlockWise1x32, or of BlockWise1x16 and TensorWise, got kinds "
            f"{list(recipes)} with swizzles {list(swizzles)}"
        )
    return _scaled_operand(importer, data, scales[0])


OPERATIONS: dict[Any, Callable[[Importer, torch.fx.Node], Any]] = {
    aten._grouped_mm.default: plain,
    aten._scaled_grouped_mm.default: scaled,
    _BY_RECIPE: scaled_by_recipe,
}


def find_by_name(target: Any) -> Callable[[Importer, torch.fx.Node], Any] | None:
    """The function of an operator that torch itself does not have."""
    return plain if str(target) == _FALLBACK else None
