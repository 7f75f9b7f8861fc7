"""Weights that are held: layers compute what they compute otherwise, and quantize once."""

import copy
import gc
import os
import re
import warnings

import pytest
from torch_fixtures import prepares, seeded, torch  # noqa: F401

import lowp
import lowp.torch
from lowp.torch import held_weights

IS_LONG = os.environ.get("LOWP_LONG_TESTS") == "1"
K, N, RECIPE = 128, 64, "blockwise_training"
# See conftest.py.
RUNS_LONG = True


def layers(recipe=RECIPE, dtype=torch.bfloat16):
    torch.manual_seed(1)
    linear = [torch.nn.Linear(K, K, bias=False) for _ in range(2)]
    model = torch.nn.Sequential(linear[0], torch.nn.SiLU(), linear[1]).to(dtype)
    return lowp.torch.convert(model, recipe)


class Experts(torch.nn.Module):
    def __init__(self, recipe=RECIPE):
        super().__init__()
        self.up = lowp.torch.GroupedLinear(3, K, N, recipe=recipe)
        self.register_buffer("ends", torch.tensor([5, 5, 12], dtype=torch.int32))

    def forward(self, x):
        return self.up(x, self.ends)


def experts(dtype=torch.bfloat16):
    torch.manual_seed(1)
    return Experts().to(dtype)


def adamw(model):
    return torch.optim.AdamW(model.parameters(), lr=1e-2, fused=True)


def step(model, optimizer, seed, autocast=False):
    """Two microbatches, recomputed, and a step; the losses and gradients of the inputs."""
    found = []
    optimizer.zero_grad()
    for part in range(2):
        generator = torch.Generator().manual_seed(2 * seed + part)
        dtype = next(model.parameters()).dtype
        x = torch.randn(16, K, generator=generator).to(dtype).requires_grad_()
        with torch.autocast("cpu", torch.bfloat16, enabled=autocast):
            y = torch.utils.checkpoint.checkpoint(model, x, use_reentrant=False)
        loss = y.float().square().mean()
        loss.backward()
        found += [loss.detach(), x.grad]
    optimizer.step()
    return found


def train(model, steps, holds, autocast=False, **options):
    """All losses, gradients and weights, with a checkpoint loaded again half way."""
    optimizer, found = adamw(model), []
    held = lowp.torch.hold(model, optimizer, **options) if holds else None
    for seed in range(steps):
        found += step(model, optimizer, seed, autocast)
        if seed == steps // 2:
            saved = copy.deepcopy((model.state_dict(), optimizer.state_dict()))
            found += step(model, optimizer, seed + steps, autocast)
            model.load_state_dict(saved[0])
            optimizer.load_state_dict(saved[1])
    if held is not None:
        held.release()
    return [*found, *model.parameters()]


def are_equal(one, other):
    return len(one) == len(other) and all(map(torch.equal, one, other))


@pytest.mark.parametrize("make, count", [(layers, 2), (experts, 1)])
def test_held_weights_train_as_others(make, count, prepares, writes):
    """Bit for bit, with one call for both orders of all weights after each step, and one for
    each order at first and where a checkpoint was loaded."""
    steps = 200 if IS_LONG else 3
    wanted = train(make(), steps, False)
    assert not prepares
    assert are_equal(train(make(), steps, True, debug=True), wanted)
    assert writes == [count] * (steps + 1)
    assert len(prepares) == count * 2 * 2


def test_what_the_step_does_not_write_is_stale(monkeypatch):
    """Fused optimizers write without a count: the hook is what holds rely on."""
    wanted = train(layers(), 3, False)
    monkeypatch.setattr(held_weights.Copies, "write", lambda self, changed: None)
    assert not are_equal(train(layers(), 3, True), wanted)
    with pytest.raises(lowp.torch.StaleWeightError, match="layer '0': expected the weight"):
        train(layers(), 3, True, debug=True)


@pytest.mark.parametrize("make", [layers, experts])
def test_weights_that_autocast_casts(make, writes):
    wanted = train(make(dtype=torch.float32), 2, False, autocast=True)
    assert are_equal(train(make(dtype=torch.float32), 2, True, autocast=True), wanted)
    assert writes


@pytest.mark.skipif(not IS_LONG, reason="slow")
@pytest.mark.parametrize("recipe", ["rowwise_training", "tensorwise_training", "mxfp8_training"])
def test_other_recipes(recipe):
    assert are_equal(train(layers(recipe), 3, True, debug=True), train(layers(recipe), 3, False))


def halve(model):
    with torch.no_grad():
        model[0].weight.mul_(0.5)


def load(model):
    model.load_state_dict({k: 0.5 * each for k, each in model.state_dict().items()})


def assign(model):
    state = {k: 0.5 * each for k, each in model.state_dict().items()}
    model.load_state_dict(state, assign=True)


def set_data(model):
    model[0].weight.data = 0.5 * model[0].weight.data


def move(model):
    model.to(torch.float16)


@pytest.mark.parametrize("write", [halve, load, assign, set_data, move])
def test_weights_that_change(write):
    """Also outside of the hook, and where they are elsewhere then."""
    model = layers()
    x = torch.randn(4, K, dtype=torch.bfloat16)
    with lowp.torch.hold(model, adamw(model), debug=True), torch.no_grad():
        before = model(x)
        write(model)
        x = x.to(model[0].weight.dtype)
        found = model(x)
        assert not torch.equal(found, before)
        other = copy.deepcopy(model)
        assert torch.equal(found, other(x))


def test_writes_without_a_count():
    """They are found in debug mode, and taken by write(); without either nobody sees them."""
    model, x = layers(), torch.randn(4, K, dtype=torch.bfloat16)
    for debug in (True, False):
        with torch.no_grad(), lowp.torch.held(model, debug=debug) as held:
            before = model(x)
            model[2].weight.data[[0, 1]] = model[2].weight.data[[1, 0]]
            if debug:
                with pytest.raises(lowp.torch.StaleWeightError, match="layer '2': expected"):
                    model(x)
            else:
                assert torch.equal(model(x), before)
            held.write()
            assert not torch.equal(model(x), before)
            assert torch.equal(model(x), copy.deepcopy(model)(x))


def test_weights_are_held_no_longer_than_wanted(prepares):
    model, x = layers(), torch.randn(4, K, dtype=torch.bfloat16)
    keys = list(model.state_dict())
    with torch.no_grad():
        optimizer = adamw(model)
        held = lowp.torch.hold(model, optimizer)
        model(x)
        assert held.bytes == 2 * (K * K + 4) and len(prepares) == 2
        assert list(model.state_dict()) == keys
        held.release()
        assert held.bytes == 0
        lowp.torch.hold(model, optimizer)
        model(x)
        assert len(prepares) == 4
        del optimizer, held
        gc.collect()
        model(x)
    assert len(prepares) == 4 and not len(held_weights.TABLE)


def test_parts_of_one_storage(prepares):
    """Weights of trainers that keep all in one buffer."""
    model, x = layers(), torch.randn(4, K, dtype=torch.bfloat16)
    flat = torch.nn.utils.parameters_to_vector(model.parameters()).detach()
    torch.nn.utils.vector_to_parameters(flat, model.parameters())
    with torch.no_grad(), lowp.torch.held(model):
        assert torch.equal(model(x), copy.deepcopy(model)(x))
        model(x)
    assert len(prepares) == 2


def test_what_cannot_be_held(monkeypatch):
    model = layers()
    optimizer = adamw(model)
    with pytest.raises(TypeError, match="torch.nn.Module, got int"):
        lowp.torch.hold(3, optimizer)
    with pytest.raises(TypeError, match="torch.optim.Optimizer, got float"):
        lowp.torch.hold(model, 0.5)
    with pytest.raises(ValueError, match="an optimizer of parameters of the model"):
        lowp.torch.hold(model, adamw(layers()))
    with pytest.raises(ValueError, match="a model with weights, got none"):
        lowp.torch.hold(torch.nn.SiLU(), optimizer)
    with pytest.raises(ValueError, match="microbatches of a step, 1 or more, got 0"):
        lowp.torch.hold(model, optimizer, microbatches=0)
    with lowp.torch.held(model):
        with pytest.raises(lowp.LaunchError, match="layer '0': .* not held, got one that is"):
            lowp.torch.hold(model, optimizer)
    with torch.inference_mode():
        made = layers()
    with pytest.raises(lowp.LaunchError, match="layer '0': .* made in inference mode"):
        lowp.torch.hold(made, optimizer)
    monkeypatch.setattr(torch.nn.Parameter, "placements", "Shard(0)", raising=False)
    with pytest.raises(lowp.LaunchError, match=r"layer '0': .* got a DTensor \(Shard"):
        lowp.torch.accumulate(model)
    assert not len(held_weights.TABLE)


def test_nobody_reads_a_held_weight():
    """Layers that nobody has converted: a warning, once."""
    model = torch.nn.Sequential(torch.nn.Linear(K, K))
    optimizer = torch.optim.SGD(model.parameters())
    held = lowp.torch.hold(model, optimizer)
    with pytest.warns(UserWarning, match="expected layers that read their held weights"):
        optimizer.step()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        optimizer.step()
    held.release()


def test_decisions_tell_what_held_weights_gain():
    """A layer of many tokens quantizes its weight in less than a hundredth of its time; one
    without gradients is not held."""

    def reason_of(tokens, is_trained=True):
        model = torch.nn.Sequential(
            torch.nn.Linear(8192, 8192, bias=False, dtype=torch.bfloat16, device="meta")
        )
        model.requires_grad_(is_trained)
        lowp.torch.convert(model, tokens=tokens, part="h200")
        (decision,) = lowp.torch.decisions(model)
        return decision.without_us / decision.us, decision.reason

    in_call, reason = reason_of(2048)
    held = re.search(r"; held: (\d\.\d+) times as fast$", reason)
    assert float(held[1]) > 1.01 * in_call > 1.01
    assert "held:" not in reason_of(1 << 20)[1]
    assert "held:" not in reason_of(2048, is_trained=False)[1]


def test_sums_tell_values_apart():
    weight = torch.randn(3, 8, 4, dtype=torch.bfloat16)
    sums = held_weights.sums_of(weight)
    assert torch.equal(sums, held_weights.sums_of(weight.clone()))
    for change in (torch.neg, lambda w: 2 * w, lambda w: w.flip(0), lambda w: w.flip(-1)):
        assert not torch.equal(sums, held_weights.sums_of(change(weight)))
