"""lowp.torch.load: quantized checkpoints of other libraries into a model on meta."""

from __future__ import annotations

import dataclasses
import os
import warnings
from typing import Any

import torch

from lowp._errors import LaunchError
from lowp.torch import programs
from lowp.torch.checkpoints import expert_files, fp4_as_fp8
from lowp.torch.checkpoints.files import Folder
from lowp.torch.checkpoints.methods import read_rules
from lowp.torch.checkpoints.reading import Loading
from lowp.torch.checks import check_module, describe
from lowp.torch.scaled_layers import Format, ScaledLinear, become_scaled
from lowp.torch.transformers import experts

_FP4 = ("auto", "keep", "exact", "rounded")


def load(
    model: torch.nn.Module,
    folder: str | os.PathLike,
    *,
    device: torch.device | str | None = None,
    fp4: str = "auto",
) -> torch.nn.Module:
    """Reads a checkpoint that another library has quantized into a model, on meta or not,
    without a copy of its weights in a wider type.

    folder: with config.json and safetensors of methods fp8 (DeepSeek), mxfp8, fbgemm_fp8,
        compressed-tensors, modelopt and mxfp4 (gpt-oss).
    device: where weights are read to; by default torch's.
    fp4: what becomes of weights in FP4. "keep": they are computed as they are, where the
        chip has no kernels for them by widening them in each call, with a warning.
        "exact": fp8 with scales of 128x128, where that changes no value; an error
        otherwise. "rounded": fp8, and the report has what it adds. "auto": "exact" for
        MXFP4 on a GPU of sm_90, otherwise "keep".

    Returns the model, whose quantized layers are lowp.torch.ScaledLinear; `report` has their
    formats. Raises LaunchError for what lowp does not multiply, and for tensors of other
    sizes, by their names."""
    check_module(model, "lowp.torch.load")
    if fp4 not in _FP4:
        raise ValueError(f"lowp.torch.load: expected fp4 to be one of {_FP4}, got {fp4!r}")
    place = torch.get_default_device() if device is None else torch.device(device)
    opened = Folder(folder, place)
    config = opened.quantization()
    rules = read_rules(config, str(opened.path)) if config else _keep_all
    loading = Loading(model, opened, place, fp4)
    # Tensors of inference mode could not be written outside of it.
    with torch.inference_mode(False):
        for name, module in list(model.named_modules()):
            if experts.is_experts(module):
                expert_files.load_experts(loading, module, name, rules)
            elif isinstance(module, torch.nn.Linear) and not isinstance(module, ScaledLinear):
                _load_linear(loading, module, name, rules(name))
        _load_rest(loading)
    return model


def _keep_all(_name: str) -> None:
    return None


def _load_linear(loading: Loading, layer: Any, name: str, format: Format | None) -> None:
    """A layer whose scales the files have; others are plain."""
    if format is None or not loading.has(f"{name}.{format.scales}"):
        _refuse_without_scales(loading, name, format)
        return
    sizes = tuple(layer.weight.shape)
    bias = f"{name}.bias"
    held = {each: loading.read(f"{name}.{each}") for each in format.tensors}
    if format.input_scale is not None:
        held[format.input_scale] = loading.read(f"{name}.{format.input_scale}")
    loading.skip(name, format)
    given = _read_as(loading, bias, layer.bias) if layer.bias is not None else None
    try:
        result = ScaledLinear(sizes[1], sizes[0], format, name=name, **held)
        if loading.wants_fp8(format):
            result = _as_fp8(loading, result, name)
    except LaunchError as error:
        error.args = (f"{loading.place_of(f'{name}.{format.data}')}: {error}",)
        raise
    layer._parameters.clear()
    layer._buffers.update(result._buffers)
    become_scaled(layer, sizes, result.lowp_format, name)
    layer.lowp_decision = result.lowp_decision
    layer._buffers["bias"] = given


def _as_fp8(loading: Loading, layer: ScaledLinear, name: str) -> ScaledLinear:
    format, sizes = layer.lowp_format, layer.lowp_sizes
    result = loading.take_as_fp8(format, layer.read()[0], sizes, name)
    taken = fp4_as_fp8.as_fp8(format)
    made = ScaledLinear(
        sizes[1],
        sizes[0],
        taken,
        name=name,
        **{taken.data: result.data, taken.scales: result.scales},
    )
    made.lowp_decision = dataclasses.replace(made.lowp_decision, reason=str(result))
    return made


def _refuse_without_scales(loading: Loading, name: str, format: Format | None) -> None:
    """Data in fp8 or integers would be taken for a plain weight."""
    weight = f"{name}.weight"
    if not loading.has(weight):
        return
    result = loading.read(weight)
    if result.dtype not in programs.ELEMENTS:
        wanted = f"{format.scales} of {format.name}" if format else "bfloat16, float16 or float32"
        raise LaunchError(
            f"{loading.place_of(weight)}: '{weight}': expected {wanted}, got {describe(result)} "
            "without scales"
        )


def _read_as(loading: Loading, name: str, held: torch.Tensor) -> torch.Tensor:
    """A plain tensor in the model's type."""
    result = loading.read(name)
    if result.shape != held.shape:
        raise LaunchError(
            f"{loading.place_of(name)}: '{name}': expected {describe(held)} by the model, got "
            f"{describe(result)}; the model's config is not that of the checkpoint"
        )
    return result.to(held.dtype) if held.is_floating_point() else result


def _load_rest(loading: Loading) -> None:
    """All that is not quantized; what a model computes by itself is computed."""
    model = loading.model
    for name, module in model.named_modules():
        for held in (module._parameters, module._buffers):
            for each, value in held.items():
                full = f"{name}.{each}" if name else each
                if value is None or full in loading.used and not value.is_meta:
                    continue
                if not loading.has(full):
                    continue
                result = _read_as(loading, full, value)
                if isinstance(value, torch.nn.Parameter):
                    result = torch.nn.Parameter(result, value.requires_grad)
                held[each] = result
    tie: Any = getattr(model, "tie_weights", None)
    if tie is not None:
        tie()
    _compute_buffers(model, loading.device)
    missing = [name for name, each in _state(model) if each.is_meta]
    if missing:
        raise LaunchError(
            f"{loading.folder.path}: expected the tensors {', '.join(missing)}, got none; the "
            "model and the checkpoint differ"
        )
    unused = sorted(set(loading.tensors) - loading.used)
    if unused:
        more = f" and {len(unused) - 5} more" if len(unused) > 5 else ""
        warnings.warn(
            f"lowp.torch.load: {loading.folder.path}: tensors that the model has no place for: "
            f"{', '.join(unused[:5])}{more}",
            stacklevel=3,
        )


def _state(model: torch.nn.Module):
    yield from model.named_parameters()
    yield from model.named_buffers()


def _compute_buffers(model: torch.nn.Module, device: torch.device) -> None:
    """Buffers that no file has, such as frequencies of a rotary embedding, as
    transformers computes them."""
    initialize: Any = getattr(model, "_init_weights", None)
    if initialize is None:
        return
    for module in model.modules():
        lacking = {
            name: each
            for name, each in module._buffers.items()
            if each is not None and each.is_meta and name in module._non_persistent_buffers_set
        }
        if not lacking:
            continue
        for name, each in lacking.items():
            module._buffers[name] = torch.empty_like(each, device=device)
        with torch.no_grad():
            initialize(module)
