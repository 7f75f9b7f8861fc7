"""On a real GPU: the same values as on the CPU. Skipped without one."""

import json

import pytest
from conftest import MATMUL

PROGRAM = f"""
import json, sys
import lowp
if lowp.device_count() == 0:
  print(json.dumps({{"skip": "no GPU"}}))
  sys.exit()
import ml_dtypes, numpy
generator = numpy.random.default_rng(0)
x = generator.standard_normal((96, 256)).astype(ml_dtypes.bfloat16)
w = generator.standard_normal((256, 64)).astype(ml_dtypes.bfloat16)
expected = lowp.compile({MATMUL!r}, device="cpu")(x, w).astype(float)
matmul = lowp.compile({MATMUL!r}, chip="native")["matmul"]
got = matmul(lowp.DeviceArray.from_host(x), lowp.DeviceArray.from_host(w)).to_host()
error = numpy.linalg.norm(got.astype(float) - expected) / numpy.linalg.norm(expected)
print(json.dumps({{"error": error}}))
"""


def test_gpu_and_cpu_agree(run_python):
    outcome = json.loads(run_python(PROGRAM, LOWP_CUDA_DRIVER=""))
    if "skip" in outcome:
        pytest.skip(outcome["skip"])
    assert outcome["error"] < 5e-3


def test_no_driver_is_no_gpu(run_python):
    printed = run_python("import lowp; print(lowp.device_count())", LOWP_CUDA_DRIVER="/none.so")
    assert printed.split() == ["0"]
