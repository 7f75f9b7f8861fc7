"""The entry quantization_config of a model of transformers, by which it is read again."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import torch

METHOD = "lowp"
_ENTRY = "quantization_config"


def _configs(model: torch.nn.Module) -> Iterator[Any]:
    """Yields the configs of the models of transformers in a model."""
    library = sys.modules.get("transformers.modeling_utils")
    if library is not None:
        for module in model.modules():
            if isinstance(module, library.PreTrainedModel):
                yield module.config


def method_of(config: Any) -> str | None:
    """What a model's weights are quantized by, as its config says; None of plain ones."""
    entry = getattr(config, _ENTRY, None)
    return (
        entry.get("quant_method")
        if isinstance(entry, dict)
        else (getattr(entry, "quant_method", None))
    )


def mark(model: torch.nn.Module) -> None:
    """Says in the config of a model of transformers that lowp has frozen it."""
    for config in _configs(model):
        setattr(config, _ENTRY, {"quant_method": METHOD})


def unmark(model: torch.nn.Module) -> None:
    """Takes back what `mark` said."""
    for config in _configs(model):
        if method_of(config) == METHOD:
            delattr(config, _ENTRY)
