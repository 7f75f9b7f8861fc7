"""Libraries of lowp-compile, which hold a runtime of their own, in forked processes."""

import argparse
import os
import shutil

import pytest
from lowp import LaunchError
from lowp.bench.precompile import precompile
from lowp.bench.products.library_call import LibraryFunction

FILL = """
func.func @fill() -> tensor<4x8xf32> {
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<4x8xf32>
  %ones = linalg.fill ins(%one : f32) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %ones : tensor<4x8xf32>
}
"""


@pytest.fixture
def call(tmp_path):
    """A call of a compiled library, against the fake driver."""
    compiler = os.environ.get("LOWP_COMPILE", "")
    if not shutil.which(compiler) or "LOWP_FAKE_CUDA" not in os.environ:
        pytest.skip("needs lowp-compile and the fake driver")
    from lowp.check.driver_memory import DeviceMemory

    options = argparse.Namespace(chip="sm_90a", precompile=str(tmp_path), compiler=compiler)
    assert precompile(options, {"fill": FILL}) == 0
    function = LibraryFunction(str(tmp_path / "fill.so"), "fill")
    result = DeviceMemory((4, 8), 4)
    return function.bind((result,), lambda: 0, lambda size: DeviceMemory((size,), 1))


def try_in_child(call):
    """What a call says in a forked process; empty if it works."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            call()
        except LaunchError as error:
            os.write(writing, str(error).encode())
        os._exit(0)
    os.close(writing)
    assert os.waitpid(child, 0)[1] == 0
    with os.fdopen(reading) as file:
        return file.read()


def test_fork_after_a_call_is_refused(call):
    # The library's runtime has not been used yet: measuring asks no driver.
    assert try_in_child(call) == ""
    call()
    assert "was not forked after its parent used the GPU" in try_in_child(call)
    call()
