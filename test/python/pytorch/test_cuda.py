"""lowp.torch on a GPU: the CPU's results, CUDA graphs, streams, devices."""

import lowp
import pytest
from torch_fixtures import seeded, torch  # noqa: F401

import lowp.torch
from lowp._linear import grouped_gradients as _gradients
from lowp.torch.compiling import direct
from lowp.torch.compiling.backend import backend

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")

FAMILIES = ["blockwise_training", "rowwise_training", "rowwise_with_gw_hp"]


@pytest.fixture(autouse=True)
def real_driver():
    from lowp import _library  # noqa: F401

    try:
        lowp.device_info(0)
    except lowp.LaunchError:
        pytest.skip("lowp has no driver")
    if "Fake" in lowp.device_info(0).name:
        pytest.skip("lowp runs on the fake driver: unset LOWP_FAKE_CUDA")


def make(rows, n, k, dtype):
    tensors = [torch.randn(*shape).to(dtype) for shape in ((rows, k), (n, k), (n,))]
    return [each.requires_grad_() for each in tensors], torch.randn(rows, n).to(dtype)


def run(tensors, g, recipe):
    y = lowp.torch.linear(*tensors, recipe=recipe)
    return [y, *torch.autograd.grad(y, tensors, g)]


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32], ids=str)
@pytest.mark.parametrize("recipe", FAMILIES)
@pytest.mark.parametrize("rows", [0, 1, 7, 128, 257])
def test_as_on_the_cpu(rows, recipe, dtype):
    tensors, g = make(rows, 384, 512, dtype)
    expected = run(tensors, g, recipe)
    found = run([each.detach().cuda().requires_grad_() for each in tensors], g.cuda(), recipe)
    for each, host in zip(found, expected):
        torch.testing.assert_close(each.cpu(), host, rtol=1.6e-2, atol=2e-2)


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("recipe", ["none", *FAMILIES])
def test_grouped_linear_as_on_the_cpu(recipe, bias):
    x, w = torch.randn(700, 512).bfloat16(), torch.randn(6, 384, 512).bfloat16()
    b = torch.randn(6, 384).bfloat16() if bias else None
    x[690:] = float("nan")
    for ends in ([128, 131, 131, 400, 401, 690], [0, 0, 690, 690, 690, 690]):
        ends = torch.tensor(ends, dtype=torch.int32)
        host = lowp.torch.grouped_linear(x, w, ends, b, recipe=recipe)
        there = [None if each is None else each.cuda() for each in (x, w, ends, b)]
        found = lowp.torch.grouped_linear(*there, recipe=recipe)
        # Scales of rows are accumulated fast, with 14 bits, in sums of up to 100.
        atol = 6e-2 if recipe.startswith("rowwise") else 2e-2
        torch.testing.assert_close(found.cpu(), host, rtol=1.6e-2, atol=atol)
        assert torch.equal(found, lowp.torch.grouped_linear(*there, recipe=recipe))
        rest = lowp.torch.grouped_linear(*there, recipe=recipe, clears=False)
        assert torch.equal(rest[:690], found[:690])


def grouped_gradients(tensors, ends, g, recipe):
    y = lowp.torch.grouped_linear(*tensors[:2], ends, *tensors[2:], recipe=recipe)
    return torch.autograd.grad(y, tensors, g)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16], ids=str)
@pytest.mark.parametrize("recipe", ["none", *FAMILIES])
def test_grouped_gradients_as_on_the_cpu(recipe, dtype, monkeypatch):
    """Also with NaN after the last group, in all that has rows; twice the same bits. Gradients of
    weights have the recipe that they have on a CPU, where nothing is priced."""
    priced = _gradients.recipe_of_sums
    monkeypatch.setattr(_gradients, "recipe_of_sums", lambda *about: priced(*about[:3], None))
    host = [torch.randn(*shape).to(dtype) for shape in ((700, 512), (6, 384, 512), (6, 384))]
    g = torch.randn(700, 384).to(dtype)
    host[0][690:], g[690:] = float("nan"), float("nan")
    host = [each.requires_grad_() for each in host]
    there = [each.detach().cuda().requires_grad_() for each in host]
    for ends in ([128, 131, 131, 400, 401, 690], [0, 0, 690, 690, 690, 690], [0] * 6):
        ends = torch.tensor(ends, dtype=torch.int32)
        wanted = grouped_gradients(host, ends, g, recipe)
        found = grouped_gradients(there, ends.cuda(), g.cuda(), recipe)
        atol = 6e-2 if recipe.startswith("rowwise") else 2e-2
        for each, other in zip(found, wanted):
            torch.testing.assert_close(each.cpu(), other, rtol=1.6e-2, atol=atol)
        for each, other in zip(found, grouped_gradients(there, ends.cuda(), g.cuda(), recipe)):
            assert torch.equal(each, other)
    empty = [each.detach()[:0] if n == 0 else each.detach() for n, each in enumerate(there)]
    empty = [each.requires_grad_() for each in empty]
    for each in grouped_gradients(empty, ends.cuda(), g.cuda()[:0], recipe)[1:]:
        assert torch.equal(each, torch.zeros_like(each))


def test_gradients_of_groups_change_in_a_graph():
    """No host reads where groups end."""
    sizes = (256, 512), (4, 384, 512), (4, 384)
    tensors = [torch.randn(*s, device="cuda").bfloat16().requires_grad_() for s in sizes]
    ends = torch.tensor([64, 64, 200, 256], dtype=torch.int32, device="cuda")
    g = torch.randn(256, 384, device="cuda").bfloat16()
    run = lambda: grouped_gradients(tensors, ends, g, "blockwise_training")  # noqa: E731
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        run()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        made = run()
    for new in ([1, 2, 3, 256], [256] * 4, [0, 100, 101, 101]):
        ends.copy_(torch.tensor(new, dtype=torch.int32))
        graph.replay()
        kept = [each.clone() for each in made]
        assert all(torch.equal(*each) for each in zip(kept, run()))


def test_groups_change_in_a_graph():
    x = torch.randn(256, 512, device="cuda", dtype=torch.bfloat16)
    w = torch.randn(4, 384, 512, device="cuda", dtype=torch.bfloat16)
    ends = torch.tensor([64, 64, 200, 256], dtype=torch.int32, device="cuda")
    run = lambda: lowp.torch.grouped_linear(x, w, ends, recipe="blockwise_training")  # noqa: E731
    run()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = run()
    for new in ([1, 2, 3, 256], [256] * 4, [0, 100, 101, 101]):
        ends.copy_(torch.tensor(new, dtype=torch.int32))
        graph.replay()
        assert torch.equal(y, run())


def _write_again(weight):
    with torch.no_grad():
        weight.mul_(2)


def _move(weight):
    weight.data = 2 * weight.data


def _step(weight):
    weight.grad = torch.ones_like(weight)
    torch.optim.AdamW([weight], lr=0.1, fused=True).step()


@pytest.mark.parametrize("recipe", ["rowwise", "blockwise_training"])
def test_frozen_weights_in_graphs_of_inductor(monkeypatch, recipe):
    """Replays run no region's Python, and read what is prepared of weights that were written."""
    layers = torch.nn.Linear(512, 1024), torch.nn.GELU(), torch.nn.Linear(1024, 512)
    model = torch.nn.Sequential(*layers).cuda().bfloat16()
    options = {"recipe": recipe, "freeze": True, "strict": True}
    plain, replayed = (
        torch.compile(model, backend=backend, options={**options, "triton.cudagraphs": graphs})
        for graphs in (False, True)
    )
    calls = []
    original = direct.call_region
    monkeypatch.setattr(direct, "call_region", lambda *a: calls.append(a) or original(*a))
    x = torch.randn(16, 512, device="cuda", dtype=torch.bfloat16)
    with torch.no_grad():
        wanted = plain(x)
        del calls[:]
        for _ in range(6):
            assert torch.equal(replayed(x), wanted)
    assert len(calls) == 2
    for write in (_write_again, _step, _move):
        write(model[2].weight)
        before = wanted
        with torch.no_grad():
            wanted = plain(x)
            assert not torch.equal(before, wanted)
            for _ in range(4):
                assert torch.equal(replayed(x), wanted)


def layer(frozen=False):
    one = torch.nn.Linear(512, 384, device="cuda", dtype=torch.bfloat16)
    lowp.torch.convert(one, "blockwise_training")
    return lowp.torch.freeze(one) if frozen else one


@pytest.mark.parametrize("frozen, before", [(False, 1), (True, 1), (True, 3)])
def test_cuda_graph(frozen, before):
    """The first call of a frozen layer after two others is bound."""
    one, x = layer(frozen), torch.randn(16, 512, device="cuda", dtype=torch.bfloat16)
    with torch.no_grad():
        for _ in range(before):
            y = one(x)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            z = one(x)
        z.zero_()
        graph.replay()
        assert torch.equal(z, y)
        x.mul_(2)
        graph.replay()
        assert torch.equal(z, one(x))


def test_training_step_in_a_graph():
    one, x = layer(), torch.randn(64, 512, device="cuda", dtype=torch.bfloat16)
    lowp.torch.preload(one)

    def step():
        one.zero_grad(set_to_none=True)
        one(x).sum().backward()

    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        step()
    torch.cuda.current_stream().wait_stream(stream)
    expected = one.weight.grad.clone()
    one.zero_grad(set_to_none=True)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    one.weight.grad.zero_()
    graph.replay()
    assert torch.equal(one.weight.grad, expected)


def test_capture_of_what_is_not_loaded():
    one = torch.nn.Linear(520, 392, device="cuda", dtype=torch.bfloat16)
    lowp.torch.convert(one, "rowwise_training")
    x = torch.randn(8, 520, device="cuda", dtype=torch.bfloat16)
    with pytest.raises(lowp.LaunchError, match="to be loaded before a CUDA graph"):
        with torch.no_grad(), torch.cuda.graph(torch.cuda.CUDAGraph()):
            one(x)


def test_side_stream():
    one, x = layer(), torch.randn(512, 512, device="cuda", dtype=torch.bfloat16)
    y = one(x)
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        torch.cuda._sleep(10_000_000)
        late = x * 1
        z = one(late)
        z.sum().backward()
    torch.cuda.current_stream().wait_stream(stream)
    assert torch.equal(z, y) and one.weight.grad.isfinite().all()


def test_bound_calls():
    """On the stream of the call, with the operator's results."""
    one, stream = layer(frozen=True), torch.cuda.Stream()
    with torch.inference_mode():
        for shape in ((16, 512), (1, 512), (3, 5, 512), (257, 512)):
            x = torch.randn(*shape, device="cuda", dtype=torch.bfloat16)
            one(x), one(x)
            assert len(one.lowp_calls[x.shape]) == 1
            expected = one._call_operator(x)
            made = [one(x) for _ in range(4)]
            assert all(torch.equal(each, expected) for each in made)
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                torch.cuda._sleep(10_000_000)
                made = one(x * 1)
            torch.cuda.current_stream().wait_stream(stream)
            assert torch.equal(made, expected)


def test_bound_calls_of_several_streams():
    """What they share is of one stream, and a graph has its own."""
    one, inputs = layer(frozen=True), torch.randn(3, 16, 512, device="cuda").bfloat16()
    streams, graph = [torch.cuda.Stream() for _ in range(2)], torch.cuda.CUDAGraph()
    with torch.inference_mode():
        expected = [one._call_operator(x) for x in inputs]
        for _ in range(3):
            one(inputs[0])
        with torch.cuda.graph(graph):
            captured = one(inputs[2])
        for stream in streams:
            stream.wait_stream(torch.cuda.current_stream())
        for _ in range(20):
            made = []
            for stream, x in zip(streams, inputs):
                with torch.cuda.stream(stream):
                    made.append(one(x))
            graph.replay()
            torch.cuda.synchronize()
            for y, want in zip([*made, captured], expected):
                assert torch.equal(y, want)


def test_two_devices():
    if torch.cuda.device_count() < 2:
        pytest.skip("needs two GPUs")
    one, x = layer(), torch.randn(32, 512, device="cuda:0", dtype=torch.bfloat16)
    y = one(x)
    there = one.to("cuda:1")(x.to("cuda:1"))
    there.sum().backward()
    assert torch.equal(there.cpu(), y.cpu()) and one.weight.grad.device.index == 1
    with pytest.raises(lowp.LaunchError, match="on one device"):
        one(x)


def test_frozen_for_another_device():
    one = layer(frozen=True).cpu()
    with pytest.raises(lowp.LaunchError, match="prepared for cpu, .* got ones for sm_"):
        one(torch.randn(4, 512, dtype=torch.bfloat16))


@pytest.mark.parametrize(
    "rows, groups, n, k",
    [
        (2**21 + 77, 5, 128, 1040),  # elements of x
        (2**19 + 5, 3, 4104, 256),  # elements of the result
        (700, 64, 8192, 8448),  # bytes of the weights, beyond 2^32
    ],
)
@pytest.mark.parametrize("recipe", ["none", "rowwise_training", "blockwise_training"])
def test_groups_of_many_elements(rows, groups, n, k, recipe):
    """More than 2^31 elements: places are no 32-bit numbers."""
    if torch.cuda.mem_get_info()[0] < 60e9:
        pytest.skip("needs 60 GB")
    generator = torch.Generator("cuda").manual_seed(1)

    def make(*shape):
        return torch.randn(*shape, device="cuda", generator=generator, dtype=torch.bfloat16)

    x, w = make(rows, k), make(groups, n, k)
    ends = torch.tensor(
        [rows * (g + 1) // groups - 3 for g in range(groups)], dtype=torch.int32, device="cuda"
    )
    y = lowp.torch.grouped_linear(x, w, ends, recipe=recipe, clears=False)
    begin = 0
    for group, end in enumerate(ends.tolist()):
        if group in (0, groups // 2, groups - 1):
            own = slice(max(begin, end - 64), end)
            expected = x[own].float() @ w[group].float().t()
            error = (y[own].float() - expected).norm() / expected.norm()
            assert error < (5e-3 if recipe == "none" else 6e-2), (group, error)
        begin = end
