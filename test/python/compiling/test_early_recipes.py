"""Recipe "auto" beside save="time"; nothing is compiled."""

import pytest

torch = pytest.importorskip("torch")

from lowp._linear import prices  # noqa: E402
from lowp.torch.compiling import report  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402
from lowp.torch.compiling.candidates import uncompiled  # noqa: E402
from lowp.torch.compiling.early_recipes import _layer_of  # noqa: E402
from lowp.torch.compiling.linears import Linear  # noqa: E402
from torch._subclasses.fake_tensor import FakeTensorMode  # noqa: E402

# What is warned of here would be priced wrong.
pytestmark = pytest.mark.filterwarnings("error::lowp.torch.compiling.errors.SlowRegionWarning")

ROWS, WIDTH, HIDDEN = 8192, 2048, 8192
# Experts of this size are quantized in blocks, of which one read gives both orders.
GROUPS, ROWS_OF_EACH, IN, OUT = 16, 1024, 5120, 8192
BF16 = {"dtype": torch.bfloat16}


class Mlp(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.up = torch.nn.Linear(WIDTH, HIDDEN, bias=False, **BF16)
        self.down = torch.nn.Linear(HIDDEN, WIDTH, bias=False, **BF16)

    def forward(self, x):
        return self.down(torch.nn.functional.gelu(self.up(x), approximate="tanh"))


class Experts(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.up = torch.nn.Parameter(torch.empty(GROUPS, OUT, IN, **BF16))
        ends = torch.arange(1, GROUPS + 1, dtype=torch.int32) * ROWS_OF_EACH
        self.register_buffer("ends", ends)

    def forward(self, x):
        return torch._grouped_mm(x, self.up.transpose(1, 2), self.ends)


def cut(make, rows, columns, **options):
    torch._dynamo.reset()
    told = {"rest": "eager", "strict": True, "save": "time", "compile": {"part": "h200"}, **options}
    with FakeTensorMode(allow_non_fake_inputs=True), uncompiled(), report.collect() as cuts:
        x = torch.empty(rows, columns, **BF16).requires_grad_()
        torch.compile(make(), backend=backend, options=told)(x).float().sum().backward()
    regions = {each.kind: each.region.text for each in cuts if each.region is not None}
    return regions, [each for one in cuts for each in one.matmuls]


def test_layers_have_what_the_model_chooses():
    """Each layer that of its sizes; what is kept of activations is quantized."""
    regions, matmuls = cut(Mlp, ROWS, WIDTH)
    assert len(matmuls) == 6 and all("#lowp.matmul_recipe" in recipe for _, _, recipe in matmuls)
    for name, n, k in (("up", HIDDEN, WIDTH), ("down", WIDTH, HIDDEN)):
        price = prices.price(prices.Layer(ROWS, n, k, "bf16", (True, True)), "auto", "h200")
        for layer, role, recipe in matmuls:
            assert layer != name or recipe in price.recipe, (layer, role)
    kept = regions["forward"].split("->")[1]
    assert f"{HIDDEN}x{ROWS}xf8E4M3FN" in kept or f"{ROWS}x{HIDDEN}xf8E4M3FN" in kept
    bf16, _matmuls = cut(Mlp, ROWS, WIDTH, save="bf16")
    assert "f8E4M3FN" not in bf16["forward"].split("->")[1]


def test_experts():
    """Both orders of their weights come of one read."""
    regions, matmuls = cut(Experts, GROUPS * ROWS_OF_EACH, IN)
    assert {role for _, role, _ in matmuls} == {"forward", "dgrad", "wgrad"}
    assert f"{GROUPS}x{IN}x{OUT}xf8E4M3FN" in regions["forward"].split("->")[1]


def test_patterns_go_first():
    _regions, matmuls = cut(Mlp, ROWS, WIDTH, deny=("up",))
    assert {layer for layer, _, recipe in matmuls if "#lowp.matmul_recipe" in recipe} == {"down"}


def test_a_gpu_without_figures():
    with pytest.raises(
        Exception, match="expected a GPU that lowp has figures of beside save='time'"
    ):
        cut(Mlp, ROWS, WIDTH, compile={"chip": "sm_90a"})


@pytest.mark.parametrize("is_swapped", [False, True])
def test_sizes(is_swapped):
    """M, N, K of the layer, whichever of its matmuls is asked."""
    graph = torch.fx.Graph()

    def add(*shape):
        node = graph.placeholder(f"p{len(graph.nodes)}")
        node.meta["val"] = torch.empty(*(shape[::-1] if is_swapped else shape), device="meta")
        return node

    m, n, k = 48, 32, 16
    for role, left, right in (
        ("forward", (m, k), (k, n)),
        ("dgrad", (m, n), (n, k)),
        ("wgrad", (n, m), (m, k)),
    ):
        both = [add(*left), add(*right)]
        node = graph.call_function(
            torch.ops.aten.mm.default, tuple(both[::-1] if is_swapped else both)
        )
        layer = _layer_of(node, Linear("up", role, None, "", is_swapped))
        assert layer is not None and (layer.rows, layer.n, layer.k) == (m, n, k)
