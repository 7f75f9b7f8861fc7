"""Layers of experts under torch.compile(backend="lowp"): they are opened, with what they do
beside their products."""

import pytest

torch = pytest.importorskip("torch")

import lowp  # noqa: E402
import lowp.torch  # noqa: E402
from compiling_fixtures import fresh  # noqa: E402, F401
from graphs import QUICK, compiled, error, numbers  # noqa: E402
from lowp.torch.compiling import report  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402
from lowp.torch.compiling.programs import TABLE  # noqa: E402

G, K, N = 3, 64, 96
WEIGHTS, SUMS = "block_1x128_128x128", "block_1x128_1x128"


def make(recipe="blockwise_training", **options):
    torch.manual_seed(1)
    return lowp.torch.GroupedLinear(G, K, N, recipe=recipe, dtype=torch.bfloat16, **options)


def data(rows=40):
    return numbers(rows, K, grad=True), torch.tensor([7, 7, rows - 5], dtype=torch.int32)


def step(run, layer, rows=40):
    x, ends = data(rows)
    y = run(x, ends)
    g = numbers(*y.shape, seed=4)
    return y.detach(), *torch.autograd.grad(y, (x, *layer.parameters()), g)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "recipe, bias", [("blockwise_training", True), ("rowwise_training", False)]
)
def test_bits_of_a_layer(recipe, bias):
    """A layer alone is the program that it is in eager mode, whatever the option says."""
    layer = make(recipe, bias=bias)
    with report.collect() as cuts:
        got = step(compiled(layer, recipe="rowwise_with_gw_hp"), layer)
    assert [region.kind for region in cuts] == ["forward", "backward"] and not cuts.outside
    wanted = step(layer, layer)
    assert len(got) == 3 + bias and all(map(torch.equal, got, wanted))


def test_sizes_that_change():
    layer = make(bias=True)
    lowered = torch.compile(
        layer, backend=backend, dynamic=True, options={"rest": "eager", "compile": QUICK}
    )
    for rows in (40, 57):
        assert all(map(torch.equal, step(lowered, layer, rows), step(layer, layer, rows)))
    assert len(TABLE) == 2


@pytest.mark.sample(3)
@pytest.mark.parametrize("needed", ["x", "weight", "bias"])
def test_some_gradients(needed):
    layer, (x, ends) = make(clears=False), data()
    tensors = {"x": x, "weight": layer.weight, "bias": layer.bias}
    for name, tensor in tensors.items():
        tensor.requires_grad_(name == needed)
    last = int(ends[-1])
    (want,) = torch.autograd.grad(layer(x, ends)[:last].sum(), tensors[needed])
    (got,) = torch.autograd.grad(
        compiled(layer, strict=False)(x, ends)[:last].sum(), tensors[needed]
    )
    assert torch.equal(got, want)


class Mlp(torch.nn.Module):
    def __init__(self, recipe):
        super().__init__()
        kind = {"bias": False, "recipe": recipe, "dtype": torch.bfloat16}
        self.gate, self.up = (lowp.torch.GroupedLinear(G, K, N, **kind) for _ in range(2))
        self.down = lowp.torch.GroupedLinear(G, N, K, **kind)

    def forward(self, x, ends):
        inner = torch.nn.functional.silu(self.gate(x, ends)) * self.up(x, ends)
        return self.down(inner, ends)


def test_what_is_between_them():
    """Each pass is one region: activations are quantized by the kernels that compute them."""
    model = Mlp("blockwise_training")
    wanted = step(model, model)
    with report.collect() as cuts:
        found = step(compiled(model), model)
    assert all(error(one, other) < 1e-2 for one, other in zip(found, wanted, strict=True))
    forward, backward = cuts
    assert not cuts.outside
    names = [
        (name, role, f"#lowp.matmul_recipe<{recipe}>")
        for name in ("down", "gate", "up")
        for role, recipe in (("forward", WEIGHTS), ("dgrad", WEIGHTS), ("wgrad", SUMS))
    ]
    assert sorted(forward.matmuls) == [each for each in names if each[1] == "forward"]
    assert sorted(backward.matmuls) == [each for each in names if each[1] != "forward"]


def test_auto_of_the_layer():
    """What it chooses for the GPU that its recipe names; on a CPU nothing, and the layer stays."""
    recipe = "auto rows=65536 part=h200"
    torch.manual_seed(1)
    layer = lowp.torch.GroupedLinear(8, 512, 1024, False, recipe=recipe, dtype=torch.bfloat16)
    x, ends = numbers(24, 512), torch.tensor([3, 3, 9, 9, 9, 14, 20, 22], dtype=torch.int32)
    with torch.no_grad(), report.collect() as cuts:
        assert torch.equal(compiled(layer)(x, ends), layer(x, ends))
    (region,) = cuts
    assert region.matmuls == (("", "forward", "#lowp.matmul_recipe<rowwise>"),)
    torch._dynamo.reset()
    layer = make("auto")
    with torch.no_grad(), report.collect() as cuts:
        assert torch.equal(compiled(layer, strict=False)(*data()), layer(*data()))
    assert cuts.outside["lowp.grouped_linear"] == 1


def test_a_refused_region_keeps_its_operators(monkeypatch):
    """Not a product in the type of the layer without its recipe."""

    def refuse(*_arguments, **_options):
        raise lowp.CompileError("refused for the test")

    layer, (x, ends) = make(), data()
    want = layer(x, ends)
    monkeypatch.setattr(TABLE, "get", refuse)
    from lowp.torch.compiling.regions import RegionWarning

    with torch.no_grad(), report.collect() as cuts:
        with pytest.warns(RegionWarning, match="refused for the test"):
            got = compiled(layer, strict=False)(x, ends)
    assert torch.equal(got, want) and cuts.outside["lowp.grouped_linear"] == 1
