"""torch.compile(backend="lowp") with rest="eager" against torch: the same operations,
rounded at the same places."""

import concurrent.futures
import copy
import time

import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402

import lowp  # noqa: E402

from compiling_fixtures import fresh  # noqa: E402, F401
from graphs import QUICK, Layer, Mlp, error, gradients, numbers  # noqa: E402
from lowp.torch.compiling import eager, guard, report  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402
from lowp.torch.compiling.programs import TABLE  # noqa: E402

# Sums in bf16 in another order.
ROUNDING = 1e-2


def compiled(model, **options):
    options = {"rest": "eager", "recipe": None, "strict": True, "compile": QUICK, **options}
    return torch.compile(model, backend=backend, fullgraph=True, options=options)


def assert_close(got, want, bound=ROUNDING):
    for number, (one, other) in enumerate(zip(got, want, strict=True)):
        assert one.shape == other.shape and one.dtype is other.dtype
        assert error(one, other) <= bound, number


def test_mlp_with_sizes_that_change():
    model = Mlp().bfloat16()
    lowered = compiled(model)
    with report.collect() as cuts:
        for b, s in ((3, 64), (2, 40), (5, 7)):
            x = numbers(b, s, 64, grad=True)
            torch._dynamo.mark_dynamic(x, 0)
            torch._dynamo.mark_dynamic(x, 1)
            assert_close(gradients(lowered, x), gradients(model, x), 1e-3)
    # Compiled once: one region forward, one backward, and nothing outside.
    assert [cut.kind for cut in cuts] == ["forward", "backward"]
    assert len(TABLE) == 2


def test_roles():
    model = Mlp().bfloat16()
    x = numbers(2, 32, 64, grad=True)
    with report.collect() as cuts:
        got = gradients(compiled(model, recipe="blockwise_training"), x)
    want = gradients(model, x)
    # e4m3 adds about 0.037 to each product.
    assert all(1e-3 < error(one, other) < 0.09 for one, other in zip(got, want))
    forward, backward = (sorted(cut.matmuls) for cut in cuts)
    weights, gradient = "block_1x128_128x128", "block_1x128_1x128"
    assert forward == [
        (n, "forward", f"#lowp.matmul_recipe<{weights}>") for n in ("down", "gate", "up")
    ]
    assert backward == [
        (name, role, f"#lowp.matmul_recipe<{recipe}>")
        for name in ("down", "gate", "up")
        for role, recipe in (("dgrad", weights), ("wgrad", gradient))
    ]


def test_recipes_by_role_and_by_name():
    model = Mlp().bfloat16()
    x = numbers(2, 32, 64, grad=True)
    recipe = {"forward": "rowwise", "dgrad": None, "wgrad": None}
    with report.collect() as cuts:
        gradients(compiled(model, recipe=recipe, deny="up"), x)
    # Without any recipe the backward pass is torch's.
    (region, *outside) = cuts
    assert sorted(region.matmuls) == [
        ("down", "forward", "#lowp.matmul_recipe<rowwise>"),
        ("gate", "forward", "#lowp.matmul_recipe<rowwise>"),
        ("up", "forward", "denied by 'up'"),
    ]
    assert all(cut.region is None for cut in outside) and len(outside) == 6


def test_weights_in_f32_under_autocast():
    """A weight is one after its cast."""
    model = Mlp()
    lowered = compiled(model, recipe="rowwise")
    x = numbers(4, 64, dtype=torch.float32, grad=True)
    with torch.autocast("cpu", torch.bfloat16), report.collect() as cuts:
        got = gradients(lowered, x)
        want = gradients(model, x)
    assert_close(got, want, 0.1)
    roles = [role for cut in cuts for _name, role, _recipe in cut.matmuls]
    assert [roles.count(role) for role in ("forward", "dgrad", "wgrad")] == [3, 3, 3]


def test_what_a_checkpoint_computes_again_is_forward():
    model = Mlp().bfloat16()

    def function(x):
        return torch.utils.checkpoint.checkpoint(model, x, use_reentrant=False)

    x = numbers(4, 64, grad=True)
    with report.collect() as cuts:
        got = compiled(function, recipe="rowwise")(x)
        got.float().pow(2).sum().backward()
    _forward, backward = cuts
    roles = sorted((name, role) for name, role, _recipe in backward.matmuls)
    assert ("gate", "forward") in roles and ("down", "forward") not in roles
    assert error(got, model(x)) < 0.05


def test_sizes_that_are_multiples_alone():
    def function(x, w):
        y = torch.cat([x, x]).cumsum(0) @ w
        return y[: x.shape[0]] + 1

    w, lowered = numbers(64, 32), compiled(function)
    with report.collect() as cuts:
        for rows in (5, 9):
            x = numbers(rows, 64)
            torch._dynamo.mark_dynamic(x, 0)
            assert_close([lowered(x, w)], [function(x, w)])
    ((_argument, _dimension, divisor),) = cuts[0].region.symbols
    assert divisor == 2 and len(TABLE) == 1


class Conv1D(nn.Module):
    """A weight of K x N, as GPT-2 has it: its wgrad has the gradient on the right."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(numbers(64, 32) / 8)

    def forward(self, x):
        return torch.addmm(torch.zeros(32, dtype=x.dtype), x, self.weight)


def test_the_gradient_is_the_left_operand_whatever_side_it_has():
    model = Conv1D()
    x = numbers(48, 64, grad=True)
    recipe = {"forward": None, "dgrad": None, "wgrad": "tensorwise_grad"}
    with report.collect() as cuts:
        got = gradients(compiled(model, recipe=recipe), x)
    want = gradients(model, x)
    backward = next(cut for cut in cuts if cut.region is not None)
    assert ("", "wgrad", "#lowp.matmul_recipe<tensorwise_grad>") in backward.matmuls
    # e5m2 is for the gradient, which quantizes to 0.055, alone.
    assert_close(got[:2], want[:2])
    dy = torch.randn(48, 32, generator=torch.Generator().manual_seed(1)).bfloat16()
    scale = 57344 / dy.float().abs().max()
    left = (dy.float() * scale).to(torch.float8_e5m2).float() / scale
    scale = 448 / x.detach().float().abs().max()
    right = (x.detach().float() * scale).to(torch.float8_e4m3fn).float() / scale
    assert error(got[2], right.t() @ left) < 4e-3


@pytest.mark.parametrize(
    "attention, recipe, regions", [("torch", "rowwise_training", (2, 2)), ("lowp", None, (1, 1))]
)
def test_layer(attention, recipe, regions):
    model = Layer().bfloat16()
    x = numbers(2, 16, 64, grad=True)
    with report.collect() as cuts:
        got = gradients(compiled(model, attention=attention, recipe=recipe), x)
    assert_close(got, gradients(model, x), 0.15 if recipe else ROUNDING)
    kinds = [cut.kind for cut in cuts if cut.region is not None]
    assert (kinds.count("forward"), kinds.count("backward")) == regions


class Stack(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.layers = nn.ModuleList(Mlp() for _ in range(count))

    def forward(self, x):
        for layer in self.layers:
            # Not of a region: layers are apart.
            x = torch.cumsum(layer(x), -1) / 8
        return x


def test_equal_layers_are_one_program(compilations):
    model = Stack(3).bfloat16()
    x = numbers(2, 8, 64, grad=True)
    with report.collect() as cuts:
        got = gradients(compiled(model), x)
    assert_close(got, gradients(model, x))
    assert [cut.matmuls[0][0] for cut in cuts[:3]] == [f"layers.{n}.gate" for n in range(3)]
    # The first does not divide.
    forward = {cut.region.encode() for cut in cuts[1:3]}
    assert len(forward) == 1
    assert len(compilations) == len(TABLE) == 4


class Counter(nn.Module):
    """Changes a buffer and draws random numbers."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(64, 64)
        self.register_buffer("seen", torch.zeros(64))

    def forward(self, x):
        y = self.linear(x)
        self.seen += y.detach().float().sum(0)
        return nn.functional.dropout(y, 0.5) + x, x[1:], y.view(-1)


def test_mutation_aliases_and_random_numbers():
    model = Counter().bfloat16()
    twin = copy.deepcopy(model)
    x = numbers(8, 64, grad=True)
    torch.manual_seed(3)
    want = twin(x)
    lowered = compiled(model)
    torch.manual_seed(3)
    got = lowered(x)
    assert_close([y.detach() for y in got], [y.detach() for y in want])
    assert_close([model.seen], [twin.seen])
    assert got[1].data_ptr() == x[1:].data_ptr()
    got[0].sum().backward()
    gradient = x.grad.clone()
    x.grad = None
    want[0].sum().backward()
    assert_close([gradient], [x.grad])


def test_a_view_of_a_sum_that_lies_otherwise():
    """torch's kernel gives the sum of both gradients other strides than its fake tensor has:
    its own backend aot_eager fails."""

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = nn.Parameter(torch.randn(4, 32, 12))

        def forward(self, x):
            heads = x.unflatten(1, (4, 12))
            return torch.einsum("mbk,bnk->bmn", heads, self.weight), heads.sum(0, keepdim=True)

    model = Model().bfloat16()
    options = {"rest": "eager", "recipe": "tensorwise_training", "compile": QUICK}
    own = torch.randn(32, 48, dtype=torch.bfloat16, requires_grad=True)
    others = own.detach().clone().requires_grad_()
    compiled_model = torch.compile(model, backend=backend, options=options)
    for each, call in ((own, compiled_model), (others, model)):
        product, total = call(each)
        (product.square().mean() + total.square().mean()).backward()
    assert error(own.grad, others.grad) <= 0.1


def test_inference_and_training_of_one_model():
    model = Mlp().bfloat16()
    lowered = compiled(model)
    x = numbers(2, 8, 64)
    with torch.no_grad():
        assert_close([lowered(x)], [model(x)], 1e-3)
    with torch.inference_mode():
        assert_close([lowered(x)], [model(x)], 1e-3)


def test_training_goes_down_alike():
    losses = {}
    for recipe in (None, "blockwise_training"):
        torch.manual_seed(0)
        model = Mlp().bfloat16()
        lowered = compiled(model, recipe=recipe)
        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
        x = numbers(32, 64)
        for _ in range(5):
            optimizer.zero_grad()
            loss = lowered(x).float().pow(2).mean()
            loss.backward()
            optimizer.step()
        losses[recipe] = loss.item()
    assert losses[None] < 0.9
    assert abs(losses[None] - losses["blockwise_training"]) < 0.05


def test_frozen_weights_are_prepared_once(monkeypatch):
    prepared = []
    original = lowp.Function.prepare

    def prepare(function, *weights, **options):
        prepared.append(len(weights))
        return original(function, *weights, **options)

    monkeypatch.setattr(lowp.Function, "prepare", prepare)
    model = Mlp().bfloat16()
    lowered = compiled(model, recipe="rowwise")
    frozen = compiled(model, recipe="rowwise", freeze=True)
    x = numbers(2, 8, 64)
    with torch.no_grad():
        for _ in range(3):
            assert torch.equal(frozen(x), lowered(x))
        assert prepared == [3]
        model.up.weight.mul_(1.5)
        assert torch.equal(frozen(x), lowered(x))
    assert prepared == [3, 3]
    # Training prepares nothing.
    gradients(frozen, numbers(2, 8, 64, grad=True))
    assert prepared == [3, 3]


def test_auto_chooses_for_a_gpu_that_is_named(monkeypatch):
    model = Mlp(256, 512).bfloat16()
    x = numbers(4, 256)
    with report.collect() as cuts, torch.no_grad():
        assert torch.equal(compiled(model, recipe="auto")(x), model(x))
        assert [cut.reason[:19] for cut in cuts] == ["auto knows no GPU to"[:19]] * 3
        torch._dynamo.reset()
        named = {"part": "h200", **QUICK}
        assert torch.equal(compiled(model, recipe="auto", compile=named)(x), model(x))
        assert all("no matmul gains" in cut.reason for cut in cuts[3:6])
        torch._dynamo.reset()
        monkeypatch.setattr(guard, "decide", lambda *_, **__: report.TAKEN)
        assert_close([compiled(model, recipe="auto", compile=named)(x)], [model(x)], 0.1)
    assert cuts[6].region.options["recipe"] == "auto"


def test_threads_that_begin_their_backward_passes_at_once(monkeypatch):
    """Each compiles the pass, of the same fake tensors, which serve one of them at a time."""
    inside, most = [], []
    original = eager.cut_regions

    def cut(*arguments, **named):
        inside.append(0)
        # Others come meanwhile if they may.
        time.sleep(0.05)
        most.append(len(inside))
        result = original(*arguments, **named)
        inside.pop()
        return result

    model = compiled(Mlp().bfloat16())
    inputs = [numbers(8, 64, seed=seed, grad=True) for seed in range(2)]
    results = [model(x).float().sum() for x in inputs]
    monkeypatch.setattr(eager, "cut_regions", cut)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        made = list(pool.map(torch.autograd.grad, results, inputs))
    assert len(most) == 2 and max(most) == 1
    for (got,), x in zip(made, inputs):
        assert torch.equal(got, *torch.autograd.grad(model(x).float().sum(), x))
