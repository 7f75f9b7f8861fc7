"""Arrays that a program writes its results to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lowp._descriptions import Argument
from lowp._types import torch_type
from lowp.bench.errors import BenchError
from lowp_lab.bench.program.inputs import ALL
from lowp_lab.bench.quantize.contenders import unwritten


def _describe(shapes: Sequence[Sequence[int]]) -> str:
    return ", ".join("x".join(map(str, shape)) or "a number" for shape in shapes)


def check_shapes(ours: Sequence[Sequence[int]], expected: Sequence[Any]) -> None:
    """ours: shapes of our results. Raises BenchError where the function of torch has
    results of others."""
    theirs = [one.shape for one in expected]
    if [tuple(shape) for shape in theirs] != [tuple(shape) for shape in ours]:
        raise BenchError(
            "expected the function of --torch to return tensors of the shapes of the "
            f"program's results, {_describe(ours)}, got {_describe(theirs)}"
        )


def name_unknown(results: Sequence[Argument]) -> list[str]:
    """What --shape calls sizes of results that do not follow from the arguments'."""
    return [
        f"{result.name}.{number}"
        for result in results
        for number, dimension in enumerate(result.dimensions)
        if dimension.size < 0 and dimension.argument < 0
    ]


def _complete(
    result: Argument,
    known: Sequence[int],
    given: Mapping[str, int],
    like: Any | None,
) -> tuple[int, ...]:
    shape = []
    for number, size in enumerate(known):
        name = f"{result.name}.{number}"
        if size < 0 and like is not None and like.dim() == len(known):
            size = like.shape[number]
        if size < 0:
            size = given.get(name, given.get(ALL, -1))
        if size < 0:
            raise BenchError(
                f"expected --shape for {name}, which does not follow from the "
                f"arguments' sizes, got none; give --shape {name}=SIZE"
            )
        shape.append(size)
    return tuple(shape)


def shape_results(
    function: Any,
    shapes: Mapping[str, tuple[int, ...]],
    given: Mapping[str, int],
    expected: Sequence[Any] | None,
) -> list[tuple[int, ...]]:
    """The shapes of the results. shapes: of the arguments by name; prepared ones, whose
    sizes are fixed, may be left out. given: what --shape says. expected: what the
    function of torch returned, for sizes that do not follow from the arguments'."""
    listed: list[tuple[int, ...] | None] = [
        shapes.get(one.name, tuple(dimension.size for dimension in one.dimensions))
        for one in function.arguments
    ]
    found = []
    for number, result in enumerate(function.results):
        known = [dimension.of(listed) for dimension in result.dimensions]
        like = expected[number] if expected and number < len(expected) else None
        found.append(_complete(result, known, given, like))
    return found


def make_results(function: Any, shapes: Sequence[tuple[int, ...]], device: Any) -> tuple[Any, ...]:
    """Arrays of those shapes, full of NaN."""
    import torch

    types = [torch_type(torch, result.type) for result in function.results]
    return tuple(unwritten(shape, type, device) for shape, type in zip(shapes, types))
