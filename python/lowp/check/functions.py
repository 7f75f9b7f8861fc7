"""Whole functions that are checked: quantization, a linear layer, products of formats
that not every chip multiplies, a feed-forward layer. What they should give is what the
reference path gives on the host."""

from __future__ import annotations

import random
from typing import NamedTuple

from lowp.check.plain_formats import encode_bf16

_ROWS, _WIDTH = 70, 272
_INPUTS, _HIDDEN, _OUTPUTS = 256, 384, 136
# M, N and K of products: one tile; and several of some CTAs of any card, with more
# blocks of K than stages, all ends ragged.
_SIZES = {"": (_ROWS, _OUTPUTS, _WIDTH), "-large": (1290, 2312, 1184)}
_ATOMS = ", scales = #lowp.swizzled, packing = dense"

# Preset of numerics, recipe and element type, storage.
_QUANTIZED = {
    "tensorwise": ("torchao", "tensorwise", "f8E4M3FN", ""),
    "rowwise": ("torchao_rowwise", "rowwise", "f8E4M3FN", ""),
    "rowwise-e5m2": ("transformer_engine", "rowwise", "f8E5M2", ""),
    "1x128": ("torchao", "block<1x128>", "f8E4M3FN", ", scales = #lowp.mn_major"),
    "128x128": ("torchao", "block<128x128>", "f8E4M3FN", ""),
    "mx-e4m3": ("mx_floor", "mx<1x32>", "f8E4M3FN", ""),
    "mx-e5m2": ("mx_rceil", "mx<1x32>", "f8E5M2", ""),
    "mx-e2m3": ("mx_rceil", "mx<1x32>", "f6E2M3FN", _ATOMS),
    "mx-e2m1": ("mx_even", "mx<1x32>", "f4E2M1FN", _ATOMS),
    "nvfp4": ("transformer_engine", "nvfp4<1x16>", "f4E2M1FN", _ATOMS),
}
# Preset of numerics, element types of both operands, recipe.
_FORMATS = {
    "mxfp8": ("mx_rceil", "f8E4M3FN", "f8E4M3FN", "mx<1x32>"),
    "mxfp8-e5m2": ("mx_rceil", "f8E5M2", "f8E4M3FN", "mx<1x32>"),
    "mxfp6": ("mx_rceil", "f6E2M3FN", "f6E3M2FN", "mx<1x32>"),
    "mxfp8-mxfp4": ("mx_rceil", "f8E4M3FN", "f4E2M1FN", "mx<1x32>"),
    "mxfp4": ("mx_rceil", "f4E2M1FN", "f4E2M1FN", "mx<1x32>"),
    "nvfp4": ("transformer_engine", "f4E2M1FN", "f4E2M1FN", "nvfp4<1x16>"),
}
_PRESETS = ("tensorwise", "rowwise", "block_1x128_128x128", "block_1x128_1x128")

_MAPS = """\
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#element = affine_map<(m, n) -> (m, n)>
"""


class Tensor(NamedTuple):
    """type: as MLIR spells it. content: the elements, row-major."""

    shape: tuple[int, ...]
    type: str
    content: bytes


class FunctionCase(NamedTuple):
    """is_exact: whether results are the reference's bits; else they may differ as
    sums do that are added in another order."""

    name: str
    text: str
    shapes: tuple[tuple[int, int], ...]
    is_exact: bool

    @property
    def file_name(self) -> str:
        return self.name

    def __str__(self) -> str:
        return f"function {self.name}"

    @property
    def options(self) -> str:
        """What asks lowp.check for this case."""
        return f"--functions {self.name}"

    def make_inputs(self) -> list[Tensor]:
        """Matrices in bf16: normal values, rows of different magnitude, and one of
        zeros where there are enough."""
        generator = random.Random(self.name)
        inputs = []
        for rows, columns in self.shapes:
            numbers: list[float] = []
            for row in range(rows):
                size = generator.lognormvariate(0, 1) if row != 2 else 0.0
                numbers += [size * generator.gauss(0, 1) for _ in range(columns)]
            content = encode_bf16(numbers)
            inputs.append(Tensor((rows, columns), "bf16", content))
        return inputs


def _quantize_case(name: str) -> FunctionCase:
    numerics, recipe, type, storage = _QUANTIZED[name]
    source = f"tensor<{_ROWS}x{_WIDTH}xbf16>"
    text = f"""\
!q = !lowp.scaled<{_ROWS}x{_WIDTH}x{type}, #lowp.{recipe}{storage}>
func.func @check(%x: {source}) -> !q {{
  %q = lowp.quantize %x numerics <{numerics}> : {source} -> !q
  return %q : !q
}}
"""
    return FunctionCase(f"quantize-{name}", text, ((_ROWS, _WIDTH),), True)


def _matmul(name: str, recipe: str, x: str, w: str, m: int, n: int, k: int) -> str:
    """A linear layer without bias: %name = %x . %w^T."""
    lhs, rhs = f"tensor<{m}x{k}xbf16>", f"tensor<{n}x{k}xbf16>"
    result = f"tensor<{m}x{n}xbf16>"
    return f"""\
  %{name}_empty = tensor.empty() : {result}
  %{name}_zero = linalg.fill ins(%zero : bf16) outs(%{name}_empty : {result})
    -> {result}
  %{name} = linalg.matmul indexing_maps = [#mk, #nk, #mn]
    {{lowp.recipe = #lowp.matmul_recipe<{recipe}>}}
    ins(%{x}, %{w} : {lhs}, {rhs}) outs(%{name}_zero : {result}) -> {result}
"""


def _linear_case(recipe: str) -> FunctionCase:
    m, n, k = _ROWS, _OUTPUTS, _WIDTH
    text = f"""\
{_MAPS}func.func @check(%x: tensor<{m}x{k}xbf16>, %w: tensor<{n}x{k}xbf16>)
    -> tensor<{m}x{n}xbf16> {{
  %zero = arith.constant 0.0 : bf16
{_matmul("y", recipe, "x", "w", m, n, k)}\
  return %y : tensor<{m}x{n}xbf16>
}}
"""
    return FunctionCase(f"linear-{recipe}", text, ((m, k), (n, k)), False)


def _format_case(name: str, size: str) -> FunctionCase:
    """A product of two matrices that are quantized to a format; a chip that has no
    such products emulates it."""
    numerics, left, right, recipe = _FORMATS[name]
    m, n, k = _SIZES[size]
    x, w = f"tensor<{m}x{k}xbf16>", f"tensor<{n}x{k}xbf16>"
    text = f"""\
!a = !lowp.scaled<{m}x{k}x{left}, #lowp.{recipe}>
!b = !lowp.scaled<{n}x{k}x{right}, #lowp.{recipe}>
func.func @check(%x: {x}, %w: {w}) -> tensor<{m}x{n}xbf16> {{
  %a = lowp.quantize %x numerics <{numerics}> : {x} -> !a
  %b = lowp.quantize %w numerics <{numerics}> : {w} -> !b
  %y = lowp.scaled_matmul %a, %b : !a, !b -> tensor<{m}x{n}xbf16>
  return %y : tensor<{m}x{n}xbf16>
}}
"""
    return FunctionCase(f"product-{name}{size}", text, ((m, k), (n, k)), False)


def _ffn_case() -> FunctionCase:
    m, k, h, n = _ROWS, _INPUTS, _HIDDEN, _OUTPUTS
    blocks = "block_1x128_128x128"
    hidden = f"tensor<{m}x{h}xbf16>"
    text = f"""\
{_MAPS}func.func @check(%x: tensor<{m}x{k}xbf16>, %w_gate: tensor<{h}x{k}xbf16>,
    %w_up: tensor<{h}x{k}xbf16>, %w_down: tensor<{n}x{h}xbf16>)
    -> tensor<{m}x{n}xbf16> {{
  %zero = arith.constant 0.0 : bf16
  %one = arith.constant 1.0 : f32
{_matmul("gate", blocks, "x", "w_gate", m, h, k)}\
{_matmul("up", blocks, "x", "w_up", m, h, k)}\
  %empty = tensor.empty() : {hidden}
  %swiglu = linalg.generic {{indexing_maps = [#element, #element, #element],
                            iterator_types = ["parallel", "parallel"]}}
    ins(%gate, %up : {hidden}, {hidden}) outs(%empty : {hidden}) {{
  ^bb0(%g: bf16, %u: bf16, %out: bf16):
    %g32 = arith.extf %g : bf16 to f32
    %u32 = arith.extf %u : bf16 to f32
    %negated = arith.negf %g32 : f32
    %power = math.exp %negated : f32
    %sum = arith.addf %power, %one : f32
    %silu = arith.divf %g32, %sum : f32
    %product = arith.mulf %silu, %u32 : f32
    %result = arith.truncf %product : f32 to bf16
    linalg.yield %result : bf16
  }} -> {hidden}
{_matmul("down", "rowwise", "swiglu", "w_down", m, n, h)}\
  return %down : tensor<{m}x{n}xbf16>
}}
"""
    return FunctionCase("ffn", text, ((m, k), (h, k), (h, k), (n, h)), False)


def function_cases() -> dict[str, FunctionCase]:
    """All of them by name."""
    cases = [_quantize_case(name) for name in _QUANTIZED]
    cases += [_linear_case(recipe) for recipe in _PRESETS]
    cases += [_format_case(name, size) for size in _SIZES for name in _FORMATS]
    cases.append(_ffn_case())
    return {case.name: case for case in cases}
