"""fp8 of DeepSeek, and what transformers' FineGrainedFP8 writes: methods fp8 and mxfp8."""

from __future__ import annotations

from typing import Any

from lowp.torch.checkpoints.formats import (
    FP8_BLOCK,
    FP8_TENSOR,
    MXFP8,
    Rules,
    get,
    refuse,
    with_static,
)

_BLOCKS = {(128, 128): FP8_BLOCK, (1, 32): MXFP8, (): FP8_TENSOR}
_SCALES = "weight_scale_inv"


def read_rules(config: dict[str, Any]) -> Rules:
    method = config["quant_method"]
    default = (1, 32) if method == "mxfp8" else ()
    block = tuple(get(config, "weight_block_size", default))
    if block not in _BLOCKS:
        raise refuse(method, f"blocks of {'x'.join(map(str, block))}")
    format = _BLOCKS[block]._replace(scales=_SCALES)
    if get(config, "activation_scheme") == "static":
        if block:
            raise refuse(method, "static scales of inputs beside blocks")
        format = with_static(format, "activation_scale")
    return lambda name: format
