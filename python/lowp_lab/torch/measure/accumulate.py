"""An accumulating microbatch, forward and backward: gradients of weights added in place, beside
sums that autograd makes of gradients that it is given."""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable
from typing import Any

import torch

import lowp.torch
from lowp_lab.bench.grouped.case import parse_shapes
from lowp_lab.torch.bench.measure import milliseconds
from lowp_lab.torch.measure.grouped import Experts

# Where sums are. "" leaves them to autograd.
_PLACES = ("", "grad", "main_grad")


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
    shape: tuple[int, ...], recipe: str, place: str, experts: Experts
) -> Callable[[], None]:
    """A call that finds a sum of gradients and adds to it."""
    layer = _layer(shape, recipe, experts)
    (weight,) = layer.parameters()
    if place == "main_grad":
        weight.main_grad = torch.zeros_like(weight, dtype=torch.float32)  # type: ignore[attr-defined]
    if place:
        lowp.torch.accumulate(layer, place)
    ends = () if shape[0] == 1 else (experts.ends,)

    def call() -> None:
        x = experts.x.detach().requires_grad_()
        layer(x, *ends).backward(experts.g)

    call()
    return call


def measure(shape: tuple[int, ...], arguments: argparse.Namespace) -> dict[str, Any]:
    """Milliseconds by place, by turns, and the speed of autograd's sums."""
    experts = Experts.draw(shape, "even", arguments.device)
    calls = {place: _microbatch(shape, arguments.recipe, place, experts) for place in _PLACES}
    times: dict[str, list[float]] = {place: [] for place in _PLACES}
    for _ in range(arguments.repetitions):
        for place, call in calls.items():
            times[place].append(milliseconds(call, experts.x.device, arguments.calls))
    medians = {place: statistics.median(each) for place, each in times.items()}
    return {
        place or "autograd": {
            "ms": median,
            "of autograd": medians[""] / median,
            "spread": (max(times[place]) - min(times[place])) / median,
        }
        for place, median in medians.items()
    }


def run(arguments: argparse.Namespace, write: Callable[[dict[str, Any]], None]) -> None:
    results: dict[str, Any] = {}
    for shape in parse_shapes(arguments.shapes):
        name = "x".join(map(str, shape))
        results[name] = measure(shape, arguments)
        for place, figures in results[name].items():
            print(f"{name}, {place}: {figures['ms']:.3f} ms, {figures['of autograd']:.3f}")
        write(results)
