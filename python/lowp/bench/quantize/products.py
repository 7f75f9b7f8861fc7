"""The cases of `--set bf16` and `--set batched`: matmuls without scales."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lowp.bench.quantize.agreement import Agreement, compare_norms
from lowp.bench.quantize.case import Case
from lowp.bench.shapes import Shape, load_shapes

# Heads (of one or several sequences), tokens and the size of a head.
_ATTENTION = [
    (heads, tokens, size)
    for heads in (32, 128)
    for tokens in (2048, 4096)
    for size in (64, 128)
]
# Both sides round to bf16, which is 0.2 % of an element at most.
_MOST_ERROR = 0.01


def compare_products(got: Sequence[Any], want: Sequence[Any]) -> Agreement:
    """|got - want| / |want| of what was rounded once."""
    figure = compare_norms(got, want).figure
    return Agreement(figure, figure <= _MOST_ERROR)


def _tensor(sizes: Sequence[int], element: str = "bf16") -> str:
    return f"tensor<{'x'.join(map(str, sizes))}x{element}>"


def _turn(sizes: Sequence[int]) -> str:
    """The op that exchanges the last two dimensions of %b, as front ends write it."""
    turned = [*sizes[:-2], sizes[-1], sizes[-2]]
    order = [*range(len(sizes) - 2), len(sizes) - 1, len(sizes) - 2]
    return (
        f"  %e = tensor.empty() : {_tensor(turned)}\n"
        f"  %t = linalg.transpose ins(%b : {_tensor(sizes)})"
        f" outs(%e : {_tensor(turned)}) permutation = {order}\n"
    )


def _text(lhs: Sequence[int], rhs: Sequence[int], turned: bool) -> str:
    """lhs . rhs, or lhs . rhs^T, added up in f32 and rounded to bf16."""
    factor = [*rhs[:-2], rhs[-1], rhs[-2]] if turned else rhs
    sums = _tensor([*lhs[:-1], factor[-1]], "f32")
    result = _tensor([*lhs[:-1], factor[-1]])
    name = "linalg.batch_matmul" if len(lhs) == 3 else "linalg.matmul"
    return (
        f"func.func @run(%a: {_tensor(lhs)}, %b: {_tensor(rhs)}) -> {result} {{\n"
        + (_turn(rhs) if turned else "")
        + f"  %zero = arith.constant 0.0 : f32\n"
        f"  %s = tensor.empty() : {sums}\n"
        f"  %init = linalg.fill ins(%zero : f32) outs(%s : {sums}) -> {sums}\n"
        f"  %y = {name} ins(%a, {'%t' if turned else '%b'} : {_tensor(lhs)}, "
        f"{_tensor(factor)}) outs(%init : {sums}) -> {sums}\n"
        f"  %r = arith.truncf %y : {sums} to {result}\n"
        f"  return %r : {result}\n}}\n"
    )


def _linear(shape: Shape) -> Case:
    m, n, k = shape
    return Case(
        "linear",
        (m, n, k),
        _text((m, k), (n, k), turned=True),
        ((m, k), (n, k)),
        lambda x, weights: (x @ weights.t(),),
        2.0 * m * n * k,
        compare_products,
    )


def _scores(heads: int, tokens: int, size: int) -> Case:
    """Queries by keys."""
    sizes = (heads, tokens, size)
    return Case(
        "scores",
        sizes,
        _text(sizes, sizes, turned=True),
        (sizes, sizes),
        lambda q, k: (q @ k.transpose(-1, -2),),
        2.0 * heads * tokens * tokens * size,
        compare_products,
    )


def _values(heads: int, tokens: int, size: int) -> Case:
    """Probabilities by values."""
    inputs = ((heads, tokens, tokens), (heads, tokens, size))
    return Case(
        "values",
        (heads, tokens, size),
        _text(*inputs, turned=False),
        inputs,
        lambda p, v: (p @ v,),
        2.0 * heads * tokens * tokens * size,
        compare_products,
    )


def linear_cases() -> list[Case]:
    """Those of `--set bf16`: the shapes of the set dense."""
    return [_linear(shape) for shape in load_shapes(["dense"])]


def batched_cases() -> list[Case]:
    """Those of `--set batched`: both products of attention."""
    return [make(*sizes) for make in (_scores, _values) for sizes in _ATTENTION]
