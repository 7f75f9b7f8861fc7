"""Layers of experts: rows by the matrix of their group, and prepared weights for it."""

from __future__ import annotations

import math
from typing import Any

import torch

from lowp._errors import LaunchError
from lowp.torch import grouped_ops, ops, programs  # noqa: F401, define the operators
from lowp.torch import accumulation, saved_orders
from lowp.torch.checks import check_groups, check_tokens, describe, with_layer
from lowp.torch.absent import is_absent, refuse_division
from lowp.torch.frozen_gradients import register_prepared
from lowp.torch import grouped_recipes
from lowp.torch.module_weights import is_shared
from lowp.torch.prepared_program import PreparedProgram
from lowp.torch.prepared_state import PreparedState, refuse_prepared

_NAME = "lowp::grouped_linear_prepared"


def _check(x: torch.Tensor, ends: torch.Tensor, program: PreparedProgram) -> None:
    groups, _n, k = program.sizes
    if x.dim() != 2 or x.shape[1] != k:
        raise LaunchError(f"{_NAME}: expected an input of M x {k}, got {describe(x)}")
    program.check_type(x)
    check_groups(x, ends, groups, _NAME)


def _run(x, prepared, ends, bias, program):
    about = PreparedProgram.parse(program, 3)
    _check(x, ends, about)
    others = () if bias is None else (bias.contiguous(),)
    return about.find(x.device)(x.contiguous(), ends.contiguous(), *others, *prepared)


def _run_fake(x, prepared, ends, bias, program):
    about = PreparedProgram.parse(program, 3)
    _check(x, ends, about)
    return x.new_empty(x.shape[0], about.sizes[1])


ops._define(
    "grouped_linear_prepared(Tensor x, Tensor[] prepared, Tensor ends, Tensor? bias, "
    "str program) -> Tensor",
    _run,
    _run_fake,
)
register_prepared("grouped_linear_prepared", 3)
ops.add_autocast("grouped_linear_prepared", ops.cast_rows(3))


class GroupedLinear(torch.nn.Module):
    """An nn.Linear for each of `groups` experts, whose rows are neighbours.

    weight: groups x out_features x in_features. bias: groups x out_features, or None.
    recipe: a family, a preset or "auto", as for lowp.torch.grouped_linear; ValueError for
    others. clears: whether rows after the last group are 0, otherwise they are undefined.
    tokens: rows of a call, for "auto"; 8192 if not given. save: what is kept for the backward
    pass, with equal gradients: "bf16", or "time": also the weight as that pass quantizes it,
    which the forward pass writes by the same read, a byte an element; not where torch
    computes saved tensors again (checkpoints), nor where lowp.torch.hold holds the weight.

    The gradient of the input is quantized as the recipe says, that of the weight too
    where the cost model finds it faster, otherwise it is of the input's type, as that of
    the bias. The weight is quantized in each call; lowp.torch.hold does so once a step,
    lowp.torch.freeze for inference."""

    weight: torch.nn.Parameter
    bias: torch.nn.Parameter | None
    # Layers that were pickled before there was a choice have it, too.
    save = "bf16"

    def __init__(
        self,
        groups: int,
        in_features: int,
        out_features: int,
        bias: bool = True,
        *,
        recipe: str,
        clears: bool = True,
        tokens: int | None = None,
        save: str = "bf16",
        device: Any = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        if save not in ("bf16", "time"):
            raise ValueError(f"expected save to be 'bf16' or 'time', got {save!r}")
        check_tokens(tokens, "lowp.torch.GroupedLinear")
        recipe = grouped_recipes.read(recipe, tokens, saves=save == "time")
        kind: dict[str, Any] = {"device": device, "dtype": dtype}
        self.groups, self.recipe, self.clears, self.save = groups, recipe, clears, save
        self.in_features, self.out_features = in_features, out_features
        sizes = groups, out_features, in_features
        self.weight = torch.nn.Parameter(torch.empty(sizes, **kind))
        result = torch.nn.Parameter(torch.empty(sizes[:2], **kind)) if bias else None
        self.register_parameter("bias", result)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """As nn.Linear begins."""
        bound = 1 / math.sqrt(self.in_features) if self.in_features else 0.0
        for parameter in self.parameters():
            torch.nn.init.uniform_(parameter, -bound, bound)

    def forward(self, input: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
        """input: M x in_features. ends: int32, ends[g] is the first row after expert g; of the
        experts of this device where the weight is a DTensor, Shard(0), and the input a plain tensor."""
        if torch.compiler.is_compiling():
            accumulation.guard(self)
        weight, bias = self._operands_for(input)
        if weight is not self.weight and weight.shape[0] == 0:
            from lowp.torch.distributed.sharded_experts import multiply_none

            return multiply_none(input, weight, bias)
        run: Any = saved_orders.linear if self.save == "time" else torch.ops.lowp.grouped_linear
        return run(input, weight, ends, bias, self.recipe, self.clears)

    def _operands_for(self, input: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor | None]:
        """Weight and bias, or what this device has of them for rows of its own."""
        weight, bias = self.weight, self.bias
        if not is_shared(weight) or is_shared(input):
            return weight, bias
        from lowp.torch.distributed.sharded_experts import own_experts

        return own_experts(weight, bias, input)

    def _load_from_state_dict(self, state_dict, prefix, *others):
        super()._load_from_state_dict(state_dict, prefix, *others)
        if not isinstance(self, PreparedState):
            refuse_prepared(state_dict, prefix, others[-1])

    def extra_repr(self) -> str:
        return (
            f"groups={self.groups}, in_features={self.in_features}, out_features="
            f"{self.out_features}, bias={self.bias is not None}, recipe={self.recipe}"
        )


class FrozenGroupedLinear(PreparedState, GroupedLinear):
    """A GroupedLinear of lowp.torch.freeze."""

    def forward(self, input: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
        """As that of a GroupedLinear, with a gradient for the input alone. Errors name the
        layer."""
        try:
            return self.add_to(self.bias, input, ends)
        except Exception as error:
            raise with_layer(error, self.lowp_name)

    def add_to(
        self, bias: torch.Tensor | None, input: torch.Tensor, ends: torch.Tensor
    ) -> torch.Tensor:
        """The product and a bias, which need not be the layer's."""
        prepared = self.prepared_list()
        return torch.ops.lowp.grouped_linear_prepared(
            input, prepared, ends, bias, self.lowp_program
        )

    def __getattr__(self, name: str) -> Any:
        if is_absent(self, name):
            about = PreparedProgram.parse(self.lowp_program, 3)
            return self.absent(about.sizes, about.dtype)
        refuse_division(self.lowp_name, name)
        return super().__getattr__(name)

    def extra_repr(self) -> str:
        return f"{super().extra_repr()}, frozen"


def preload_experts(layer: GroupedLinear, weight: torch.Tensor, dtype: torch.dtype) -> None:
    """Compiles and loads the programs of a layer for inputs of `dtype`; that of the
    backward pass where it trains. weight: a tensor like what this device computes with."""
    weight.requires_grad_(layer.weight.requires_grad)
    preload_grouped(weight, layer.bias, layer.recipe, layer.clears, dtype, layer.training)
    if layer.save == "time" and layer.training:
        saved_orders.preload(weight, dtype, layer.bias, layer.recipe, layer.clears)


def preload_grouped(
    weight: torch.Tensor,
    bias: torch.Tensor | None,
    recipe: str,
    clears: bool,
    dtype: torch.dtype,
    training: bool,
) -> None:
    """The programs of lowp::grouped_linear for these, and that of its gradients in
    training."""
    sizes, device = tuple(weight.shape), weight.device
    recipe = grouped_recipes.resolve(recipe, weight.shape, dtype, device)
    programs.linear(sizes, dtype, bias is not None, recipe, device, clears=clears)
    if training and weight.requires_grad:
        needed = True, True, bias is not None and bias.requires_grad
        programs.linear_backward(sizes, dtype, needed, recipe, device)
