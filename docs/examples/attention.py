"""torch's attention kernels as external functions, forward and backward.

    python -m lowp.bench --program layer.mlir --external attention=attention.py:attention

Tensors of batch x tokens x heads x size; lse of batch x heads x tokens.
"""

import torch

aten = torch.ops.aten


def heads_first(*tensors):
    return [x.transpose(1, 2) for x in tensors]


def attention(q, k, v, *, out, stream):
    """Causal attention, and the logarithms of its rows' sums for the backward pass."""
    o, lse = out
    computed = aten._scaled_dot_product_flash_attention(*heads_first(q, k, v), 0.0, True)
    o.copy_(computed[0].transpose(1, 2))
    lse.copy_(computed[1])


def attention_backward(q, k, v, o, lse, do, *, out, stream):
    """Gradients of queries, keys and values."""
    tokens = q.shape[1]
    # The seed of dropout, of which there is none.
    seed = torch.empty((), dtype=torch.int64, device=q.device)
    gradients = aten._scaled_dot_product_flash_attention_backward(
        *heads_first(do, q, k, v, o), lse, None, None, tokens, tokens, 0.0, True, seed, seed
    )
    for written, gradient in zip(out, gradients):
        written.copy_(gradient.transpose(1, 2))
