"""The program of docs/Jax.md, where JAX and IREE's compiler are."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

pytest.importorskip("jax")
EXAMPLE = pathlib.Path(__file__).parents[2] / "docs/examples/jax_layer.py"
COMPILER = shutil.which("iree-compile", path=os.path.dirname(sys.executable)) or shutil.which(
    "iree-compile"
)


@pytest.mark.skipif(COMPILER is None, reason="needs iree-compile")
def test_a_function_of_jax_is_quantized():
    path = os.pathsep.join([os.path.dirname(COMPILER), os.environ["PATH"]])
    run = subprocess.run(
        [sys.executable, EXAMPLE],
        env={**os.environ, "PATH": path, "JAX_PLATFORMS": "cpu"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    # FP8 was there, and nothing else was wrong.
    assert 0.02 < float(run.stdout.split()[-1]) < 0.05
