"""Measures a sum beside a copy of as many bytes."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

from lowp.bench.contenders import OURS
from lowp.bench.contest import Prepared, hold, rotating
from lowp.bench.hardware.copying import find_copier
from lowp.bench.products.kernels import Kernels
from lowp_lab.bench.reductions.case import SumCase
from lowp.bench.timing import BRIEF, Load, capture, count_calls

KIND = "sum"
COPY = "copy"
PEER = "torch"
# Elements of bf16 that a copy moves a multiple of.
_TILE = 2048


class SumContender(NamedTuple):
    """bind(case, matrix): a call that returns the sums, and None where these are of no
    interest."""

    name: str
    bind: Callable[[SumCase, Any], Callable[[], Any]]


def _bind_ours(kernels: Kernels, case: SumCase, matrix: Any) -> Callable[[], Any]:
    import torch

    result = torch.empty(
        [case.sizes[dim] for dim in case.kept], dtype=matrix.dtype, device=matrix.device
    )
    # What no kernel writes is NaN.
    result.fill_(float("nan"))
    run = kernels.find(case)((matrix,), (result,))

    def call() -> Any:
        run()
        return result

    return call


def _bind_torch(case: SumCase, matrix: Any) -> Callable[[], Any]:
    return functools.partial(matrix.sum, case.dims)


def _bind_copy(case: SumCase, matrix: Any) -> Callable[[], Any]:
    """Reads half of the bytes of the sum, and writes the other half."""
    import torch

    elements = -(-case.bytes // (2 * 2 * _TILE)) * _TILE
    source = torch.zeros(elements, dtype=torch.bfloat16, device=matrix.device)
    copy = find_copier().copy
    return functools.partial(copy, source, torch.empty_like(source))


def find_contenders(kernels: Kernels, has_torch: bool) -> list[SumContender]:
    """lowp, the copy, and torch's own sum."""
    ours = SumContender(OURS, functools.partial(_bind_ours, kernels))
    found = [ours, SumContender(COPY, _bind_copy)]
    return [*found, SumContender(PEER, _bind_torch)] if has_torch else found


def _prepare(
    contender: SumContender, case: SumCase, matrices: list[Any], expected: Any
) -> Prepared:
    """Compares the first result bit for bit: sums are exact."""
    calls = [contender.bind(case, matrix) for matrix in matrices]
    graph = capture(calls, count_calls(case, len(calls)))
    if contender.name != OURS:
        return Prepared(graph, calls, None, True)
    got = calls[0]()
    differing = float((got != expected).double().mean())
    return Prepared(graph, calls, differing, differing == 0)


def measure(
    case: SumCase,
    contenders: list[SumContender],
    repetitions: int,
    load: Load = BRIEF,
) -> dict[str, Any]:
    """One record of the results. Raises what the GPU raises when it cannot go on."""
    import torch

    matrices = rotating(case, case.draw, lambda matrix: matrix.clone())
    expected = case.expect(matrices[0])
    record = hold(
        case,
        contenders,
        lambda one: _prepare(one, case, matrices, expected),
        count_calls(case, len(matrices)),
        repetitions,
        load,
    )
    del matrices, expected
    torch.cuda.empty_cache()
    ours, copied = (record["entries"].get(name) for name in (OURS, COPY))
    figure = copied["median"] / ours["median"] if ours and copied else None
    return {
        "kind": KIND,
        "case": str(case),
        "shape": case.shape,
        "element": case.element,
        "dims": list(case.dims),
        "of_copy": figure,
        "wanted": case.wanted,
        **record,
    }
