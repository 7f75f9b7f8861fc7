"""What a value is quantized to: its type in MLIR, and what its block is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lowp._mlir.types import Type, scaled

# Elements of a panel.
PANEL = 128
# The whole of a dimension.
WHOLE = 0


class Scheme(NamedTuple):
    """block: rows and columns that share a scale, WHOLE for all of them. transposed:
    whether the transposed matrix is stored, for matmuls that contract rows. panels:
    whether that lies in panels of 128 columns."""

    recipe: str
    numerics: str
    block: tuple[int, int]
    scales: str
    transposed: bool = False
    panels: bool = False

    @property
    def is_mx(self) -> bool:
        """Whether scales are powers of two in a byte."""
        return self.recipe.startswith("mx")

    @property
    def is_power_of_two(self) -> bool:
        """Whether encode factors are rounded down to powers of two."""
        return self.numerics == "torchao_rowwise"

    def type(self, sizes: Sequence[int]) -> Type:
        """The type of the quantized matrix, or of a batch of them."""
        return scaled(
            sizes,
            "f8E4M3FN",
            self.recipe,
            "order = [1, 0]" * self.transposed,
            f"data = #lowp.panels<{PANEL}>" * self.panels,
            f"scales = #lowp.{self.scales}{'<transposed = true>' * self.transposed}",
        )


ROWS = Scheme("block<1x128>", "torchao", (1, 128), "mn_major")
COLUMNS = Scheme("block<128x1>", "torchao", (128, 1), "mn_major", True)
PANELS = COLUMNS._replace(panels=True)
SQUARES = Scheme("block<128x128>", "torchao", (128, 128), "compact")
ROWWISE = Scheme("rowwise", "torchao_rowwise", (1, WHOLE), "compact")
COLUMNWISE = Scheme("rowwise<axis = 0>", "torchao_rowwise", (WHOLE, 1), "compact", True)
TENSORWISE = Scheme("tensorwise", "torchao", (WHOLE, WHOLE), "compact")
MX_ROWS = Scheme("mx<1x32>", "mx_rceil", (1, 32), "swizzled")
MX_COLUMNS = Scheme("mx<32x1>", "mx_rceil", (32, 1), "swizzled", True)
