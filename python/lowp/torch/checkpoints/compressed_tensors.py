"""What compressed-tensors writes, of llm-compressor and others."""

from __future__ import annotations

import re
from typing import Any

from lowp.torch.checkpoints.formats import (
    FP8_BLOCK,
    FP8_ROW,
    FP8_TENSOR,
    MXFP4,
    MXFP8,
    NVFP4_BLOCK,
    Rules,
    get,
    refuse,
    with_input_as_it_is,
    with_static,
)
from lowp.torch.scaled_layers import Format

_METHOD = "compressed-tensors"
_PACKED = "weight_packed"
# By bits, strategy of scales and size of a group: what compressed-tensors calls it.
_FORMATS = {
    (8, "tensor", None): FP8_TENSOR,
    (8, "channel", None): FP8_ROW,
    (8, "block", None): FP8_BLOCK,
    (8, "group", 32): MXFP8,
    (4, "group", 32): MXFP4._replace(data=_PACKED),
    # The global scale is what a weight is divided by.
    (4, "tensor_group", 16): NVFP4_BLOCK._replace(
        data=_PACKED,
        second="weight_global_scale",
        is_reciprocal=True,
        unused=("input_global_scale",),
    ),
}


def read_group(name: str, group: dict[str, Any]) -> Format:
    """The format of layers of one group; name: of the group, or of a layer, for errors."""
    weights = get(group, "weights", {})
    bits, strategy = weights.get("num_bits"), weights.get("strategy")
    if weights.get("type") != "float":
        raise refuse(_METHOD, f"{weights.get('type')} of {bits} bits in '{name}'")
    size = weights.get("group_size") if strategy in ("group", "tensor_group") else None
    format = _FORMATS.get((bits, strategy, size))
    block = get(weights, "block_structure", [128, 128])
    if format is None or strategy == "block" and list(block) != [128, 128]:
        raise refuse(_METHOD, f"floats of {bits} bits by {strategy} of {size or block} in '{name}'")
    inputs = get(group, "input_activations")
    if inputs is None:
        return with_input_as_it_is(format)
    if inputs.get("type", "float") != "float":
        raise refuse(_METHOD, f"inputs in {inputs.get('type')} in '{name}'")
    if inputs.get("dynamic") is False and bits == 8 and strategy in ("tensor", "channel"):
        return with_static(format, "input_scale")
    return format


def _matches(target: str, name: str) -> bool:
    """Whether a target means a linear layer: by class, pattern or name."""
    if target.startswith("re:"):
        return re.match(target[3:], name) is not None
    return target == "Linear" or name == target or name.endswith(f".{target}")


def read_rules(config: dict[str, Any]) -> Rules:
    groups = [
        (get(group, "targets", []), read_group(name, group))
        for name, group in get(config, "config_groups", {}).items()
    ]

    def find(name: str) -> Format | None:
        fitting = (format for targets, format in groups if any(_matches(t, name) for t in targets))
        return next(fitting, None)

    return find
