"""Quantized values as one tensor: what reads it and what may not write to it."""

import pickle

import lowp
import pytest
from torch_fixtures import seeded, torch  # noqa: F401

import lowp.torch
from lowp.torch.scaled_tensor import Scaled

M, K, N = 8, 256, 64


def make(recipe="rowwise_training"):
    x = torch.randn(M, K).bfloat16()
    return Scaled(*lowp.torch.quantize(x, recipe=recipe), recipe), x


WRITES = {
    "aten::mul_": lambda rows, x: rows.mul_(2),
    "aten::copy_": lambda rows, x: rows.copy_(x),
    "aten::index_add_": lambda rows, x: rows.index_add_(0, torch.tensor([0]), x[:1]),
    "aten::add": lambda rows, x: torch.add(x, x, out=rows),
    "an assignment": lambda rows, x: rows.__setitem__(0, 0),
}


@pytest.mark.parametrize("name", WRITES)
def test_writes_are_refused(name):
    """They would be of a copy of the values."""
    rows, x = make()
    before = rows.values().clone()
    with pytest.raises(lowp.LaunchError, match=f"{name}.* can be written, got Scaled.8x256"):
        WRITES[name](rows, x)
    assert torch.equal(rows.values(), before)


def test_writes_that_read_it():
    rows, x = make()
    assert torch.equal(x.clone().add_(rows), x + rows.values())
    assert torch.equal(torch.zeros_like(x).copy_(rows), rows.values())


@pytest.mark.parametrize(
    "name, family", [("rowwise", "rowwise_training"), ("blockwise", "blockwise_training")]
)
def test_names_of_one_recipe(name, family):
    """torchao's name of a family and lowp's are one recipe."""
    (rows, x), ends = make(family), torch.tensor([3, 7], dtype=torch.int32)
    layer = lowp.torch.GroupedLinear(2, K, N, recipe=name, dtype=torch.bfloat16)
    assert torch.equal(layer(rows, ends), layer(x, ends))
    assert torch.equal(
        lowp.torch.linear(rows, layer.weight[0], recipe=name),
        lowp.torch.linear(x, layer.weight[0], recipe=name),
    )


@pytest.mark.parametrize("recipe", ["none", "auto", "auto part=h200", "mxfp8_training"])
def test_other_recipes_are_refused(recipe):
    (rows, _), ends = make(), torch.tensor([3, 7], dtype=torch.int32)
    layer = lowp.torch.GroupedLinear(2, K, N, recipe=recipe, dtype=torch.bfloat16)
    with pytest.raises(lowp.LaunchError, match=f"grouped_linear: .* its recipe '{recipe}.*', got"):
        layer(rows, ends)


class Narrow(torch.autograd.Function):
    """Rows as they are; their gradient comes as data and scales."""

    @staticmethod
    def forward(_ctx, rows):
        return rows.clone()

    @staticmethod
    def backward(_ctx, g):
        return Scaled(*lowp.torch.quantize(g, recipe="rowwise_training"), "rowwise_training")


def test_gradients_of_graphs_are_widened():
    """A graph that was traced with a plain gradient reads the values."""
    g, x = torch.randn(M, K).bfloat16(), torch.randn(M, K).bfloat16().requires_grad_()
    double = torch.compile(lambda rows: rows * 2, backend="aot_eager")
    Narrow.apply(double(x)).backward(g)
    rows = Scaled(*lowp.torch.quantize(g, recipe="rowwise_training"), "rowwise_training")
    assert torch.equal(x.grad, 2 * rows.values())
    x.grad = None
    double(x).backward(g)
    assert torch.equal(x.grad, 2 * g)


def test_results_of_graphs():
    """A Scaled that needs a gradient is refused: layers would give a plain one."""
    rows, x = make()
    split = torch.compile(lambda rows: rows.view(2, M // 2, K), backend="aot_eager")
    assert torch.equal(split(rows).values(), rows.values().view(2, M // 2, K))
    expected = "results that need a gradient to be plain, got Scaled.2x4x256.*return its values"
    with pytest.raises(Exception, match=expected) as raised:
        split(rows.detach().requires_grad_())
    assert isinstance(raised.value.inner_exception, lowp.LaunchError)
    # Within a graph it is as ever.
    leaf = rows.detach().requires_grad_()
    wide = torch.compile(lambda rows: rows.view(2, M // 2, K) * 2, backend="aot_eager")
    wide(leaf).backward(x.view(2, M // 2, K))
    assert torch.equal(leaf.grad, 2 * x)


@pytest.mark.parametrize("recipe", ["rowwise_training", "mxfp8_training"])
def test_pickle(recipe, tmp_path):
    rows, _ = make(recipe)
    rows = rows.requires_grad_()
    rows.note = "kept"
    torch.save(rows, tmp_path / "rows")
    for again in (pickle.loads(pickle.dumps(rows)), torch.load(tmp_path / "rows")):
        assert isinstance(again, Scaled) and again.requires_grad and again.note == "kept"
        assert repr(again) == repr(rows)
        for name in ("quantized", "scales"):
            a, b = (getattr(each, name) for each in (again, rows))
            assert a.dtype == b.dtype and torch.equal(*(e.view(torch.uint8) for e in (a, b)))
