"""A layer, forward and backward, without torch.compile but for its contender."""

from __future__ import annotations

import argparse
import copy
from collections.abc import Callable
from typing import Any

import torch

import lowp.torch
from lowp_lab.torch.bench.contenders import torchao_training
from lowp_lab.torch.bench.measure import milliseconds, peak_bytes
from lowp_lab.torch.measure.decoder import Layer, Sizes, add_sizes, sizes_of, turns_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_sizes(parser, Sizes(), "width", "hidden", "heads", "groups")
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--length", type=int, default=2048)
    parser.add_argument("--calls", type=int, default=20)
    parser.add_argument(
        "--recipes", default="blockwise_training,rowwise_training,rowwise_with_gw_hp,auto"
    )
    parser.add_argument("--only", default="", help="contenders with one of these, with commas")
    parser.add_argument("--part", default=None, help="what auto thinks of; default: the GPU")


def _step(layer, x, turns, g) -> Callable[[], None]:
    def step() -> None:
        x.grad = None
        for parameter in layer.parameters():
            parameter.grad = None
        layer(x, turns).backward(g)

    return step


def contenders(arguments: argparse.Namespace, tokens: int) -> dict[str, Callable]:
    """By name: what makes the layer that is measured of one of torch."""
    found: dict[str, Callable] = {
        "torch eager bf16": lambda layer: layer,
        "torch.compile bf16": torch.compile,
        "torchao eager rowwise": torchao_training("rowwise"),
    }
    for recipe in arguments.recipes.split(","):
        found[f"lowp eager {recipe}"] = lambda layer, recipe=recipe: lowp.torch.convert(
            layer, recipe, tokens=tokens, part=arguments.part
        )
    words = arguments.only.split(",")
    return {name: make for name, make in found.items() if any(w in name for w in words)}


def run(arguments: argparse.Namespace, write: Callable[[dict[str, Any]], None]) -> None:
    device = torch.device(arguments.device)
    sizes = sizes_of(arguments)
    torch.manual_seed(0)
    plain = Layer(sizes).to(device, torch.bfloat16)
    shape = arguments.batch, arguments.length, sizes.width
    x = torch.randn(shape, device=device, dtype=torch.bfloat16, requires_grad=True)
    g = torch.randn_like(x)
    turns = turns_of(arguments.length, sizes.width // sizes.heads, device)
    results: dict[str, Any] = {}
    for name, make in contenders(arguments, shape[0] * shape[1]).items():
        try:
            layer = make(copy.deepcopy(plain))
            step = _step(layer, x, turns, g)
            found: dict[str, Any] = {"ms": milliseconds(step, device, arguments.calls)}
            if device.type == "cuda":
                found["peak_bytes"] = peak_bytes(step, device)
            if name.startswith("lowp"):
                found["layers"] = lowp.torch.report(layer).json
        except Exception as error:  # A peer that is missing or refuses.
            found = {"error": f"{type(error).__name__}: {str(error)[:500]}"}
        for base in ("torch eager bf16", "torch.compile bf16"):
            if "ms" in found and "ms" in results.get(base, {}):
                found[f"of {base}"] = results[base]["ms"] / found["ms"]
        results[name] = found
        shown = {key: value for key, value in found.items() if key != "layers"}
        print(f"{name}: {shown}", flush=True)
        write(results)
