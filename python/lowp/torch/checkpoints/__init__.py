"""Quantized models of other libraries: read from files, taken over, and written."""

from __future__ import annotations

from lowp.torch.checkpoints.adopting import adopt
from lowp.torch.checkpoints.loading import load
from lowp.torch.checkpoints.saving import save

__all__ = ["adopt", "load", "save"]
