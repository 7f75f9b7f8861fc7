"""Layers of ColwiseParallel and RowwiseParallel without DTensor's dispatch, which takes several
times as long as an operator in Python.

Placements are those of the rules that DTensor has for lowp::linear and its backward pass.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import torch
from torch._prims_common import make_contiguous_strides_for
from torch.distributed.device_mesh import DeviceMesh
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard
from torch.distributed.tensor._dtensor_spec import DTensorSpec, TensorMeta

from lowp._errors import LaunchError
from lowp.torch import direct_linear, ops
from lowp.torch.checks import describe

_WHOLE, _SUM = (Replicate(),), (Partial(),)
_ROWS, _COLUMNS = (Shard(0),), (Shard(1),)


class Way(NamedTuple):
    """Placements on one dimension of a mesh: of the result, its gradient, and the gradients of
    the input and the weight. That of a bias is the weight's."""

    y: tuple
    g: tuple
    dx: tuple
    dw: tuple


@functools.cache
def _by_columns(dim: int) -> Way:
    return Way((Shard(dim),), (Shard(dim),), _SUM, _ROWS)


@functools.cache
def _by_rows(dim: int) -> Way:
    return Way(_SUM, _WHOLE, (Shard(dim),), _COLUMNS)


def find_way(x: Any, w: Any, bias: Any) -> Way | None:
    """How a layer of parts is computed; None where DTensor has to see to it."""
    if type(x) is not DTensor or type(w) is not DTensor or x.dim() < 2:
        return None
    mesh, last = w.device_mesh, x.dim() - 1
    if mesh.ndim != 1 or x.device_mesh != mesh:
        return None
    if w.placements == _ROWS and x.placements == _WHOLE:
        is_alike = bias is None or (type(bias) is DTensor and bias.placements == _ROWS)
        return _by_columns(last) if is_alike else None
    # A whole bias is to be added by one device.
    is_of_columns = w.placements == _COLUMNS and x.placements == (Shard(last),)
    return _by_rows(last) if is_of_columns and bias is None else None


def linear(
    x: torch.Tensor, w: torch.Tensor, bias: torch.Tensor | None, recipe: str
) -> torch.Tensor | None:
    """lowp::linear without a seed, of DTensors; None where it does not apply. Raises LaunchError
    for an input of other columns."""
    _check_columns(x, w)
    way = find_way(x, w, bias)
    if way is None or not direct_linear.is_at_once(x):
        return None
    wants = x.requires_grad or w.requires_grad or (bias is not None and bias.requires_grad)
    if wants and torch.is_grad_enabled():
        return _Linear.apply(x, w, bias, recipe, way)
    return _forward(x, w, bias, recipe, way)


def with_own_type(parameter: Any) -> Any:
    """`parameter` of the type of its elements: fully_shard of torch 2.11 rounds those of a DTensor,
    which tells of the type from before."""
    if type(parameter) is not DTensor:
        return parameter
    if parameter._spec.tensor_meta.dtype == parameter._local_tensor.dtype:
        return parameter
    return DTensor.from_local(
        parameter.to_local(),
        parameter.device_mesh,
        parameter.placements,
        run_check=False,
        shape=parameter.shape,
        stride=parameter.stride(),
    )


def _check_columns(x: Any, w: Any) -> None:
    if type(x) is type(w) is DTensor and x.dim() > 0 and x.shape[-1] != w.shape[1]:
        raise LaunchError(
            f"lowp.torch.Linear: expected an input of ... x {w.shape[1]}, as its weight has columns, "
            f"got {describe(x)}; torch counts the columns of one device for each: let the layer "
            "before return a DTensor (use_local_output=False), or take sizes that the devices divide"
        )


class _Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w, bias, recipe, way):
        needed = ctx.needs_input_grad
        # The gradient of w alone reads x.
        ctx.save_for_backward(x if needed[1] else None, w)
        ctx.recipe, ctx.needed, ctx.way = recipe, list(needed[:3]), way
        return _forward(x, w, bias, recipe, way)

    @staticmethod
    def backward(ctx, g):
        x, w = ctx.saved_tensors
        if type(g) is not DTensor or torch.is_grad_enabled() or not direct_linear.is_at_once(g):
            # Gradients of gradients are refused by the operator.
            return *ops.differentiate_linear(ctx, g, x, w, None)[:4], None
        return *_backward(g, x, w, ctx.recipe, ctx.needed, ctx.way), None, None


@functools.lru_cache(maxsize=1024)
def _spec(
    mesh: DeviceMesh, placements: tuple, shape: torch.Size, dtype: torch.dtype
) -> DTensorSpec:
    meta = TensorMeta(shape, make_contiguous_strides_for(shape), dtype)
    return DTensorSpec(mesh, placements, tensor_meta=meta)


def place(
    local: torch.Tensor, mesh: DeviceMesh, placements: tuple, shape: torch.Size
) -> torch.Tensor:
    make: Any = DTensor
    return make(local, _spec(mesh, placements, shape, local.dtype), requires_grad=False)


def _local(tensor: Any) -> Any:
    return None if tensor is None else tensor._local_tensor


def _forward(x: Any, w: Any, bias: Any, recipe: str, way: Way) -> torch.Tensor:
    read = _local(x), _local(w), _local(bias), recipe
    if direct_linear.reads(*read):
        y = direct_linear.forward(*read)
    else:
        # Rows that are quantized, or have not arrived.
        with torch.no_grad():
            y = torch.ops.lowp.linear(*read)
    shape = torch.Size((*x.shape[:-1], w.shape[0]))
    return place(y, w.device_mesh, way.y, shape)


def _backward(
    g: Any, x: Any, w: Any, recipe: str, needed: list[bool], way: Way
) -> list[torch.Tensor | None]:
    mesh = w.device_mesh
    if g.placements != way.g:
        g = g.redistribute(mesh, way.g)
    shape_of_x = torch.Size((*g.shape[:-1], w.shape[1]))
    local = _local(g), _local(x), _local(w)
    if direct_linear.reads_gradient(*local, recipe):
        dx, dw, db = direct_linear.backward(*local, recipe, needed)
    else:
        of_x = local[1] if x is not None else local[0].new_empty(1).expand(shape_of_x)
        made = torch.ops.lowp.linear_backward(local[0], of_x, local[2], recipe, needed)
        dx, dw, db = (each if asked else None for each, asked in zip(made, needed))
    return [
        None if dx is None else place(dx, mesh, way.dx, shape_of_x),
        None if dw is None else place(dw, mesh, way.dw, w.shape),
        None if db is None else place(db, mesh, way.dw, w.shape[:1]),
    ]
