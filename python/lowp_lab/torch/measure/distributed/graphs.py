"""Eager layers under tensor parallelism beside CUDA graphs of their passes, collectives too."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch import nn

from lowp_lab.torch.bench.measure import captured
from lowp_lab.torch.measure.decoder import Sizes
from lowp_lab.torch.measure.distributed import layers
from lowp_lab.torch.measure.distributed.layers import Case
from lowp_lab.torch.measure.distributed.ranks import Ranks

_Step = Callable[[], list[torch.Tensor]]


def _step(case: Case, layer: Callable[..., torch.Tensor], module: nn.Module) -> _Step:
    """What a pass forward and backward makes: gradients of parameters, too."""
    run = case.step(layer, module)

    def step() -> list[torch.Tensor]:
        made, own = run(), [each.grad for each in module.parameters()]
        return made + [getattr(each, "_local_tensor", each) for each in own]

    return step


def capture(call: Callable[[], Any], ranks: Ranks) -> Callable[[], Any]:
    """What replays a call as a graph. Kernels are loaded, ranks agree, and calls are bound in the
    first ones."""
    for _ in range(3):
        call()
    return captured(call, ranks.device)


def _capture_step(case: Case, block: nn.Module, ranks: Ranks) -> _Step:
    """Both passes as one graph."""
    return capture(_step(case, block, block), ranks)


def _capture_passes(case: Case, block: nn.Module, _ranks: Ranks) -> _Step:
    """Both passes as a graph each, which autograd replays."""
    x = case.x.detach().clone().requires_grad_()
    torch.cuda.make_graphed_callables(block, (x, case.turns))
    replayed = vars(block).pop("forward")
    return _step(case, replayed, block)


_WAYS: dict[str, Callable[[Case, nn.Module, Ranks], _Step]] = {
    "in a graph": _capture_step,
    "as graphed callables": _capture_passes,
}


def _run(ranks: Ranks, name: str, sizes: Sizes, way: str) -> None:
    seconds = ranks.warm(layers.jobs(sizes, ranks))
    case, same = Case.draw(sizes, ranks), {}
    calls: dict[str, Callable[[], Any]] = {}
    for key, block in layers.contenders(sizes, ranks).items():
        eager = _step(case, block, block)
        want = eager()
        replay = _WAYS[way](case, block, ranks)
        same[key] = ranks.all_true(all(map(torch.equal, replay(), want)))
        calls |= {key: eager, f"{key}, {way}": replay}
    found = ranks.by_turns(calls, "bf16", f"bf16, {way}")
    about = {"ms": found, "equal bits": same, "compile_s": seconds}
    ranks.write(f"tp {name}, {way}", about)


def sections(ranks: Ranks, shapes: dict[str, Sizes]) -> dict[str, Callable[[], None]]:
    """What is measured of each shape, by names. There are no graphs on the CPU."""
    if not ranks.is_gpu:
        return {}
    return {
        f"tp {name}, {way}": partial(_run, ranks, name, sizes, way)
        for name, sizes in shapes.items()
        for way in _WAYS
    }
