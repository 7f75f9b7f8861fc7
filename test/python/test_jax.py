"""The program of docs/Jax.md, where JAX and IREE's compiler are."""

import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

import lowp

jax = pytest.importorskip("jax")
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


@pytest.fixture
def to_mlir(monkeypatch):
    if COMPILER is None:
        pytest.skip("needs iree-compile")
    monkeypatch.setenv("PATH", os.path.dirname(COMPILER), prepend=os.pathsep)
    specification = importlib.util.spec_from_file_location("jax_layer", EXAMPLE)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module.to_mlir


def test_donated_arguments_are_updated_and_are_no_results(to_mlir):
    w, g = (jax.numpy.full((4, 8), value, jax.numpy.float32) for value in (3, 1))
    text = to_mlir(lambda w, g: (w - g, g.sum()), w, g, donate_argnums=(0,))
    program = lowp.compile(text, device="cpu")
    total = program["main"](w, g)
    assert float(total) == 32 and (jax.numpy.asarray(w) == 2).all()


def test_traced_calls_are_refused(to_mlir):
    x = jax.numpy.ones((4, 8), jax.numpy.float32)
    program = lowp.compile(to_mlir(jax.numpy.sin, x), device="cpu")
    with pytest.raises(lowp.LaunchError, match="Tracer.__dlpack__ to lend its memory, got: Abs"):
        jax.jit(program["main"])(x)
