"""gpt-oss's experts in MXFP4: method mxfp4. Layers beside them are not quantized."""

from __future__ import annotations

from typing import Any

from lowp.torch.checkpoints.formats import MXFP4, Rules


def read_rules(config: dict[str, Any]) -> Rules:
    format = MXFP4._replace(data="blocks", scales="scales")
    return lambda name: format
