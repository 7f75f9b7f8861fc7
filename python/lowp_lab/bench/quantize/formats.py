"""The cases of `--set formats`: products whose instruction takes the scales of both
operands, on chips that have one. Data and scales are arguments, as kernels read them."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

from lowp._mlir.function import Function
from lowp._mlir.types import Type, scaled, tensor
from lowp.bench.errors import BenchError
from lowp.bench.products.shapes import Shape, parse_shapes
from lowp_lab.bench.quantize.case import E4M3_DEVIATION, Case, Drawn
from lowp_lab.bench.quantize.products import compare_products, rounded
from lowp.bench.products.kernels import FUNCTION

# Sizes that others have published figures of.
_SHAPES = tuple(Shape(size, size, size) for size in (2048, 4096, 8192))
# Scales of 128 rows and 4 columns lie together, in groups of 32 rows.
_ATOM_ROWS, _ATOM_COLUMNS, _GROUP = 128, 4, 32
_E2M1 = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)


class Format(NamedTuple):
    """element, recipe: as MLIR spells them. block: elements of K with one scale.
    per_byte: elements in a byte. scale: what the scales are drawn as. has_global:
    whether the matrix has a scale besides."""

    name: str
    element: str
    recipe: str
    block: int
    per_byte: int
    scale: str
    has_global: bool = False

    def type(self, rows: int, k: int) -> Type:
        packing = "packing = dense" * (self.per_byte > 1)
        return scaled((rows, k), self.element, self.recipe, packing, "scales = #lowp.swizzled")

    def inputs(self, rows: int, k: int) -> list[tuple[tuple[int, ...], Drawn]]:
        """Sizes and contents of data, scales and, if there is one, the global scale."""
        atoms = (rows // _ATOM_ROWS, k // self.block // _ATOM_COLUMNS)
        data = Drawn("u8") if self.per_byte > 1 else Drawn("e4m3", E4M3_DEVIATION)
        arrays = [
            ((rows, k // self.per_byte), data),
            ((*atoms, _GROUP, _ATOM_ROWS // _GROUP, _ATOM_COLUMNS), Drawn(self.scale)),
        ]
        if self.has_global:
            arrays.append(((1,), Drawn("f32", 2.0**-4)))
        return arrays


FORMATS = {
    one.name: one
    for one in (
        Format("mxfp8", "f8E4M3FN", "mx<1x32>", 32, 1, "e8m0"),
        Format("mxfp4", "f4E2M1FN", "mx<1x32>", 32, 2, "e8m0"),
        Format("nvfp4", "f4E2M1FN", "nvfp4<1x16>", 16, 2, "ue4m3", True),
    )
}


def _text(format: Format, shape: Shape) -> str:
    function = Function(FUNCTION)
    lhs, rhs = (function.argument(format.type(rows, shape.k)) for rows in shape[:2])
    function.give(function.product(lhs, rhs, tensor(*shape[:2])))
    return str(function)


def _unpack(data: Any) -> Any:
    """Values of e2m1, the first of a byte in its low half."""
    import torch

    codes = torch.stack((data & 15, data >> 4), dim=-1).flatten(-2).long()
    table = torch.tensor([*_E2M1, *(-value for value in _E2M1)], device=data.device)
    return table[codes]


def _scale_rows(scales: Any, rows: int) -> Any:
    """Scales of atoms as rows x blocks, in f32."""
    return scales.float().permute(0, 3, 2, 1, 4).reshape(rows, -1)


def _values(format: Format, arrays: Sequence[Any]) -> Any:
    """What an operand stands for, in f32."""
    data, scales = arrays[:2]
    values = _unpack(data) if format.per_byte > 1 else data.float()
    spread = _scale_rows(scales, len(data)).repeat_interleave(format.block, 1)
    return values * spread * (arrays[2] if format.has_global else 1.0)


def _product(format: Format, *arrays: Any) -> tuple:
    half = len(arrays) // 2
    lhs, rhs = (_values(format, some) for some in (arrays[:half], arrays[half:]))
    return (lhs @ rhs.t(),)


def _scaled_mm(format: Format, *arrays: Any) -> tuple:
    """What torch has for it."""
    import torch

    half = len(arrays) // 2
    (x, xs, *x_global), (w, ws, *w_global) = arrays[:half], arrays[half:]
    if format.per_byte > 1:
        x, w = (one.view(torch.float4_e2m1fn_x2) for one in (x, w))
    y = torch._scaled_mm(
        x, w.t(), scale_a=xs.flatten(), scale_b=ws.flatten(), out_dtype=torch.bfloat16
    )
    if format.has_global:
        y = (y.float() * (x_global[0] * w_global[0])).bfloat16()
    return (y,)


def make_format(name: str, shape: Shape) -> Case:
    """The case of one of FORMATS."""
    m, n, k = shape
    format = FORMATS[name]
    if m % _ATOM_ROWS or n % _ATOM_ROWS or k % _ATOM_ROWS:
        raise BenchError(
            f"expected sizes that are multiples of {_ATOM_ROWS}, whose scales fill "
            f"atoms, got {shape}"
        )
    arrays = [*format.inputs(m, k), *format.inputs(n, k)]
    exact = functools.partial(_product, format)
    return Case(
        name,
        tuple(shape),
        _text(format, shape),
        tuple(sizes for sizes, _ in arrays),
        rounded(exact),
        2.0 * m * n * k,
        compare_products,
        functools.partial(_scaled_mm, format),
        exact=exact,
        contents=tuple(content for _, content in arrays),
    )


def format_cases(shapes: str | None = None) -> list[Case]:
    """The cases of `--set formats`. shapes: as in 4096x4096x7168, else the usual ones."""
    chosen = parse_shapes(shapes) if shapes else _SHAPES
    return [make_format(name, shape) for name in FORMATS for shape in chosen]
