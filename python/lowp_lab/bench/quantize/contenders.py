"""What is measured on a case: lowp, and what torch compiles."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

from lowp.bench.contenders import OURS, Contender
from lowp.bench.contest import returning
from lowp.bench.products.kernels import Kernels
from lowp_lab.bench.quantize.case import Case

PEER = "torch.compile"

Call = Callable[[], Any]


def unwritten(sizes: Sequence[int], type: Any, device: Any) -> Any:
    """An array of torch, dense, full of NaN: what nobody writes is seen."""
    import torch

    codes = torch.full((math.prod(sizes) * type.itemsize,), 0xFF, dtype=torch.uint8, device=device)
    return codes.view(type).view(tuple(sizes))


def our_contender(kernels: Kernels) -> Contender:
    """lowp. It binds as torch does: for each of the sets of inputs a call that returns the
    results, which are like the given ones."""

    def bind(case: Case, inputs: Sequence[Sequence[Any]], results: Sequence[Any]) -> list[Call]:
        bound = kernels.find(case)
        calls = []
        for some in inputs:
            out = [unwritten(one.shape, one.dtype, one.device) for one in results]
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
