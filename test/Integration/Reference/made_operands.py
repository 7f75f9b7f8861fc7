"""Operands of matmuls that are made by hand, and not quantized."""

import numpy as np

from harness import DTYPES, scaled_type
from oracle.formats import WIDTH
from oracle.layouts import store_data, store_scales
from oracle.packing import pack_rows
from oracle.quantize import BLOCKS, dequantize

NAMES = {dtype: name for name, dtype in DTYPES.items()}
SCALES = {"fp8": "f32", "mx": "f8E8M0FNU", "nvfp4": "f8E4M3FN"}


def random_codes(rng, shape, element):
    """Any code of a format but those of infinity and NaN."""
    codes = rng.integers(0, 1 << WIDTH.get(element, 8), shape, np.uint8)
    values = codes.view(DTYPES[element])
    wide = values.astype(np.float32)
    return np.where(np.isfinite(wide), wide, 1).astype(DTYPES[element])


class Operand:
    """Data and scales of one matrix, and how they are stored."""

    def __init__(
        self,
        rng,
        shape,
        element,
        family,
        recipe,
        order=(0, 1),
        layout="#lowp.compact",
        convention="decode",
        packing="bytes",
        special=(),
    ):
        self.recipe, self.convention = recipe, convention
        self.data = random_codes(rng, shape, element)
        self.scales = self.make_scales(rng, shape, SCALES[family])
        for row, value in special:
            self.scales[row] = np.array(value, self.scales.dtype)
        self.rest = [np.float32([0.75])] if family == "nvfp4" else []
        self.type = scaled_type(shape, element, recipe, order, layout, convention, packing=packing)
        self.storage = element, order, layout, packing
        self.tensors = self.store()

    def store(self):
        """The tensors of data, scales and, of NVFP4, the scale of the matrix."""
        element, order, layout, packing = self.storage
        data = store_data(self.data, order)
        return [
            pack_rows(data, element) if packing == "dense" else data,
            store_scales(self.scales, layout),
            *self.rest,
        ]

    def replace(self, values, scales):
        """The same type with these values of elements, and scales."""
        self.data = values.astype(self.data.dtype)
        self.scales = scales.astype(self.scales.dtype)
        self.tensors = self.store()

    def spoil_padding(self):
        """What no scale is stored in becomes bytes of 255, NaN, as memory that nobody wrote."""
        layout = self.storage[2]
        is_scale = store_scales(np.ones(self.scales.shape, np.uint8), layout)
        self.tensors[1].view(np.uint8)[is_scale == 0] = 255

    def make_scales(self, rng, shape, element):
        rows, columns = (
            -(-size // block) if block else 1 for size, block in zip(shape, BLOCKS[self.recipe])
        )
        return np.exp2(rng.integers(-6, 6, (rows, columns))).astype(DTYPES[element])

    def values(self):
        return dequantize(
            self.data, self.scales, self.recipe, self.convention, np.float64, *self.rest
        )

    def text(self, name):
        """Arguments of a function, their names, their types."""
        names = [f"%{name}{i}" for i in range(len(self.tensors))]
        types = [
            f"tensor<{'x'.join(map(str, t.shape))}x{NAMES.get(t.dtype, 'i8')}>"
            for t in self.tensors
        ]
        arguments = [f"{n}: {t}" for n, t in zip(names, types)]
        return arguments, ", ".join(names), ", ".join(types)


def matmul_function(lhs, rhs, out, accumulates):
    a, b = lhs.text("a"), rhs.text("b")
    accumulate, extra = ("accumulate %init", f", {out}") if accumulates else ("", "")
    return f"""
func.func @NAME({", ".join(a[0] + b[0])}, %init: {out}) -> {out} {{
  %p = lowp.make_scaled {a[1]} : {a[2]} -> {lhs.type}
  %q = lowp.make_scaled {b[1]} : {b[2]} -> {rhs.type}
  %y = lowp.scaled_matmul %p, %q {accumulate} : {lhs.type}, {rhs.type}{extra} -> {out}
  return %y : {out}
}}"""
