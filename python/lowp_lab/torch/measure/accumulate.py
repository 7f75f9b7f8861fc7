"""An accumulating microbatch, forward and backward: gradients of weights added in place, beside
sums of gradients that the layers return."""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable
from typing import Any

import torch

import lowp.torch
from lowp.bench.timing import by_turns
from lowp_lab.bench.grouped.case import parse_shapes
from lowp_lab.torch.bench.measure import milliseconds
from lowp_lab.torch.measure.grouped import Experts

# What each way to add gradients up is compared with: autograd's sums, or a loop that adds .grad
# to main_grad.
_AUTOGRAD, _LOOP = "autograd", "loop"
_PEERS = {_AUTOGRAD: _AUTOGRAD, "grad": _AUTOGRAD, _LOOP: _LOOP, "main_grad": _LOOP}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--shapes",
        default="1x16384x8192x5120,16x16640x8192x5120",
        help="groups (1: a dense layer), rows, out_features and in_features, with commas",
    )
    parser.add_argument("--recipe", default="blockwise_training")
    parser.add_argument("--calls", type=int, default=8, help="calls of a figure")
    parser.add_argument("--repetitions", type=int, default=5, help="figures, taken by turns")


def _layer(shape: tuple[int, ...], recipe: str, experts: Experts) -> torch.nn.Module:
    groups, rows, n, k = shape
    kind: dict[str, Any] = {"bias": False, "device": "meta"}
    layer: torch.nn.Module
    if groups == 1:
        layer = torch.nn.Sequential(torch.nn.Linear(k, n, **kind))
        lowp.torch.convert(layer, recipe, tokens=rows)
        layer[0].weight = torch.nn.Parameter(experts.w.detach()[0].clone())
    else:
        layer = lowp.torch.GroupedLinear(groups, k, n, recipe=recipe, tokens=rows, **kind)
        layer.weight = torch.nn.Parameter(experts.w.detach().clone())
    return layer


def _microbatch(
    shape: tuple[int, ...], recipe: str, way: str, experts: Experts
) -> Callable[[], None]:
    """A call that finds a sum of gradients and adds to it."""
    layer = _layer(shape, recipe, experts)
    (weight,) = layer.parameters()
    total = torch.zeros_like(weight, dtype=torch.float32)
    if way == "main_grad":
        weight.main_grad = total  # type: ignore[attr-defined]
    if way in ("grad", "main_grad"):
        lowp.torch.accumulate(layer, way)
    ends = () if shape[0] == 1 else (experts.ends,)

    def call() -> None:
        x = experts.x.detach().requires_grad_()
        layer(x, *ends).backward(experts.g)
        if way == _LOOP:
            assert weight.grad is not None
            total.add_(weight.grad)
            weight.grad = None

    call()
    return call


def measure(shape: tuple[int, ...], arguments: argparse.Namespace) -> dict[str, Any]:
    """Milliseconds of each way, by turns, and the speed of its peer."""
    experts = Experts.draw(shape, "even", arguments.device)
    calls = {way: _microbatch(shape, arguments.recipe, way, experts) for way in _PEERS}
    times = by_turns(
        list(calls),
        arguments.repetitions,
        lambda way: milliseconds(calls[way], experts.x.device, arguments.calls),
    )
    medians = {way: statistics.median(each) for way, each in times.items()}
    return {
        way: {
            "ms": median,
            "of": _PEERS[way],
            "ratio": medians[_PEERS[way]] / median,
            "spread": (max(times[way]) - min(times[way])) / median,
        }
        for way, median in medians.items()
    }


def run(arguments: argparse.Namespace, write: Callable[[dict[str, Any]], None]) -> None:
    results: dict[str, Any] = {}
    for shape in parse_shapes(arguments.shapes):
        name = "x".join(map(str, shape))
        results[name] = measure(shape, arguments)
        for way, figures in results[name].items():
            speed = f"{figures['ratio']:.3f} of {figures['of']}"
            print(f"{name}, {way}: {figures['ms']:.3f} ms, {speed}", flush=True)
        write(results)
