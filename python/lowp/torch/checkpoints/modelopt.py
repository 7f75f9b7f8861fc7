"""What NVIDIA's ModelOpt writes, by its names of algorithms."""

from __future__ import annotations

from typing import Any

from lowp.torch.checkpoints.formats import (
    FP8_BLOCK,
    FP8_ROW,
    FP8_TENSOR,
    MXFP8,
    NVFP4_BLOCK,
    Rules,
    get,
    refuse,
    with_input_as_it_is,
    with_static,
)
from lowp.torch.scaled_layers import Format

_METHOD = "modelopt"
_NVFP4 = NVFP4_BLOCK._replace(second="weight_scale_2", unused=("input_scale",))
_FORMATS = {
    "FP8": with_static(FP8_TENSOR, "input_scale"),
    "FP8_PER_CHANNEL_PER_TOKEN": FP8_ROW,
    "FP8_PB_WO": with_input_as_it_is(FP8_BLOCK),
    "MXFP8": MXFP8,
    "NVFP4": _NVFP4,
    "W4A16_NVFP4": with_input_as_it_is(_NVFP4),
}


def _find(algorithm: Any, where: str) -> Format:
    format = _FORMATS.get(str(algorithm).upper())
    if format is None:
        raise refuse(_METHOD, f"{algorithm}{where}, not one of {', '.join(_FORMATS)}")
    return format


def read_rules(config: dict[str, Any]) -> Rules:
    """config: quantization_config of config.json, or `quantization` of
    hf_quant_config.json."""
    algorithm = get(config, "quant_algo")
    layers = get(config, "quantized_layers", {})
    if algorithm == "MIXED_PRECISION":
        result = {
            name: _find(layer.get("quant_algo"), f" in '{name}'") for name, layer in layers.items()
        }
        return result.get
    format = _find(algorithm, "")
    return lambda name: format
