"""The sums of `--set reductions`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from lowp.bench.errors import expect_known
from lowp.bench.products.operands import torch_type
from lowp.bench.products.shapes import parse_sizes
from lowp_lab.bench.reductions.text import sum_text

ELEMENTS = ("bf16", "f32")
# What is asked of a sum that moves so many bytes at least, as a share of a copy.
_WANTED = ((32_000_000, 0.7), (8_000_000, 0.4), (0, 0.25))
# Elements of matrices that have a power of two of rows.
_POWERS = (22, 24)
_STEP = 4


class SumCase(NamedTuple):
    """A sum of all elements along `dims`. Rows are unknown to the compiler where
    `is_dynamic`."""

    sizes: tuple[int, ...]
    dims: tuple[int, ...]
    element: str = ELEMENTS[0]
    is_dynamic: bool = False

    @property
    def shape(self) -> str:
        sizes = [str(size) for size in self.sizes]
        if self.is_dynamic:
            sizes[0] = f"{sizes[0]}?"
        return "x".join(sizes)

    @property
    def kept(self) -> list[int]:
        return [dim for dim in range(len(self.sizes)) if dim not in self.dims]

    @property
    def results(self) -> int:
        """Elements of the result."""
        return math.prod(self.sizes[dim] for dim in self.kept)

    @property
    def bytes(self) -> int:
        """The matrix and the result, once each."""
        size = 2 if self.element == "bf16" else 4
        return size * (math.prod(self.sizes) + self.results)

    @property
    def flops(self) -> float:
        """One for each element."""
        return float(math.prod(self.sizes))

    @property
    def wanted(self) -> float:
        """The least figure that is fine."""
        return next(share for least, share in _WANTED if self.bytes >= least)

    @property
    def file_name(self) -> str:
        shape = self.shape.replace("?", "u")
        return f"sum-{shape}-{'-'.join(map(str, self.dims))}-{self.element}"

    @property
    def text(self) -> str:
        return sum_text(self)

    def draw(self, seed: int, device: str = "cuda") -> Any:
        """Integers whose sums are exact in f32."""
        import torch

        generator = torch.Generator(device=device).manual_seed(seed)
        elements = torch.randint(
            -4, 5, self.sizes, generator=generator, device=device, dtype=torch.int8
        )
        return elements.to(torch_type(self.element))

    def expect(self, matrix: Any) -> Any:
        """What torch adds up in f64."""
        return matrix.double().sum(self.dims).to(matrix.dtype)

    def __str__(self) -> str:
        dims = ", ".join(map(str, self.dims))
        return f"{self.element} {self.shape} over {dims}"


def _over_either(matrices: Iterable[tuple[int, ...]]) -> list[SumCase]:
    return [SumCase(sizes, (dim,)) for sizes in matrices for dim in (0, 1)]


def _usual_sums() -> list[SumCase]:
    powers = [
        (2**rows, 2 ** (power - rows)) for power in _POWERS for rows in range(0, power + 1, _STEP)
    ]
    return [
        *_over_either([*powers, (8190, 1024), (131071, 128), (1000003, 3)]),
        SumCase((2, 2048, 32, 128), (0, 1, 2)),
        SumCase((8192, 1024), (0,), is_dynamic=True),
    ]


def _parse(text: str) -> list[SumCase]:
    return _over_either(parse_sizes(text, "rows and columns as in 8190x1024", (2,)))


def choose_cases(shapes: str | None, elements: Sequence[str] | None) -> list[SumCase]:
    """shapes: matrices instead of the usual ones. elements: bf16 and f32 by default."""
    expect_known("a kind of --set reductions", elements, ELEMENTS)
    sums = _parse(shapes) if shapes else _usual_sums()
    # One point is no sum.
    sums = [one for one in sums if math.prod(one.sizes[dim] for dim in one.dims) > 1]
    return [one._replace(element=each) for each in elements or ELEMENTS for one in sums]
