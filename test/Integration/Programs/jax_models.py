"""Layers and losses in JAX, by the names that models.py and indexed_models.py have for them."""

import jax
import jax.numpy as jnp


def jax_swiglu(x, gate, up, down):
    return jnp.matmul(jax.nn.silu(jnp.matmul(x, gate)) * jnp.matmul(x, up), down)


def compute_loss(ids, targets, embedding, head):
    logits = jnp.matmul(jnp.take(embedding, ids, axis=0), head)
    chances = jax.nn.log_softmax(logits.astype(jnp.float32))
    return -jnp.take_along_axis(chances, targets[:, None], axis=1).mean().astype(logits.dtype)


def jax_loss_train(ids, targets, *weights):
    loss, gradients = jax.value_and_grad(compute_loss, argnums=(2, 3))(ids, targets, *weights)
    return loss, *gradients
