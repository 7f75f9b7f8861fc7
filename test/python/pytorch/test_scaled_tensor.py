"""Quantized values as one tensor: what reads it and what may not write to it."""

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
