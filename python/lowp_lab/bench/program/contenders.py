"""The contenders of a program: lowp, torch.compile and torch as it is. Each binds sets of inputs:
a call for each of them, which returns the results."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from lowp.bench.contenders import OURS, Contender
from lowp_lab.bench.program.compiled import OurFunction
from lowp_lab.bench.program.outputs import make_results
from lowp_lab.bench.program.user_module import TorchFunction

COMPILED, EAGER = "torch.compile", "torch"


def our_contender(ours: OurFunction, shapes: Sequence[tuple[int, ...]], version: str) -> Contender:
    """lowp. shapes: of the results. Its calls raise lowp.LaunchError."""

    def bind(sets: Sequence[Sequence[Any]]) -> list[Callable[[], Any]]:
        device = next(one.device for one in sets[0] if hasattr(one, "device"))
        return [ours.bind(inputs, make_results(ours.function, shapes, device)) for inputs in sets]

    return Contender(OURS, version, bind)


def torch_contenders(function: TorchFunction) -> list[Contender]:
    """The user's function under torch.compile, and as it is."""
    import torch

    def bind(make: Callable[[Any], Any], sets: Sequence[Sequence[Any]]) -> list[Callable[[], Any]]:
        made = make(function.call)
        return [functools.partial(made, *inputs) for inputs in sets]

    ways = {COMPILED: lambda call: torch.compile(call, dynamic=False), EAGER: lambda call: call}
    return [
        Contender(name, torch.__version__, functools.partial(bind, make))
        for name, make in ways.items()
    ]
