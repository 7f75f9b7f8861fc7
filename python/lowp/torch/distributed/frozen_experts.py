"""Frozen experts that devices share: some on each of them, or a part of each expert."""

from __future__ import annotations

from typing import Any

import torch
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard

from lowp._errors import LaunchError
from lowp._linear import recipes
from lowp.torch import grouped_recipes
from lowp.torch.checks import with_layer
from lowp.torch.distributed.frozen_parts import (
    SharedState,
    reason_of_layout,
    reason_of_scales,
    share_result,
)
from lowp.torch.grouped import FrozenGroupedLinear

_WHOLE, _SUM = Replicate(), Partial()
# Placements of the weight, E x N x K.
_EXPERTS, _COLUMNS, _ROWS = Shard(0), Shard(1), Shard(2)
# By that of the weight: the placements of an input, M x K, of a result, and of the gradient of
# the input.
_WAYS = {
    _WHOLE: (_WHOLE, _WHOLE, _WHOLE),
    _COLUMNS: (_WHOLE, Shard(1), _SUM),
    _ROWS: (Shard(1), _SUM, Shard(1)),
}


# How a bias, E x N, is to lie beside it.
_OF_BIAS = {_WHOLE: _WHOLE, _EXPERTS: _EXPERTS, _COLUMNS: _COLUMNS, _ROWS: _WHOLE}


class FrozenExpertsPart(SharedState, FrozenGroupedLinear):
    """A GroupedLinear of lowp.torch.freeze whose weight devices share."""

    # For checks that a class is as lowp has left it.
    lowp_is_own = True
    lowp_sums = _ROWS

    def forward(self, input: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
        """As that of a converted layer of such a weight, with a gradient for the input alone:
        rows of this device by its experts, or a DTensor by the parts of all. Errors name the
        layer."""
        try:
            if self.lowp_part.placement == _EXPERTS:
                return self.add_to(self.local_bias(), self._check_rows(input), ends)
            return self._add_parts(self.check_shared(input), ends)
        except Exception as error:
            raise with_layer(error, self.lowp_name)

    def _check_rows(self, x: Any) -> torch.Tensor:
        if not isinstance(x, torch.Tensor) or isinstance(x, DTensor):
            raise LaunchError(
                "expected the rows of this device's experts as a tensor, got "
                f"{type(x).__name__}; exchange rows (lowp.torch.distributed.all_to_all), then "
                "to_local()"
            )
        return x

    def _add_parts(self, x: Any, ends: torch.Tensor) -> torch.Tensor:
        mesh = self.lowp_part.mesh
        of_x, of_y, of_dx = _WAYS[self.lowp_part.placement]
        if x.placements != (of_x,):
            x = x.redistribute(mesh, [of_x])
        local_ends = ends.full_tensor() if isinstance(ends, DTensor) else ends
        y = self.add_to(self.local_bias(), x.to_local(grad_placements=[of_dx]), local_ends)
        shape = torch.Size((x.shape[0], self.out_features))
        return share_result(y, self.lowp_name, mesh, of_y, shape)


def reason_to_keep(layer: Any) -> str | None:
    """Why experts whose weight is a DTensor are not frozen; None where they are."""
    if (reason := reason_of_layout(layer, _OF_BIAS)) is not None:
        return reason
    weight = layer.weight
    (placement,) = weight.placements
    if placement == _WHOLE:
        return None
    count, ranks = weight.shape[placement.dim], weight.device_mesh.size()
    if (ranks - 1) * -(-count // ranks) >= count:
        return f"a device has none of its {count} {('experts', 'rows', 'columns')[placement.dim]}"
    local = weight._local_tensor
    about = layer.recipe, local.shape, local.dtype, local.device
    recipe = grouped_recipes.resolve(*about, prepared=True)
    matmul = None if recipe == "none" else recipes.read(recipe).matmuls.get("forward")
    if placement == _EXPERTS or matmul is None:
        return None
    return reason_of_scales(matmul, weight.shape[1:], placement.dim - 1, ranks)
