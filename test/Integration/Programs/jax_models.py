"""The same layers in JAX, by the names that models.py has for them."""

import jax
import jax.numpy as jnp


def jax_swiglu(x, gate, up, down):
    return jnp.matmul(jax.nn.silu(jnp.matmul(x, gate)) * jnp.matmul(x, up), down)
