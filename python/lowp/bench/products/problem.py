"""One product: its kind, types and sizes."""

from __future__ import annotations

from typing import NamedTuple

from lowp.bench.products.kinds import Kind
from lowp.bench.products.shapes import Shape

# As users write them: as MLIR spells them.
OPERAND_TYPES = {"e4m3": "f8E4M3FN", "e5m2": "f8E5M2"}
# The dimension that is contiguous in memory; kernels of Hopper read k.
LHS_ORDERS, RHS_ORDERS = ("k", "m"), ("k", "n")
# Bytes of an element.
RESULT_TYPES = {"bf16": 2, "f16": 2, "f32": 4}
# Groups of K begin at multiples of it: at a block of scales.
START = 128


class Problem(NamedTuple):
    """result(m, n) = lhs(m, k) . rhs(n, k)^T (+ accumulator).

    fast: whether partial sums may stay in the tensor core; blockwise kinds have no
    such choice. lhs_order, rhs_order: the contiguous dimension of the elements that
    a call is given. groups: into which rows are divided, alike, each with a matrix rhs
    of its own; 0: none. sums: whether groups divide K instead, each with a result of its
    own.
    """

    kind: Kind
    shape: Shape
    lhs: str = "e4m3"
    rhs: str = "e4m3"
    result: str = "bf16"
    fast: bool = True
    accumulate: bool = False
    lhs_order: str = "k"
    rhs_order: str = "k"
    groups: int = 0
    sums: bool = False

    @property
    def is_k_major(self) -> bool:
        return self.lhs_order == self.rhs_order == "k"

    @property
    def is_fast(self) -> bool:
        return self.fast and not self.kind.is_blockwise

    @property
    def flops(self) -> float:
        return 2.0 * self.shape.m * self.shape.n * self.shape.k

    @property
    def bytes(self) -> int:
        """Bytes of operands and result, each counted once."""
        m, n, k = self.shape
        weights, results = max(self.groups, 1), 1
        if self.sums:
            weights, results = results, weights
        return (m + weights * n) * k + results * m * n * RESULT_TYPES[self.result]

    def to_record(self) -> dict:
        """What records of results say of it, whatever was measured."""
        return {
            "kind": self.kind.name,
            **self.shape._asdict(),
            "lhs": self.lhs,
            "rhs": self.rhs,
            "result": self.result,
            "fast": self.is_fast,
            **({"groups": self.groups} if self.groups else {}),
            **({"sums": True} if self.sums else {}),
        }

    def __str__(self) -> str:
        groups = f" in {self.groups} groups" if self.groups else ""
        groups += " of K" if self.sums else ""
        return f"{self.kind.name} {self.shape}{groups}"


class Sizes(NamedTuple):
    """Which sizes a module fixes; None is any size."""

    m: int | None = None
    n: int | None = None
    k: int | None = None

    def __str__(self) -> str:
        letters = zip(self, "MNK")
        return "x".join(letter if size is None else str(size) for size, letter in letters)


def choose_sizes(shape: Shape, which: str) -> Sizes:
    """which: "static" fixes all sizes, "weights" those of rhs, "dynamic" none."""
    if which == "static":
        return Sizes(*shape)
    return Sizes(None, shape.n, shape.k) if which == "weights" else Sizes()
