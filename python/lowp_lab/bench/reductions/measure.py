"""Measures a sum beside a copy of as many bytes."""

from __future__ import annotations

import argparse
import functools
from collections.abc import Callable
from typing import Any

from lowp.bench.contenders import OURS, Contender
from lowp.bench.contest import hold, returning, rotating
from lowp.bench.hardware.copying import find_copier
from lowp.bench.products.kernels import Kernels, find_kernels
from lowp_lab.bench.reductions.case import SumCase
from lowp.bench.timing import BRIEF, Load, count_calls

KIND = "sum"
COPY = "copy"
PEER = "torch"
# Elements of bf16 that a copy moves a multiple of.
_TILE = 2048


def _bind_ours(kernels: Kernels, case: SumCase, matrix: Any) -> Callable[[], Any]:
    import torch

    result = torch.empty(
        [case.sizes[dim] for dim in case.kept], dtype=matrix.dtype, device=matrix.device
    )
    # What no kernel writes is NaN.
    result.fill_(float("nan"))
    return returning(kernels.find(case)((matrix,), (result,)), result)


def _bind_torch(case: SumCase, matrix: Any) -> Callable[[], Any]:
    return functools.partial(matrix.sum, case.dims)


def _bind_copy(case: SumCase, matrix: Any) -> Callable[[], Any]:
    """Reads half of the bytes of the sum, and writes the other half."""
    import torch

    elements = -(-case.bytes // (2 * 2 * _TILE)) * _TILE
    source = torch.zeros(elements, dtype=torch.bfloat16, device=matrix.device)
    copy = find_copier().copy
    return functools.partial(copy, source, torch.empty_like(source))


def find_contenders(options: argparse.Namespace) -> list[Contender]:
    """lowp, the copy, and torch's own sum. All bind a case and a matrix: a call that returns the
    sums."""
    kernels = find_kernels(options)
    ours = Contender(OURS, kernels.description, functools.partial(_bind_ours, kernels))
    peers = [Contender(PEER, "", _bind_torch)] if "torch" in options.peers else []
    return [ours, Contender(COPY, "", _bind_copy), *peers]


def measure(
    case: SumCase,
    contenders: list[Contender],
    repetitions: int,
    load: Load = BRIEF,
) -> dict[str, Any]:
    """One record of the results. Raises what the GPU raises when it cannot go on."""
    matrices = rotating(case, case.draw, lambda matrix: matrix.clone())
    expected = case.expect(matrices[0])

    def judge(contender: Contender, result: Any) -> tuple[float | None, bool]:
        """Bit for bit: sums are exact."""
        if contender.name != OURS:
            return None, True
        differing = float((result != expected).double().mean())
        return differing, differing == 0

    record = hold(
        case,
        contenders,
        lambda one: [one.bind(case, matrix) for matrix in matrices],
        judge,
        count_calls(case, len(matrices)),
        repetitions,
        load,
    )
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
