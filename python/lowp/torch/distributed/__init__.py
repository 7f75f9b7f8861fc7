"""lowp's operators on tensors that are sharded over devices, and gathers of quantized ones.

Engines are torch's: DTensor, FSDP2, functional collectives. Rules of the operators are
registered once torch.distributed.tensor is imported, by whomever.
"""

from __future__ import annotations

import importlib
from typing import Any

from lowp.torch.on_import import when_imported

# What imports DTensor and FSDP2, by the modules that have it.
_LATE = {
    "quantize_gathers": "lowp.torch.distributed.gathers",
    "gathered_linear": "lowp.torch.distributed.parallel_linear",
    "linear_scattered": "lowp.torch.distributed.parallel_linear",
    "QuantizedInput": "lowp.torch.distributed.rows",
    "all_to_all": "lowp.torch.distributed.exchange",
}


def _register_rules(_module: Any) -> None:
    from lowp.torch.distributed.sharding import register_rules

    register_rules()


def register() -> None:
    """Registers the rules as soon as somebody imports DTensor."""
    when_imported("torch.distributed.tensor", _register_rules)


def __dir__() -> list[str]:
    return sorted([*globals(), *_LATE])


def __getattr__(name: str) -> Any:
    if name in _LATE:
        return getattr(importlib.import_module(_LATE[name]), name)
    raise AttributeError(f"module 'lowp.torch.distributed' has no attribute {name!r}")
