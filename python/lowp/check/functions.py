"""Whole functions that are checked: quantization, a linear layer, products of formats
that not every chip multiplies, a feed-forward layer. What they should give is what the
reference path gives on the host."""

from __future__ import annotations

import random
from typing import NamedTuple

from lowp._linear.texts import ask
from lowp._mlir.activations import swiglu
from lowp._mlir.function import Function
from lowp._mlir.types import scaled, tensor
from lowp.check.plain_formats import encode_bf16

_ROWS, _WIDTH = 70, 272
_INPUTS, _HIDDEN, _OUTPUTS = 256, 384, 136
# M, N and K of products: one tile; and several of some CTAs of any card, with more
# blocks of K than stages, all ends ragged.
_SIZES = {"": (_ROWS, _OUTPUTS, _WIDTH), "-large": (1290, 2312, 1184)}
_ATOMS = "scales = #lowp.swizzled, packing = dense"

# Preset of numerics, recipe and element type, storage.
_QUANTIZED = {
    "tensorwise": ("torchao", "tensorwise", "f8E4M3FN", ""),
    "rowwise": ("torchao_rowwise", "rowwise", "f8E4M3FN", ""),
    "rowwise-e5m2": ("transformer_engine", "rowwise", "f8E5M2", ""),
    "1x128": ("torchao", "block<1x128>", "f8E4M3FN", "scales = #lowp.mn_major"),
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
    numerics, recipe, element, storage = _QUANTIZED[name]
    function, shape = Function("check"), (_ROWS, _WIDTH)
    x = function.argument(tensor(*shape))
    type = scaled(shape, element, recipe, storage)
    function.give(function.quantize(x, type, f"numerics <{numerics}>"))
    return FunctionCase(f"quantize-{name}", str(function), (shape,), True)


def _linear_case(recipe: str) -> FunctionCase:
    function, shapes = Function("check"), ((_ROWS, _WIDTH), (_OUTPUTS, _WIDTH))
    x, w = (function.argument(tensor(*shape)) for shape in shapes)
    function.give(ask(function, x, w, recipe))
    return FunctionCase(f"linear-{recipe}", str(function), shapes, False)


def _format_case(name: str, size: str) -> FunctionCase:
    """A product of two matrices that are quantized to a format; a chip that has no
    such products emulates it."""
    numerics, *elements, recipe = _FORMATS[name]
    m, n, k = _SIZES[size]
    function, shapes = Function("check"), ((m, k), (n, k))
    given = [function.argument(tensor(*shape)) for shape in shapes]
    lhs, rhs = (
        function.quantize(value, scaled(shape, element, recipe), f"numerics <{numerics}>")
        for value, shape, element in zip(given, shapes, elements)
    )
    function.give(function.product(lhs, rhs, tensor(m, n)))
    return FunctionCase(f"product-{name}{size}", str(function), shapes, False)


def _ffn_case() -> FunctionCase:
    m, k, h, n = _ROWS, _INPUTS, _HIDDEN, _OUTPUTS
    function, shapes = Function("check"), ((m, k), (h, k), (h, k), (n, h))
    x, gate, up, down = (function.argument(tensor(*shape)) for shape in shapes)
    halves = [ask(function, x, w, "block_1x128_128x128") for w in (gate, up)]
    function.give(ask(function, function.elementwise(halves, swiglu), down, "rowwise"))
    return FunctionCase("ffn", str(function), shapes, False)


def function_cases() -> dict[str, FunctionCase]:
    """All of them by name."""
    cases = [_quantize_case(name) for name in _QUANTIZED]
    cases += [_linear_case(recipe) for recipe in _PRESETS]
    cases += [_format_case(name, size) for size in _SIZES for name in _FORMATS]
    cases.append(_ffn_case())
    return {case.name: case for case in cases}
