"""Frozen layers whose weights devices share: each of them has its part quantized, and
computes of it what the converted layer does."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping
from typing import Any, NamedTuple

import torch
from torch._prims_common import make_contiguous_strides_for
from torch.distributed.device_mesh import DeviceMesh
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard

from lowp._errors import LaunchError
from lowp._linear import recipes
from lowp._linear.recipes import Matmul
from lowp.torch import direct_linear
from lowp.torch.bound_layouts import BoundLayouts
from lowp.torch.checks import describe
from lowp.torch.distributed.sharded_linear import place
from lowp.torch.frozen import FrozenLinear
from lowp.torch.linear import name_layer
from lowp.torch.prepared_program import PreparedProgram
from lowp.torch.prepared_state import Identity, PreparedState

_WHOLE, _SUM = Replicate(), Partial()
_linear_prepared = torch.ops.lowp.linear_prepared.default
_calls = BoundLayouts()


class Part(NamedTuple):
    """What a device has of a weight. mesh, placement: those of the weight, N x K."""

    mesh: DeviceMesh
    placement: Any

    def __str__(self) -> str:
        which = "whole" if self.placement == _WHOLE else f"part {self.placement}"
        return f"{which} on each of {self.mesh.size()} devices"

    def reads(self, x: Any) -> Any:
        """The placement that an input is brought to."""
        last = x.dim() - 1
        if self.placement == Shard(1):
            return Shard(last)
        (own,) = x.placements
        is_of_rows = type(own) is Shard and own.dim < last
        return own if self.placement == _WHOLE and is_of_rows else _WHOLE

    def makes(self, of_x: Any, dim: int) -> tuple[Any, Any]:
        """The placements of a result, and of the gradient of an input that lies so, as the rules
        of lowp::linear have them. dim: of columns."""
        if self.placement == _WHOLE:
            return of_x, of_x
        return (Shard(dim), _SUM) if self.placement == Shard(0) else (_SUM, Shard(dim))

    def name(self, whole: Identity) -> Identity:
        """What is prepared of this part, by the identity of a whole weight."""
        if self.placement == _WHOLE:
            return whole
        program, fingerprint = whole
        return Identity(program, f"{fingerprint}, rank {self.mesh.get_local_rank()}, {self}")


def _refuse_second(name: str, _g: torch.Tensor) -> None:
    """Raises NotImplementedError in a backward pass that is to be differentiated, which DTensor
    would take for a constant."""
    if torch.is_grad_enabled():
        raise NotImplementedError(
            f"layer '{name}': a frozen layer has no second derivative; take gradients without "
            "create_graph"
        )


def share_result(y: torch.Tensor, name: str, mesh: Any, of_y: Any, shape: torch.Size) -> Any:
    """The DTensor of `shape` whose part this device has computed in the layer of that name."""
    if y.requires_grad and not torch.compiler.is_compiling():
        y.register_hook(functools.partial(_refuse_second, name))
    about: Any = {"shape": shape, "stride": make_contiguous_strides_for(shape)}
    return DTensor.from_local(y, mesh, [of_y], run_check=False, **about)


class SharedState(PreparedState):
    """Before the class of a frozen layer whose weight devices share. lowp_part: what its prepared
    weight is of. Its bias is the DTensor that it was. lowp_sums: the placement of the weight whose
    results are summed."""

    lowp_part: Part
    lowp_sums: Shard

    def check_shared(self, x: Any) -> Any:
        """Raises LaunchError for rows that no mesh of the weight's shares."""
        mesh = self.lowp_part.mesh
        if isinstance(x, DTensor) and x.device_mesh == mesh:
            return x
        got = describe(x) if type(x) is torch.Tensor else type(x).__name__
        got = f"one over {x.device_mesh}" if isinstance(x, DTensor) else got
        raise LaunchError(
            f"expected rows as a DTensor over {mesh}, whose devices have parts of the frozen "
            f"weight, got {got}; call the layer by parallelize_module's styles, or "
            "DTensor.from_local"
        )

    def local_bias(self) -> torch.Tensor | None:
        """What this device adds: its share of a whole bias where results are summed, as DTensor
        has it."""
        bias: Any = self._parameters["bias"]
        if bias is None or self.lowp_part.placement != self.lowp_sums:
            return None if bias is None else bias.to_local()
        return bias.to_local() / self.lowp_part.mesh.size()

    def identity(self) -> Identity:
        """What is prepared of another part is another weight."""
        return self.lowp_part.name(super().identity())

    def extra_repr(self) -> str:
        return f"{super().extra_repr()}, {self.lowp_part}"


class FrozenPart(SharedState, FrozenLinear):
    """A layer of lowp.torch.freeze under tensor parallelism."""

    # For checks that a class is as lowp has left it.
    lowp_is_own = True
    lowp_sums = Shard(1)

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        """As that of a converted layer of such a weight, with a gradient for the input alone.
        Inputs whose placement does not fit are redistributed."""
        try:
            part, x = self.lowp_part, self.check_shared(input)
            of_x = part.reads(x)
            if x.placements != (of_x,):
                x = x.redistribute(part.mesh, [of_x])
            of_y, of_dx = part.makes(of_x, x.dim() - 1)
            shape = torch.Size((*x.shape[:-1], self.out_features))
            is_seen = torch.compiler.is_compiling() or torch.is_grad_enabled()
            if is_seen or not direct_linear.is_at_once(x):
                return self._call_operator_on(x, of_dx, of_y, shape)
            return place(self._compute(x._local_tensor), part.mesh, (of_y,), shape)
        except Exception as error:
            raise name_layer(error, self.lowp_decision)

    def _call_operator_on(self, x: Any, of_dx: Any, of_y: Any, shape: torch.Size) -> torch.Tensor:
        """Seen by graphs and autograd."""
        mesh = self.lowp_part.mesh
        local = x.to_local(grad_placements=[of_dx])
        y = _linear_prepared(local, self.prepared_list(), self.local_bias(), self.lowp_program)
        return share_result(y, self.lowp_name, mesh, of_y, shape)

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        """Without the operator where a layout comes again."""
        prepared, bias = self.prepared_list(), self.local_bias()
        read = (x, *prepared) if bias is None else (x, bias, *prepared)
        key = x.shape, x.get_device(), self.lowp_program
        # Bound calls take rows.
        are_rows = x.dim() > 1 and all(0 < each.dim() < 3 for each in read[1:])
        if not are_rows or not all(map(direct_linear.is_plain, read)):
            return _linear_prepared(x, prepared, bias, self.lowp_program)
        made = _calls.repeat(key, read)
        if made is not None:
            return made[0]
        y = _linear_prepared(x, prepared, bias, self.lowp_program)
        _calls.bind(
            key, lambda: PreparedProgram.parse(self.lowp_program).find(x.device), read, (y,)
        )
        return y


def reason_of_scales(matmul: Matmul, shape: torch.Size, dim: int, ranks: int) -> str | None:
    """Why parts of a weight, of which each device has some along `dim`, are not quantized
    apart. A row of which each device has columns has a scale in each part, as in the converted
    layer."""
    weight = matmul.operands[1]
    size, block = shape[dim], weight.block[dim]
    name = ("rows", "columns")[dim]
    if weight.levels > 1 or weight.block == (0, 0):
        return "a scale is of its whole weight, which no device has"
    if matmul.is_transformed and dim == 1:
        return "its weight is transformed along columns that several devices have"
    if block > 1 and size % (block * ranks):
        return f"blocks of {block} {name} do not end with those of a device"
    if (ranks - 1) * -(-size // ranks) >= size:
        return f"a device has none of its {size} {name}"
    return None


def reason_of_layout(layer: Any, of_bias: Mapping[Any, Any]) -> str | None:
    """Why a layer is not frozen whose weight and bias lie as they do. of_bias: how a bias is to lie,
    by the placements that a weight may have."""
    weight, bias = layer.weight, layer.bias
    if weight.device_mesh.ndim != 1:
        return f"its weight lies on a mesh of {weight.device_mesh.ndim} dimensions"
    (placement,) = weight.placements
    if placement not in of_bias:
        return f"its weight lies as {placement}"
    if bias is not None and getattr(bias, "placements", None) != (of_bias[placement],):
        return f"its bias does not lie as {of_bias[placement]}"
    return None


_OF_BIAS = {_WHOLE: _WHOLE, Shard(0): Shard(0), Shard(1): _WHOLE}


def reason_to_keep(layer: Any) -> str | None:
    """Why a layer whose weight is a DTensor is not frozen; None where it is."""
    if (reason := reason_of_layout(layer, _OF_BIAS)) is not None:
        return reason
    weight = layer.weight
    (placement,) = weight.placements
    matmul = recipes.read(layer.recipe).matmuls.get("forward")
    if matmul is None or placement == _WHOLE:
        return None
    return reason_of_scales(matmul, weight.shape, placement.dim, weight.device_mesh.size())


def say(layer: Any, what: str) -> None:
    """Adds to the reason of a layer's decision, once."""
    decision = layer.__dict__.get("lowp_decision")
    if decision is None:
        # Layers of experts have one where somebody asks for it.
        layer.lowp_said = what
        return
    if not decision.reason.endswith(what):
        reason = f"{decision.reason}; {what}" if decision.reason else what
        layer.lowp_decision = dataclasses.replace(decision, reason=reason)


def mark(layer: Any, weight: Any) -> None:
    """Lets a layer that is frozen know its part of a weight, and its decision say so."""
    layer.lowp_part = Part(weight.device_mesh, weight.placements[0])
    say(layer, f"frozen, {layer.lowp_part}")
