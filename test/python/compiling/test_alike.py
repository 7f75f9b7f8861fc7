"""What ranks compare of their graphs."""

import pytest

torch = pytest.importorskip("torch")

from torch.utils.checkpoint import checkpoint  # noqa: E402

import lowp.torch  # noqa: E402
from lowp.torch.compiling.alike import conflict, recipes_of  # noqa: E402

A, B = "rowwise_training", "mxfp8_training"


@pytest.mark.parametrize(
    "one, other, words",
    [
        ({"x": {A}}, {"x": {A}}, None),
        ({"x": {A}}, {"x": {B}}, (A, B, "its rank 1, x")),
        ({"x": {A}, "y": {B}}, {"y": {A}}, (B, A, "y")),
        # A break of the graph, of one rank.
        ({"x": {A}}, {"x": {A, B}, "y": {B}}, None),
        ({"x": {A}}, {"y": {B}}, None),
    ],
)
def test_conflict(one, other, words):
    found = conflict([one, other])
    assert found is None if words is None else all(word in found for word in words)


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.up, self.down = (torch.nn.Linear(64, 64, bias=False) for _ in range(2))

    def forward(self, x):
        return self.down(checkpoint(self.up, x, use_reentrant=False))


def test_recipes_of_layers_in_checkpoints():
    seen = []

    def look(module, _inputs):
        seen.append(recipes_of(module))
        return module.forward

    model = lowp.torch.convert(Model().bfloat16(), A, allow="up")
    torch.compile(model, backend=look)(torch.ones(4, 64).bfloat16())
    assert seen == [{"of layer 'up'": {A}, "of layer 'down'": {"none"}}]
