"""Operands of grouped matmuls whose K is in groups with scales of blocks, MX and NVFP4, as
torch.nn.functional.scaled_grouped_mm has them.

Data of groups begin at multiples of 32. Scales of a group lie in atoms of 128 rows by 4 blocks,
those of one group after those of another.
"""

from __future__ import annotations

from typing import NamedTuple

import sympy
import torch

from lowp.torch.compiling.errors import Refusal
from lowp.torch.compiling.importer import views
from lowp.torch.compiling.importer.importer import Importer
from lowp.torch.compiling.importer.types import FP8, PAIRS
from lowp.torch.compiling.importer.values import Value, count_of

_START, _ATOM_ROWS, _ATOM_BLOCKS = 32, 128, 4


class Blocks(NamedTuple):
    """recipe: as the dialect names it. size: elements of K that have a scale."""

    recipe: str
    size: int
    scales: torch.dtype


MX = Blocks("mx<1x32>", 32, torch.float8_e8m0fnu)
NVFP4 = Blocks("nvfp4<1x16>", 16, torch.float8_e4m3fn)


class BlockOperand(NamedTuple):
    """value: its elements, pairs of 4 bits in a byte each. scales: those of all groups. whole:
    for NVFP4 a scale for each group."""

    value: Value
    scales: Value
    whole: Value | None
    blocks: Blocks

    def turned(self) -> BlockOperand:
        """With its dimensions exchanged."""
        return self._replace(value=self.value.turned())

    def emit(self, importer: Importer, groups: sympy.Expr | None) -> tuple[str, str]:
        """Its name and its type: rows of a contiguous contracted dimension, which is in
        groups."""
        value = importer.whole(self.value)
        rows, k = self._check_sizes(groups)
        parts = [value, importer.whole(self._stored_scales(importer, rows, k, groups))]
        if self.whole is not None:
            parts.append(importer.whole(self.whole))
        kind = self._type(rows, k, groups)
        return importer.make_scaled(parts, kind), kind

    @property
    def _is_paired(self) -> bool:
        return self.value.dtype in PAIRS

    def _check_sizes(self, groups: sympy.Expr | None) -> tuple[sympy.Expr, sympy.Expr]:
        rows, k = self.value.shape
        k = 2 * k if self._is_paired else k
        known = groups is not None and groups.is_Integer and rows.is_Integer and k.is_Integer
        if not known or k % _START:
            raise Refusal(
                "expected known sizes of groups of K with scales of blocks, and K a multiple of "
                f"{_START}, got {groups} groups of {rows} x {k}"
            )
        return rows, k

    def _stored_scales(
        self, importer: Importer, rows: sympy.Expr, k: sympy.Expr, groups: sympy.Expr
    ) -> Value:
        """In one dimension, with as many places as any groups take."""
        atom = self.blocks.size * _ATOM_BLOCKS
        of_rows = sympy.ceiling(rows / _ATOM_ROWS) * _ATOM_ROWS
        places = of_rows * _ATOM_BLOCKS * ((k + groups * (atom - 1)) // atom)
        count = count_of(self.scales.shape)
        if not count.is_Integer:
            raise Refusal(f"expected scales of a known size, got {count}")
        flat = views.reshape(importer, self.scales, (count,))
        if count >= places:
            return views.cut(importer, flat, 0, sympy.Integer(0), places)
        empty = importer.empty((places,), flat.dtype)
        return views.insert(importer, flat, empty, [sympy.Integer(0)])

    def _type(self, rows: sympy.Expr, k: sympy.Expr, groups: sympy.Expr) -> str:
        element = "f4E2M1FN" if self._is_paired else FP8[self.value.dtype]
        packing = ", packing = dense" if self._is_paired else ""
        return (
            f"!lowp.scaled<{rows}x{k}x{element}, #lowp.{self.blocks.recipe}, "
            f"scales = #lowp.swizzled{packing}, groups = <{groups}, axis = 1, "
            f"alignment = {_ATOM_BLOCKS}, start = {_START}, separate = true>>"
        )


def operand_of(data: Value, scales: Value, whole: Value | None, blocks: Blocks) -> BlockOperand:
    """The operand that a matrix and its scales are. Refuses types that are not those of `blocks`."""
    is_fp8 = data.dtype in FP8 and blocks is MX
    fits = (is_fp8 or data.dtype in PAIRS) and scales.dtype is blocks.scales
    if not fits or (whole is None) != (blocks is MX):
        raise Refusal(
            f"expected data and scales of {blocks.recipe}, got {data.dtype} and {scales.dtype}"
            f"{'' if whole is None else ' with one for each group'}"
        )
    return BlockOperand(data, scales, whole, blocks)
