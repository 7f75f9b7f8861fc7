"""Experts as transformers has them: converted, trained and frozen."""

import copy
import pickle
import re
import types

import lowp
import pytest
from torch_fixtures import seeded, torch  # noqa: F401

import lowp.torch
from lowp.torch.compiling.backend import backend
from lowp.torch.transformers.experts import compute

E, HIDDEN, INNER, TOKENS, CHOSEN = 4, 64, 32, 9, 2


class Experts(torch.nn.Module):
    """What a class of transformers says of itself. kind: has_gate, has_bias and
    is_transposed."""

    def __init__(self, config, kind):
        super().__init__()
        self.config, self.num_experts = config, E
        self.has_gate, self.has_bias, self.is_transposed = kind
        self.act_fn = torch.nn.functional.silu
        self.first = "gate_up_proj" if self.has_gate else "up_proj"
        sizes = {self.first: ((1 + self.has_gate) * INNER, HIDDEN), "down_proj": (HIDDEN, INNER)}
        for name, (n, k) in sizes.items():
            shape = (E, k, n) if self.is_transposed else (E, n, k)
            self.register_parameter(name, torch.nn.Parameter(torch.randn(shape).bfloat16() / 8))
            if self.has_bias:
                bias = torch.nn.Parameter(torch.randn(E, n).bfloat16())
                self.register_parameter(f"{name}_bias", bias)

    def _apply_gate(self, y):
        return self.act_fn(y[..., ::2]) * y[..., 1::2]

    def forward(self, *arguments):
        function = compute if self.config._experts_implementation == "lowp" else plain
        return function(self, *arguments)


def plain(experts, hidden, index, weights):
    """Each expert takes its tokens out."""
    y = torch.zeros_like(hidden, dtype=torch.float32)
    for expert in range(E):
        token, place = (index == expert).nonzero(as_tuple=True)
        inner = hidden[token]
        for name in (experts.first, "down_proj"):
            weight = getattr(experts, name)[expert]
            inner = inner @ (weight if experts.is_transposed else weight.t())
            if experts.has_bias:
                inner = inner + getattr(experts, f"{name}_bias")[expert]
            if name == experts.first:
                inner = experts._apply_gate(inner) if experts.has_gate else experts.act_fn(inner)
        y = y.index_add(0, token, inner.float() * weights[token, place, None].float())
    return y.to(hidden.dtype)


# Mixtral, Qwen3 and DeepSeek; gpt-oss; Nemotron-H.
KINDS = [(True, False, False), (True, True, True), (False, False, False)]


def make(kind=KINDS[0]):
    config = types.SimpleNamespace(_experts_implementation="grouped_mm")
    return torch.nn.ModuleDict({"experts": Experts(config, kind)})


def data():
    hidden = torch.randn(TOKENS, HIDDEN).bfloat16().requires_grad_()
    weights = torch.rand(TOKENS, CHOSEN).bfloat16().requires_grad_()
    # No row for expert 2; one row of another process.
    index = torch.tensor([[0, 1], [3, 0], [1, 3]] * 3)
    index[4, 1] = E
    return hidden, index, weights


def step(model, arguments):
    model.zero_grad()
    hidden, index, weights = arguments
    y = model["experts"](*arguments)
    found = torch.autograd.grad(y.square().sum(), [hidden, weights, *model.parameters()])
    return y.detach(), found


def error(got, want):
    return ((got.float() - want.float()).norm() / want.float().norm()).item()


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", KINDS)
def test_values_and_gradients(kind):
    model, arguments = make(kind), data()
    want, wanted = step(model, arguments)
    config = model["experts"].config
    config._experts_implementation = "lowp"
    got, gradients = step(model, arguments)
    assert error(got, want) < 5e-3
    assert max(map(error, gradients, wanted)) < 1e-2
    # Recipes are of the config, or of convert.
    lowp.torch.convert(model, "blockwise_training")
    got, gradients = step(model, arguments)
    assert 1e-2 < error(got, want) < 0.08 and max(map(error, gradients, wanted)) < 0.1
    lowp.torch.restore(model)
    config.lowp_experts_recipe = "blockwise_training"
    assert config._experts_implementation == "lowp"
    assert torch.equal(step(model, arguments)[0], got)


@pytest.mark.parametrize("kind", KINDS[1:2])
def test_frozen(kind):
    model, arguments = make(kind), data()
    lowp.torch.convert(model, "blockwise_training")
    experts, (hidden, index, weights) = model["experts"], arguments
    with torch.no_grad():
        y = experts(*arguments)
        kept = lowp.torch.freeze(copy.deepcopy(model), drop=False)
        assert torch.equal(kept["experts"](*arguments), y)
        assert torch.equal(lowp.torch.freeze(model)["experts"](*arguments), y)
        other = lowp.torch.freeze(lowp.torch.convert(make(kind), "blockwise_training"))
        assert not torch.equal(other["experts"](*arguments), y)
        other.load_state_dict(model.state_dict())
        for each in (other, copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
            assert torch.equal(each["experts"](*arguments), y)
    assert all(each.dim() < 3 for each in model.parameters())
    assert model.state_dict()["experts.down_proj"].shape == (E, 0, 0)
    with pytest.raises(RuntimeError, match="size mismatch for experts.down_proj"):
        make(kind).load_state_dict(model.state_dict(), strict=False)
    with pytest.raises(RuntimeError, match="'experts.down_proj': expected prepared weights"):
        model.load_state_dict(make(kind).state_dict(), strict=False)
    with pytest.raises(lowp.LaunchError, match="that lowp.torch.freeze has freed"):
        lowp.torch.restore(model)
    with pytest.warns(UserWarning, match="got frozen ones.*experts"):
        lowp.torch.convert(kept, "rowwise_training")
    plain_again = lowp.torch.restore(kept)
    assert all(each.requires_grad for each in plain_again.parameters())
    assert plain_again["experts"].config._experts_implementation == "grouped_mm"
    assert list(plain_again.state_dict()) == list(make(kind).state_dict())


class ForeignExperts(torch.nn.Module):
    """Experts that nothing but their own forward computes."""

    def __init__(self):
        super().__init__()
        self.w1 = torch.nn.Parameter(torch.randn(E, INNER, HIDDEN))
        self.scale = torch.nn.Parameter(torch.ones(1, 1, HIDDEN))


def test_sums_after_it_was_compiled():
    """A graph is traced again once main_grad has the sums."""
    model, arguments = lowp.torch.convert(make(), "rowwise_training"), data()
    weights = dict(model.named_parameters())
    run = torch.compile(model["experts"], backend=backend, options={"rest": "eager"})
    run(*arguments).square().sum().backward()
    want = {name: each.grad for name, each in weights.items()}
    for each in weights.values():
        each.grad, each.main_grad = None, torch.zeros_like(each)
    lowp.torch.accumulate(model, "main_grad")
    run(*arguments).square().sum().backward()
    for name, each in weights.items():
        assert not each.grad.any() and error(each.main_grad, want[name]) < 1e-2


def test_report():
    model = make()
    model["other"] = ForeignExperts()
    model["head"] = torch.nn.Linear(HIDDEN, 8)
    lowp.torch.convert(model, "blockwise_training", tokens=5)
    rows = {each.name: each for each in lowp.torch.decisions(model)}
    assert list(rows) == ["experts.gate_up_proj", "experts.down_proj", "other.w1", "head"]
    assert rows["experts.down_proj"].recipe == "blockwise_training"
    assert "computes by itself" in rows["other.w1"].reason and rows["other.w1"].recipe is None
    assert "5x4 of 64x32 " in str(lowp.torch.report(model))
    lowp.torch.freeze(model)
    assert "5x4 of 64x64 " in str(lowp.torch.report(model))


@pytest.mark.parametrize(
    "options, reason",
    [
        ({"recipe": "blockwise_training", "deny": "exp*"}, "denied by 'exp\\*'"),
        ({"recipe": "blockwise_training", "filter": lambda layer, name: False}, "kept by filter"),
        ({"recipe": "nvfp4_training", "seed": 0}, "are not rounded at random"),
        ({"recipe": "auto", "part": "h200"}, "of more|more than|1.03 times"),
    ],
)
def test_kept_experts(options, reason):
    model = make()
    lowp.torch.convert(model, **options)
    (first, last) = lowp.torch.decisions(model)
    assert first.recipe is last.recipe is None
    assert re.search(reason, first.reason), first.reason
    assert model["experts"].config._experts_implementation == "grouped_mm"


@pytest.mark.parametrize("freezes", [False, True])
def test_errors_name_the_layer(freezes):
    model, (hidden, index, weights) = make(), data()
    lowp.torch.convert(model, "rowwise_training")
    if freezes:
        lowp.torch.freeze(model)
    with pytest.raises(lowp.LaunchError, match="^layer 'experts.gate_up_proj': .* M x .*18x63"):
        model["experts"](hidden[:, 1:], index, weights)


def test_errors_of_a_config():
    model, arguments = make(), data()
    config = model["experts"].config
    config._experts_implementation, config.lowp_experts_recipe = "lowp", "nothing"
    with pytest.raises(ValueError, match="got 'nothing'") as found:
        model["experts"](*arguments)
    assert found.value.__notes__ == ["in layer 'Experts.gate_up_proj'"]


def test_preload(compilations):
    model, arguments = make(KINDS[1]), data()
    lowp.torch.convert(model, "blockwise_training")
    lowp.torch.preload(model)
    compilations.clear()
    step(model, arguments)
    assert not compilations


def test_order_of_rows():
    order = torch.ops.lowp.order_rows
    for dtype in (torch.int32, torch.int64):
        ids = torch.tensor([2, 0, 7, 2, -1, 0], dtype=dtype)
        rows, places, ends = order(ids, 3)
        assert ends.tolist() == [2, 2, 4] and rows[:4].tolist() == [1, 5, 0, 3]
        assert torch.equal(rows[places].long(), torch.arange(6))
    torch.library.opcheck(order, (ids, 3), test_utils=("test_schema", "test_faketensor"))
    with pytest.raises(lowp.LaunchError, match="int32 or int64, got 6 of float32"):
        order(torch.ones(6), 3)
    with pytest.raises(lowp.LaunchError, match="one group or more, got 0"):
        order(ids, 0)
