"""Option save="time": both orders of experts' weights are written where the forward pass reads
them."""

import pytest

torch = pytest.importorskip("torch")

import lowp.torch  # noqa: E402
from graphs import QUICK, numbers  # noqa: E402
from lowp.torch import ops  # noqa: E402
from test_saved import cut, run  # noqa: E402
from torch.utils.checkpoint import checkpoint  # noqa: E402

G, N, K, ROWS = 2, 256, 128, 48
WEIGHT, ORDER = f"{G}x{N}x{K}xbf16", f"{G}x{K}x{N}xf8E4M3FN"


class Products(torch.nn.Module):
    """torch's products of groups. turned: the weight lies as the product reads it. count: how
    many products read it. checkpoints: they are computed again."""

    def __init__(self, turned=False, count=1, checkpoints=False, k=K):
        super().__init__()
        torch.manual_seed(0)
        shape = (G, k, N) if turned else (G, N, k)
        self.up = torch.nn.Parameter(torch.randn(shape).bfloat16())
        self.turned, self.count, self.checkpoints = turned, count, checkpoints
        self.register_buffer("ends", torch.tensor([16, ROWS], dtype=torch.int32))

    def multiply(self, x):
        weight = self.up if self.turned else self.up.transpose(1, 2)
        return sum(torch._grouped_mm(x + place, weight, self.ends) for place in range(self.count))

    def forward(self, x):
        if self.checkpoints:
            return checkpoint(self.multiply, x, use_reentrant=False)
        return self.multiply(x)


class Layers(torch.nn.Module):
    """lowp's layers of experts."""

    def __init__(self, bias):
        super().__init__()
        torch.manual_seed(0)
        self.up = lowp.torch.GroupedLinear(
            G, K, N, bias=bias, recipe="blockwise_training", dtype=torch.bfloat16
        )
        self.register_buffer("ends", torch.tensor([16, ROWS - 5], dtype=torch.int32))

    def forward(self, x):
        return self.up(x, self.ends)


def make_rows(k=K):
    return numbers(ROWS, k, grad=True)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "turned, recipe",
    [(False, "blockwise"), (True, "blockwise"), (True, "rowwise"), (False, "rowwise")],
)
def test_products(turned, recipe):
    plain, values, texts = cut(Products(turned), make_rows(), recipe=recipe)
    assert all(map(torch.equal, values, plain))
    weight = f"{G}x{K}x{N}xbf16" if turned else WEIGHT
    arguments, results = texts["backward"][: texts["backward"].index("{")].split("->")
    assert weight not in arguments and arguments.count(ORDER) == 1 and weight in results
    assert texts["forward"].split("->")[1].count(ORDER) == 1


def test_scales_that_the_chip_multiplies():
    options = {"recipe": "blockwise", "compile": {**QUICK, "part": "b200"}}
    (plain, *_rest), (values, *_others, cuts) = (
        run(Products(), make_rows(), save=save, **options) for save in ("bf16", "time")
    )
    assert all(map(torch.equal, values, plain))
    texts = [each.region.text for each in cuts if each.region is not None]
    assert len(texts) == 2 and all("#lowp.mx<128x128>" in text for text in texts)


@pytest.mark.sample(2)
@pytest.mark.parametrize("bias", [False, True])
def test_layers(bias):
    plain, values, texts = cut(Layers(bias), make_rows())
    assert len(values) == 3 + bias and all(map(torch.equal, values, plain))
    assert ORDER in texts["forward"].split("->")[1]
    assert texts["backward"].count("lowp.dequantize") == 1


def test_rows_of_any_number():
    model, x = Products(), make_rows()
    torch._dynamo.mark_dynamic(x, 0)
    plain, values, texts = cut(model, x)
    assert all(map(torch.equal, values, plain)) and "with_order" in texts["forward"]


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "model, options",
    [
        ({"count": 2}, {}),
        ({}, {"recipe": "mixed_training"}),
        ({}, {"hold": True}),
        ({"checkpoints": True}, {}),
        ({"k": 96}, {}),
    ],
    ids=[
        "two products read it",
        "unlike scales",
        "held",
        "computed again",
        "blocks of two experts",
    ],
)
def test_other_weights_are_quantized_twice(model, options):
    *_values, texts = cut(Products(**model), make_rows(model.get("k", K)), **options)
    assert "with_order" not in texts["forward"] and "backward" in texts


@pytest.mark.parametrize("is_turned", [False, True])
def test_the_operators(is_turned):
    """The order, and the product with it, as the layer has them."""
    w, x, recipe = numbers(G, N, K), numbers(ROWS, N if is_turned else K), "block_1x128_128x128"
    ends = torch.tensor([16, ROWS], dtype=torch.int32)
    kept, *parts = torch.ops.lowp.with_order(w, is_turned, recipe)
    order = w.mT.contiguous() if is_turned else w
    assert torch.equal(kept, w) and kept.data_ptr() != w.data_ptr()
    for one, other in zip(parts, ops.quantize(order, recipe, "rhs"), strict=True):
        assert torch.equal(one.view(torch.uint8), other.view(torch.uint8))
    found = torch.ops.lowp.grouped_linear_of_scaled([x], parts, ends, None, recipe, True, w.dtype)
    assert torch.equal(found, lowp.torch.grouped_linear(x, order, ends, recipe=recipe))
    with torch._subclasses.FakeTensorMode() as mode:
        shapes = [tuple(each.shape) for each in (kept, *parts)]
        faked = torch.ops.lowp.with_order(mode.from_tensor(w), is_turned, recipe)
        assert [tuple(each.shape) for each in faked] == shapes
