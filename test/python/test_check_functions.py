"""Whole functions in lowp.check, and data without numpy and torch."""

import os
import random
import shutil

import numpy as np
import pytest
from lowp.check import expectations, plain_formats
from lowp.check.cli import main
from lowp.check.function_runner import compare
from lowp.check.functions import Tensor, function_cases

CASES = function_cases()


def needs_fake_driver():
    if "LOWP_FAKE_CUDA" not in os.environ:
        pytest.skip("needs the fake driver")


def test_names():
    assert {"quantize-1x128", "quantize-mx-e4m3", "linear-rowwise", "ffn"} <= set(CASES)
    assert {"quantize-mx-e2m1", "quantize-nvfp4", "product-mxfp6"} <= set(CASES)
    large = {name.removesuffix("-large") for name in CASES if name.endswith("-large")}
    assert large == {name for name in CASES if f"{name}-large" in CASES}
    assert len(large) == 6
    inputs = CASES["ffn"].make_inputs()
    assert inputs == CASES["ffn"].make_inputs()
    assert [len(one.content) for one in inputs] == [
        2 * rows * columns for rows, columns in CASES["ffn"].shapes
    ]


def test_reference_path(capsys):
    assert main(["--chip=cpu", "--functions=quantize-1x128,linear-rowwise"]) == 0
    assert "2 passed, 0 failed, 0 skipped" in capsys.readouterr().out


def test_functions_that_write_nothing(capsys):
    needs_fake_driver()
    names = "quantize-tensorwise,linear-tensorwise"
    assert main([f"--functions={names}", "--chip=sm_90a", "--data=numpy"]) == 1
    printed = capsys.readouterr().out
    assert "quantize-tensorwise: result 0: " in printed and "bytes differ" in printed
    assert "linear-tensorwise: result 0: relative error nan" in printed
    assert "python3 -m lowp.check --deadline 0 --functions quantize-tensorwise" in printed


# Large ones have the text of others.
@pytest.mark.sample(3)
@pytest.mark.parametrize("name", [name for name in CASES if "-large" not in name])
def test_every_function_compiles(name):
    import lowp

    program = lowp.compile(
        CASES[name].text, chip="sm_90a", image_format="ptx", allow_emulation=True
    )
    assert [function.name for function in program] == [expectations.FUNCTION]
    assert program.kernels


def test_modules(tmp_path, capsys):
    needs_fake_driver()
    if not shutil.which(os.environ.get("LOWP_COMPILE", "")):
        pytest.skip("needs lowp-compile")
    folder = str(tmp_path / "modules")
    names = "--functions=quantize-1x128,linear-rowwise"
    assert main([names, f"--precompile={folder}"]) == 0
    assert "2 of 2 modules" in capsys.readouterr().out
    assert sorted(os.listdir(folder)) == [
        "linear-rowwise.reference.zip",
        "linear-rowwise.so",
        "quantize-1x128.reference.zip",
        "quantize-1x128.so",
    ]
    case = CASES["quantize-1x128"]
    assert expectations.load(folder, case) == expectations.compute(case, "sm_90a")
    # A driver without kernels: all is called, and what it gives is noticed.
    assert main([names, f"--modules={folder}", "--data=numpy"]) == 1
    printed = capsys.readouterr().out
    assert "bytes differ" in printed and "relative error nan" in printed
    assert main(["--functions=ffn", f"--modules={folder}", "--data=numpy"]) == 2
    assert "ffn.reference.zip', got no such file" in capsys.readouterr().out


def test_unknown_function(capsys):
    assert main(["--functions=softmax", "--chip=cpu"]) == 2
    assert "expected a function, one of quantize-tensorwise" in capsys.readouterr().err


def test_compare():
    guard = b"\xff" * 8
    codes = Tensor((4,), "f8E4M3FN", b"\1\2\3\4")
    assert compare(b"\1\2\3\4" + guard, codes, True) == ""
    assert compare(b"\1\2\3\5" + guard, codes, True).startswith("1 of 4 bytes")
    assert "memory behind" in compare(b"\1\2\3\4" + b"\0" * 8, codes, True)
    sums = Tensor((2,), "f32", np.array([3, 4], np.float32).tobytes())
    near = np.array([3, 4.05], np.float32).tobytes()
    far = np.array([3, 4.5], np.float32).tobytes()
    assert compare(near + guard, sums, False) == ""
    assert "relative error 1.00e-01" in compare(far + guard, sums, False)


# ===----------------------------------------------------------------------===
# The standard library alone
# ===----------------------------------------------------------------------===

WITHOUT = """
import sys
sys.modules["numpy"] = sys.modules["torch"] = None
from lowp.check import cases
from lowp.check.cli import main
of_kind = cases._variants
cases._variants = lambda kind, shape: of_kind(kind, shape)[:4]
status = main([{arguments}])
assert not [name for name in sys.modules if name.startswith("numpy.")]
sys.exit(status)
"""


@pytest.mark.sample(3)
@pytest.mark.parametrize("kind", ["tensorwise", "1x128.128x128", "1x128.1x128"])
def test_reference_path_without_numpy(run_python, kind):
    """That the data are right, the reference path says, on shapes with borders."""
    shapes = "0x136x144,1x8x16,131x136x144"
    arguments = f"'--chip=cpu', '--kinds={kind}', '--shapes={shapes}'"
    printed = run_python(WITHOUT.format(arguments=arguments))
    assert "data: Python's standard library, small shapes only" in printed
    assert "0 failed, 0 skipped" in printed


def test_functions_without_numpy(run_python):
    arguments = "'--chip=cpu', '--functions=quantize-mx-e5m2,linear-tensorwise'"
    printed = run_python(WITHOUT.format(arguments=arguments))
    assert "2 passed, 0 failed" in printed


def test_what_is_left_out_is_said(run_python):
    arguments = "'--chip=cpu', '--kinds=rowwise', '--shapes=1x8x16,512x512x512'"
    printed = run_python(WITHOUT.format(arguments=arguments))
    assert "skipped 4: too large to be made without numpy; install" in printed


def test_formats_agree_with_numpys():
    from lowp.check import float_formats

    for type in "e4m3", "e5m2":
        codes = np.arange(256, dtype=np.uint8)
        known = np.array(plain_formats.values(type))
        finite = ~np.isnan(known)
        assert np.array_equal(known[finite], float_formats.decode(codes[finite], type))
        numbers = [random.Random(type).gauss(0, 50) for _ in range(100)]
        assert [plain_formats.nearest_code(x, type) for x in numbers] == list(
            float_formats.encode(np.array(numbers), type)
        )
    bits = np.random.default_rng(0).integers(0, 1 << 15, 50).astype(np.uint16)
    for type in "bf16", "f16":
        got = plain_formats.decode_result(bits.tobytes(), type)
        assert np.array_equal(got, float_formats.decode_result(bits, type), equal_nan=True)


def test_the_reference_has_the_chips_recipes():
    case = CASES["linear-block_1x128_1x128"]
    f32, powers = (expectations.compute(case, chip) for chip in ("sm_90a", "sm_100a"))
    assert f32.inputs == powers.inputs and f32.results != powers.results
