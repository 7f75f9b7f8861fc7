"""Layers of language models as their authors write them in torch.

Each program is a function on tensors, weights included, and the inputs it is called
with. regenerate.py exports it, check_programs.py runs it as the oracle. The code uses
the forms of Hugging Face's transformers: 3-d activations, F.linear, norms in f32.
"""

import dataclasses
import typing

import torch
import torch.nn.functional as F

HIDDEN, HEADS, KV_HEADS, HEAD, INNER = 256, 4, 2, 64, 512
RANK, LORA_SCALE, RATE, KEPT = 16, 2.0, 1 / 128, 0.75


def rms_norm(x, weight, eps=1e-6):
    wide = x.float()
    wide = wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + eps)
    return weight * wide.to(x.dtype)


def rotate_half(x):
    half = x.shape[-1] // 2
    return torch.cat((-x[..., half:], x[..., :half]), dim=-1)


def rotate(x, cos, sin):
    return x * cos.unsqueeze(1) + rotate_half(x) * sin.unsqueeze(1)


def rotate_pairs(x, cos, sin):
    """Turns pairs of neighbours, in the first half of each head. Angles come as halves: those of
    pairs are in the first."""
    turned, kept = x.chunk(2, dim=-1)
    cos, sin = (y[..., : HEAD // 4].repeat_interleave(2, dim=-1).unsqueeze(1) for y in (cos, sin))
    other = torch.stack((-turned[..., 1::2], turned[..., 0::2]), dim=-1).flatten(-2)
    return torch.cat((turned * cos + other * sin, kept), dim=-1)


def rotate_quarter(x, cos, sin):
    """Turns the first quarter of each head."""
    turned, kept = x[..., : HEAD // 4], x[..., HEAD // 4 :]
    cos, sin = (y[..., : HEAD // 4] for y in (cos, sin))
    return torch.cat((rotate(turned, cos, sin), kept), dim=-1)


def repeat_heads(x, times):
    batch, heads, tokens, size = x.shape
    x = x[:, :, None, :, :].expand(batch, heads, times, tokens, size)
    return x.reshape(batch, heads * times, tokens, size)


def attend(q, k, v, mask):
    k, v = (repeat_heads(x, q.shape[1] // x.shape[1]) for x in (k, v))
    scores = torch.matmul(q, k.transpose(2, 3)) * HEAD**-0.5 + mask
    weights = F.softmax(scores, dim=-1, dtype=torch.promote_types(q.dtype, torch.float32))
    out = torch.matmul(weights.to(q.dtype), v)
    return out.transpose(1, 2).contiguous()


def linear(x, w):
    return F.linear(x, w)


def linear_bias(x, w, b):
    return F.linear(x, w, b)


def swiglu(x, gate, up, down):
    return F.linear(F.silu(F.linear(x, gate)) * F.linear(x, up), down)


def jax_swiglu(x, gate, up, down):
    """What jax_models.py has: weights as JAX's libraries store them."""
    return torch.matmul(F.silu(torch.matmul(x, gate)) * torch.matmul(x, up), down)


def llama_layer(x, mask, cos, sin, wq, wk, wv, wo, gate, up, down, norm1, norm2, rotate=rotate):
    batch, tokens, _ = x.shape
    h = rms_norm(x, norm1)
    q, k, v = (F.linear(h, w).view(batch, tokens, -1, HEAD).transpose(1, 2) for w in (wq, wk, wv))
    q, k = rotate(q, cos, sin), rotate(k, cos, sin)
    x = x + F.linear(attend(q, k, v, mask).reshape(batch, tokens, -1), wo)
    return x + swiglu(rms_norm(x, norm2), gate, up, down)


def glm_layer(*inputs):
    """Rotary embeddings of pairs, and of half of each head alone."""
    return llama_layer(*inputs, rotate=rotate_pairs)


def neox_layer(
    x,
    mask,
    cos,
    sin,
    wqkv,
    bqkv,
    wo,
    bo,
    up,
    bias_up,
    down,
    bias_down,
    norm1,
    shift1,
    norm2,
    shift2,
):
    """Queries, keys and values of each head side by side, of which a quarter is turned;
    attention beside the rest of the layer."""
    batch, tokens, size = x.shape
    h = F.layer_norm(x, (size,), norm1, shift1)
    qkv = F.linear(h, wqkv, bqkv).view(batch, tokens, -1, 3 * HEAD).transpose(1, 2)
    q, k, v = qkv.chunk(3, dim=-1)
    q, k = rotate_quarter(q, cos, sin), rotate_quarter(k, cos, sin)
    attended = F.linear(attend(q, k, v, mask).reshape(batch, tokens, -1), wo, bo)
    h = F.layer_norm(x, (size,), norm2, shift2)
    return x + attended + F.linear(F.gelu(F.linear(h, up, bias_up)), down, bias_down)


def qwen_layer(
    x, mask, cos, sin, wq, bq, wk, bk, wv, bv, wo, gate, up, down, norm1, norm2, norm_q, norm_k
):
    """Biases on queries, keys and values, and a norm of each head."""
    batch, tokens, _ = x.shape
    h = rms_norm(x, norm1)
    q, k, v = (
        F.linear(h, w, b).view(batch, tokens, -1, HEAD) for w, b in ((wq, bq), (wk, bk), (wv, bv))
    )
    q, k = rms_norm(q, norm_q).transpose(1, 2), rms_norm(k, norm_k).transpose(1, 2)
    q, k = rotate(q, cos, sin), rotate(k, cos, sin)
    x = x + F.linear(attend(q, k, v.transpose(1, 2), mask).reshape(batch, tokens, -1), wo)
    return x + swiglu(rms_norm(x, norm2), gate, up, down)


def fused_layer(x, mask, cos, sin, wqkv, wo, gate_up, down, norm1, norm2):
    """One weight for queries, keys and values, and one for gate and up, as vLLM has them."""
    batch, tokens, _ = x.shape
    sizes = [HEADS * HEAD, KV_HEADS * HEAD, KV_HEADS * HEAD]
    q, k, v = (
        y.view(batch, tokens, -1, HEAD).transpose(1, 2)
        for y in F.linear(rms_norm(x, norm1), wqkv).split(sizes, dim=-1)
    )
    q, k = rotate(q, cos, sin), rotate(k, cos, sin)
    x = x + F.linear(attend(q, k, v, mask).reshape(batch, tokens, -1), wo)
    gate, up = F.linear(rms_norm(x, norm2), gate_up).chunk(2, dim=-1)
    return x + F.linear(F.silu(gate) * up, down)


def bert_layer(
    x,
    mask,
    wq,
    bq,
    wk,
    bk,
    wv,
    bv,
    wo,
    bo,
    norm1,
    shift1,
    up,
    bias_up,
    down,
    bias_down,
    norm2,
    shift2,
):
    """An encoder: biases everywhere, norms of mean and variance after the residuals."""
    batch, tokens, size = x.shape
    q, k, v = (
        F.linear(x, w, b).view(batch, tokens, -1, HEAD).transpose(1, 2)
        for w, b in ((wq, bq), (wk, bk), (wv, bv))
    )
    attended = attend(q, k, v, mask).reshape(batch, tokens, -1)
    x = F.layer_norm(x + F.linear(attended, wo, bo), (size,), norm1, shift1)
    h = F.linear(F.gelu(F.linear(x, up, bias_up)), down, bias_down)
    return F.layer_norm(x + h, (size,), norm2, shift2)


def vision_layer(image, filters, bias, first, positions, mask, *layer):
    """Patches of an image, a token before them, and an encoder's layer; the result is
    that token."""
    x = F.conv2d(image, filters, bias, stride=filters.shape[2:]).flatten(2).transpose(1, 2)
    x = torch.cat((first.expand(x.shape[0], -1, -1), x), dim=1) + positions
    return bert_layer(x, mask, *layer)[:, 0]


def moe_experts(x, router, gate_up, down):
    """Every expert computes every token, as transformers does where it has no grouped
    kernel; the router's weights add up the results."""
    tokens, experts = x.shape[0], router.shape[0]
    weights = F.softmax(
        F.linear(x, router), dim=-1, dtype=torch.promote_types(x.dtype, torch.float32)
    ).to(x.dtype)
    copies = x.unsqueeze(0).expand(experts, tokens, x.shape[1])
    gate, up = torch.bmm(copies, gate_up).chunk(2, dim=-1)
    out = torch.bmm(up * F.silu(gate), down)
    return (out * weights.transpose(0, 1).unsqueeze(-1)).sum(0)


def moe_capacity(x, gate, up, down):
    """Each expert computes the tokens that it got, as many as all others have room for;
    weights are stored as F.linear wants them."""
    h = F.silu(torch.bmm(x, gate.transpose(1, 2))) * torch.bmm(x, up.transpose(1, 2))
    return torch.bmm(h, down.transpose(1, 2))


def linear_train(x, w, dy):
    """Forward and backward: y, dx and dw."""
    y, pull = torch.func.vjp(F.linear, x, w)
    return (y, *pull(dy))


def train(layer, x, constants, weights_and_dy):
    """Forward and backward of a layer: the result, and gradients of x and all weights."""
    *weights, dy = weights_and_dy
    y, pull = torch.func.vjp(lambda x, *weights: layer(x, *constants, *weights), x, *weights)
    return (y, *pull(dy))


def llama_train(x, mask, cos, sin, *weights_and_dy):
    return train(llama_layer, x, (mask, cos, sin), weights_and_dy)


def glm_train(x, mask, cos, sin, *weights_and_dy):
    return train(glm_layer, x, (mask, cos, sin), weights_and_dy)


def neox_train(x, mask, cos, sin, *weights_and_dy):
    return train(neox_layer, x, (mask, cos, sin), weights_and_dy)


def bert_train(x, mask, *weights_and_dy):
    """Gradients of biases and norms are sums over rows."""
    return train(bert_layer, x, (mask,), weights_and_dy)


def swiglu_train(x, gate, up, down, dy):
    """Forward and backward: the result, and gradients of x and all weights."""
    y, pull = torch.func.vjp(swiglu, x, gate, up, down)
    return (y, *pull(dy))


def lora(x, w, a, b):
    """A frozen weight beside two thin ones that are trained."""
    return F.linear(x, w) + F.linear(F.linear(x, a), b) * LORA_SCALE


def lora_train(x, w, a, b, dy):
    """Forward and backward: the result, and gradients of x, a and b."""
    y, pull = torch.func.vjp(lambda x, a, b: lora(x, w, a, b), x, a, b)
    return (y, *pull(dy))


def sgd_step(x, w, dy):
    """Forward and backward: y and dx; w is updated in place."""
    y, pull = torch.func.vjp(F.linear, x, w)
    dx, dw = pull(dy)
    w.sub_(RATE * dw)
    return y, dx


def momentum_step(x, w, momentum, dy):
    """The same; momentum is updated in place too."""
    y, pull = torch.func.vjp(F.linear, x, w)
    dx, dw = pull(dy)
    momentum.mul_(0.9).add_(dw)
    w.add_(momentum, alpha=-RATE)
    return y, dx


def adamw_step(x, w, mean, square, dy, multiply=F.linear):
    """w, mean and square are f32 and updated in place; matmuls take w as x is."""
    y, pull = torch.func.vjp(multiply, x, w.to(x.dtype))
    dx, dw = pull(dy)
    dw = dw.to(w.dtype)
    mean.lerp_(dw, 0.1)
    square.mul_(0.99).addcmul_(dw, dw, value=0.01)
    w.mul_(1 - RATE * 0.1)
    w.addcdiv_(mean / (1 - 0.9**3), (square / (1 - 0.99**3)).sqrt() + 1e-8, value=-RATE)
    return y, dx


def accumulate_gradients(x, w, sum, dy):
    """Gradients of several parts of a batch are summed up in f32, in place."""
    y, pull = torch.func.vjp(F.linear, x, w)
    dx, dw = pull(dy)
    sum.add_(dw)
    return y, dx


@dataclasses.dataclass
class Input:
    shape: tuple
    kind: str = "normal"
    scale: float = 1.0
    dtype: str = "bf16"


@dataclasses.dataclass
class Program:
    function: typing.Callable
    inputs: list
    # (input, dimension) of each size that only the caller knows: the same size.
    dynamic: list = dataclasses.field(default_factory=list)
    # Whether the graph has to be traced with its backward pass first.
    train: bool = False
    # Whether it is exported from JAX.
    jax: bool = False
    # Inputs that the function updates. Exported, their new values are the first results.
    updated: list = dataclasses.field(default_factory=list)


def weight(rows, columns):
    return Input((rows, columns), scale=columns**-0.5)


def activations(tokens):
    return [
        Input((1, tokens, HIDDEN)),
        Input((1, 1, tokens, tokens), "causal"),
        Input((1, tokens, HEAD), "cos"),
        Input((1, tokens, HEAD), "sin"),
    ]


def bias(size):
    return Input((size,), scale=0.1)


QKV = [
    weight(HEADS * HEAD, HIDDEN),
    weight(KV_HEADS * HEAD, HIDDEN),
    weight(KV_HEADS * HEAD, HIDDEN),
]
FFN = [weight(INNER, HIDDEN), weight(INNER, HIDDEN), weight(HIDDEN, INNER)]
NORM, HEAD_NORM = Input((HIDDEN,), "near1", 0.1), Input((HEAD,), "near1", 0.1)
BIASED_QKV = [part for w in QKV for part in (w, Input(w.shape[:1], scale=0.1))]
WO = weight(HIDDEN, HEADS * HEAD)
BERT = [part for w in [WO] * 4 for part in (w, bias(HIDDEN))] + [
    NORM,
    bias(HIDDEN),
    weight(INNER, HIDDEN),
    bias(INNER),
    weight(HIDDEN, INNER),
    bias(HIDDEN),
    NORM,
    bias(HIDDEN),
]
LLAMA = activations(64) + QKV + [WO] + FFN + [NORM, NORM]

LINEAR_STEP = [Input((128, HIDDEN)), weight(INNER, HIDDEN), Input((128, INNER))]
STATE = Input((INNER, HIDDEN), dtype="f32")

PROGRAMS = {
    "linear": Program(linear, [Input((1, 64, HIDDEN)), weight(INNER, HIDDEN)]),
    "linear_bias": Program(
        linear_bias, [Input((1, 64, HIDDEN)), weight(INNER, HIDDEN), Input((INNER,))]
    ),
    "linear_train": Program(
        linear_train, [Input((128, HIDDEN)), weight(INNER, HIDDEN), Input((128, INNER))], train=True
    ),
    "lora_train": Program(
        lora_train,
        LINEAR_STEP[:2] + [weight(RANK, HIDDEN), weight(INNER, RANK), LINEAR_STEP[2]],
        train=True,
    ),
    "sgd_step": Program(sgd_step, LINEAR_STEP, train=True, updated=[1]),
    "momentum_step": Program(
        momentum_step,
        LINEAR_STEP[:2] + [Input((INNER, HIDDEN)), LINEAR_STEP[2]],
        train=True,
        updated=[1, 2],
    ),
    "adamw_step": Program(
        adamw_step,
        [
            LINEAR_STEP[0],
            dataclasses.replace(LINEAR_STEP[1], dtype="f32"),
            STATE,
            dataclasses.replace(STATE, kind="near1", scale=0.1),
            LINEAR_STEP[2],
        ],
        train=True,
        updated=[1, 2, 3],
    ),
    "accumulate_gradients": Program(
        accumulate_gradients, LINEAR_STEP[:2] + [STATE, LINEAR_STEP[2]], train=True, updated=[2]
    ),
    "llama_train": Program(
        llama_train, activations(128) + LLAMA[4:] + [Input((1, 128, HIDDEN))], train=True
    ),
    "glm_train": Program(
        glm_train, activations(128) + LLAMA[4:] + [Input((1, 128, HIDDEN))], train=True
    ),
    "neox_train": Program(
        neox_train,
        activations(128)
        + [
            weight(3 * HEADS * HEAD, HIDDEN),
            bias(3 * HEADS * HEAD),
            WO,
            bias(HIDDEN),
            weight(INNER, HIDDEN),
            bias(INNER),
            weight(HIDDEN, INNER),
            bias(HIDDEN),
            NORM,
            bias(HIDDEN),
            NORM,
            bias(HIDDEN),
            Input((1, 128, HIDDEN)),
        ],
        train=True,
    ),
    "swiglu_train": Program(
        swiglu_train, [Input((128, HIDDEN))] + FFN + [Input((128, HIDDEN))], train=True
    ),
    "swiglu": Program(swiglu, [Input((1, 64, HIDDEN))] + FFN),
    "jax_swiglu": Program(
        jax_swiglu,
        [
            Input((1, 64, HIDDEN)),
            weight(HIDDEN, INNER),
            weight(HIDDEN, INNER),
            weight(INNER, HIDDEN),
        ],
        jax=True,
    ),
    "llama_layer": Program(llama_layer, LLAMA),
    "llama_layer_any_tokens": Program(
        llama_layer, LLAMA, dynamic=[(0, 1), (1, 2), (1, 3), (2, 1), (3, 1)]
    ),
    "qwen_layer": Program(
        qwen_layer, activations(64) + BIASED_QKV + [WO] + FFN + [NORM, NORM, HEAD_NORM, HEAD_NORM]
    ),
    # Two sequences: their tokens are rows of each matmul.
    "llama_layer_batch": Program(llama_layer, [Input((2, 64, HIDDEN))] + LLAMA[1:]),
    "fused_layer": Program(
        fused_layer,
        activations(64)
        + [
            weight((HEADS + 2 * KV_HEADS) * HEAD, HIDDEN),
            WO,
            weight(2 * INNER, HIDDEN),
            weight(HIDDEN, INNER),
            NORM,
            NORM,
        ],
    ),
    "bert_layer": Program(
        bert_layer, [Input((2, 64, HIDDEN)), Input((1, 1, 64, 64), "causal")] + BERT
    ),
    "bert_train": Program(
        bert_train,
        [Input((4, 64, HIDDEN)), Input((1, 1, 64, 64), "causal")] + BERT + [Input((4, 64, HIDDEN))],
        train=True,
    ),
    "vision_layer": Program(
        vision_layer,
        [
            Input((2, 3, 64, 64)),
            Input((HIDDEN, 3, 8, 8), scale=1 / 14),
            bias(HIDDEN),
            Input((1, 1, HIDDEN)),
            Input((1, 65, HIDDEN), scale=0.1),
            Input((1, 1, 65, 65), "causal"),
        ]
        + BERT,
    ),
    "moe_experts": Program(
        moe_experts,
        [
            Input((64, HIDDEN)),
            weight(8, HIDDEN),
            Input((8, HIDDEN, 2 * INNER), scale=1 / 16),
            Input((8, INNER, HIDDEN), scale=INNER**-0.5),
        ],
    ),
    "moe_capacity": Program(
        moe_capacity,
        [
            Input((8, 48, HIDDEN)),
            *[Input((8, INNER, HIDDEN), scale=1 / 16)] * 2,
            Input((8, HIDDEN, INNER), scale=INNER**-0.5),
        ],
    ),
    "moe_any_capacity": Program(
        moe_capacity,
        [
            Input((8, 44, HIDDEN)),
            *[Input((8, INNER, HIDDEN), scale=1 / 16)] * 2,
            Input((8, HIDDEN, INNER), scale=INNER**-0.5),
        ],
        dynamic=[(0, 1)],
    ),
}
