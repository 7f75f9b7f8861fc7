"""What jax_models.py has, in torch: weights are stored as JAX's libraries store them.

regenerate.py exports each program from JAX, check_programs.py runs what is here as the oracle.
"""

import dataclasses

import torch
import torch.nn.functional as F

import models
from indexed_models import CACHE
from models import HEAD, HIDDEN, INNER, KEPT, KV_HEADS, Input, Program


def rotate(x, positions):
    half, wide = HEAD // 2, torch.promote_types(x.dtype, torch.float32)
    frequencies = 10000.0 ** (-torch.arange(half, dtype=wide) / half)
    angles = positions[:, None, None].to(wide) * frequencies
    cos, sin = angles.cos(), angles.sin()
    first, second = x.to(wide).chunk(2, dim=-1)
    turned = (first * cos - second * sin, second * cos + first * sin)
    return torch.cat(turned, dim=-1).to(x.dtype)


def attend(q, k, v, sees):
    """Sizes of sequences, tokens, heads and their elements."""
    wide = torch.promote_types(q.dtype, torch.float32)
    k, v = (y.repeat_interleave(q.shape[2] // KV_HEADS, dim=2) for y in (k, v))
    q, k, v = (y.transpose(1, 2) for y in (q, k, v))
    scores = torch.matmul(q.to(wide), k.to(wide).transpose(2, 3)) * HEAD**-0.5
    chances = scores.masked_fill(~sees, -1e30).softmax(dim=-1).to(q.dtype)
    return torch.matmul(chances, v).transpose(1, 2).flatten(2)


def project(x, *weights):
    return [torch.matmul(x, w).unflatten(-1, (-1, HEAD)) for w in weights]


def llama_layer(x, wq, wk, wv, wo, gate, up, down, norm1, norm2):
    positions = torch.arange(x.shape[1])
    sees = positions[:, None] >= positions
    q, k, v = project(models.rms_norm(x, norm1), wq, wk, wv)
    attended = attend(rotate(q, positions), rotate(k, positions), v, sees)
    x = x + torch.matmul(attended, wo)
    return x + models.jax_swiglu(models.rms_norm(x, norm2), gate, up, down)


def jax_llama_train(x, *weights_and_dy):
    return models.train(llama_layer, x, (), weights_and_dy)


def jax_decode_step(position, x, keys, values, wq, wk, wv, wo, gate, up, down, norm1, norm2):
    q, k, v = project(models.rms_norm(x, norm1), wq, wk, wv)
    q, k = (rotate(y, position[None]) for y in (q, k))
    keys[position], values[position] = k[0], v[0]
    sees = torch.arange(CACHE) <= position
    x = x + torch.matmul(attend(*(y[None] for y in (q, keys, values)), sees)[0], wo)
    return x + models.jax_swiglu(models.rms_norm(x, norm2), gate, up, down)


def jax_adamw_step(x, w, mean, square, dy):
    return models.adamw_step(x, w, mean, square, dy, multiply=torch.matmul)


def make_bits(key, count):
    """32 bits for each of `count` numbers: Threefry-2x32 of 20 rounds (Salmon et al., 2011)."""
    first, second = (part.long() & 0xFFFFFFFF for part in key)
    keys = [first, second, first ^ second ^ 0x1BD11BDA]
    x, y = first.expand(count), (torch.arange(count) + second) & 0xFFFFFFFF
    for turn in range(5):
        for bits in ((13, 15, 26, 6), (17, 29, 16, 24))[turn % 2]:
            x = (x + y) & 0xFFFFFFFF
            y = x ^ ((y << bits | y >> 32 - bits) & 0xFFFFFFFF)
        x = (x + keys[(turn + 1) % 3]) & 0xFFFFFFFF
        y = (y + keys[(turn + 2) % 3] + turn + 1) & 0xFFFFFFFF
    return x ^ y


def jax_dropout(key, x, w):
    """Numbers from 0 to 1 have 23 of the bits."""
    y = torch.matmul(x, w)
    is_kept = (make_bits(key, y.numel()) >> 9) * 2.0**-23 < KEPT
    return torch.where(is_kept.view(y.shape), y / KEPT, 0)


def weight(rows, columns):
    return Input((rows, columns), scale=rows**-0.5)


LAYER = [weight(*reversed(input.shape)) for input in (*models.QKV, models.WO, *models.FFN)]
LAYER += [models.NORM, models.NORM]
STATE = Input((HIDDEN, INNER), dtype="f32")
KEY = Input((2,), "ids", 2**31 - 1, "i32")
POSITION = Input((), "ids", CACHE, "i32")

PROGRAMS = {
    "jax_llama_train": Program(
        jax_llama_train, [Input((2, 64, HIDDEN)), *LAYER, Input((2, 64, HIDDEN))], jax=True
    ),
    "jax_decode_step": Program(
        jax_decode_step,
        [POSITION, Input((1, HIDDEN)), *[Input((CACHE, KV_HEADS, HEAD))] * 2, *LAYER],
        jax=True,
        updated=[2, 3],
    ),
    "jax_adamw_step": Program(
        jax_adamw_step,
        [
            Input((128, HIDDEN)),
            dataclasses.replace(weight(HIDDEN, INNER), dtype="f32"),
            STATE,
            dataclasses.replace(STATE, kind="near1", scale=0.1),
            Input((128, INNER)),
        ],
        jax=True,
        updated=[1, 2, 3],
    ),
    "jax_dropout": Program(
        jax_dropout, [KEY, Input((64, HIDDEN)), weight(HIDDEN, INNER)], jax=True
    ),
}
