"""Option freeze: weights are prepared once, again where they change, and no longer than
they live."""

import copy
import gc
import warnings
import weakref

import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402

import lowp  # noqa: E402
from graphs import IS_LONG, QUICK, error, numbers  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402

K, N = 64, 48


@pytest.fixture(autouse=True)
def fresh():
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


@pytest.fixture
def prepared(monkeypatch):
    """The results of `prepare`, as far as they live."""
    made = []
    original = lowp.Function.prepare

    def prepare(*arguments, **options):
        found = original(*arguments, **options)
        made.append([weakref.ref(each) for each in found.arrays])
        return found

    monkeypatch.setattr(lowp.Function, "prepare", prepare)
    return made


def compiled(model, **options):
    options = {"rest": "eager", "recipe": "rowwise", "freeze": True, "strict": True, **options}
    return torch.compile(model, backend=backend, options={"compile": QUICK, **options})


def linear(bias=False):
    return nn.Linear(K, N, bias=bias, dtype=torch.bfloat16)


def set_data(model):
    model.weight.data = 2 * model.weight.data


def swap(model):
    torch.utils.swap_tensors(model.weight, nn.Parameter(2 * model.weight.detach()))


def load(model):
    model.load_state_dict({"weight": 2 * model.weight.detach()})


def write_in_inference_mode(model):
    with torch.inference_mode():
        model.weight.mul_(2)


def write_a_view(model):
    model.weight.detach()[: N // 2].mul_(2)
    model.weight.detach().view(-1)[N // 2 * K :].mul_(2)


def step(model):
    """Neither write is counted by torch; the step halves."""
    model.weight.data.mul_(4)
    model.weight.grad = torch.zeros_like(model.weight)
    torch.optim.AdamW([model.weight], 0.5, weight_decay=1.0, fused=True).step()


WRITES = [set_data, step, write_in_inference_mode, swap, load, write_a_view]


@pytest.mark.parametrize("write", WRITES if IS_LONG else WRITES[:3])
def test_written_weights(write, prepared):
    model, x = linear(), numbers(4, K)
    frozen = compiled(model)
    with torch.no_grad():
        y = frozen(x)
        assert torch.equal(frozen(x), y) and len(prepared) == 1
        write(model)
        assert torch.equal(frozen(x), 2 * y)
        assert torch.equal(frozen(x), frozen(x)) and len(prepared) == 2


def test_weights_of_inference_mode(prepared):
    """torch counts no writes to them."""
    x = numbers(4, K)
    with torch.inference_mode():
        model = linear()
        frozen = compiled(model)
        with pytest.warns(UserWarning, match="option freeze: expected weights whose writes torch"):
            y = frozen(x)
        with warnings.catch_warnings(record=True):
            model.weight.mul_(2)
            assert torch.equal(frozen(x), 2 * y)
            model.weight[1].fill_(0)
            assert frozen(x)[:, 1].eq(0).all()
    assert len(prepared) == 3


def test_weights_of_two_models_in_turn(prepared):
    """One program, and parts of one storage that are two weights."""
    both = numbers(2 * N, K)
    models = [linear(), linear(), linear()]
    for model, part in zip(models, both.split(N)):
        model.weight = nn.Parameter(part)
    x = numbers(4, K)
    frozen = [compiled(model) for model in models]
    with torch.no_grad():
        for _ in range(3):
            found = [each(x) for each in frozen]
        assert len(prepared) == 3
        for y, model in zip(found, models):
            assert error(y, model(x)) < 0.1


@pytest.mark.parametrize("recipe", ["mxfp4", "nvfp4"])
def test_formats_that_torch_lacks(recipe, prepared):
    model, x = linear(), numbers(4, K)
    with torch.no_grad():
        expected = compiled(model, recipe=recipe, freeze=False)(x)
        torch._dynamo.reset()
        frozen = compiled(model, recipe=recipe)
        assert torch.equal(frozen(x), expected) and torch.equal(frozen(x), expected)
    assert len(prepared) == 1


def alive(prepared):
    gc.collect()
    return sum(reference() is not None for each in prepared for reference in each)


def test_weights_die_with_their_model(prepared):
    x = numbers(4, K)

    def call(model):
        torch._dynamo.reset()
        with torch.no_grad():
            compiled(model)(x)

    kept = linear()
    call(kept)
    per_model = alive(prepared)
    assert per_model > 0
    for _ in range(3):
        call(linear())
        torch._dynamo.reset()
        assert alive(prepared) == per_model
    shared = copy.copy(kept)
    call(shared)
    assert len(prepared) == 4
    del kept
    assert alive(prepared) == per_model
    del shared
    torch._dynamo.reset()
    assert alive(prepared) == 0


def test_weights_that_are_replaced_die(prepared):
    model, x = nn.Sequential(linear(True)), numbers(4, K)
    frozen = compiled(model)
    with torch.no_grad():
        frozen(x)
        per_model = alive(prepared)
        model[0].weight = nn.Parameter(numbers(N, K, seed=3))
        frozen(x)
        model[0].weight.data = numbers(N, K, seed=4)
        frozen(x)
    assert len(prepared) == 3 and alive(prepared) == per_model


def test_modules_move_after_a_call():
    """torch swaps what parameters are, if it is told to: nothing of ours forbids that."""
    model, x = linear(), numbers(4, K)
    frozen = compiled(model)
    torch.__future__.set_swap_module_params_on_conversion(True)
    try:
        with torch.no_grad():
            frozen(x)
            model.to(torch.float16)
            assert error(frozen(x.half()), model(x.half())) < 0.1
    finally:
        torch.__future__.set_swap_module_params_on_conversion(False)


@pytest.mark.parametrize("shape", [(4, K), (2, 3, K)])
@pytest.mark.parametrize("freeze", [False, True])
def test_results_may_be_written(shape, freeze):
    """Also those that regions store in another order than the graph has."""

    class Turned(nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = linear()

        def forward(self, x):
            return self.inner(x).transpose(-1, -2) * 2

    model, x = Turned(), numbers(*shape)
    y = compiled(model, freeze=freeze)(x)
    expected = y.detach() + 1
    y.add_(1)
    assert torch.equal(y, expected)
    (y * y).sum().backward()
    assert model.inner.weight.grad is not None
