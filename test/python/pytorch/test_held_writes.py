"""The write of held weights: few calls for all of them."""

import pytest
from torch_fixtures import prepares, seeded, torch  # noqa: F401

import lowp.torch
from lowp.torch import held_clusters, programs

RECIPE = "blockwise_training"


class Layers(torch.nn.Module):
    """Layers of given sizes, N x K, by themselves."""

    def __init__(self, sizes):
        super().__init__()
        make = [torch.nn.Linear(k, n, bias=False, dtype=torch.bfloat16) for n, k in sizes]
        self.layers = torch.nn.ModuleList(make)

    def forward(self, seed):
        torch.manual_seed(seed)
        total = 0
        for layer in self.layers:
            x = torch.randn(4, layer.in_features, dtype=torch.bfloat16, requires_grad=True)
            total = total + layer(x).float().square().sum()
        return total


def make(sizes, recipe=RECIPE):
    torch.manual_seed(1)
    return lowp.torch.convert(Layers(sizes), recipe)


def train(model, optimizers, steps=3, holds=True):
    held = lowp.torch.hold(model, optimizers, debug=True) if holds else None
    losses = []
    for seed in range(steps):
        loss = model(seed)
        loss.backward()
        losses.append(loss.detach())
        for each in optimizers:
            each.step()
            each.zero_grad()
    if held is not None:
        held.release()
    return [*losses, *model.parameters()]


def sgd(*parameters):
    return torch.optim.SGD(parameters, lr=1e-2)


def check(sizes, parts=1, recipe=RECIPE):
    """Trains with as many optimizers, each of some of the weights, as without `hold`."""
    found = []
    for holds in (False, True):
        model = make(sizes, recipe)
        weights = list(model.parameters())
        optimizers = [sgd(*weights[part::parts]) for part in range(parts)]
        found.append(train(model, optimizers, holds=holds))
    assert all(map(torch.equal, *found))


def test_weights_of_several_sizes_and_functions_are_one_call(prepares, writes):
    sizes = [(128, 256), (256, 128), (128, 256), (384, 128)]
    check(sizes)
    assert writes == [4] * 3 and len(prepares) == 2 * 4


def test_each_optimizer_writes_its_own(writes):
    check([(128, 128)] * 3, parts=2)
    assert writes == [2, 1] * 3


@pytest.mark.sample(2)
@pytest.mark.parametrize("recipe", ["rowwise_training", "mxfp8_training"])
def test_other_recipes(recipe, writes):
    check([(128, 128), (128, 256)], recipe=recipe)
    assert writes == [2] * 3


def test_many_layers_are_calls_of_one_program(writes, monkeypatch):
    texts, original = [], programs.several
    monkeypatch.setattr(held_clusters, "_MOST_WEIGHTS", 4)
    monkeypatch.setattr(programs, "several", lambda *of: texts.append(of[0]) or original(*of))
    check([(128, 128)] * 6 + [(128, 256)] * 2)
    assert writes == [3, 3, 2] * 3
    assert len(texts) == 3 and texts[0] == texts[1] != texts[2]


def clusters(*counts):
    """Clusters of one weight each, of as many kinds."""
    result = []
    for kind, count in enumerate(counts):
        for index in range(count):
            weight = held_clusters.Weight(index, torch.Size([8, 8]), torch.bfloat16, None)
            part = held_clusters.Part(f"part{kind}", "", (), (), (0,))
            result.append(held_clusters.Cluster())
            result[-1].weights = {weight: held_clusters.Source(index, 0)}
            result[-1].writes = [held_clusters.Write(part, (weight,), [])]
    return result


@pytest.mark.parametrize(
    "counts, sizes",
    [((28,), [28]), ((8, 8, 8, 4), [28]), ((33,), [16, 17]), ((64, 3, 5), [32, 32, 8])],
)
def test_weights_of_one_program(counts, sizes):
    assert [len(each) for each in held_clusters.divide(clusters(*counts))] == sizes


def test_weights_that_programs_read_copied(writes):
    """One that has gaps is copied for each order."""
    sizes = [(128, 128)] * 3
    found = []
    for holds in (False, True):
        model = make(sizes)
        for layer in model.layers:
            layer.weight.data = layer.weight.data.mT.contiguous().mT
        found.append(train(model, [sgd(*model.parameters())], holds=holds))
    assert all(map(torch.equal, *found)) and writes == [6] * 3


def test_only_what_has_moved_is_written_elsewhere(prepares, writes):
    model = make([(128, 128)] * 2)
    with torch.no_grad(), lowp.torch.held(model) as held:
        model(1)
        held.write()
        model.layers[0].weight.data = model.layers[0].weight.data.clone()
        held.write()
        assert writes == [2, 1] and len(prepares) == 2
        model(1)
        held.write()
    assert writes == [2, 1, 2] and len(prepares) == 3
