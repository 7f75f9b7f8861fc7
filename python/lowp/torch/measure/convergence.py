"""Trains a decoder on Python files, in bf16 or with a recipe, and writes the curve.

Weights are f32, matmuls bf16 under autocast or quantized; the head and the embedding
are not quantized. Run it per recipe and seed; --compare-at says at which steps the
gradient is compared with that of bf16 at the same weights and batch.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from typing import Any

import torch

import lowp.torch
from lowp.torch.measure.corpus import Corpus
from lowp.torch.measure.decoder import Decoder, Sizes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--recipe", default="bf16", help="bf16, a family, or auto")
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="of weights and batches")
    parser.add_argument("--width", type=int, default=2048)
    parser.add_argument("--hidden", type=int, default=5632)
    parser.add_argument("--heads", type=int, default=16)
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--rows", type=int, default=32)
    parser.add_argument("--length", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=6e-4)
    parser.add_argument("--warmup", type=int, default=50)
    parser.add_argument("--compare-at", default="1,100,1000")
    parser.add_argument("--tests", type=int, default=8, help="held-out batches")
    parser.add_argument("--folders", nargs="*", default=None, help="of Python files")
    parser.add_argument("--part", default=None, help="what auto thinks of; default: the GPU")


def _rate(step: int, arguments: argparse.Namespace) -> float:
    """Linear warm-up, then a cosine down to a tenth."""
    if step < arguments.warmup:
        return (step + 1) / arguments.warmup
    rest = (step - arguments.warmup) / max(1, arguments.steps - arguments.warmup)
    return 0.55 + 0.45 * math.cos(math.pi * rest)


class Run:
    """One model and its optimizer."""

    def __init__(self, arguments: argparse.Namespace, corpus: Corpus) -> None:
        self.arguments, self.corpus = arguments, corpus
        torch.manual_seed(arguments.seed)
        self.model = Decoder(
            Sizes(
                arguments.width, arguments.hidden, arguments.heads, arguments.heads,
                arguments.layers,
            )
        ).to(arguments.device)
        self.convert()
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(), lr=arguments.rate, betas=(0.9, 0.95),
            weight_decay=0.1, fused=True,
        )

    def convert(self) -> None:
        if self.arguments.recipe != "bf16":
            tokens = self.arguments.rows * self.arguments.length
            lowp.torch.convert(
                self.model, self.arguments.recipe, allow="layers.*", tokens=tokens,
                part=self.arguments.part,
            )

    def loss(self, tokens: torch.Tensor) -> torch.Tensor:
        device = self.arguments.device
        with torch.autocast(device, dtype=torch.bfloat16):
            return self.model(tokens.to(device))

    def batch(self, step: int) -> torch.Tensor:
        arguments = self.arguments
        return self.corpus.batch(step, arguments.rows, arguments.length, arguments.seed)

    def gradient(self, step: int) -> torch.Tensor:
        self.optimizer.zero_grad()
        self.loss(self.batch(step)).backward()
        parts = [p.grad.flatten() for p in self.model.parameters() if p.grad is not None]
        self.optimizer.zero_grad()
        return torch.cat(parts)

    def cosine(self, step: int) -> float:
        """Of the gradient and that of bf16, at these weights."""
        quantized = self.gradient(step)
        lowp.torch.restore(self.model)
        plain = self.gradient(step)
        self.convert()
        return torch.cosine_similarity(quantized, plain, 0).item()

    def train(self, step: int) -> tuple[float, float]:
        """The loss and the norm of the gradient."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.arguments.rate * _rate(step, self.arguments)
        loss = self.loss(self.batch(step))
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad()
        return loss.item(), norm.item()

    @torch.no_grad()
    def test(self) -> float:
        arguments = self.arguments
        batches = self.corpus.test_batches(
            arguments.tests, arguments.rows, arguments.length
        )
        return sum(self.loss(each).item() for each in batches) / arguments.tests


def run(arguments: argparse.Namespace, write: Callable[[dict[str, Any]], None]) -> None:
    corpus = Corpus(arguments.folders)
    one = Run(arguments, corpus)
    compared = {int(word) for word in arguments.compare_at.split(",") if word}
    results: dict[str, Any] = {
        "corpus": {"sha256": corpus.sha256, "train": len(corpus.train)},
        "parameters": sum(each.numel() for each in one.model.parameters()),
        "layers": lowp.torch.report(one.model).json,
        "losses": [],
        "norms": [],
        "cosines": {},
    }
    start = time.monotonic()
    for step in range(arguments.steps):
        if arguments.recipe != "bf16" and step + 1 in compared:
            results["cosines"][step + 1] = one.cosine(step)
            print(f"step {step + 1}: cosine {results['cosines'][step + 1]:.5f}", flush=True)
        loss, norm = one.train(step)
        results["losses"].append(loss)
        results["norms"].append(norm)
        if (step + 1) % 50 == 0 or step + 1 == arguments.steps:
            results["seconds"] = time.monotonic() - start
            print(f"step {step + 1}: loss {loss:.4f}, norm {norm:.3f}", flush=True)
            write(results)
    results["held_out"] = one.test()
    print(f"held out: {results['held_out']:.4f}")
    write(results)
