"""Which sizes are measured: the package's sets, a file of the user's, or a list."""

from __future__ import annotations

import os
import random
from collections.abc import Collection
from typing import NamedTuple

from lowp.bench.errors import BenchError, expect_known
from lowp.bench.report.results import read_json

_OWN_FILE = os.path.join(os.path.dirname(__file__), "shapes.json")


class Shape(NamedTuple):
    """out(m, n) = lhs(m, k) . rhs(n, k)^T."""

    m: int
    n: int
    k: int

    def __str__(self) -> str:
        return f"{self.m}x{self.n}x{self.k}"


def _check(sizes, what: str, least_m: int = 1) -> Shape:
    are_sizes = isinstance(sizes, list) and all(type(size) is int for size in sizes)
    if not are_sizes or len(sizes) != 3 or sizes[0] < least_m or min(sizes[1:]) < 1:
        raise BenchError(f"expected a shape of three sizes of 1 or more, M x N x K, got {what}")
    return Shape(*sizes)


def parse_shape(text: str, least_m: int = 1) -> Shape:
    """The shape that e.g. "4096x7168x2048" names."""
    try:
        sizes = [int(size) for size in text.strip().split("x")]
    except ValueError:
        sizes = []
    return _check(sizes, repr(text), least_m)


def parse_sizes(text: str, example: str, counts: Collection[int]) -> list[tuple[int, ...]]:
    """Sizes of 1 or more, as in `example`, of a list with commas. counts: how many each
    may have."""
    result = []
    for part in text.split(","):
        sizes = part.strip().split("x")
        if len(sizes) not in counts or not all(one.isdecimal() and int(one) for one in sizes):
            raise BenchError(f"expected {example}, got {part!r}")
        result.append(tuple(map(int, sizes)))
    return result


def parse_shapes(text: str, least_m: int = 1) -> list[Shape]:
    """The shapes of a list with commas, each once."""
    return list(dict.fromkeys(parse_shape(part, least_m) for part in text.split(",")))


def _read_sets(path: str) -> dict:
    content = read_json(path, "a file of shapes")
    if isinstance(content, list):
        return {"all": content}
    if not isinstance(content, dict):
        raise BenchError(
            f"expected a list of shapes or an object of sets in '{path}', got "
            f"{type(content).__name__}"
        )
    return {name: value for name, value in content.items() if name != "note"}


def _draw_m(count: int, most: int, weight: list) -> list[int]:
    """Values of M from 1 to `most`, one in each of `count` even parts of its
    logarithm; the same each time for the same weight."""
    draw = random.Random("x".join(map(str, weight)))
    return [round(most ** ((part + draw.random()) / count)) for part in range(count)]


def _combine(entry: dict) -> list[Shape]:
    """Each weight with each M, and with those that are drawn for it."""
    if not {"m", "nk"} <= set(entry) <= {"m", "nk", "drawn_m"}:
        raise BenchError(
            f'expected a set of "m" and "nk", and maybe "drawn_m", got {", ".join(sorted(entry))}'
        )
    drawn = entry.get("drawn_m", 0)
    if type(drawn) is not int or drawn < 0:
        raise BenchError(f'expected "drawn_m" to be a number, got {drawn!r}')
    given = [_check([m, *nk], f"{[m, *nk]}") for nk in entry["nk"] for m in entry["m"]]
    most = max((shape.m for shape in given), default=1)
    return given + [Shape(m, *nk) for nk in entry["nk"] for m in _draw_m(drawn, most, nk)]


def _expand(entry) -> list[Shape]:
    if isinstance(entry, dict):
        return _combine(entry)
    if not isinstance(entry, list):
        raise BenchError(f"expected a set to be a list of shapes, got {entry!r}")
    return [_check(sizes, repr(sizes)) for sizes in entry]


def set_names(path: str | None = None) -> tuple[str, ...]:
    """The sets of a file, by default those of the package."""
    return tuple(_read_sets(path or _OWN_FILE))


def load_shapes(names: list[str] | None, path: str | None = None) -> list[Shape]:
    """The shapes of some sets of a file, each once; of all its sets for None."""
    sets = _read_sets(path or _OWN_FILE)
    expect_known("a set of shapes", names, sets)
    return list(dict.fromkeys(shape for name in names or sets for shape in _expand(sets[name])))
