"""_scaled_mm as one region, by scales of each kind, and in the backend."""

import pytest

torch = pytest.importorskip("torch")

import lowp.torch  # noqa: E402
from graphs import QUICK, error, numbers, start_graph  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402
from lowp.torch.compiling.errors import Refusal  # noqa: E402
from lowp.torch.compiling.importer.region import import_region  # noqa: E402
from lowp.torch.compiling.programs import Loaded  # noqa: E402

FP8 = torch.float8_e4m3fn
M, N, K = 40, 128, 256


def region_of(*inputs, **options):
    """The product as a region: the CPU's torch computes not all of them."""
    graph, nodes = start_graph(inputs)
    turned = graph.call_function(torch.ops.aten.t.default, (nodes[1],))
    turned.meta["val"] = inputs[1].t()
    product = graph.call_function(
        torch.ops.aten._scaled_mm.default, (nodes[0], turned, *nodes[2:]), options
    )
    product.meta["val"] = torch.empty(M, N, dtype=options["out_dtype"])
    return import_region([turned, product], nodes, [product], "cpu", QUICK)[0]


def spread(scales, shape):
    """Scales as a factor of each element."""
    scales = scales.double().reshape(scales.shape if scales.dim() == 2 else (1, 1))
    for dim, size in enumerate(shape):
        scales = scales.repeat_interleave(-(-size // scales.shape[dim]), dim).narrow(dim, 0, size)
    return scales


@pytest.mark.parametrize(
    "a, b, bias",
    [
        ((), (1,), False),
        ((M, 1), (1, N), True),
        ((M, 1), (), True),
        ((M, 2), (2, 1), False),
        ((M, 2), (2, N), True),
    ],
    ids=["tensors", "rows", "mixed", "tiles", "blocks"],
)
def test_scales(a, b, bias):
    x, w = numbers(M, K).to(FP8), numbers(N, K, seed=1).to(FP8)
    inputs = [x, w, torch.rand(a) + 0.5, torch.rand(b) + 0.5]
    inputs += [numbers(N, seed=2)] if bias else []
    region = region_of(*inputs, out_dtype=torch.bfloat16, use_fast_accum=bias)
    assert "lowp.scaled_matmul" in region.text and ("fast_accumulation" in region.text) is bias
    (found,) = Loaded(region).calls[0](inputs)
    want = (x.double() * spread(inputs[2], (M, K))) @ (w.t().double() * spread(inputs[3], (K, N)))
    assert error(found, want + inputs[4].double() if bias else want) < 3e-3


@pytest.mark.parametrize(
    "a, kind, message",
    [
        (
            (M, 4),
            torch.float32,
            "scales of the tensor, of rows, of 1x128 or 128x128, got 40x4 for 40x256",
        ),
        ((), torch.bfloat16, "scales in float32, got torch.bfloat16"),
    ],
)
def test_other_scales_are_refused(a, kind, message):
    x, w = numbers(M, K).to(FP8), numbers(N, K, seed=1).to(FP8)
    scales = torch.ones(a).to(kind), torch.ones(())
    with pytest.raises(Refusal, match=message):
        region_of(x, w, *scales, out_dtype=torch.bfloat16)
    with pytest.raises(Refusal, match="a product that is not quantized again"):
        region_of(x, w, torch.ones(()), scales[1], out_dtype=FP8)


@pytest.mark.parametrize("recipe", ["auto", "none"])
def test_the_backend_takes_it(recipe):
    """Operands are quantized already."""

    def function(x, w, a, b):
        return torch.relu(torch._scaled_mm(x, w.t(), a, b, out_dtype=torch.bfloat16))

    x, w = numbers(M, K).to(FP8), numbers(N, K, seed=1).to(FP8)
    inputs = x, w, torch.rand(M, 1), torch.rand(1, N)
    options = {"recipe": recipe, "rest": "eager", "compile": QUICK}
    compiled = torch.compile(function, backend=backend, options=options)
    assert error(compiled(*inputs), function(*inputs)) < 3e-3
    found = lowp.torch.explain(function, *inputs, options=options)
    assert str(found).endswith("torch computes: nothing else")


class Scaled(torch.nn.Module):
    """A layer whose weight is fp8 times scales, as others keep and widen it."""

    def __init__(self, scales):
        super().__init__()
        self.register_buffer("weight", numbers(2 * N, 2 * K).to(FP8))
        self.register_buffer("scales", torch.rand(scales) + 0.5)

    def widened(self):
        if self.scales.dim() < 2 or self.scales.shape[1] == 1:
            return (self.weight.float() * self.scales).bfloat16()
        blocks = self.weight.float().view(2, 128, 4, 128) * self.scales[:, None, :, None]
        return blocks.view(2 * N, 2 * K).bfloat16()

    def forward(self, x):
        return torch.nn.functional.linear(x, self.widened())


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "scales, recipe, is_once",
    [
        ((2, 4), "blockwise_training", True),
        ((2 * N, 1), "rowwise", True),
        ((2 * N, 1), "blockwise_training", False),
        ((), None, None),
    ],
    ids=["blocks", "rows", "again", "widened"],
)
def test_weights_in_fp8(scales, recipe, is_once):
    """Where a recipe has their format they are taken as they are: the input alone is rounded."""
    layer, x = Scaled(scales), numbers(M, 2 * K, seed=1)
    options = {"recipe": recipe, "rest": "eager", "strict": True, "compile": QUICK}
    told = str(lowp.torch.explain(layer, x, options=options))
    assert told.endswith("torch computes: nothing else")
    torch._dynamo.reset()
    found = error(
        torch.compile(layer, backend=backend, options=options)(x),
        x.double() @ layer.widened().double().t(),
    )
    assert found < 3e-3 if is_once is None else (0.02 < found < 0.03) is is_once
    if recipe is None:
        return
    # A cast alone is no weight of a layer, and a cast to fp8 is torch's.
    other = torch.compile(
        lambda x, w: (x @ w.bfloat16().t()).to(FP8),
        backend=backend,
        options={**options, "strict": False},
    )
    assert other(x, layer.weight).dtype is FP8
