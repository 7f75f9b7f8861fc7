"""Grouped matmuls that are drawn: kinds of scales, groups of rows, batches with counts and
groups of the contracted dimension, any sizes of groups."""

from __future__ import annotations

import itertools
import random
from typing import NamedTuple

from lowp.bench.products.grouped_text import grouped_text
from lowp.bench.products.kinds import KINDS, Kind
from lowp.bench.products.problem import Problem
from lowp.bench.products.shapes import Shape

# Floats without scales have the names of their types.
FLOATS = ("bf16", "f16")
_KINDS = ("tensorwise", "rowwise", "1x128.128x128", "1x128.1x128", *FLOATS)
# Where groups of scaled operands begin that are summed up: with a block of scales, or where copies
# may, at multiples of that.
_BLOCK_START, _COPY_START = 128, 16
# Groups, N, K: one module each, for any number of rows.
_SHAPES = ((1, 136, 272), (5, 264, 144), (33, 128, 512), (260, 16, 16))
# Rows that each matrix of a batch has room for.
_CAPACITY = 132
_MOST_ROWS = 900


class GroupedDraw(NamedTuple):
    """grouping: "rows" of one matrix, "counts" of rows of a batch, or "k": rows of both
    operands, n and k of which are columns, that each group sums up. sizes: the rows of each
    group. after: rows of the matrix after the last group."""

    kind: str
    grouping: str
    sizes: tuple[int, ...]
    after: int
    n: int
    k: int
    result: str
    fast: bool
    seed: int

    @property
    def groups(self) -> int:
        return len(self.sizes)

    @property
    def rows(self) -> int:
        """Counts the rows of the matrix, or of each matrix of the batch."""
        return _CAPACITY if self.is_batch else sum(self.sizes) + self.after

    @property
    def is_batch(self) -> bool:
        return self.grouping == "counts"

    @property
    def sums_up(self) -> bool:
        return self.grouping == "k"

    @property
    def scales(self) -> Kind | None:
        return KINDS.get(self.kind)

    @property
    def start(self) -> int:
        """What groups of scaled operands that are summed up begin at multiples of."""
        is_blockwise = self.scales is not None and self.scales.is_blockwise
        return _BLOCK_START if is_blockwise else _COPY_START

    @property
    def spread(self) -> list[int]:
        """Where each group begins at a multiple of `start`, and where all of them end."""
        rounded = (-(-size // self.start) * self.start for size in self.sizes)
        return list(itertools.accumulate(rounded, initial=0))

    @property
    def is_fast(self) -> bool:
        return self.fast and self.scales is not None and not self.scales.is_blockwise

    @property
    def numbers(self) -> list[int]:
        """Ends of groups, or counts."""
        return list(self.sizes if self.is_batch else itertools.accumulate(self.sizes))

    @property
    def problem(self) -> Problem:
        """A dense product as exact as this one."""
        kind = self.scales or KINDS["1x128.1x128"]
        sizes = (self.n, self.k, max(self.rows, 1))
        shape = Shape(*sizes) if self.sums_up else Shape(sizes[2], self.n, self.k)
        return Problem(kind, shape, result=self.result, fast=self.is_fast)

    @property
    def name(self) -> str:
        """Names the module, which many draws share."""
        fast = "-fast" if self.is_fast else ""
        sizes = f"{self.groups}x{self.n}x{self.k}"
        return f"grouped-{self.kind}-{self.grouping}-{self.result}{fast}-{sizes}"

    @property
    def options(self) -> str:
        return f"--grouped 1 --grouped-seed {self.seed} --functions none"

    @property
    def text(self) -> str:
        rows = self.rows if self.is_batch else None
        sizes = (self.groups, rows, self.n, self.k)
        about = (self.kind, self.result, self.is_fast, self.start)
        return grouped_text("check", self.grouping, self.scales, sizes, *about)

    def __str__(self) -> str:
        sizes = ",".join(map(str, self.sizes[:8])) + (",..." if self.groups > 8 else "")
        return f"{self.name}, rows {sizes}, {self.after} after"


def _divide(generator: random.Random, groups: int, most: int, limit: int) -> list[int]:
    """Sizes of groups: many alike, some around those of tiles, some empty."""
    usual = (0, 1, 3, 4, 63, 64, 65, 127, 128, 129)
    sizes: list[int] = []
    for _ in range(groups):
        left = max(0, most - sum(sizes))
        choice = generator.random()
        size = generator.choice(usual) if choice < 0.6 else generator.randint(0, limit)
        sizes.append(min(size, limit, left))
    if generator.random() < 0.1:
        sizes = [0] * groups
        sizes[generator.randrange(groups)] = min(most, limit)
    generator.shuffle(sizes)
    return sizes


def draw(seed: int) -> GroupedDraw:
    """The same for the same seed."""
    generator = random.Random(seed)
    grouping = generator.choice(("rows", "rows", "counts", "k"))
    kind = generator.choice(_KINDS)
    groups, n, k = generator.choice(_SHAPES[:3] if grouping == "counts" else _SHAPES)
    limit = _CAPACITY if grouping == "counts" else _MOST_ROWS
    sizes = _divide(generator, groups, _MOST_ROWS, limit)
    after = 0 if grouping == "counts" else generator.choice((0, 1, 70))
    result = generator.choice(("bf16", "f32"))
    fast = generator.random() < 0.5
    return GroupedDraw(kind, grouping, tuple(sizes), after, n, k, result, fast, seed)


def draws(count: int, seed: int) -> list[GroupedDraw]:
    """Draws cases; the cases of one module follow on each other."""
    result = [draw(seed + number) for number in range(count)]
    return sorted(result, key=lambda one: one.name)
