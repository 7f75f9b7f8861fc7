"""lowp in PyTorch: operators with gradients and converted modules.

    import lowp.torch

    lowp.torch.convert(model, recipe="blockwise_training")   # then train as before

Operators are torch.ops.lowp.linear, linear_backward, linear_backward_into,
linear_prepared, quantize, scaled_matmul, grouped_linear, grouped_linear_backward,
grouped_linear_backward_into, grouped_linear_prepared, scaled_linear,
scaled_linear_backward, order_rows, linear_of_scaled, linear_of_scaled_backward,
grouped_linear_of_scaled, grouped_linear_of_scaled_backward and dequantize, and of several
devices gathered_linear and linear_scattered.
Importing this needs torch 2.11 or later; `import lowp` alone imports no torch.
"""

from __future__ import annotations

import importlib
from typing import Any

import torch

from lowp.torch import _version_check

_version_check.check(torch.__version__)

from lowp.torch import ops  # noqa: E402, after the check
from lowp.torch.checkpoints import adopt, load, save  # noqa: E402
from lowp.torch.convert import convert, freeze, preload, restore  # noqa: E402
from lowp.torch.absent import FreedWeightError  # noqa: E402
from lowp.torch.frozen import FrozenLinear  # noqa: E402
from lowp.torch.functions import (  # noqa: E402
    grouped_linear,
    linear,
    quantize,
    scaled_matmul,
)
from lowp.torch.grouped import FrozenGroupedLinear, GroupedLinear  # noqa: E402
from lowp.torch.accumulating import accumulate  # noqa: E402
from lowp.torch.held_weights import StaleWeightError  # noqa: E402
from lowp.torch.holding import Held, held, hold  # noqa: E402
from lowp.torch.linear import Decision, Linear  # noqa: E402
from lowp.torch.scaled_layers import (  # noqa: E402
    Format,
    ScaledGroupedLinear,
    ScaledLinear,
)
from lowp.torch.report import decisions, report  # noqa: E402
from lowp.torch.scaled_tensor import Scaled  # noqa: E402
from lowp.torch import distributed, transformers  # noqa: E402

transformers.register()
distributed.register()

__all__ = [
    "Decision",
    "Format",
    "FreedWeightError",
    "FrozenGroupedLinear",
    "FrozenLinear",
    "GroupedLinear",
    "Held",
    "Linear",
    "Scaled",
    "ScaledGroupedLinear",
    "ScaledLinear",
    "StaleWeightError",
    "accumulate",
    "adopt",
    "convert",
    "decisions",
    "freeze",
    "grouped_linear",
    "held",
    "hold",
    "linear",
    "load",
    "ops",
    "preload",
    "quantize",
    "report",
    "restore",
    "save",
    "scaled_matmul",
]


# What imports dynamo, by the modules that have it.
_LATE = {"explain": "lowp.torch.compiling.explanation", "to_mlir": "lowp.torch.mlir"}


def __dir__() -> list[str]:
    return sorted([*globals(), *_LATE])


def __getattr__(name: str) -> Any:
    if name in _LATE:
        return getattr(importlib.import_module(_LATE[name]), name)
    raise AttributeError(f"module 'lowp.torch' has no attribute {name!r}")
