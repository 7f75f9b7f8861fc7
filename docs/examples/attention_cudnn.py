"""cuDNN's attention kernels, which torch has too, as external functions, forward and backward.

    python -m lowp.bench --program layer.mlir --external attention=attention_cudnn.py:attention

Tensors are those of attention.py: of batch x tokens x heads x size, lse of batch x heads x tokens.
"""

import torch

aten = torch.ops.aten


def heads_first(*tensors):
    return [x.transpose(1, 2) for x in tensors]


def attention(q, k, v, *, out, stream):
    """Causal attention, and the logarithms of its rows' sums for the backward pass."""
    o, lse = out
    no_bias, dropout, is_causal, returns_mask = None, 0.0, True, False
    computed = aten._scaled_dot_product_cudnn_attention(
        *heads_first(q, k, v), no_bias, True, dropout, is_causal, returns_mask
    )
    o.copy_(computed[0].transpose(1, 2))
    lse.copy_(computed[1].reshape(lse.shape))


def attention_backward(q, k, v, o, lse, do, *, out, stream):
    """Gradients of queries, keys and values."""
    tokens, no_bias, ends, dropout, is_causal = q.shape[1], None, None, 0.0, True
    # The seed of dropout, of which there is none.
    seed = torch.empty((), dtype=torch.int64, device=q.device)
    gradients = aten._scaled_dot_product_cudnn_attention_backward(
        *heads_first(do, q, k, v, o),
        lse.unsqueeze(-1),
        seed,
        seed,
        no_bias,
        ends,
        ends,
        tokens,
        tokens,
        dropout,
        is_causal,
    )
    for written, gradient in zip(out, gradients):
        written.copy_(gradient.transpose(1, 2))
