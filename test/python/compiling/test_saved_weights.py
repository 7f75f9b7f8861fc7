"""Option save="time": both orders of a weight are written where the forward pass reads it."""

import pytest

torch = pytest.importorskip("torch")

from graphs import QUICK, numbers  # noqa: E402
from lowp.torch import ops  # noqa: E402
from test_saved import Transposed, cut, run  # noqa: E402
from torch.utils.checkpoint import checkpoint  # noqa: E402

ROWS, WIDTH = 64, 128


class Layers(torch.nn.Module):
    """Two layers. tied: both have one weight. checkpoints: the first is computed again."""

    def __init__(self, tied=False, checkpoints=False):
        super().__init__()
        torch.manual_seed(0)
        self.first, self.second = (torch.nn.Linear(WIDTH, WIDTH, bias=False) for _ in range(2))
        self.checkpoints = checkpoints
        if tied:
            self.second.weight = self.first.weight

    def forward(self, x):
        if self.checkpoints:
            x = checkpoint(lambda y: torch.relu(self.first(y)), x, use_reentrant=False)
        else:
            x = torch.relu(self.first(x))
        return self.second(x)


@pytest.mark.sample(2)
@pytest.mark.parametrize("recipe", ["blockwise", "rowwise"])
def test_backward_reads_no_weight(recipe):
    model, x = Layers().bfloat16(), numbers(ROWS, WIDTH, grad=True)
    plain, values, texts = cut(model, x, recipe=recipe)
    assert all(map(torch.equal, values, plain))
    assert texts["forward"].count('loc("first/with_order")') > 1
    weight, order = f"{WIDTH}x{WIDTH}xbf16", f"{WIDTH}x{WIDTH}xf8E4M3FN"
    head = {kind: text[: text.index("{")] for kind, text in texts.items()}
    assert head["forward"].count(f"tensor<{weight}>") == 2
    arguments, results = head["backward"].split("->")
    assert weight not in arguments and arguments.count(order) == 2
    assert results.count(weight) == 2


@pytest.mark.sample(2)
@pytest.mark.parametrize("part, scales", [("b200", "mx"), ("h200", "block")])
def test_scales_that_the_chip_multiplies(part, scales):
    """What is kept has those that one region would have: gradients are equal, bit for bit."""
    model, x = Layers().bfloat16(), numbers(ROWS, WIDTH, grad=True)
    options = {"recipe": "blockwise", "compile": {**QUICK, "part": part}}
    plain, *_rest = run(model, x, **options)
    values, _size, _types, cuts = run(model, x, save="time", **options)
    assert all(map(torch.equal, values, plain))
    lines = [line for each in cuts for line in each.region.text.splitlines()]
    kept = [line for line in lines if "lowp.split_scaled" in line]
    assert kept and all(f"#lowp.{scales}<" in line for line in kept)


class Attention(torch.nn.Module):
    """Two layers with an operation of torch between: one region each."""

    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.query, self.out = (torch.nn.Linear(WIDTH, WIDTH, bias=False) for _ in range(2))

    def forward(self, x):
        heads = self.query(x).view(2, 32, 4, WIDTH // 4).transpose(1, 2)
        mixed = torch.nn.functional.scaled_dot_product_attention(heads, heads, heads)
        return self.out(mixed.transpose(1, 2).reshape(2, 32, WIDTH))


def test_each_region_writes_the_order_of_its_weight():
    """And no copy of the weight, which one region would hand to another."""
    options = {"recipe": "blockwise", "save": "time"}
    *_rest, cuts = run(Attention().bfloat16(), numbers(2, 32, WIDTH, grad=True), **options)
    heads = [each.region.text.split("{")[0] for each in cuts if each.kind == "forward"]
    results = [head.split("->")[1] for head in heads]
    assert len(results) == 2
    for each in results:
        assert each.count(f"tensor<{WIDTH}x{WIDTH}xf8E4M3FN>") == 1
        assert f"tensor<{WIDTH}x{WIDTH}xbf16>" not in each


def test_a_weight_of_k_times_n():
    """Its gradient of rows reads it as it lies, and the forward pass its transpose."""
    model, x = Transposed().bfloat16(), numbers(256, 64, grad=True)
    plain, values, texts = cut(model, x)
    assert all(map(torch.equal, values, plain))
    assert "with_order" in texts["forward"] and "tensor<64x96xbf16>" in texts["forward"]


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "model, options",
    [
        ({"tied": True}, {}),
        ({}, {"recipe": "mixed_training"}),
        ({}, {"hold": True}),
        ({"checkpoints": True}, {}),
    ],
    ids=["two matmuls read it", "unlike scales", "held", "computed again"],
)
def test_other_weights_are_quantized_twice(model, options):
    *_values, texts = cut(Layers(**model).bfloat16(), numbers(ROWS, WIDTH, grad=True), **options)
    count = texts["forward"].count('loc("first/with_order")')
    assert count == 0 and "forward" in texts and "backward" in texts


def test_sizes_that_change_keep_the_weight():
    """Scales of a gradient of an unknown count of rows are not known."""
    model, x = Layers().bfloat16(), numbers(ROWS, WIDTH, grad=True)
    torch._dynamo.mark_dynamic(x, 0)
    *_values, texts = cut(model, x)
    assert "with_order" not in texts["forward"]


@pytest.mark.parametrize("is_turned", [False, True])
def test_the_operator(is_turned):
    w = numbers(192, 320)
    kept, *parts = torch.ops.lowp.with_order(w, is_turned, "block_1x128_128x128")
    wanted = ops.quantize(w.t() if is_turned else w, "block_1x128_128x128", "rhs")
    assert torch.equal(kept, w) and kept.data_ptr() != w.data_ptr()
    for one, other in zip(parts, wanted, strict=True):
        assert torch.equal(one.view(torch.uint8), other.view(torch.uint8))
    with torch._subclasses.FakeTensorMode() as mode:
        fakes = torch.ops.lowp.with_order(mode.from_tensor(w), is_turned, "block_1x128_128x128")
    for fake, real in zip(fakes, [kept, *parts], strict=True):
        assert (fake.shape, fake.dtype, fake.stride()) == (real.shape, real.dtype, real.stride())


def test_inductor():
    model, x = Layers().bfloat16(), numbers(ROWS, WIDTH, grad=True)
    plain, *_rest = run(model, x, recipe="blockwise")
    values, *_rest = run(model, x, recipe="blockwise", save="time", rest="inductor", compile=QUICK)
    assert all(map(torch.equal, values, plain))
