"""Programs on a GPU that exists, called with torch's tensors and without.

Skipped under the fake driver and where torch sees no GPU. By hand, with no more than
liblowp-c.so, this repository, pytest and torch:

    LOWP_LIBRARY=.../liblowp-c.so PYTHONPATH=python python3 -m pytest \\
        test/python/test_real_gpu.py -q -s
"""

import json
import os
import time

import lowp
import pytest
from conftest import ADD, MATMUL, QUANTIZE
from lowp import _library


def _sees_gpu():
    if "LOWP_FAKE_CUDA" in os.environ:
        return False
    try:
        import torch
    except ImportError:
        return False
    return torch.cuda.is_available()


pytestmark = pytest.mark.skipif(not _sees_gpu(), reason="needs a GPU and torch")

ROWWISE = """
!x = !lowp.scaled<?x512xf8E4M3FN, #lowp.rowwise>
!w = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
func.func @gemm(%x: !x, %w: !w) -> tensor<?x256xbf16> {
  %y = lowp.scaled_matmul %x, %w fast_accumulation : !x, !w -> tensor<?x256xbf16>
  return %y : tensor<?x256xbf16>
}
"""


@pytest.fixture(scope="module")
def torch():
    return pytest.importorskip("torch")


@pytest.fixture(params=["auto", "ptx"])
def image_format(request):
    """Machine code where there is a ptxas; and PTX, which the driver compiles."""
    return request.param


def compile(source, **options):
    return lowp.compile(source, chip="native", **options).functions[0]


def random_operands(torch, rows, seed=0):
    """x, w, and their product in f64, from the quantized values."""
    generator = torch.Generator(device="cuda").manual_seed(seed)
    pairs, exact = [], []
    for count in (rows, 256):
        values = torch.randn(count, 512, device="cuda", generator=generator)
        scales = values.abs().amax(1, keepdim=True) / 448
        data = (values / scales).to(torch.float8_e4m3fn)
        pairs += [data, scales]
        exact.append(data.double() * scales.double())
    return pairs, exact[0] @ exact[1].t()


def relative_error(result, expected):
    return float((result.double() - expected).norm() / expected.norm())


def test_device():
    info = lowp.device_info(0)
    print(f"\n{info.name}, {info.chip}, {info.multiprocessors} multiprocessors")
    assert lowp.device_count() >= 1 and info.multiprocessors > 0


def test_generic_kernel(torch, image_format):
    add = compile(ADD, image_format=image_format)
    x, y = (torch.randn(100_003, device="cuda") for _ in range(2))
    assert torch.equal(add(x, y), x + y)
    out = torch.full_like(x, float("nan"))
    assert add(x, y, out=out) is out and torch.equal(out, x + y)
    assert add(x[:0], y[:0]).shape == (0,)


@pytest.mark.parametrize("rows", [1, 64, 100, 1000])
def test_matmul_kernel(torch, image_format, rows):
    gemm = compile(ROWWISE, image_format=image_format)
    operands, expected = random_operands(torch, rows)
    result = gemm(*operands)
    assert result.dtype == torch.bfloat16 and result.shape == (rows, 256)
    assert relative_error(result, expected) < 4e-3
    assert torch.equal(gemm(*operands), result)


def test_recipe_with_workspace(torch):
    """Quantized inside of the function, which needs memory for that."""
    matmul = compile(MATMUL)
    x = torch.randn(96, 512, device="cuda").bfloat16()
    w = torch.randn(512, 64, device="cuda").bfloat16()
    assert matmul.workspace_bytes(x, w) > 96 * 512
    assert relative_error(matmul(x, w), x.double() @ w.double()) < 6e-2


def test_scales_of_a_quantize(torch):
    quantize = compile(QUANTIZE)
    x = torch.randn(13, 256, device="cuda").bfloat16()
    data, scales = quantize(x)
    assert data.dtype == torch.float8_e4m3fn
    factors = scales[:, :13].t().repeat_interleave(128, 1).double()
    assert relative_error(data.double() * factors, x.double()) < 4e-2


def test_streams(torch):
    """The call is on the stream that is current: it sees what went before it there,
    though the device is still busy with that."""
    add = compile(ADD)
    x = torch.zeros(1 << 20, device="cuda")
    add(x, x)
    stream = torch.cuda.Stream()
    torch.cuda.synchronize()
    with torch.cuda.stream(stream):
        torch.cuda._sleep(20_000_000)
        x.fill_(3)
        result = add(x, x)
        is_busy = not stream.query()
    assert is_busy, "the call waited for the device"
    stream.synchronize()
    assert bool((result == 6).all())


def test_cuda_graph(torch):
    gemm = compile(ROWWISE)
    operands, expected = random_operands(torch, 128)
    result = torch.empty(128, 256, dtype=torch.bfloat16, device="cuda")
    gemm(*operands, out=result)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        gemm(*operands, out=result)
    others, expected = random_operands(torch, 128, seed=1)
    for operand, other in zip(operands, others):
        operand.copy_(other)
    graph.replay()
    assert relative_error(result, expected) < 4e-3


def test_arrays_without_torch(torch):
    numpy = pytest.importorskip("numpy")
    add = compile(ADD)
    host = numpy.arange(1000, dtype=numpy.float32)
    there = lowp.DeviceArray.from_host(host)
    result = add(there, there)
    assert isinstance(result, lowp.DeviceArray)
    assert numpy.array_equal(result.to_host(), host * 2)


def test_arrays_of_cupy(torch):
    cupy = pytest.importorskip("cupy")
    add = compile(ADD)
    x = cupy.arange(1000, dtype=cupy.float32)
    out = cupy.empty_like(x)
    cupy.cuda.Device().synchronize()
    with cupy.cuda.Stream(non_blocking=True) as stream:
        add(x, x, out=out, stream=stream)
        stream.synchronize()
    assert bool((out == 2 * x).all())


def test_tuned_config(torch, tmp_path):
    """A file of configs decides, and the kernel is right all the same."""
    operand = {"type": "f8E4M3FN", "scales": "f32", "block": [1, "all"]}
    entry = {
        "chip": lowp.device_info(0).chip,
        "m": [1, 16384],
        "n": 256,
        "k": 512,
        "lhs": operand,
        "rhs": operand,
        "result": "bf16",
        "accumulate": False,
        "fast_accumulation": True,
        "config": "#lowp_gpu.config<tile = [64, 48, 128], cluster = [1, 1], "
        "stages = 3, unroll = 1, group_m = 3, epilogue_stages = 1>",
    }
    path = tmp_path / "tuned.json"
    path.write_text(json.dumps({"format": "lowp-configs 1", "configs": [entry]}))
    program = lowp.compile(ROWWISE, chip="native", config_file=path)
    assert program.kernels[0].block == (256, 1, 1)
    operands, expected = random_operands(torch, 300)
    assert relative_error(program["gemm"](*operands), expected) < 4e-3


def test_a_program_from_the_cache(torch, monkeypatch):
    from lowp import compiler

    operands, expected = random_operands(torch, 64)
    compile(ROWWISE)(*operands)
    monkeypatch.setattr(compiler, "_compile", None)
    assert relative_error(compile(ROWWISE)(*operands), expected) < 4e-3


def test_refused(torch):
    add = compile(ADD)
    with pytest.raises(lowp.LaunchError, match="for cuda, got one in host memory"):
        add(torch.zeros(2), torch.zeros(2))
    with pytest.raises(lowp.LaunchError):
        add(torch.zeros(2, device="cuda"), torch.zeros(3, device="cuda"))
    # Nothing is left behind that a later call would meet.
    x = torch.ones(2, device="cuda")
    assert torch.equal(add(x, x), x + x)


def time_call(torch, call):
    """Microseconds of the processor for one call."""
    best = float("inf")
    for _ in range(20):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        for _ in range(100):
            call()
        best = min(best, (time.perf_counter() - begin) / 100)
    torch.cuda.synchronize()
    return best * 1e6


def time_driver(torch, function):
    """Microseconds of those that the driver takes: what a call in C takes longer than
    one that only measures, which does all but ask the driver."""
    plan = function._caller.last.plans[-1]

    def call():
        function._caller.run(plan)

    running = time_call(torch, call)
    plan.call.mode = _library.MEASURE
    measuring = time_call(torch, call)
    plan.call.mode = _library.RUN
    return running - measuring


def test_what_a_call_costs(torch):
    """Printed, to be read: a call on a GPU also pays the driver, as torch's does."""
    gemm = compile(ROWWISE)
    operands, _expected = random_operands(torch, 16)
    x, x_scales, w, w_scales = operands
    result = torch.empty(16, 256, dtype=torch.bfloat16, device="cuda")
    ours = time_call(torch, lambda: gemm(*operands, out=result))
    drivers = time_driver(torch, gemm)
    peers = time_call(
        torch,
        lambda: torch._scaled_mm(
            x,
            w.t(),
            scale_a=x_scales,
            scale_b=w_scales.t(),
            out_dtype=torch.bfloat16,
            use_fast_accum=True,
            out=result,
        ),
    )
    print(
        f"\na call takes {ours:.1f} us of the processor, {drivers:.1f} of them the "
        f"driver's; torch's own {peers:.1f} us"
    )
    assert ours < 100
