"""Layers and losses in JAX, by the names that models.py, indexed_models.py and jax_twins.py have
for them."""

import jax
import jax.numpy as jnp

from models import HEAD, KEPT, KV_HEADS, RATE


def jax_swiglu(x, gate, up, down):
    return jnp.matmul(jax.nn.silu(jnp.matmul(x, gate)) * jnp.matmul(x, up), down)


def compute_loss(ids, targets, embedding, head):
    logits = jnp.matmul(jnp.take(embedding, ids, axis=0), head)
    chances = jax.nn.log_softmax(logits.astype(jnp.float32))
    return -jnp.take_along_axis(chances, targets[:, None], axis=1).mean().astype(logits.dtype)


def jax_loss_train(ids, targets, *weights):
    loss, gradients = jax.value_and_grad(compute_loss, argnums=(2, 3))(ids, targets, *weights)
    return loss, *gradients


def rms_norm(x, weight, eps=1e-6):
    wide = x.astype(jnp.float32)
    wide = wide * jax.lax.rsqrt(jnp.mean(wide * wide, axis=-1, keepdims=True) + eps)
    return wide.astype(x.dtype) * weight


def rotate(x, positions):
    half = HEAD // 2
    frequencies = 10000.0 ** (-jnp.arange(half, dtype=jnp.float32) / half)
    angles = positions[:, None, None].astype(jnp.float32) * frequencies
    cos, sin = jnp.cos(angles), jnp.sin(angles)
    first, second = jnp.split(x.astype(jnp.float32), 2, axis=-1)
    turned = (first * cos - second * sin, second * cos + first * sin)
    return jnp.concatenate(turned, axis=-1).astype(x.dtype)


def attend(q, k, v, sees):
    """Queries of one sequence, in groups that share keys and values, as einsums."""
    tokens = q.shape[0]
    q = q.reshape(tokens, KV_HEADS, -1, HEAD)
    scores = jnp.einsum("qhgd,khd->hgqk", q, k, preferred_element_type=jnp.float32)
    chances = jax.nn.softmax(jnp.where(sees, scores * HEAD**-0.5, -1e30), axis=-1)
    return jnp.einsum("hgqk,khd->qhgd", chances.astype(q.dtype), v).reshape(tokens, -1)


def llama_layer(x, wq, wk, wv, wo, gate, up, down, norm1, norm2):
    tokens = x.shape[0]
    h = rms_norm(x, norm1)
    q, k, v = (jnp.matmul(h, w).reshape(tokens, -1, HEAD) for w in (wq, wk, wv))
    positions = jnp.arange(tokens)
    sees = jnp.tril(jnp.ones((tokens, tokens), bool))
    attended = attend(rotate(q, positions), rotate(k, positions), v, sees)
    x = x + jnp.matmul(attended, wo)
    return x + jax_swiglu(rms_norm(x, norm2), gate, up, down)


def jax_llama_train(x, *weights_and_dy):
    """Each sequence by vmap."""
    *weights, dy = weights_and_dy
    layer = jax.vmap(llama_layer, in_axes=(0, *[None] * len(weights)))
    y, pull = jax.vjp(layer, x, *weights)
    return y, *pull(dy)


def jax_decode_step(position, x, keys, values, wq, wk, wv, wo, gate, up, down, norm1, norm2):
    """One token, at a position that is traced; the caches are donated."""
    h = rms_norm(x, norm1)
    q, k, v = (jnp.matmul(h, w).reshape(1, -1, HEAD) for w in (wq, wk, wv))
    q, k = (rotate(y, position[None]) for y in (q, k))
    keys = jax.lax.dynamic_update_slice(keys, k, (position, 0, 0))
    values = jax.lax.dynamic_update_slice(values, v, (position, 0, 0))
    sees = jnp.arange(keys.shape[0]) <= position
    x = x + jnp.matmul(attend(q, keys, values, sees), wo)
    return keys, values, x + jax_swiglu(rms_norm(x, norm2), gate, up, down)


def jax_adamw_step(x, w, mean, square, dy):
    """The weight and its moments are f32, and donated; matmuls take the weight as x is."""
    y, pull = jax.vjp(jnp.matmul, x, w.astype(x.dtype))
    dx, dw = pull(dy)
    dw = dw.astype(w.dtype)
    mean = 0.9 * mean + 0.1 * dw
    square = 0.99 * square + 0.01 * dw * dw
    step = mean / (1 - 0.9**3) / (jnp.sqrt(square / (1 - 0.99**3)) + 1e-8)
    return w - RATE * (step + 0.1 * w), mean, square, y, dx


def jax_dropout(key, x, w):
    """Random bits of JAX's own generator."""
    y = jnp.matmul(x, w)
    key = jax.lax.bitcast_convert_type(key, jnp.uint32)
    return jnp.where(jax.random.bernoulli(key, KEPT, y.shape), y / KEPT, 0).astype(y.dtype)
