"""Compiles a function of JAX with matmuls in FP8, and compares it with JAX.

pip install jax iree-base-compiler
python docs/examples/jax_layer.py
"""

import subprocess

import jax
import jax.numpy as jnp

import lowp


def layer(x, w):
    return jax.nn.silu(jnp.dot(x, w.T))


def to_mlir(function, *arguments, **options) -> str:
    """Returns `function` in linalg, for arguments of these types and shapes. options: of
    jax.jit, e.g. donate_argnums."""
    command = ["iree-compile", "--iree-input-type=stablehlo", "--compile-to=input", "-"]
    text = jax.jit(function, **options).lower(*arguments).as_text()
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def main() -> None:
    keys = jax.random.split(jax.random.key(0))
    x, w = (
        jax.random.normal(key, (n, 512), jnp.bfloat16)
        for key, n in zip(keys, (64, 256), strict=True)
    )
    program = lowp.compile(to_mlir(layer, x, w), device="cpu", recipe="block_1x128_128x128")
    y = program["main"](x, w)
    wanted = layer(x, w)
    error = jnp.linalg.norm((y - wanted).astype(jnp.float32))
    print(f"relative error {error / jnp.linalg.norm(wanted.astype(jnp.float32)):.3f}")


if __name__ == "__main__":
    main()
