"""A GroupedLinear, forward and backward, beside torch._grouped_mm in bf16 under autograd."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, NamedTuple

import torch

import lowp.torch
from lowp.bench.contenders import Contender
from lowp.bench.contest import prepare_all, timed
from lowp.bench.timing import by_turns
from lowp_lab.bench.grouped.case import parse_shapes
from lowp_lab.bench.grouped.sizes import DISTRIBUTIONS, divide
from lowp_lab.bench.quantize.agreement import compare_norms
from lowp_lab.torch.bench.measure import milliseconds

TORCH = "torch._grouped_mm"
_BOTH, _WRITE, _COPY = "forward + backward", "write", "copy"
_WITH_WRITE = "forward + backward, with its part of the write"
# Calls of a step, for which weights are held.
_MICROBATCHES = (1, 4)
_Layer = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--shapes",
        default="4x16640x8192x5120,16x16640x8192x5120",
        help="groups, rows of all groups, out_features and in_features, with commas",
    )
    parser.add_argument(
        "--sizes", default="even", choices=tuple(DISTRIBUTIONS), help="how rows are divided"
    )
    parser.add_argument("--recipes", default="none,blockwise_training,rowwise_training,auto")
    parser.add_argument(
        "--hold", action="store_true", help="recipes once more, with weights that are held"
    )
    parser.add_argument("--save", action="store_true", help="recipes once more, with save='time'")
    parser.add_argument("--calls", type=int, default=8, help="calls of a figure")
    parser.add_argument("--repetitions", type=int, default=3, help="figures, taken by turns")


class Experts(NamedTuple):
    """x: rows x K. w: groups x N x K. g: rows x N, the gradient of the result. ends: of
    groups. All but ends are in bf16, and x and w want gradients."""

    x: torch.Tensor
    w: torch.nn.Parameter
    g: torch.Tensor
    ends: torch.Tensor

    @classmethod
    def draw(cls, shape: tuple[int, ...], sizes: str, device: str) -> Experts:
        groups, rows, n, k = shape
        generator = torch.Generator(device=device).manual_seed(0)

        def normal(*of: int) -> torch.Tensor:
            return torch.randn(*of, device=device, generator=generator)

        counts = torch.tensor(divide(sizes, groups, rows), device=device)
        return cls(
            normal(rows, k).bfloat16().requires_grad_(),
            torch.nn.Parameter((normal(groups, n, k) * k**-0.5).bfloat16()),
            normal(rows, n).bfloat16(),
            counts.cumsum(0).to(torch.int32),
        )

    @property
    def flops(self) -> float:
        """Operations of one of the three products."""
        return 2.0 * self.x.numel() * self.w.shape[1]

    @torch.no_grad()
    def expected(self) -> list[torch.Tensor]:
        """The result and both gradients in f32, expert by expert."""
        y, dx = torch.empty_like(self.g).float(), torch.empty_like(self.x).float()
        dw, begin = torch.empty_like(self.w).float(), 0
        for group, end in enumerate(self.ends.tolist()):
            x, g = self.x[begin:end].float(), self.g[begin:end].float()
            w = self.w[group].float()
            y[begin:end], dx[begin:end], dw[group] = x @ w.t(), g @ w, g.t() @ x
            begin = end
        return [y, dx, dw]


class Made(NamedTuple):
    """layer: with the weight w. optimizer: that holds it, or None, for so many microbatches of a
    step."""

    layer: _Layer
    w: torch.nn.Parameter
    held: lowp.torch.Held | None = None
    optimizer: torch.optim.Optimizer | None = None
    microbatches: int = 0


def _torch_layer(experts: Experts) -> Made:
    return Made(
        lambda x, ends: torch._grouped_mm(x, experts.w.transpose(1, 2), offs=ends), experts.w
    )


def _our_layer(recipe: str, microbatches: int = 0, save: str = "bf16") -> Callable[[Experts], Made]:
    """microbatches: calls of a step between which the weight is held; 0 where it is not."""

    def make(experts: Experts) -> Made:
        groups, n, k = experts.w.shape
        kind: dict[str, Any] = {"recipe": recipe, "save": save, "tokens": experts.x.shape[0]}
        layer = lowp.torch.GroupedLinear(groups, k, n, bias=False, device="meta", **kind)
        # Held weights are so in all layers that share them.
        if not microbatches:
            layer.weight = experts.w
            return Made(layer, layer.weight)
        layer.weight = torch.nn.Parameter(experts.w.detach().clone())
        optimizer = torch.optim.SGD(layer.parameters())
        held = lowp.torch.hold(layer, optimizer, microbatches=microbatches)
        return Made(layer, layer.weight, held, optimizer, microbatches)

    return make


def contenders(recipes: str, holds: bool, saves: bool = False) -> list[Contender]:
    """torch in bf16, and lowp with each recipe, which make of experts a layer with their weight.
    holds: with weights that are held, too. saves: with what is kept for the backward pass, too."""
    named = recipes.split(",")
    found = {TORCH: _torch_layer, **{f"lowp {recipe}": _our_layer(recipe) for recipe in named}}
    quantized = [recipe for recipe in named if recipe != "none"]
    for each in quantized if holds else ():
        for count in _MICROBATCHES:
            found[f"lowp {each} held, {count} a step"] = _our_layer(each, count)
    for each in quantized if saves else ():
        found[f"lowp {each} save=time"] = _our_layer(each, save="time")
    return [Contender(name, "", make) for name, make in found.items()]


class Ready(NamedTuple):
    """calls: by what they compute, with how many products. errors: of the result and the
    gradients of x and w. made: what is measured; the optimizer that holds lives with it."""

    calls: dict[str, tuple[Callable[[], Any], int]]
    errors: dict[str, float]
    made: Made


def _copy_of(size: int, device: torch.device) -> Callable[[], Any]:
    """A copy that reads and writes so many bytes together."""
    one, other = (torch.empty(size // 2, dtype=torch.uint8, device=device) for _ in range(2))
    return lambda: one.copy_(other)


def _one_gradient_each(made: Made, experts: Experts) -> tuple[torch.Tensor, torch.Tensor]:
    """Two results of the layer, of which x and the weight alone want a gradient: operators in
    Python compute all that the forward pass was told of."""
    made.w.requires_grad_(False)
    of_x = made.layer(experts.x, experts.ends)
    made.w.requires_grad_(True)
    return of_x, made.layer(experts.x.detach(), experts.ends)


def _prepare(contender: Contender, experts: Experts, expected: list[torch.Tensor]) -> Ready:
    made, (x, _, g, ends) = contender.bind(experts), experts
    layer, w = made.layer, made.w
    y = layer(x, ends)
    results = [y.detach(), *torch.autograd.grad(y, (x, w), g)]
    pairs = zip(("y", "dx", "dw"), results, expected)
    errors = {name: compare_norms([got], [want]).figure for name, got, want in pairs}
    of_x, of_w = _one_gradient_each(made, experts)
    calls: dict[str, tuple[Callable[[], Any], int]] = {
        "forward": (lambda: layer(x, ends), 1),
        "dx": (lambda: torch.autograd.grad(of_x, x, g, retain_graph=True), 1),
        "dw": (lambda: torch.autograd.grad(of_w, w, g, retain_graph=True), 1),
        _BOTH: (lambda: torch.autograd.grad(layer(x, ends), (x, w), g), 3),
    }
    if made.held is not None:
        calls[_WRITE] = made.held.write, 0
        calls[_COPY] = _copy_of(w.nbytes + made.held.bytes, w.device), 0
    return Ready(calls, errors, made)


def _add_step(found: dict[str, Any], base: float | None, microbatches: int) -> None:
    """Adds what a call takes with its share of the write. base: what torch takes of a call."""
    found[_WRITE]["of copy"] = found[_COPY]["median"] / found[_WRITE]["median"]
    seconds = found[_BOTH]["median"] + found[_WRITE]["median"] / microbatches
    figures = found[_WITH_WRITE] = {"median": seconds}
    figures["tflops"] = found[_BOTH]["tflops"] * found[_BOTH]["median"] / seconds
    if base is not None:
        figures[f"of {TORCH}"] = base / seconds


def measure(shape: tuple[int, ...], arguments: argparse.Namespace) -> dict[str, Any]:
    """What each contender took, by turns, and why others are skipped."""
    device = torch.device(arguments.device)
    experts = Experts.draw(shape, arguments.sizes, arguments.device)
    expected = experts.expected()
    ready, skipped = prepare_all(
        contenders(arguments.recipes, arguments.hold, arguments.save),
        lambda one: _prepare(one, experts, expected),
    )
    seconds = by_turns(
        [(name, what) for name, one in ready.items() for what in one.calls],
        arguments.repetitions,
        lambda key: milliseconds(ready[key[0]].calls[key[1]][0], device, arguments.calls) / 1e3,
    )
    found: dict[str, Any] = {"skipped": skipped}
    for name, one in ready.items():
        found[name] = {"errors": one.errors}
        for what, (_call, products) in one.calls.items():
            figures = timed(seconds[name, what], products * experts.flops)
            if (TORCH, what) in seconds:
                base = timed(seconds[TORCH, what], 1.0)["median"]
                figures[f"of {TORCH}"] = base / figures["median"]
            found[name][what] = figures
        if one.made.held is not None:
            found[name]["held bytes"] = one.made.held.bytes
            base = found[TORCH][_BOTH]["median"] if TORCH in found else None
            _add_step(found[name], base, one.made.microbatches)
    return found


def _say(shape: str, found: dict[str, Any]) -> None:
    for name, one in found.items():
        if name == "skipped":
            continue
        for what, figures in one.items():
            if isinstance(figures, dict) and what != "errors":
                times = f"{figures['median'] * 1e3:.3f} ms, {figures['tflops']:.0f} TFLOPS"
                ratio = figures.get(f"of {TORCH}")
                speed = f", {ratio:.3f} of {TORCH}" if ratio is not None else ""
                if (ratio := figures.get("of copy")) is not None:
                    speed += f", {ratio:.3f} of a copy"
                print(f"{shape}, {what}, {name}: {times}{speed}", flush=True)
        print(f"{shape}, errors, {name}: {one['errors']}", flush=True)
    for name, reason in found["skipped"].items():
        print(f"{shape}, {name}: {reason}", flush=True)


def run(arguments: argparse.Namespace, write: Callable[[dict[str, Any]], None]) -> None:
    results: dict[str, Any] = {}
    for shape in parse_shapes(arguments.shapes):
        name = "x".join(map(str, shape))
        results[name] = measure(shape, arguments)
        _say(name, results[name])
        write(results)
