"""One grouped matmul, and the dense one that it is compared with."""

from __future__ import annotations

import re
from typing import NamedTuple

from lowp._mlir.function import Function
from lowp._mlir.types import tensor
from lowp.bench.errors import expect_known
from lowp_lab.bench.grouped.sizes import DISTRIBUTIONS, divide
from lowp.bench.products.grouped_text import grouped_text
from lowp.bench.products.kernels import FUNCTION, Module
from lowp.bench.products.kinds import KINDS
from lowp.bench.products.module_text import module_name, module_text
from lowp.bench.products.problem import Problem, choose_sizes
from lowp.bench.products.shapes import Shape, parse_sizes
from lowp_lab.bench.quantize.products import linear_cases

# Rows of the tiles that a group is rounded up to.
TILE = 128
PLAIN = "bf16"
MEASURED_KINDS = ("1x128.128x128", "rowwise", PLAIN)
# What sums of rows are measured in: each group begins with a block, or has scales of its own.
_SUM_KINDS = ("1x128.128x128", "1x128.1x128", "rowwise", PLAIN)
_GROUPS = (1, 4, 16, 64)
# Groups, rows, N, K. There is room for all rows of counts; rows of k are summed up, for gradients
# of the weights of each group.
_SHAPES: dict[str, list[tuple[int, ...]]] = {
    "rows": [
        *((groups, 16640, 8192, 5120) for groups in _GROUPS),
        (32, 32768, 4096, 7168),
        (32, 32768, 7168, 2048),
    ],
    "counts": [(32, 4096, 4096, 7168), (32, 4096, 7168, 2048), (128, 8192, 2048, 2048)],
    "k": [*((groups, 16640, 5120, 8192) for groups in _GROUPS), (32, 32768, 4096, 7168)],
}


class GroupedCase(NamedTuple):
    """grouping: "rows" of one matrix, "counts" of rows of a batch, or "k", rows that each
    group sums up. sizes: the rows of each group. capacity: of counts, the rows that each
    matrix has room for."""

    kind: str
    grouping: str
    distribution: str
    sizes: tuple[int, ...]
    n: int
    k: int
    capacity: int = 0

    @property
    def groups(self) -> int:
        return len(self.sizes)

    @property
    def rows(self) -> int:
        return sum(self.sizes)

    @property
    def padded_rows(self) -> int:
        """Rows of whole tiles of each group, 1 tile at least in all."""
        return max(TILE, sum(-(-size // TILE) * TILE for size in self.sizes))

    @property
    def spread_rows(self) -> int:
        """Rows that any groups take that begin at multiples of TILE."""
        return (self.rows + min(self.groups, self.rows) * (TILE - 1)) // TILE * TILE

    @property
    def is_scaled(self) -> bool:
        return self.kind != PLAIN

    @property
    def flops(self) -> float:
        """Counted from true rows, not from tiles."""
        return 2.0 * self.rows * self.n * self.k

    @property
    def bytes(self) -> int:
        """Rows and their results, and the weights of groups that have rows. For
        gradients, rows of both operands, and the weights of all groups."""
        used = sum(size > 0 for size in self.sizes)
        width = 1 if self.is_scaled else 2
        if self.grouping == "k":
            result = 2 * self.groups * self.n * self.k
            return width * self.rows * (self.n + self.k) + result
        return (self.rows + used * self.n) * self.k * width + 2 * self.rows * self.n

    @property
    def source(self) -> Module:
        """The same for all distributions of the rows: sizes are data."""
        m = self.capacity or self.rows
        name = f"grouped {self.kind} {self.grouping} {self.groups}x{m}x{self.n}x{self.k}"
        return Module("-".join(re.findall(r"\w+", name)), _text(self))

    @property
    def dense(self) -> Module:
        """lowp's own product of the padded rows by one group's weights, or of one group
        that has them all."""
        if self.grouping == "k" and not self.is_scaled:
            sizes_text = f"{self.padded_rows}x{self.n}x{self.k}"
            return Module(f"dense-gradient-{sizes_text}", _dense_gradient(self))
        shape = Shape(self.padded_rows, self.n, self.k)
        if self.grouping == "k":
            shape = Shape(self.n, self.k, self.padded_rows)
        if not self.is_scaled:
            (case,) = linear_cases(str(shape))
            return Module(case.file_name, case.text)
        problem = Problem(KINDS[self.kind], shape)
        sizes = choose_sizes(shape, "static")
        text = module_text(problem, sizes, "run")
        return Module("dense-" + module_name(problem, sizes), text)

    def __str__(self) -> str:
        shape = f"{self.groups}x{self.rows}x{self.n}x{self.k}"
        return f"{self.kind} {self.grouping} {self.distribution} {shape}"


def _dense_gradient(case: GroupedCase) -> str:
    function = Function(FUNCTION)
    dy, x = (function.argument(tensor(case.padded_rows, size)) for size in (case.n, case.k))
    function.give(function.matmul(dy, x, tensor(case.n, case.k), ("km", "kn")))
    return str(function)


def _text(case: GroupedCase) -> str:
    kind = KINDS.get(case.kind)
    # Operands of gradients are quantized, and spread, before.
    spread = case.grouping == "k" and kind is not None
    rows = case.spread_rows if spread else case.capacity or case.rows
    # As the dense product that it is compared with, and as torch's.
    fast = kind is not None and not kind.is_blockwise
    sizes = (case.groups, rows, case.n, case.k)
    return grouped_text(FUNCTION, case.grouping, kind, sizes, fast=fast)


def parse_shapes(text: str) -> list[tuple[int, ...]]:
    return parse_sizes(text, "groups, rows, N and K as in 16x16640x8192x5120", (4,))


def _make(kind: str, grouping: str, distribution: str, shape: tuple[int, ...]) -> GroupedCase:
    groups, rows, n, k = shape
    sizes = divide(distribution, groups, rows)
    # Rows of a matrix are a multiple of 4: scales of the next one begin after them.
    room = -(-max(sizes) // 4) * 4
    capacity = room if grouping == "counts" else 0
    return GroupedCase(kind, grouping, distribution, sizes, n, k, capacity)


def choose_cases(
    kinds: list[str] | None, shapes: str | None, names: list[str] | None
) -> list[GroupedCase]:
    """names: of `rows`, `counts`, `k` and distributions; all by default. The dense shapes
    of one group are measured once. Gradients of weights have no scale for all of an operand."""
    known = (*_SHAPES, *DISTRIBUTIONS)
    expect_known("a case", names, known)
    expect_known("a kind", kinds, (PLAIN, *KINDS))
    wanted = set(names or known)
    groupings = wanted & set(_SHAPES) or set(_SHAPES)
    distributions = wanted & set(DISTRIBUTIONS) or set(DISTRIBUTIONS)
    own = parse_shapes(shapes) if shapes else None
    return [
        _make(kind, grouping, distribution, shape)
        for kind in kinds or MEASURED_KINDS
        for grouping, default in _SHAPES.items()
        if grouping in groupings and (grouping != "k" or kind in _SUM_KINDS)
        for shape in own or default
        for distribution in DISTRIBUTIONS
        if distribution in distributions and (shape[0] > 1 or distribution == "even")
    ]
