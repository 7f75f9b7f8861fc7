"""What is measured on a case: lowp, and what torch compiles."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from lowp.bench.contenders import OURS, Contender
from lowp.bench.contest import returning
from lowp.bench.products.kernels import Kernels
from lowp_lab.bench.quantize.case import Case

PEER = "torch.compile"

Call = Callable[[], Any]


def _poisoned(like: Sequence[Any]) -> list[Any]:
    """Arrays of those types and sizes, full of NaN."""
    import torch

    # Not empty_like, which keeps odd strides of dimensions of size 1.
    arrays = [torch.empty(a.shape, dtype=a.dtype, device=a.device) for a in like]
    for array in arrays:
        array.view(torch.uint8).fill_(0xFF)
    return arrays


def our_contender(kernels: Kernels) -> Contender:
    """lowp. It binds as torch does: for each of the sets of inputs a call that returns the
    results, which are like the given ones."""

    def bind(case: Case, inputs: Sequence[Sequence[Any]], results: Sequence[Any]) -> list[Call]:
        bound = kernels.find(case)
        calls = []
        for some in inputs:
            out = _poisoned(results)
            calls.append(returning(bound(some, out), out))
        return calls

    return Contender(OURS, kernels.description, bind)


def _bind_compiled(
    case: Case, inputs: Sequence[Sequence[Any]], _results: Sequence[Any]
) -> list[Call]:
    import torch

    # Nothing of the case before: neither its graphs nor its count of recompilations.
    torch._dynamo.reset()
    function = torch.compile(case.peer or case.eager, dynamic=False)
    return [functools.partial(function, *some) for some in inputs]


def compiled_torch() -> Contender:
    """What torch makes of the same mathematics."""
    import torch

    return Contender(PEER, torch.__version__, _bind_compiled)
