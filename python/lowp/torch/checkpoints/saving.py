"""lowp.torch.save: weights in fp8 as files that other libraries read."""

from __future__ import annotations

import json
import os
import pathlib
from typing import Any

import torch

from lowp._errors import LaunchError
from lowp.torch.checkpoints.files import find_safetensors
from lowp.torch.checkpoints.formats import FP8_BLOCK, FP8_ROW, FP8_TENSOR
from lowp.torch.checks import check_module
from lowp.torch.frozen import FrozenLinear
from lowp.torch.frozen_gradients import is_plain, weight_of
from lowp.torch.grouped import FrozenGroupedLinear
from lowp.torch.scaled_layers import Format, ScaledGroupedLinear, ScaledLinear

_STRATEGIES = {FP8_BLOCK: "block", FP8_ROW: "channel", FP8_TENSOR: "tensor"}


def _read(layer: Any, name: str) -> tuple[Format, list[torch.Tensor]]:
    """A layer's weight as one of the formats above."""
    if "lowp_part" in layer.__dict__:
        raise LaunchError(
            f"'{name}': expected a weight that this device has whole, got {layer.lowp_part}; save "
            "a model that is frozen before parallelize_module, or each device's state_dict"
        )
    if isinstance(layer, FrozenLinear):
        weight = weight_of(layer.recipe)
        format = next((each for each in _STRATEGIES if each.weight == weight), None)
        if format is not None and is_plain(layer.lowp_fingerprint):
            return format, [layer.prepared0, layer.prepared1]
    elif isinstance(layer, ScaledLinear):
        own = layer.lowp_format
        format = next((each for each in _STRATEGIES if each.weight == own.weight), None)
        if format is not None:
            return format, layer.read()[0]
    kind = layer.lowp_decision.recipe if hasattr(layer, "lowp_decision") else "experts"
    raise LaunchError(
        f"'{name}': expected a linear layer in fp8 by tensor, row or 128x128 in plain rows, got "
        f"{kind}; save the model's state_dict, or by save_pretrained, to read it with lowp"
    )


def save(model: torch.nn.Module, folder: str | os.PathLike, format: str = "fp8") -> None:
    """Writes a model whose linear layers are in fp8, frozen by lowp or read by
    lowp.torch.load, as others read it: config.json and model.safetensors.

    format: "fp8", of DeepSeek and transformers, for scales of 128x128, as
        "blockwise_training" has them; or "compressed-tensors", for these, for scales of
        rows and of tensors, one kind in a model.

    Raises LaunchError for layers in other formats, by their names."""
    check_module(model, "lowp.torch.save")
    if format not in ("fp8", "compressed-tensors"):
        raise ValueError(
            f"lowp.torch.save: expected format to be 'fp8' or 'compressed-tensors', got {format!r}"
        )
    kinds = (FrozenLinear, ScaledLinear, FrozenGroupedLinear, ScaledGroupedLinear)
    layers = {name: each for name, each in model.named_modules() if isinstance(each, kinds)}
    if not layers:
        raise LaunchError(
            "lowp.torch.save: expected a model with layers in fp8, got one without; freeze it"
        )
    result = {name: _read(layer, name) for name, layer in layers.items()}
    save_file = find_safetensors("safetensors.torch", "lowp.torch.save").save_file
    config = _write_config(model, {kind for kind, _ in result.values()}, format)
    scales = "weight_scale_inv" if format == "fp8" else "weight_scale"
    tensors = _plain_tensors(model, layers)
    for name, (_, (data, factors)) in result.items():
        tensors[f"{name}.weight"] = data
        tensors[f"{name}.{scales}"] = factors
    path = pathlib.Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    unshared = {name: each.detach().contiguous() for name, each in tensors.items()}
    save_file(unshared, path / "model.safetensors", metadata={"format": "pt"})
    (path / "config.json").write_text(json.dumps(config, indent=2), encoding="utf-8")


def _plain_tensors(model: torch.nn.Module, layers: dict[str, Any]) -> dict[str, torch.Tensor]:
    """What is in no quantized layer, and their biases; of tied ones the first."""
    result, seen = {}, set()
    for name, each in model.state_dict(keep_vars=True).items():
        owner, _, last = name.rpartition(".")
        if owner in layers and last != "bias" or each is None or id(each) in seen:
            continue
        seen.add(id(each))
        result[name] = each
    return result


def _write_config(model: Any, kinds: set[Format], format: str) -> dict[str, Any]:
    config = model.config.to_dict() if hasattr(getattr(model, "config", None), "to_dict") else {}
    plain = [
        name
        for name, each in model.named_modules()
        if isinstance(each, torch.nn.Linear) and not isinstance(each, (FrozenLinear, ScaledLinear))
    ]
    if len(kinds) > 1 or format == "fp8" and kinds != {FP8_BLOCK}:
        wanted = FP8_BLOCK.name if format == "fp8" else "one kind of scales"
        names = ", ".join(sorted(each.name for each in kinds))
        raise LaunchError(
            f"lowp.torch.save: expected {wanted} for format '{format}', got {names}; "
            "format='compressed-tensors' writes scales of rows and tensors, too"
        )
    if format == "fp8":
        entry = {
            "quant_method": "fp8",
            "activation_scheme": "dynamic",
            "weight_block_size": [128, 128],
            "modules_to_not_convert": plain,
        }
    else:
        entry = _compressed_tensors(_STRATEGIES[kinds.pop()], plain)
    return {**config, "quantization_config": entry}


def _compressed_tensors(strategy: str, plain: list[str]) -> dict[str, Any]:
    number = {"num_bits": 8, "type": "float", "symmetric": True}
    weights = {**number, "dynamic": False, "strategy": strategy}
    inputs = {**number, "dynamic": True, "strategy": "token"}
    if strategy == "block":
        weights["block_structure"] = [128, 128]
        inputs |= {"strategy": "group", "group_size": 128}
    group = {"targets": ["Linear"], "weights": weights, "input_activations": inputs}
    return {
        "quant_method": "compressed-tensors",
        "format": "float-quantized",
        "quantization_status": "compressed",
        "config_groups": {"group_0": group},
        "ignore": plain,
    }
