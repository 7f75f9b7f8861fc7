"""Monte Carlo arithmetic: how far roundings carry a result, whatever the order of its sums."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_map


class RandomRounding(TorchDispatchMode):
    """Moves what an operation reads and makes, each time by another relative part of at most
    `most`. Views and what an operation writes in place stay: their readers move it."""

    def __init__(self, seed, most):
        super().__init__()
        self.generator, self.most = torch.Generator().manual_seed(seed), most

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func.is_view or any(each.alias_info for each in func._schema.arguments):
            return func(*args, **kwargs)
        return tree_map(self._move, func(*tree_map(self._move, args), **kwargs))

    def _move(self, value):
        if not isinstance(value, torch.Tensor) or not value.is_floating_point():
            return value
        noise = torch.rand(value.shape, generator=self.generator, dtype=torch.float64)
        return (value * (1 + self.most * (2 * noise - 1))).to(value.dtype)
