"""lowp's operators on tensors that are sharded over devices.

Engines are torch's: DTensor, FSDP2, functional collectives. Rules of the operators are
registered once torch.distributed.tensor is imported, by whomever.
"""

from __future__ import annotations

from typing import Any

from lowp.torch.on_import import when_imported


def _register_rules(_module: Any) -> None:
    from lowp.torch.distributed.sharding import register_rules

    register_rules()


def register() -> None:
    """Registers the rules as soon as somebody imports DTensor."""
    when_imported("torch.distributed.tensor", _register_rules)
