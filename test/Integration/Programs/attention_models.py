"""Attention whose heads are made of parts: of a latent vector, and turned in part.

regenerate.py exports each program, check_programs.py runs it as the oracle.
"""

import torch
import torch.nn.functional as F

import models
from models import HEAD, HEADS, HIDDEN, KV_HEADS, Input, Program

TOKENS = 64
# Elements of a latent head that tell no place and that do, and ranks of what they come from.
PLAIN, TURNED, QUERY_RANK, RANK = 64, 32, 96, 128
# Elements of a head of which three quarters are turned.
THREE_QUARTERS = 3 * HEAD // 4


def attend(q, k, v, mask):
    scores = torch.matmul(q, k.transpose(2, 3)) * q.shape[-1] ** -0.5 + mask
    weights = F.softmax(scores, dim=-1, dtype=torch.promote_types(q.dtype, torch.float32))
    out = torch.matmul(weights.to(q.dtype), v).transpose(1, 2).contiguous()
    return out.reshape(*out.shape[:2], -1)


def rotate_lanes(x, cos, sin):
    """Takes pairs of neighbours apart first, as DeepSeek does."""
    x = x.view(*x.shape[:-1], -1, 2).transpose(-1, -2).reshape(x.shape)
    return models.rotate(x, cos, sin)


def latent_attention(x, mask, cos, sin, down_q, norm_q, up_q, down, norm, up, wo):
    """Queries, keys and values by way of vectors of low rank; what is turned of a key is the
    same for all heads."""
    batch, tokens, _ = x.shape
    q = F.linear(models.rms_norm(F.linear(x, down_q), norm_q), up_q)
    q = q.view(batch, tokens, HEADS, PLAIN + TURNED).transpose(1, 2)
    plain_q, turned_q = q.split([PLAIN, TURNED], dim=-1)
    latent, turned_k = F.linear(x, down).split([RANK, TURNED], dim=-1)
    turned_k = turned_k.view(batch, tokens, 1, TURNED).transpose(1, 2)
    kv = F.linear(models.rms_norm(latent, norm), up)
    kv = kv.view(batch, tokens, HEADS, PLAIN + HEAD).transpose(1, 2)
    plain_k, v = kv.split([PLAIN, HEAD], dim=-1)
    q = torch.cat((plain_q, rotate_lanes(turned_q, cos, sin)), dim=-1)
    turned_k = rotate_lanes(turned_k, cos, sin).expand(-1, HEADS, -1, -1)
    k = torch.cat((plain_k, turned_k), dim=-1)
    return F.linear(attend(q, k, v, mask), wo)


def rotate_most(x, cos, sin):
    turned, kept = x[..., :THREE_QUARTERS], x[..., THREE_QUARTERS:]
    return torch.cat((models.rotate(turned, cos, sin), kept), dim=-1)


def partial_attention(x, mask, cos, sin, wqkv, wo):
    """Three quarters of each head are turned, as in Phi-4 mini: the halves of what is turned
    are cut from other places than the rest."""
    sizes = [HEADS * HEAD, KV_HEADS * HEAD, KV_HEADS * HEAD]
    q, k, v = (
        y.view(*x.shape[:2], -1, HEAD).transpose(1, 2)
        for y in F.linear(x, wqkv).split(sizes, dim=-1)
    )
    q, k = rotate_most(q, cos, sin), rotate_most(k, cos, sin)
    k, v = (models.repeat_heads(y, HEADS // KV_HEADS) for y in (k, v))
    return F.linear(attend(q, k, v, mask), wo)


def activations(turned):
    return [
        Input((1, TOKENS, HIDDEN)),
        Input((1, 1, TOKENS, TOKENS), "causal"),
        Input((1, TOKENS, turned), "cos"),
        Input((1, TOKENS, turned), "sin"),
    ]


PROGRAMS = {
    "latent_attention": Program(
        latent_attention,
        activations(TURNED)
        + [
            models.weight(QUERY_RANK, HIDDEN),
            Input((QUERY_RANK,), "near1", 0.1),
            models.weight(HEADS * (PLAIN + TURNED), QUERY_RANK),
            models.weight(RANK + TURNED, HIDDEN),
            Input((RANK,), "near1", 0.1),
            models.weight(HEADS * (PLAIN + HEAD), RANK),
            models.WO,
        ],
    ),
    "partial_attention": Program(
        partial_attention,
        activations(THREE_QUARTERS)
        + [models.weight((HEADS + 2 * KV_HEADS) * HEAD, HIDDEN), models.WO],
    ),
}
