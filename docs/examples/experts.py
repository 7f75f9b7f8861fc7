"""What experts.mlir computes, in torch: the peer of lowp.bench --program."""

import torch


def experts(x, w):
    return torch.bmm(x, w.transpose(1, 2))
