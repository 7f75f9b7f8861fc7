"""The backend: torch.compile(model, backend="lowp", options={...})."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from lowp.torch.compiling import eager, guest
from lowp.torch.compiling.alike import check_ranks, is_own, nodes_of
from lowp.torch.compiling.own_sums import note_sums
from lowp.torch.compiling.patterns import warn_of_unmatched
from lowp.torch.compiling.settings import Settings
from lowp.torch.compiling.traced import forget_traced


def _warn_of_unpriced(
    module: torch.fx.GraphModule, inputs: Sequence[Any], settings: Settings
) -> None:
    """Warns where "auto" is to choose for a CPU, which nothing is predicted of, and no layer
    has a recipe of its own."""
    devices = {each.device.type for each in inputs if isinstance(each, torch.Tensor)}
    if (
        settings.recipes().is_auto
        and not any(map(settings.can_choose, devices))
        and not any(map(is_own, nodes_of(module)))
    ):
        warnings.warn(
            "backend 'lowp': expected a recipe, since 'auto' chooses by the predicted times of a "
            "GPU, got a module on the CPU: its matmuls keep their type; name a recipe, None, or a "
            "GPU by options={'compile': {'part': 'h200'}}",
            stacklevel=2,
        )


def backend(
    module: torch.fx.GraphModule,
    inputs: Sequence[Any],
    *,
    options: Mapping[str, Any] | None = None,
    mode: str | None = None,
) -> Callable[..., Any]:
    """Compiles a graph of dynamo. torch calls this.

    options:
        rest: "inductor" (the default), or "eager", which needs no compiler of C++ and no
            Triton, computes what lowp does not.
        recipe: "auto" (the default), None, a family such as "blockwise_training"
            (torchao's names "tensorwise", "rowwise" and "blockwise" are families, too), a
            preset for all matmuls of linear layers, or a dict from the roles "forward",
            "dgrad" and "wgrad" to presets.
        allow, deny: patterns of modules' paths, e.g. "layers.*.mlp.*": layers that may
            have recipes. Warns of a pattern that no layer's path matches.
        attention: "torch" (the default), or "lowp", which imports matmuls of two
            computed operands, and softmaxes, too.
        save: what is kept for the backward pass, with equal gradients: "bf16" (the
            default), activations as they are, but for products of gates, which are
            computed again; "time", as gradients of weights quantize them, in fp8, where
            that is less, and weights in the order that gradients of rows read: "auto" chooses
            for each layer by itself then; "memory", also norms, rows of experts and repeats of
            heads are computed again. Policies of checkpoints go first.
        freeze: whether parameters keep their values in graphs without gradients: they are
            prepared (quantized, in the layout of the kernels) at the first call, and
            again when torch counts a write, or after a step of a fused optimizer.
        hold: whether regions read weights that lowp.torch.hold holds, which are prepared
            once for each step of the optimizer; where it holds none, in each call. True, or
            how many calls (microbatches) a step has: "auto" divides the time of the write.
        strict: whether what lowp refuses is an error; by default it is a
            RegionWarning and torch computes it.
        compile: a dict of options for lowp.compile.
        Others are inductor's.
    mode: as inductor's, e.g. "reduce-overhead".

    Raises ValueError for options that cannot be, TypeError for those of other types.
    """
    settings, rest = Settings.read(options)
    check_ranks(module, inputs, settings)
    note_sums(module, inputs)
    warn_of_unmatched(module, settings)
    _warn_of_unpriced(module, inputs, settings)
    parameters = [isinstance(each, torch.nn.Parameter) for each in inputs]
    try:
        if settings.rest == "eager":
            return eager.compile_with_eager(module, inputs, settings, parameters)
        return guest.compile_with_inductor(module, inputs, settings, parameters, rest, mode)
    finally:
        forget_traced(module)
