"""Programs that write where data say, and choose by order: a decode step with a KV cache, an
MoE layer with its router, and losses with the gradients of an embedding and its head.

regenerate.py exports each program, check_programs.py runs it.
"""

import torch
import torch.nn.functional as F

import models
from models import HEAD, HIDDEN, INNER, KV_HEADS, Input, Program
from whole_models import make_angles

CACHE, EXPERTS, GROUPS, VOCABULARY = 128, 16, 4, 96


def decode_step(
    x, position, keys, values, frequencies, wq, wk, wv, wo, gate, up, down, norm1, norm2
):
    """One token: its key and value go into the caches, and it sees what is up to them."""
    cos, sin = make_angles(position.unsqueeze(0), frequencies, x.dtype)
    h = models.rms_norm(x, norm1)
    q, k, v = (F.linear(h, w).view(1, 1, -1, HEAD).transpose(1, 2) for w in (wq, wk, wv))
    q, k = models.rotate(q, cos, sin), models.rotate(k, cos, sin)
    keys, values = keys.index_copy(2, position, k), values.index_copy(2, position, v)
    sees = torch.arange(CACHE) <= position
    mask = torch.where(sees, torch.tensor(0.0, dtype=x.dtype), torch.finfo(x.dtype).min)
    attended = models.attend(q, keys, values, mask.view(1, 1, 1, CACHE))
    x = x + F.linear(attended.reshape(1, 1, -1), wo)
    return x + models.swiglu(models.rms_norm(x, norm2), gate, up, down), keys, values


def route(scores):
    """The weights of two experts for each token, of the best two of four groups, as DeepSeek
    has it; 0 for the others."""
    tokens = scores.shape[0]
    best = scores.view(tokens, GROUPS, -1).topk(2, dim=-1)[0].sum(dim=-1)
    groups = best.topk(2, dim=-1)[1]
    mask = torch.zeros_like(best).scatter(1, groups, 1.0)
    mask = mask.unsqueeze(-1).expand(-1, -1, EXPERTS // GROUPS).reshape(tokens, EXPERTS)
    weights, chosen = scores.masked_fill(mask == 0, 0.0).topk(2, dim=-1)
    weights = weights / weights.sum(dim=-1, keepdim=True)
    return torch.zeros_like(scores).scatter_add(1, chosen, weights)


def moe_router(x, router, gate_up, down):
    """Scores are f32, so that rounding does not choose."""
    wide = torch.promote_types(x.dtype, torch.float32)
    scores = (x.to(wide).unsqueeze(1) * router.to(wide)).sum(dim=-1).sigmoid()
    weights = route(scores).to(x.dtype)
    copies = x.unsqueeze(0).expand(EXPERTS, *x.shape)
    gate, up = torch.bmm(copies, gate_up).chunk(2, dim=-1)
    out = torch.bmm(up * F.silu(gate), down)
    return (out * weights.transpose(0, 1).unsqueeze(-1)).sum(0)


def compute_loss(ids, targets, embedding, head, multiply=F.linear):
    logits = multiply(F.embedding(ids, embedding), head)
    wide = torch.promote_types(logits.dtype, torch.float32)
    return F.cross_entropy(logits.to(wide), targets).to(logits.dtype)


def loss_train(ids, targets, embedding, head):
    """The loss, and gradients of both weights: tokens of one id add up in its row."""
    loss, pull = torch.func.vjp(
        lambda *weights: compute_loss(ids, targets, *weights), embedding, head
    )
    return (loss, *pull(torch.ones_like(loss)))


def jax_loss_train(ids, targets, embedding, head):
    """What jax_models.py has. The head is stored as JAX's libraries store it."""
    loss, pull = torch.func.vjp(
        lambda *weights: compute_loss(ids, targets.long(), *weights, multiply=torch.matmul),
        embedding,
        head,
    )
    return (loss, *pull(torch.ones_like(loss)))


CACHES = [Input((1, KV_HEADS, CACHE, HEAD))] * 2
IDS = Input((128,), "ids", VOCABULARY, "i64")
JAX_IDS = Input((128,), "ids", VOCABULARY, "i32")

PROGRAMS = {
    "decode_step": Program(
        decode_step,
        [
            Input((1, 1, HIDDEN)),
            Input((1,), "ids", CACHE, "i64"),
            *CACHES,
            Input((HEAD // 2,), "frequencies"),
            *models.QKV,
            models.WO,
            *models.FFN,
            models.NORM,
            models.NORM,
        ],
    ),
    "moe_router": Program(
        moe_router,
        [
            Input((64, HIDDEN)),
            models.weight(EXPERTS, HIDDEN),
            Input((EXPERTS, HIDDEN, 2 * INNER), scale=1 / 16),
            Input((EXPERTS, INNER, HIDDEN), scale=INNER**-0.5),
        ],
    ),
    "loss_train": Program(
        loss_train,
        [IDS, IDS, models.weight(VOCABULARY, HIDDEN), models.weight(VOCABULARY, HIDDEN)],
        train=True,
    ),
    "jax_loss_train": Program(
        jax_loss_train,
        [JAX_IDS, JAX_IDS, models.weight(VOCABULARY, HIDDEN), models.weight(HIDDEN, VOCABULARY)],
        jax=True,
    ),
}
