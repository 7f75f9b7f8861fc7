"""How DTensor shards lowp's operators.

A rule is the placements of results and those of arguments on one dimension of a mesh.
None of them changes what an element is quantized with, but for tensorwise recipes: scales
belong to rows or blocks, which lie on one device where local sizes are multiples of the
blocks, and begin anew on each device otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard
from torch.distributed.tensor.experimental import register_sharding

from lowp.torch.distributed import scaled_rules
from lowp.torch.module_weights import is_shared

_WHOLE, _SUM = Replicate(), Partial()

# Placements of results, and of arguments; None stands for what is no tensor.
Rule = tuple[list[Any], list[Any]]


def _others(*arguments: Any) -> list[Any]:
    """Placements of arguments that are alike on all devices: strings, and seeds."""
    return [_WHOLE if is_shared(argument) else None for argument in arguments]


def _needed(needed: list[bool], *placements: Any) -> list[Any]:
    """Placements of gradients; those that nobody needs are empty on all devices."""
    return [each if is_needed else _WHOLE for is_needed, each in zip(needed, placements)]


def _forward(x: Any, w: Any, ends: list[Any], bias: Any, others: Sequence[Any]) -> list[Rule]:
    """ends: those of groups, of experts."""
    k = Shard(len(x.shape) - 1)
    rows, columns = Shard(len(w.shape) - 2), Shard(len(w.shape) - 1)

    def rule(result: Any, of_x: Any, of_w: Any, of_bias: Any) -> Rule:
        of_bias = None if bias is None else of_bias
        return [result], [of_x, of_w, *_others(*ends), of_bias, *_others(*others)]

    # Experts on several devices need their rows exchanged first, which no rule does.
    batches = () if ends else range(k.dim)
    return [
        rule(_WHOLE, _WHOLE, _WHOLE, _WHOLE),
        rule(k, _WHOLE, rows, rows),
        # A whole bias would be added once by each device.
        rule(_SUM, k, columns, _SUM),
        *(rule(Shard(d), Shard(d), _WHOLE, _WHOLE) for d in batches),
    ]


def _backward(g: Any, w: Any, ends: list[Any], needed: list[bool], *seed: Any) -> list[Rule]:
    k = Shard(len(g.shape) - 1)
    rows, columns = Shard(len(w.shape) - 2), Shard(len(w.shape) - 1)

    def rule(results: tuple, of_g: Any, of_x: Any, of_w: Any) -> Rule:
        others = _others("recipe", needed, *seed)
        return _needed(needed, *results), [of_g, of_x, of_w, *_others(*ends), *others]

    batches = () if ends else range(k.dim)
    return [
        rule((_WHOLE, _WHOLE, _WHOLE), _WHOLE, _WHOLE, _WHOLE),
        rule((_SUM, rows, rows), k, _WHOLE, rows),
        rule((k, columns, _WHOLE), _WHOLE, k, columns),
        *(rule((Shard(d), _SUM, _SUM), Shard(d), Shard(d), _WHOLE) for d in batches),
    ]


_RULES: dict[str, Callable[..., list[Rule]]] = {
    "linear": lambda x, w, bias, *others: _forward(x, w, [], bias, others),
    "linear_backward": lambda g, x, w, recipe, *others: _backward(g, w, [], *others),
    "grouped_linear": lambda x, w, ends, bias, *others: _forward(x, w, [ends], bias, others),
    "grouped_linear_backward": lambda g, x, w, ends, recipe, *others: _backward(
        g, w, [ends], *others
    ),
}


def register_rules() -> None:
    """Gives operators of lowp their rules, which hold for each dimension of a mesh."""
    scaled_rules.register_rules()
    known = DTensor._op_dispatcher.sharding_propagator.op_to_schema_info
    for name, rules in _RULES.items():
        operator = getattr(torch.ops.lowp, name).default
        register_sharding(operator)(rules)
        known[operator] = scaled_rules.schema_of(operator)
