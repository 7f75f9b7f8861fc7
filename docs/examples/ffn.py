"""The layer of ffn.mlir in torch, for `python -m lowp.bench --program ffn.mlir`."""

from torch.nn import functional


def ffn(x, gate, up, down):
    """Tensors in bf16; weights of outputs x inputs."""
    hidden = functional.silu(x @ gate.t()) * (x @ up.t())
    return hidden @ down.t()
