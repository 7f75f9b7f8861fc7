"""How far results are from those of the user's function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lowp.bench.errors import BenchError
from lowp_lab.bench.quantize.agreement import compare_norms


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


def relative_error(got: Sequence[Any], want: Sequence[Any]) -> float:
    """The largest |got - want| / |want| of a result, in the Frobenius norm; infinite
    where one has NaN."""
    return compare_norms(got, want).figure
