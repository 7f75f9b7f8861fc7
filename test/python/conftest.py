"""What the tests of the Python package share.

They run against the liblowp-c of a build tree: LOWP_LIBRARY names it, and
LOWP_FAKE_CUDA the stand-in for a driver (see test/unit/Runtime/FakeCuda.h). The
variable LOWP_CUDA_DRIVER must be set before a process first asks for a GPU; so
the whole run uses the fake, and tests that need another driver start a process.
"""

import collections
import functools
import os
import subprocess
import sys

import pytest

import quick_torch

os.environ.setdefault("LOWP_CUDA_DRIVER", os.environ.get("LOWP_FAKE_CUDA", ""))

ADD = """
#map = affine_map<(i) -> (i)>
func.func @add(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#map, #map, #map],
                       iterator_types = ["parallel"]}
    ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
"""

MATMUL = """
func.func @matmul(%x: tensor<?x?xbf16>, %w: tensor<?x64xbf16>)
    -> tensor<?x64xbf16> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : bf16
  %m = tensor.dim %x, %c0 : tensor<?x?xbf16>
  %e = tensor.empty(%m) : tensor<?x64xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%e : tensor<?x64xbf16>)
    -> tensor<?x64xbf16>
  %y = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>}
    ins(%x, %w : tensor<?x?xbf16>, tensor<?x64xbf16>)
    outs(%init : tensor<?x64xbf16>) -> tensor<?x64xbf16>
  return %y : tensor<?x64xbf16>
}
"""

QUANTIZE = """
!q = !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
func.func @quantize(%x: tensor<?x256xbf16>) -> !q {
  %q = lowp.quantize %x numerics <torchao> : tensor<?x256xbf16> -> !q
  return %q : !q
}
"""


def pytest_configure(config):
    config.addinivalue_line("markers", "sample(step): the check takes one of `step` cases")


def pytest_collection_modifyitems(config, items):
    """Leaves the check a sample of the cases of tests that are marked so, the first one too; with
    LOWP_LONG_TESTS all run."""
    counts, taken, left = collections.Counter(), [], []
    for item in items:
        marker = item.get_closest_marker("sample")
        is_left = marker and counts[item.function] % marker.args[0]
        counts[item.function] += 1
        (left if is_left and "LOWP_LONG_TESTS" not in os.environ else taken).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = taken


def pytest_collection_finish():
    quick_torch.spare()


@pytest.fixture(scope="session")
def shared_cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def cached(request, monkeypatch, shared_cache):
    """Tests share a cache, but for those that ask for one or count what is compiled."""
    if "cache_directory" not in request.fixturenames:
        monkeypatch.setenv("LOWP_CACHE_DIR", str(shared_cache))


@pytest.fixture
def cache_directory(tmp_path, monkeypatch):
    """An empty cache of the test's own."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("LOWP_CACHE_DIR", str(folder))
    return folder


@pytest.fixture(autouse=True)
def quick_to_compile(request, monkeypatch):
    """LLVM, which took half of the time, optimizes no code for the CPU, and makes no vectors in
    modules that say RUNS_LONG, whose programs run longer than they compile. Modules that say
    AS_SHIPPED, and the long tests, have the code that users have."""
    if not getattr(request.module, "AS_SHIPPED", "LOWP_LONG_TESTS" in os.environ):
        import lowp

        level = 2 if getattr(request.module, "RUNS_LONG", False) else 0
        monkeypatch.setitem(lowp.compile.__kwdefaults__, "host_opt_level", level)


@pytest.fixture
def add():
    """The sum of two vectors, as PTX."""
    import lowp

    return lowp.compile(ADD, chip="sm_90a", image_format="ptx")["add"]


@pytest.fixture
def quantize_gpu(monkeypatch):
    """A GPU of stub_gpu, for the sets of lowp.bench that are measured as quantizes are."""
    import stub_gpu
    from lowp.bench.hardware import copying
    from lowp_lab.bench.quantize import measure

    stub_gpu.install(monkeypatch)
    monkeypatch.setattr(copying, "CopyGraph", stub_gpu.Copies)
    on_host = functools.partial(measure.make_inputs, device="cpu")
    monkeypatch.setattr(measure, "make_inputs", on_host)


@pytest.fixture
def compilations(monkeypatch, cache_directory):
    """Counts what is really compiled."""
    from lowp import compiler

    counted = []
    original = compiler._compile

    def count(*arguments):
        counted.append(1)
        return original(*arguments)

    monkeypatch.setattr(compiler, "_compile", count)
    return counted


@pytest.fixture
def writes(monkeypatch):
    """How many weights each call of a write had."""
    from lowp.torch import held_writes

    counts, original = [], held_writes.Call.__call__

    def call(self, due):
        counts.append(len(self.sources))
        return original(self, due)

    monkeypatch.setattr(held_writes.Call, "__call__", call)
    return counts


@pytest.fixture
def run_python():
    """Runs a program in a process of its own; returns what it printed."""

    def run(program, **environment):
        variables = {**os.environ, **environment}
        finished = subprocess.run(
            [sys.executable, "-c", program],
            env=variables,
            capture_output=True,
            text=True,
        )
        assert finished.returncode == 0, finished.stderr
        return finished.stdout

    return run


@pytest.fixture
def events(monkeypatch):
    """Launches and waits between streams, in the order of the library's calls."""
    from lowp import _library

    library = _library.get()
    seen = []
    call, wait = library.FunctionCall, library.StreamWait

    def record_call(handle, reference, arguments, count, device):
        if reference._obj.mode == _library.RUN:
            seen.append(("launch", reference._obj.stream or 0))
        return call(handle, reference, arguments, count, device)

    def record_wait(device, waiting, awaited, error):
        seen.append(("wait", device, waiting, awaited))
        return wait(device, waiting, awaited, error)

    monkeypatch.setattr(library, "FunctionCall", record_call)
    monkeypatch.setattr(library, "StreamWait", record_wait)
    return seen


@pytest.fixture
def host_as_gpu(monkeypatch):
    """torch's tensors of the host are said to be on GPU 0, whose stream is 7."""
    torch = pytest.importorskip("torch")
    from lowp import arrays

    def understand(layout):
        return original(layout)._replace(device=0)

    original = arrays._understand_torch
    monkeypatch.setitem(arrays._UNDERSTAND, "torch", understand)
    monkeypatch.setattr(torch._C, "_cuda_getCurrentRawStream", lambda _device: 7, raising=False)


@pytest.fixture
def mistakes():
    """Warnings of the importer that a test makes on purpose."""
    return []


@pytest.fixture(autouse=True)
def no_mistakes(request, monkeypatch):
    """No test of compiled graphs may meet a mistake of the importer's that it does not
    ask for."""
    if "compiling" not in request.path.parts:
        yield
        return
    errors = pytest.importorskip("lowp.torch.compiling.errors")
    is_asked_for = "mistakes" in request.fixturenames
    made = request.getfixturevalue("mistakes")
    begin = errors.Mistake.__init__

    def note(self, message, node):
        begin(self, message, node)
        made.append(str(self))

    monkeypatch.setattr(errors.Mistake, "__init__", note)
    yield
    assert is_asked_for or not made, made
