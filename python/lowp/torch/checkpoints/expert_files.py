"""Experts in files: of one tensor for all of them, or of one for each."""

from __future__ import annotations

from typing import Any

import torch

from lowp._errors import LaunchError
from lowp._linear.scaled_texts import Scaled
from lowp.torch.checkpoints import fp4_as_fp8
from lowp.torch.checkpoints.formats import Rules
from lowp.torch.checkpoints.reading import Loading
from lowp.torch.linear import Decision
from lowp.torch.scaled_layers import (
    ROWS,
    Format,
    ScaledGroupedLinear,
    become_scaled,
    read_data,
    read_scales,
)
from lowp.torch.transformers import converted_experts, experts

# What files call the matrices of one expert, in the order of the rows of a parameter.
_PARTS = {
    "gate_up_proj": (("gate_proj", "up_proj"), ("w1", "w3")),
    "up_proj": (("up_proj",), ("w1",)),
    "down_proj": (("down_proj",), ("w2",)),
}


def load_experts(loading: Loading, module: Any, name: str, rules: Rules) -> None:
    """Reads a module of experts, as one tensor for all or one for each has them."""
    decisions = {}
    for each in experts.weight_names(module):
        result = _read_fused(loading, module, name, each, rules) or _read_single(
            loading, module, name, each, rules
        )
        if result is None:
            continue
        del module._parameters[each]
        module.add_module(experts.frozen_name(each), result)
        decisions[each] = result.lowp_decision
    if decisions:
        converted_experts.apply_given(module, decisions)


def _sizes(module: Any, each: str) -> tuple[int, int, int]:
    groups, n, k = experts.rows_by_columns(module, getattr(module, each)).shape
    return groups, n, k


def _read_fused(
    loading: Loading, module: Any, name: str, each: str, rules: Rules
) -> ScaledGroupedLinear | None:
    """gpt-oss: <parameter>_blocks of E x N x K/32 x 16 bytes, and <parameter>_scales."""
    blocks, scales = f"{name}.{each}_blocks", f"{name}.{each}_scales"
    format = rules(name)
    if format is None or not (loading.has(blocks) and loading.has(scales)):
        return None
    sizes = _sizes(module, each)
    data = loading.read(blocks)
    weight = [
        read_data(data.flatten(2) if data.dim() == 4 else data, format.weight, sizes, blocks),
        read_scales(loading.read(scales), format.weight, sizes, scales),
    ]
    return _make(loading, format, weight, sizes, f"{name}.{each}")


def _read_single(
    loading: Loading, module: Any, name: str, each: str, rules: Rules
) -> ScaledGroupedLinear | None:
    """<expert>.gate_proj.weight and its scales, into one tensor for all experts."""
    for parts in _PARTS[each]:
        first = f"{name}.0.{parts[0]}"
        format = rules(first)
        if format is not None and loading.has(f"{first}.{format.scales}"):
            break
        if loading.has(f"{first}.weight"):
            _read_plain(loading, module, name, each, parts)
            return None
    else:
        return None
    sizes = _sizes(module, each)
    stacked = _stack(loading, format, sizes, name, parts)
    if stacked is None:
        raise LaunchError(
            f"'{name}.{each}': expected {len(parts)} matrices with rows that blocks of "
            f"{format.name} divide, got {sizes[1] // len(parts)} each"
        )
    weight, kept = stacked
    # A static scale would be one for each expert; rows of all are quantized at once.
    input = ROWS if format.input_scale is not None else format.input
    result = format._replace(weight=kept, input=input)
    return _make(loading, result, weight, sizes, f"{name}.{each}")


def _read_plain(loading: Loading, module: Any, name: str, each: str, parts) -> None:
    """Experts that are not quantized, into the model's parameter."""
    held = getattr(module, each)
    groups, n, k = _sizes(module, each)
    made = torch.empty(groups, n, k, dtype=held.dtype, device=loading.device)
    rows = n // len(parts)
    for group in range(groups):
        for index, part in enumerate(parts):
            result = loading.read(f"{name}.{group}.{part}.weight")
            made[group, index * rows : (index + 1) * rows] = result
    value = made.transpose(1, 2).contiguous() if module.is_transposed else made
    module._parameters[each] = torch.nn.Parameter(value, held.requires_grad)


def _stack(
    loading: Loading, format: Format, sizes: tuple[int, int, int], name: str, parts
) -> tuple[list[torch.Tensor], Scaled] | None:
    """Data, scales and global scales of all experts; a scale of a whole matrix becomes one
    for each of its rows. None where blocks would reach over two matrices."""
    groups, n, k = sizes
    rows, own = n // len(parts), format.weight
    kept = own._replace(kind="rowwise", block=(1, 0)) if own.kind == "tensorwise" else own
    block = kept.block[0]
    if len(parts) > 1 and rows % block:
        return None
    weight: list[torch.Tensor] = []
    for group in range(groups):
        for index, part in enumerate(parts):
            where = f"{name}.{group}.{part}"
            held = {each: loading.read(f"{where}.{each}") for each in format.tensors}
            data = read_data(held[format.data], own, (rows, k), f"{where}.{format.data}")
            scales = read_scales(held[format.scales], own, (rows, k), f"{where}.{format.scales}")
            if not weight:
                weight = _allocate(kept, sizes, data, scales)
            weight[0][group, index * rows : (index + 1) * rows] = data
            step = -(-rows // block)
            weight[1][group, index * step : (index + 1) * step] = scales
            if format.second is not None:
                second = held[format.second].float().reshape(1)
                second = second.reciprocal() if format.is_reciprocal else second
                _check_equal(weight[2][group], second, index, f"{where}.{format.second}")
                weight[2][group] = second
            loading.skip(where, format)
    return weight, kept


def _allocate(kept: Scaled, sizes, data, scales) -> list[torch.Tensor]:
    result = [
        data.new_empty(kept.data_shape(*sizes)),
        scales.new_empty(kept.scales_shape(*sizes)),
    ]
    if kept.has_global:
        result.append(torch.ones(sizes[0], 1, device=data.device))
    return result


def _check_equal(held: torch.Tensor, second: torch.Tensor, index: int, name: str) -> None:
    """Matrices of one expert that are one here share the scale of the whole."""
    if index and not torch.equal(held, second):
        raise LaunchError(
            f"'{name}': expected {held.item()}, the global scale of the matrix before it, got "
            f"{second.item()}; quantize both by one scale, as ModelOpt and llm-compressor do"
        )


def _make(
    loading: Loading, format: Format, weight: list[torch.Tensor], sizes, name: str
) -> ScaledGroupedLinear:
    reason = "quantized in its checkpoint"
    if loading.wants_fp8(format):
        weight, format, reason = _as_fp8(loading, format, weight, sizes, name)
    # Programs' own parts, so that nothing is converted again.
    plain = format._replace(
        data="data",
        scales="scales",
        second="second" if format.second else None,
        is_reciprocal=False,
        input_scale=None,
    )
    result: Any = torch.nn.Module()
    for each, tensor in zip(plain.tensors, weight):
        result.register_buffer(each, tensor)
    result.register_buffer("bias", None)
    become_scaled(result, sizes, plain, name)
    result.lowp_decision = Decision(name, format.name, reason, given=True)
    return result


def _as_fp8(loading: Loading, format: Format, weight: list[torch.Tensor], sizes, name: str):
    """Each expert's matrix as fp8; what counts is the sum over experts."""
    result = [
        loading.take_as_fp8(format, [each[group] for each in weight], sizes[1:], name)
        for group in range(sizes[0])
    ]
    # torch stacks no fp8.
    data = torch.stack([one.data.view(torch.uint8) for one in result]).view(torch.float8_e4m3fn)
    total = fp4_as_fp8.Converted(
        data,
        torch.stack([one.scales for one in result]),
        sum(one.exact for one in result),
        sum(one.blocks for one in result),
        max(one.error for one in result),
    )
    return [total.data, total.scales], fp4_as_fp8.as_fp8(format), str(total)
