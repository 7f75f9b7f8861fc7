"""docs/examples/moe.mlir on a GPU, captured once into a CUDA graph and replayed with
other tokens and routers, so with other sizes of groups, against torch expert by expert."""

import pathlib

import lowp
import pytest
from torch_fixtures import torch  # noqa: F401

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")

EXAMPLE = pathlib.Path(__file__).resolve().parents[3] / "docs/examples/moe.mlir"
TOKENS, HIDDEN, INNER, EXPERTS = 700, 256, 128, 8


@pytest.fixture(autouse=True)
def real_driver():
    try:
        if "Fake" in lowp.device_info(0).name:
            pytest.skip("lowp runs on the fake driver: unset LOWP_FAKE_CUDA")
    except lowp.LaunchError:
        pytest.skip("lowp has no driver")


def draw(generator, *shape, scale=1.0):
    values = torch.randn(*shape, generator=generator, device="cuda") * scale
    return values.to(torch.bfloat16)


def layer(x, router, gate_up, down):
    """Without groups: each expert takes its tokens out."""
    best, chosen = (x.float() @ router.float().t()).topk(2, 1)
    weights, y = torch.softmax(best, 1), torch.zeros(x.shape, device="cuda")
    for expert in range(EXPERTS):
        token, choice = (chosen == expert).nonzero(as_tuple=True)
        gate, up = (x[token] @ gate_up[expert].t()).float().chunk(2, 1)
        inner = (torch.nn.functional.silu(gate) * up).bfloat16()
        output = (inner @ down[expert].t()).float()
        y.index_add_(0, token, output * weights[token, choice][:, None])
    return y


def routers(generator):
    """Any experts; two experts for all tokens, the others empty; each pair."""
    any_router = draw(generator, EXPERTS, HIDDEN, scale=HIDDEN**-0.5)
    yield any_router
    for pair in ((0, 7), (3, 4), (6, 1)):
        lonely = any_router.clone()
        lonely[list(pair), 0] = 50
        yield lonely
    yield draw(generator, EXPERTS, HIDDEN, scale=HIDDEN**-0.5)


def test_one_capture_serves_all_sizes_of_groups():
    generator = torch.Generator(device="cuda").manual_seed(5)
    gate_up = draw(generator, EXPERTS, 2 * INNER, HIDDEN, scale=HIDDEN**-0.5)
    down = draw(generator, EXPERTS, HIDDEN, INNER, scale=INNER**-0.5)
    function = lowp.compile(EXAMPLE.read_text(encoding="utf-8"), chip="native")["moe"]
    prepared = function.prepare(gate_up, down)
    x, router = draw(generator, TOKENS, HIDDEN), draw(generator, EXPERTS, HIDDEN)
    y = torch.empty_like(x)

    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        function(x, router, prepared, out=y)
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        function(x, router, prepared, out=y)

    for other in routers(generator):
        x.copy_(draw(generator, TOKENS, HIDDEN))
        x[:, 0] = 1
        router.copy_(other)
        graph.replay()
        first = y.clone()
        y.fill_(float("nan"))
        graph.replay()
        assert torch.equal(y, first), "the same bits in each run"
        expected = layer(x, router, gate_up, down)
        error = float((first.float() - expected).norm() / expected.norm())
        assert error < 8e-2, error
