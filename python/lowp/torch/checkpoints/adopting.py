"""lowp.torch.adopt: quantized layers that other libraries have loaded, where they are."""

from __future__ import annotations

import warnings
from typing import Any

import torch

from lowp.torch.checkpoints import compressed_tensors, deepseek
from lowp.torch.checkpoints.formats import (
    FP8_BLOCK,
    FP8_ROW,
    FP8_TENSOR,
    MXFP4,
    MXFP8,
    NVFP4_BLOCK,
)
from lowp.torch.checks import check_module
from lowp.torch.scaled_layers import Format, ScaledLinear, become_scaled
from lowp.torch.transformers import converted_experts, experts


def _kind(value: Any) -> str:
    """The library of a class and its name, of which nothing is imported."""
    return f"{type(value).__module__.split('.')[0]}.{type(value).__name__}"


# ===----------------------------------------------------------------------===
# transformers
# ===----------------------------------------------------------------------===


def _rules_of(layer: Any, block: Any) -> Format:
    method = "mxfp8" if tuple(block or ()) == (1, 32) else "fp8"
    config = {
        "quant_method": method,
        "weight_block_size": block,
        "activation_scheme": layer.activation_scheme,
    }
    format = deepseek.read_rules(config)("")
    assert format is not None
    return format


def _adopt_fp8_linear(layer: Any, name: str) -> None:
    format = _rules_of(layer, layer.block_size)
    become_scaled(layer, tuple(layer.weight.shape), format, name)
    layer.read()


def _adopt_fp8_experts(module: Any, name: str) -> None:
    decisions = {}
    for each in experts.weight_names(module):
        format = _rules_of(module, module.block_size)._replace(
            data="weight", scales="weight_scale_inv"
        )
        weight = module._parameters.pop(each)
        scales = module._parameters.pop(f"{each}_scale_inv")
        part: Any = torch.nn.Module()
        part.register_parameter("weight", weight)
        part.register_parameter("weight_scale_inv", scales)
        part.register_buffer("bias", None)
        become_scaled(part, tuple(weight.shape), format, f"{name}.{each}")
        part.read()
        module.add_module(experts.frozen_name(each), part)
        decisions[each] = part.lowp_decision
    converted_experts.apply_given(module, decisions)


# ===----------------------------------------------------------------------===
# compressed-tensors
# ===----------------------------------------------------------------------===


def _adopt_compressed(layer: Any, name: str) -> None:
    scheme = layer.quantization_scheme
    described = {
        "weights": scheme.weights.model_dump(mode="json"),
        "input_activations": scheme.input_activations
        and scheme.input_activations.model_dump(mode="json"),
    }
    format = compressed_tensors.read_group(name, described)
    sizes = (layer.out_features, layer.in_features)
    # That of the object quantizes in steps.
    layer.__dict__.pop("forward", None)
    become_scaled(layer, sizes, format, name)
    layer.read()


# ===----------------------------------------------------------------------===
# torchao
# ===----------------------------------------------------------------------===


def _format_of_torchao(weight: Any) -> Format | None:
    """That of a tensor with qdata and scale, in plain rows; None of others."""
    kind, sizes = type(weight).__name__, tuple(weight.shape)
    if getattr(weight, "is_swizzled_scales", False) or len(sizes) != 2:
        return None
    if kind == "Float8Tensor":
        block = tuple(weight.block_size)
        by_block = {sizes: FP8_TENSOR, (1, sizes[1]): FP8_ROW, (128, 128): FP8_BLOCK}
        return by_block.get(block) if weight.qdata.dtype is torch.float8_e4m3fn else None
    if kind == "MXTensor" and weight.block_size == 32:
        if weight.elem_dtype is torch.float8_e4m3fn:
            return MXFP8
        return MXFP4 if weight.elem_dtype is torch.float4_e2m1fn_x2 else None
    if kind == "NVFP4Tensor" and weight.per_tensor_scale is not None:
        return NVFP4_BLOCK._replace(second="weight_scale_2")
    return None


def _is_of_torchao(layer: Any) -> bool:
    weight = layer._parameters.get("weight")
    return isinstance(layer, torch.nn.Linear) and _kind(weight).startswith("torchao.")


def _adopt_torchao(layer: Any, name: str) -> bool:
    weight = layer.weight
    format = _format_of_torchao(weight)
    if format is None:
        return False
    sizes = tuple(weight.shape)
    del layer._parameters["weight"]
    layer.register_buffer(format.data, weight.qdata)
    layer.register_buffer(format.scales, weight.scale)
    if format.second is not None:
        layer.register_buffer(format.second, weight.per_tensor_scale)
    become_scaled(layer, sizes, format, name)
    layer.read()
    return True


def adopt(model: torch.nn.Module) -> torch.nn.Module:
    """Computes by lowp what another library has quantized and loaded: transformers' FP8Linear
    and FP8Experts, linear layers of compressed-tensors, and those whose weights are torchao's
    Float8Tensor, MXTensor or NVFP4Tensor. Only classes change; weights and the names of their tensors
    stay, but for torchao's, whose data and scales become weight, weight_scale and
    weight_scale_2.

    Returns the model; lowp.torch.report has the formats. Raises LaunchError for formats that
    lowp does not multiply, by the layer's name, and warns where it finds none."""
    check_module(model, "lowp.torch.adopt")
    count, others = 0, []
    for name, module in list(model.named_modules()):
        kind = _kind(module)
        if kind == "transformers.FP8Linear":
            _adopt_fp8_linear(module, name)
        elif kind == "transformers.FP8Experts":
            _adopt_fp8_experts(module, name)
        elif (
            getattr(module, "quantization_scheme", None) is not None
            and isinstance(module, torch.nn.Linear)
            and not isinstance(module, ScaledLinear)
        ):
            _adopt_compressed(module, name)
        elif _is_of_torchao(module):
            if not _adopt_torchao(module, name):
                others.append(f"'{name}' ({type(module.weight).__name__})")
                continue
        elif kind == "transformers.Mxfp4GptOssExperts":
            # Their bytes lie as other kernels read them.
            others.append(f"'{name}' ({type(module).__name__}: read its files by lowp.torch.load)")
            continue
        else:
            continue
        count += 1
    if others or not count:
        result = f"others: {', '.join(others)}" if others else "none"
        warnings.warn(
            "lowp.torch.adopt: expected layers of transformers' fp8, of compressed-tensors, or "
            f"with torchao's fp8 and MX weights in plain rows, got {result}",
            stacklevel=2,
        )
    return model
