"""Sizes that a program computes of those of its arguments."""

import pytest
import torch
from graphs import QUICK

from lowp.torch.compiling import programs
from lowp.torch.compiling.backend import backend
from lowp.torch.compiling.result_sizes import evaluate

WIDTH = 32


def parts(linear, x):
    count = x.shape[0]
    y = linear(x)
    pairs = linear(x[: count // 2 * 2]).view(count // 2, 2, WIDTH).sum(1)
    return torch.cat([y[: min(count, 9)], y[: count % 5], pairs]), y.chunk(3, 0)[0] * 2


def numbers(linear, x):
    """Made of sizes, beside tensors."""
    count = x.shape[0]
    y = torch.add(linear(x) * (count / 7), x, alpha=count / 4).clamp(max=count * 0.1)
    y = y.masked_fill(torch.arange(count)[:, None] > count / 2, count * 0.5 + 1)
    y = torch.addmm(y, x, linear.weight, alpha=count / 3, beta=1 / count)
    return y, torch.nn.functional.pad(y, (0, 0, 0, -count % 8)), torch.full((), 1 / count) * y


@pytest.mark.parametrize("parts", [parts, numbers])
def test_parts_of_any_length(parts):
    torch._dynamo.reset()
    programs.TABLE.clear()
    linear = torch.nn.Linear(WIDTH, WIDTH)
    options = {"rest": "eager", "recipe": None, "strict": True, "compile": QUICK}
    called = torch.compile(parts, backend=backend, options=options, dynamic=True)
    with torch.no_grad():
        for count in (12, 13, 31):
            x = torch.randn(count, WIDTH)
            for got, want in zip(called(linear, x), parts(linear, x)):
                assert got.shape == want.shape
                assert torch.allclose(got, want, atol=1e-5)
    assert len(programs.TABLE) == 1


@pytest.mark.parametrize(
    "size, want",
    [
        (7, 7),
        ([[1, [["floordiv", [[1, [0]]], 3]]], [2, [1]]], 12 // 3 + 2 * 5),
        ([[-1, [["mod", [[1, [0]]], [[1, [1]]]], 1]]], -(12 % 5) * 5),
        ([[1, [["max", 3, [[1, [["min", 9, [[1, [1]]]]]]], 4]]]], 5),
    ],
)
def test_evaluate(size, want):
    assert evaluate(size, [12, 5]) == want
