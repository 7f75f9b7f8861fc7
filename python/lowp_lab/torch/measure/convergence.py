"""Trains decoders on Python files, in bf16 and with recipes, and writes their curves.

Weights are f32, matmuls bf16 under autocast or quantized; the head and the embedding
are not quantized. All decoders make a step by turns, those of one seed on the same
bytes. At the steps of --compare-at the gradient of a quantized decoder is compared
with that of bf16 at the same weights and bytes.

With --compiled torch.compile computes them: bf16 by inductor, a recipe by backend "lowp".
"""

from __future__ import annotations

import argparse
import csv
import dataclasses
import math
import statistics
import time
from collections.abc import Callable
from typing import Any

import torch

import lowp.torch
from lowp.torch.compiling.backend import backend
from lowp_lab.torch.measure.corpus import Corpus
from lowp_lab.torch.measure.decoder import Decoder, Sizes, add_sizes, sizes_of

# The layers that are quantized.
_QUANTIZED = "layers.*"
# What compiles bf16, and what does what lowp leaves.
_INDUCTOR = "inductor"
_REST: dict[str, Any] = {}
# Steps whose time is not counted when the others are foretold, and those that are.
_FIRST_STEPS, _TIMED_STEPS = 3, 7


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--recipes",
        default="bf16,bf16@1,blockwise_training,rowwise_training,auto",
        help="bf16, a family or auto, each with @ and the seed of weights and bytes (0)",
    )
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument(
        "--seconds", type=float, default=None, help="less steps where these do not fit"
    )
    add_sizes(parser, Sizes(2048, 5632, 16, layers=4), "width", "hidden", "heads", "layers")
    parser.add_argument(
        "--experts", type=int, default=0, help="networks of a layer, with --compiled"
    )
    parser.add_argument("--compiled", action="store_true", help="by torch.compile")
    parser.add_argument("--rows", type=int, default=32)
    parser.add_argument("--length", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=6e-4)
    parser.add_argument("--warmup", type=int, default=50)
    parser.add_argument("--compare-at", default="1,100,1000", help="the last step, too")
    parser.add_argument("--tests", type=int, default=16, help="held-out batches")
    parser.add_argument("--folders", nargs="*", default=None, help="of Python files")
    parser.add_argument("--part", default=None, help="what auto thinks of; default: the GPU")
    parser.add_argument("--csv", default=None, help="file for the losses of all steps")


def _rate(step: int, steps: int, warmup: int) -> float:
    """Linear warm-up, then a cosine down to a tenth."""
    if step < warmup:
        return (step + 1) / warmup
    rest = (step - warmup) / max(1, steps - warmup)
    return 0.55 + 0.45 * math.cos(math.pi * rest)


class Run:
    """One model and its optimizer. name: a recipe, and @ a seed. called: the model, or what
    torch.compile makes of it."""

    def __init__(self, name: str, arguments: argparse.Namespace, corpus: Corpus) -> None:
        self.arguments, self.corpus = arguments, corpus
        self.recipe, _, seed = name.partition("@")
        self.seed = int(seed or 0)
        torch.manual_seed(self.seed)
        sizes = dataclasses.replace(sizes_of(arguments), groups=arguments.heads)
        self.model = Decoder(sizes).to(arguments.device)
        self.called: Any = self.compiled() if arguments.compiled else self.model
        self.convert()
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(),
            lr=arguments.rate,
            betas=(0.9, 0.95),
            weight_decay=0.1,
            fused=True,
        )
        self.losses: list[float] = []
        self.norms: list[float] = []
        self.cosines: dict[int, float] = {}
        self.seconds: list[float] = []

    def compiled(self) -> Any:
        if self.recipe == "bf16":
            return torch.compile(self.model, backend=_INDUCTOR)
        part = {"part": self.arguments.part} if self.arguments.part else {}
        options = {"recipe": self.recipe, "allow": _QUANTIZED, "compile": part, **_REST}
        return torch.compile(self.model, backend=backend, options=options)

    def convert(self) -> None:
        if self.recipe != "bf16" and not self.arguments.compiled:
            tokens = self.arguments.rows * self.arguments.length
            lowp.torch.convert(
                self.model,
                self.recipe,
                allow=_QUANTIZED,
                tokens=tokens,
                part=self.arguments.part,
            )

    def loss(self, tokens: torch.Tensor, model: Any = None) -> torch.Tensor:
        """model: instead of the one that is trained."""
        device = self.arguments.device
        with torch.autocast(device, dtype=torch.bfloat16):
            return (model or self.called)(tokens.to(device))

    def batch(self, step: int) -> torch.Tensor:
        arguments = self.arguments
        return self.corpus.batch(step, arguments.rows, arguments.length, self.seed)

    def gradient(self, step: int, model: Any = None) -> torch.Tensor:
        self.optimizer.zero_grad()
        self.loss(self.batch(step), model).backward()
        parts = [p.grad.flatten() for p in self.model.parameters() if p.grad is not None]
        self.optimizer.zero_grad()
        return torch.cat(parts)

    def compare(self, step: int) -> None:
        """The gradient with that of bf16 in eager mode, at these weights; inductor's bf16 says
        what roundings alone make of it."""
        if self.recipe == "bf16" and not self.arguments.compiled:
            return
        quantized = self.gradient(step)
        if not self.arguments.compiled:
            lowp.torch.restore(self.model)
        plain = self.gradient(step, self.model)
        self.convert()
        self.cosines[step + 1] = torch.cosine_similarity(quantized, plain, 0).item()

    def train(self, step: int, steps: int) -> None:
        start = time.monotonic()
        for group in self.optimizer.param_groups:
            rate = _rate(step, steps, self.arguments.warmup)
            group["lr"] = self.arguments.rate * rate
        loss = self.loss(self.batch(step))
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad()
        self.losses.append(loss.item())
        self.norms.append(norm.item())
        self.seconds.append(time.monotonic() - start)

    @torch.no_grad()
    def test(self) -> float:
        arguments = self.arguments
        batches = self.corpus.test_batches(arguments.tests, arguments.rows, arguments.length)
        return sum(self.loss(each).item() for each in batches) / arguments.tests

    def results(self) -> dict[str, Any]:
        """tokens_per_s: by the median of the steps, of which the first ones compile."""
        tokens = self.arguments.rows * self.arguments.length
        return {
            "losses": self.losses,
            "norms": self.norms,
            "cosines": self.cosines,
            "seconds": sum(self.seconds),
            "tokens_per_s": tokens / statistics.median(self.seconds),
            "layers": None if self.arguments.compiled else lowp.torch.report(self.model).json,
        }


def _foretell(runs: list[Run], arguments: argparse.Namespace, start: float) -> int:
    """How many steps fit into the seconds: from those of some steps of models that are
    thrown away."""
    if arguments.seconds is None:
        return arguments.steps
    for step in range(_FIRST_STEPS + _TIMED_STEPS):
        if step == _FIRST_STEPS:
            begin = time.monotonic()
        for run in runs:
            run.train(step, arguments.steps)
    pace = (time.monotonic() - begin) / _TIMED_STEPS
    # A test batch takes a third of a step; comparisons take two steps each.
    extra = arguments.tests / 3 + 8
    left = arguments.seconds - (time.monotonic() - start)
    return max(1, min(arguments.steps, int(left / pace - extra)))


def _write_csv(path: str | None, runs: dict[str, Run]) -> None:
    if not path:
        return
    with open(path, "w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["step", *runs])
        losses = zip(*(run.losses for run in runs.values()))
        rows.writerows([n, *map("{:.4f}".format, row)] for n, row in enumerate(losses, 1))


def run(arguments: argparse.Namespace, write: Callable[[dict[str, Any]], None]) -> None:
    if arguments.experts and not arguments.compiled:
        raise SystemExit("expected --experts with --compiled, which knows matmuls of experts")
    # One graph for each run, in each of the modes of gradients.
    torch._dynamo.config.recompile_limit = 64
    start = time.monotonic()
    corpus = Corpus(arguments.folders)
    names = arguments.recipes.split(",")

    def make() -> dict[str, Run]:
        return {name: Run(name, arguments, corpus) for name in names}

    steps = _foretell(list(make().values()), arguments, start)
    runs = make()
    model = runs[names[0]].model
    results: dict[str, Any] = {
        "corpus": {"sha256": corpus.sha256, "train": len(corpus.train)},
        "parameters": sum(each.numel() for each in model.parameters()),
        "steps": steps,
        "runs": {},
    }
    compared = {int(word) for word in arguments.compare_at.split(",") if word} | {steps}
    for step in range(steps):
        for each in runs.values():
            if step + 1 in compared:
                each.compare(step)
            each.train(step, steps)
        if (step + 1) % 50 == 0 or step + 1 == steps:
            shown = ", ".join(f"{name} {each.losses[-1]:.4f}" for name, each in runs.items())
            print(f"step {step + 1} of {steps}: {shown}", flush=True)
            results["runs"] = {name: each.results() for name, each in runs.items()}
            _write_csv(arguments.csv, runs)
            write(results)
    for name, each in runs.items():
        held_out = results["runs"][name]["held_out"] = each.test()
        print(f"{name}: held out {held_out:.4f}, cosines {each.cosines}", flush=True)
    write(results)
