"""What is checked: variants of kernels, and shapes."""

from __future__ import annotations

import random
from typing import NamedTuple

from lowp.bench.products.kinds import MEASURED_KINDS, Kind
from lowp.bench.products.problem import OPERAND_TYPES, RESULT_TYPES, Problem
from lowp.bench.products.shapes import Shape, load_shapes

# One and several tiles, ends inside of tiles and of 128-blocks, the least N and K.
_RAGGED = (
    Shape(0, 256, 256),
    Shape(1, 136, 144),
    Shape(1, 8, 16),
    Shape(127, 128, 16),
    Shape(128, 256, 128),
    Shape(130, 264, 272),
    Shape(256, 512, 512),
    Shape(257, 520, 400),
    Shape(513, 1096, 1040),
    Shape(132, 7168, 1536),
    Shape(1000, 1544, 2064),
    Shape(2048, 264, 576),
)
_MULTIPLE_OF_N, _MULTIPLE_OF_K = 8, 16


class Case(NamedTuple):
    """sizes: which ones its module fixes, see lowp.bench.products.problem.choose_sizes."""

    problem: Problem
    sizes: str

    @property
    def options(self) -> str:
        """What asks lowp.check for this case and its variants."""
        return f"--kinds {self.problem.kind.name} --shapes {self.problem.shape}"

    def __str__(self) -> str:
        problem = self.problem
        flags = " fast" if problem.is_fast else ""
        flags += " accumulate" if problem.accumulate else ""
        types = f"{problem.lhs} {problem.rhs} {problem.result}"
        return f"{problem} {types}{flags}, {self.sizes} sizes"


def random_shapes(count: int, seed: int) -> list[Shape]:
    """Shapes that any kernel takes, up to a few hundred rows."""
    generator = random.Random(seed)
    return [
        Shape(
            generator.randint(1, 700),
            generator.randint(1, 100) * _MULTIPLE_OF_N,
            generator.randint(1, 80) * _MULTIPLE_OF_K,
        )
        for _ in range(count)
    ]


def ragged_shapes() -> list[Shape]:
    return list(_RAGGED)


def _variants(kind: Kind, shape: Shape) -> list[Problem]:
    problems = []
    for lhs in OPERAND_TYPES:
        for rhs in OPERAND_TYPES:
            for result in RESULT_TYPES:
                problems.append(Problem(kind, shape, lhs, rhs, result))
            # Only f32 can be accumulated into.
            accumulating = Problem(kind, shape, lhs, rhs, "f32", accumulate=True)
            problems.append(accumulating)
    if not kind.is_blockwise:
        for result in RESULT_TYPES:
            problems.append(Problem(kind, shape, result=result, fast=False))
    return problems


def varied_cases(kinds: list[Kind], shapes: list[Shape]) -> list[Case]:
    """All variants of kernels that take any size."""
    return [
        Case(problem, "dynamic")
        for kind in kinds
        for shape in shapes
        for problem in _variants(kind, shape)
    ]


def dense_cases(kinds: list[Kind]) -> list[Case]:
    """The shapes that lowp.bench measures, with its modules."""
    return [
        Case(Problem(kind, shape), "static")
        for kind in kinds
        if kind.name in MEASURED_KINDS
        for shape in load_shapes(["dense"])
    ]
