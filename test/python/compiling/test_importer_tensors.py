"""Reductions, views and matmuls against torch, each group as one region."""

import pytest

torch = pytest.importorskip("torch")

from graphs import error, numbers, run_as_region  # noqa: E402
from lowp.torch.compiling.errors import Refusal  # noqa: E402
from lowp.torch.compiling.importer.shapes import terms_of  # noqa: E402
from lowp.torch.compiling.importer.views import match_groups  # noqa: E402

import sympy  # noqa: E402


def reductions(x, truths):
    return (
        x.sum(),
        x.sum(1),
        x.sum((0, 2), keepdim=True),
        x.mean(-1),
        x.mean((0, 1)),
        x.amax(2),
        x.amin((0, 1), keepdim=True),
        x.softmax(1),
        x.log_softmax(-1),
        truths.any(1),
        truths.all(0),
        truths.sum(1),
    )


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_reductions(dtype):
    inputs = numbers(3, 5, 33, dtype=dtype), torch.arange(20).view(4, 5) % 3 > 0
    tolerance = 1e-6 if dtype is torch.float32 else 3e-3
    for number, (one, other) in enumerate(
        zip(run_as_region(reductions, *inputs), reductions(*inputs))
    ):
        assert one.dtype is other.dtype and one.shape == other.shape, number
        assert error(one, other) <= tolerance, number


def moments(x, w, b):
    return (
        *torch.var_mean(x, (0, 2), correction=1, keepdim=True),
        *torch.var_mean(x, 1, correction=0),
        *torch.native_layer_norm(x, (33,), w, b, 1e-5),
        torch.native_layer_norm(x, (5, 33), None, None, 1e-5)[0],
    )


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_moments(dtype):
    inputs = numbers(3, 5, 33, dtype=dtype) + 2, numbers(33, dtype=dtype), numbers(33, dtype=dtype)
    tolerance = 2e-6 if dtype is torch.float32 else 3e-3
    for number, (one, other) in enumerate(zip(run_as_region(moments, *inputs), moments(*inputs))):
        assert one.dtype is other.dtype and one.shape == other.shape, number
        assert error(one, other) <= tolerance, number


def softmax_gradient(dy, y):
    return (torch.ops.aten._softmax_backward_data(dy, y, 1, y.dtype),)


def test_softmax_gradient():
    inputs = numbers(4, 9, dtype=torch.float32), numbers(4, 9, dtype=torch.float32).softmax(1)
    got, want = run_as_region(softmax_gradient, *inputs)[0], softmax_gradient(*inputs)[0]
    assert error(got, want) < 1e-6


def test_empty_rows_reduce_to_the_start():
    x = numbers(0, 4, dtype=torch.float32)
    total, truth = run_as_region(lambda x: (x.sum(0), (x > 0).all(0)), x)
    assert torch.equal(total, torch.zeros(4)) and bool(truth.all())


def views(x, y):
    """Each result in memory of its own."""
    parts = torch.split(x, [2, 3, 1], 1)
    return (
        x.permute(2, 0, 1).clone(),
        x.transpose(0, 1).reshape(6, 32),
        x.view(24, 8) + 1,
        x.view(2, 2, 6, 2, 4).permute(1, 3, 0, 4, 2).clone(),
        x.unsqueeze(1).expand(4, 5, 6, 8).clone(),
        x[:, 1:5:2] * 2,
        x[:, -2:].clone(),
        x[2].clone(),
        x[..., 3].clone(),
        parts[1] + parts[1],
        torch.cat([x, y, x], 1),
        torch.stack([x[0], x[1]], 1),
        torch.nn.functional.pad(x, (1, 2, -1, 0), value=3.0),
        torch.slice_scatter(x, y, 1, 2, 5),
        torch.select_scatter(x, x[0], 0, 3),
        x.tril(1),
        x.triu(-1),
        x[0, 0, 0] + y,
        x.squeeze() + x.sum((0, 1, 2)).view(1, 1),
    )


def test_views():
    inputs = numbers(4, 6, 8), numbers(4, 3, 8, seed=1)
    for number, (one, other) in enumerate(zip(run_as_region(views, *inputs), views(*inputs))):
        assert one.stride() == other.stride(), number
        assert torch.equal(one, other), number


def permuted(x):
    return x + 1, x.transpose(0, 1) * 2


def test_arguments_in_other_orders_and_with_gaps():
    for x in (numbers(6, 4).t(), numbers(4, 12)[:, ::2], numbers(6).expand(4, 6)):
        for one, other in zip(run_as_region(permuted, x), permuted(x)):
            assert torch.equal(one, other)


def matmuls(x, w, b, left, right):
    return (
        x @ w.t(),
        torch.addmm(b, x, w.t()),
        torch.bmm(left, right.transpose(1, 2)),
        torch.bmm(left.permute(1, 0, 2), left.permute(1, 2, 0)),
        torch.baddbmm(left[:, :, :5], left, right.transpose(1, 2), beta=0.5, alpha=2),
        x.t() @ x,
    )


def test_matmuls():
    inputs = (
        numbers(7, 24),
        numbers(16, 24, seed=1),
        numbers(16, seed=2),
        numbers(3, 9, 24, seed=3),
        numbers(3, 5, 24, seed=4),
    )
    for number, (one, other) in enumerate(zip(run_as_region(matmuls, *inputs), matmuls(*inputs))):
        assert one.shape == other.shape and error(one, other) < 2e-3, number


def test_groups_of_symbols():
    b, s = sympy.symbols("b s", positive=True, integer=True)
    number = sympy.Integer
    shape = (b, s, number(64))
    assert match_groups(shape, (b * s, number(64))) == [([0, 1], [0]), ([2], [1])]
    assert match_groups((b * s, number(64)), (b, s, number(4), number(16))) == [
        ([0], [0, 1]),
        ([1], [2, 3]),
    ]
    assert match_groups((number(6), number(4)), (number(4), number(6))) == [([0, 1], [0, 1])]
    assert match_groups((b, number(1)), (b,)) == [([0, 1], [0])]


def test_sizes_of_known_ones():
    b, s = sympy.symbols("b s", positive=True, integer=True)
    assert terms_of(3 * s * b + 2, [b, s]) == [(3, [b, s]), (2, [])]
    assert terms_of(4 * b * s, [b * s]) == [(4, [b * s])]
    assert terms_of(b * s * s, [b * s, s]) == [(1, [s, b * s])]
    with pytest.raises(Refusal, match="got s where b is known"):
        terms_of(s, [b])
    with pytest.raises(Refusal, match="sums of products"):
        terms_of(sympy.floor(s / 2), [s])
