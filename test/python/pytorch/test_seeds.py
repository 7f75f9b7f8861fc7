"""Layers whose recipe rounds gradients at random: each has a seed."""

import copy
import pickle
import os
import shutil
import warnings

import lowp
import numpy
import pytest
from torch_fixtures import seeded, torch  # noqa: F401

import lowp.torch
from lowp.torch import ops

FAMILY, K, N = "nvfp4_training", 64, 32


def make(seed=7, dtype=torch.bfloat16, **options):
    torch.manual_seed(1)
    model = torch.nn.Sequential(torch.nn.Linear(K, K), torch.nn.GELU(), torch.nn.Linear(K, N))
    return lowp.torch.convert(model.to(dtype), FAMILY, seed=seed, **options)


def data(rows=32):
    return torch.randn(rows, K, generator=torch.Generator().manual_seed(2)).to(torch.bfloat16)


def step(model, x):
    """The gradients of one call."""
    model.zero_grad()
    x = x.detach().requires_grad_()
    model(x).float().square().sum().backward()
    return [x.grad, *(p.grad.clone() for p in model.parameters())]


def equal(one, other):
    return [torch.equal(a, b) for a, b in zip(one, other, strict=True)]


def test_equal_seeds_give_equal_gradients():
    one, other, x = make(), make(), data()
    first, second = step(one, x), step(one, x)
    # Results and the gradients of biases, sums, are not rounded so.
    assert not any(equal(first, second)[:2]) and equal(first, second)[4]
    assert all(equal(first, step(other, x))) and all(equal(second, step(other, x)))
    assert not any(equal(first, step(make(8), x))[:2])
    assert len({int(layer.lowp_seed) for layer in (one[0], one[2])}) == 2


def test_calls_round_independently():
    """Means of many are closer to each other than two of them are."""
    model, x = make(), data()
    found = torch.stack([step(model, x)[1].double() for _ in range(24)])
    one, other = found[:12].mean(0), found[12:].mean(0)
    assert (one - other).norm() < 0.5 * (found[0] - found[1]).norm()


def test_seeds_are_no_state():
    model, x = make(), data()
    assert list(model.state_dict()) == ["0.weight", "0.bias", "2.weight", "2.bias"]
    assert [name for name, _ in model.named_buffers()] == ["0.lowp_seed", "2.lowp_seed"]
    for copied in (copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        expected = step(copy.deepcopy(model), x)
        assert all(equal(step(copied, x), expected))
    model.to(torch.float16).to("meta")
    assert model[0].lowp_seed.dtype is torch.int64 and not model[0].lowp_seed.is_meta


def test_seeds_count_where_gradients_are():
    model, x = make(), data()
    before = int(model[0].lowp_seed)
    with torch.no_grad():
        model(x), model.eval()(x)
    assert int(model[0].lowp_seed) == before
    step(model, x)
    assert int(model[0].lowp_seed) > before


def test_other_recipes_take_the_seed_away():
    model = make()
    lowp.torch.convert(model, "rowwise_training", seed=3)
    assert not list(model.buffers())
    model = lowp.torch.restore(make())
    assert not list(model.buffers()) and type(model[0]) is torch.nn.Linear
    assert int(make(numpy.int64(7))[0].lowp_seed) == int(make(7)[0].lowp_seed)
    assert int(make(-1)[0].lowp_seed) != int(make(1)[0].lowp_seed)


def test_frozen_and_thawed():
    model, x = make(), data()
    expected = step(copy.deepcopy(model), x)
    with torch.no_grad():
        y = model(x)
        assert torch.equal(lowp.torch.freeze(model, drop=False)(x), y)
    lowp.torch.restore(model)
    lowp.torch.convert(model, FAMILY, seed=7)
    assert all(equal(step(model, x), expected))


def test_function():
    x, w = data().requires_grad_(), torch.randn(N, K, dtype=torch.bfloat16)

    def gradient(seed):
        y = lowp.torch.linear(x, w, recipe=FAMILY, seed=torch.tensor(seed))
        return torch.autograd.grad(y.float().square().sum(), x)[0]

    assert torch.equal(gradient(5), gradient(5)) and not torch.equal(gradient(5), gradient(6))
    with pytest.raises(lowp.LaunchError, match="a seed of one int64, got 1 of int64 on cpu"):
        lowp.torch.linear(x, w, recipe=FAMILY, seed=torch.tensor([5]))
    with pytest.raises(lowp.LaunchError, match="a seed of one int64, got a scalar of float32"):
        lowp.torch.linear(x, w, recipe=FAMILY, seed=torch.tensor(5.0))
    with pytest.raises(lowp.LaunchError, match="lowp::linear: expected a seed, since 'nvfp4_tr"):
        lowp.torch.linear(x, w, recipe=FAMILY)
    # Nothing is rounded at random in forward matmuls.
    assert lowp.torch.linear(x.detach(), w, recipe=FAMILY).shape == (32, N)


def test_convert_needs_a_seed():
    model = torch.nn.Linear(K, N)
    with pytest.raises(ValueError, match="'nvfp4_training', whose dgrad .*; give one by seed="):
        lowp.torch.convert(model, FAMILY)
    for seed in (1.5, "7"):
        with pytest.raises(TypeError, match="convert: expected seed to be an integer, got"):
            lowp.torch.convert(model, FAMILY, seed=seed)
    own = "#lowp.training_recipe<forward = <nvfp4_dgrad>>"
    with pytest.raises(ValueError, match="whose forward rounds by a seed"):
        lowp.torch.convert(model, own, seed=7)
    assert type(model) is torch.nn.Linear


def test_transforms_and_checkpoints():
    from torch.utils import checkpoint

    model, x = make(), data()
    parameters = dict(model.named_parameters())

    def loss(parameters):
        return torch.func.functional_call(model, parameters, (x,)).float().square().sum()

    found = torch.func.grad(loss)(parameters)
    # The first layer needs no gradient of its input there, and rounds by other seeds.
    assert torch.equal(found["2.weight"], step(model, x)[3])
    y = checkpoint.checkpoint(model, x, use_reentrant=False)
    y.float().square().sum().backward()


def seeds_of_backward(monkeypatch):
    """Collects the seeds that backward passes get from now on."""
    seen = []
    original = ops.check_seed

    def check(seed, recipe, what):
        if what == "lowp::linear_backward":
            seen.append(int(seed))
        return original(seed, recipe, what)

    monkeypatch.setattr(ops, "check_seed", check)
    return seen


needs_compiler = pytest.mark.skipif(
    shutil.which("g++") is None or "LOWP_LONG_TESTS" not in os.environ,
    reason="inductor compiles C++, which takes half a minute",
)


@pytest.mark.parametrize(
    "name", ["aot_eager", "lowp", pytest.param("inductor", marks=needs_compiler)]
)
def test_compiled(name, monkeypatch):
    """The seeds of a compiled model go on as those of the model do, call by call."""
    model, x = make(), data()
    eager = copy.deepcopy(model)
    expected = [step(eager, x) for _ in range(2)]
    options = None
    if name == "lowp":
        from lowp.torch.compiling.backend import backend as name

        options = {"rest": "eager", "compile": {"host_opt_level": 0}}
    compiled = torch.compile(model, backend=name, fullgraph=True, options=options)
    with warnings.catch_warnings():
        # Backward passes that no region has warn.
        warnings.simplefilter("ignore")
        for each in expected:
            assert all(equal(step(compiled, x), each))
    assert int(model[0].lowp_seed) == int(eager[0].lowp_seed)
    # Two calls before their backward passes.
    found = seeds_of_backward(monkeypatch)
    for call in (compiled, eager):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            losses = [call(x).float().sum() for _ in range(2)]
            sum(losses).backward()
    assert sorted(found[:4]) == sorted(found[4:]) and len(set(found)) == 4
