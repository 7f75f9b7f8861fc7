"""The contenders of a program: lowp, torch.compile and torch as it is."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from lowp.bench.contenders import OURS
from lowp_lab.bench.program.compiled import OurFunction
from lowp_lab.bench.program.outputs import make_results
from lowp_lab.bench.program.user_module import TorchFunction

COMPILED, EAGER = "torch.compile", "torch"


class Contender(NamedTuple):
    """bind(sets): a call for each set of inputs, which returns the results."""

    name: str
    version: str
    bind: Callable[[Sequence[Sequence[Any]]], list[Callable[[], Any]]]


def our_contender(ours: OurFunction, shapes: Sequence[tuple[int, ...]], version: str) -> Contender:
    """lowp. shapes: of the results. Its calls raise lowp.LaunchError."""

    def bind(sets: Sequence[Sequence[Any]]) -> list[Callable[[], Any]]:
        device = next(one.device for one in sets[0] if hasattr(one, "device"))
        return [ours.bind(inputs, make_results(ours.function, shapes, device)) for inputs in sets]

    return Contender(OURS, version, bind)


def _bind_compiled(
    function: TorchFunction, sets: Sequence[Sequence[Any]]
) -> list[Callable[[], Any]]:
    import torch

    compiled = torch.compile(function.call, dynamic=False)
    return [functools.partial(compiled, *inputs) for inputs in sets]


def _bind_eager(function: TorchFunction, sets: Sequence[Sequence[Any]]) -> list[Callable[[], Any]]:
    return [functools.partial(function.call, *inputs) for inputs in sets]


def torch_contenders(function: TorchFunction) -> list[Contender]:
    """The user's function under torch.compile, and as it is."""
    import torch

    return [
        Contender(name, torch.__version__, functools.partial(bind, function))
        for name, bind in ((COMPILED, _bind_compiled), (EAGER, _bind_eager))
    ]
