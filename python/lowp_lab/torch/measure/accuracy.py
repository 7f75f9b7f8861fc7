"""How far products of fp8 with scales of blocks are from f64: f32 scales, powers of two,
and a checkpoint's f32 blocks that are quantized anew to powers of two.

Errors are those of quantized operands, relative and root mean square; products are
computed in f64. The mean over a checkpoint's layers counts.
"""

from __future__ import annotations

import argparse
import fnmatch
import statistics
from collections.abc import Iterator
from typing import Any

import torch

from lowp.torch.checkpoints.files import open_safetensors
from lowp.torch.functions import quantize
from lowp_lab.torch.bench.measure import relative_error

_F32 = "block_1x128_128x128"
# What chips whose products take scales have in place of it.
_POWERS = (
    "#lowp.matmul_recipe<lhs = <f8E4M3FN, #lowp.mx<1x128>, <mx_rceil>>, "
    "rhs = <f8E4M3FN, #lowp.mx<128x128>, <mx_rceil>>>"
)
# How the left and the right operand come to their values, in order.
_WAYS = {
    "f32": ((_F32,), (_F32,)),
    "powers of two": ((_POWERS,), (_POWERS,)),
    "requantized": ((_POWERS,), (_F32, _POWERS)),
}
# A column in so many is so much larger.
_OUTLIER_EACH, _OUTLIER_FACTOR = 64, 50
_LEAST_SIZE = 128


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rows", type=int, default=512)
    parser.add_argument("--width", type=int, default=2048, help="of the random weight")
    parser.add_argument(
        "--checkpoint", default=None, help="a .safetensors, or what torch.save made"
    )
    parser.add_argument("--layers", default="*", help="pattern of names in the checkpoint")


def _round(x: torch.Tensor, recipes: tuple[str, ...], operand: str) -> torch.Tensor:
    """The values that x has after a quantize by each recipe."""
    for recipe in recipes:
        parts = quantize(x, recipe=recipe, operand=operand)
        x = torch.ops.lowp.dequantize(*parts, recipe, operand, torch.float32)
    return x


def _errors(x: torch.Tensor, w: torch.Tensor) -> dict[str, dict[str, float]]:
    """By way, the errors of the weight and of the product."""
    y = x.double() @ w.double().t()
    result = {}
    for way, (left, right) in _WAYS.items():
        values = _round(w, right, "rhs")
        product = _round(x, left, "lhs").double() @ values.double().t()
        pairs = {"weight": (values, w), "product": (product, y)}
        result[way] = {part: relative_error([a], [b]) for part, (a, b) in pairs.items()}
    return result


def _activations(kind: str, rows: int, columns: int) -> torch.Tensor:
    x = torch.randn(rows, columns)
    if kind == "outliers":
        x[:, ::_OUTLIER_EACH] *= _OUTLIER_FACTOR
    return x


def _read(path: str, pattern: str) -> Iterator[torch.Tensor]:
    """The matrices of a checkpoint whose names fit, but for small ones."""
    if path.endswith(".safetensors"):
        with open_safetensors(path) as file:
            state = {name: file.get_tensor(name) for name in file.keys()}
    else:
        state = torch.load(path, map_location="cpu", weights_only=True)
    for name, each in state.items():
        if fnmatch.fnmatch(name, pattern) and each.dim() == 2 and each.is_floating_point():
            if min(each.shape) >= _LEAST_SIZE:
                yield each.float()


def _weights(arguments: argparse.Namespace) -> dict[str, list[torch.Tensor]]:
    width = arguments.width
    result = {"Gaussian": [torch.randn(width, width)]}
    if arguments.checkpoint:
        found = list(_read(arguments.checkpoint, arguments.layers))
        if not found:
            raise SystemExit(
                f"accuracy: expected matrices of {_LEAST_SIZE} rows and columns or more in "
                f"{arguments.checkpoint} by the names {arguments.layers!r}, got none"
            )
        result["checkpoint"] = found
    return result


def _mean(errors: list[dict[str, dict[str, float]]]) -> dict[str, dict[str, float]]:
    return {
        way: {part: statistics.mean(each[way][part] for each in errors) for part in parts}
        for way, parts in errors[0].items()
    }


def run(arguments: argparse.Namespace, write) -> None:
    torch.manual_seed(0)
    results: dict[str, Any] = {}
    for weights, matrices in _weights(arguments).items():
        for kind in ("Gaussian", "outliers"):
            found = []
            for w in matrices:
                x = _activations(kind, arguments.rows, w.shape[1])
                found.append(_errors(x.to(arguments.device), w.to(arguments.device)))
            results[f"{kind} by {weights}"] = _mean(found)
            for way, errors in results[f"{kind} by {weights}"].items():
                print(
                    f"{kind} rows, {weights} weights, {way}: "
                    f"weight {errors['weight']:.2%}, product {errors['product']:.2%}",
                    flush=True,
                )
            write(results)
