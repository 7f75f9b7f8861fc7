"""How DTensor shards lowp::quantize and lowp::scaled_matmul: data and their scales lie on one
device, so that no bit depends on how many there are.

A dimension whose blocks would be cut is no rule's, nor one that a scale of the whole spans: what
is sharded so is gathered first.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard
from torch.distributed.tensor._op_schema import OpSchema, OpStrategy, RuntimeSchemaInfo
from torch.distributed.tensor._ops.utils import expand_to_full_mesh_op_strategy

from lowp.torch import ops  # noqa: F401, defines the operators
from lowp.torch.scaled import Kind, kind_of

_WHOLE, _SUM = Replicate(), Partial()

# Placements of what an operator returns, and then of its tensors.
Rule = list[Any]


def _divides(x: Any, size: int, block: int) -> bool:
    """Whether `size` elements are whole blocks on each device of a mesh, however it is used."""
    return size % (block * x.mesh.size()) == 0


def _of_rows(kind: Kind, x: Any, dim: int) -> Any:
    """The placement of the scales of ... x K, of which devices have parts along `dim`, one of rows;
    None where a scale belongs to several of them."""
    rows = kind.block[0]
    if rows == 1:
        return Shard(dim)
    # Scales of blocks lie in one dimension of rows.
    return Shard(0) if rows and dim == 0 and _divides(x, math.prod(x.shape[:-1]), rows) else None


def _of_columns(kind: Kind, x: Any, k: int) -> Any:
    """The same along K: scales of whole rows are not quantized apart, None."""
    rows, columns = kind.block
    if not columns or not _divides(x, k, columns):
        return None
    return Shard(len(x.shape) - 1 if rows == 1 else 1)


def _rule(*placements: Any) -> list[Rule]:
    """The rule of these placements, if there is each of them."""
    return [] if None in placements else [[*placements]]


def _quantize(x: Any, recipe: str, operand: str = "lhs") -> list[Rule]:
    kind, last = kind_of(recipe, operand), len(x.shape) - 1
    count = len(kind.parts(x.shape))
    rules: list[Rule] = [[_WHOLE] * (count + 1)]
    if count == 3:
        # The scale of the whole.
        return rules
    for dim in range(last):
        rules += _rule(Shard(dim), _of_rows(kind, x, dim), Shard(dim))
    return rules + _rule(Shard(last), _of_columns(kind, x, x.shape[-1]), Shard(last))


def _scales_of_rows(kind: Kind, data: Any, dim: int) -> Any:
    """Placement of the scales that data of some rows need; None where a block of rows is cut."""
    return _WHOLE if kind.block[0] == 0 else _of_rows(kind, data, dim)


def _scales_of_columns(kind: Kind, data: Any, k: int) -> Any:
    return _WHOLE if kind.block[1] == 0 else _of_columns(kind, data, k)


def _scaled_matmul(
    a: Any,
    a_scales: Any,
    b: Any,
    b_scales: Any,
    recipe: str,
    dtype: Any,
    a_global: Any = None,
    b_global: Any = None,
) -> list[Rule]:
    lhs, rhs = kind_of(recipe, "lhs"), kind_of(recipe, "rhs")
    last, k = len(a.shape) - 1, lhs.matrix_shape(a)[-1]
    globals_ = [_WHOLE for each in (a_global, b_global) if each is not None]
    rules = _rule(_WHOLE, *[_WHOLE] * 4, *globals_)
    for dim in range(last):
        scales = _scales_of_rows(lhs, a, dim)
        rules += _rule(Shard(dim), Shard(dim), scales, _WHOLE, _WHOLE, *globals_)
    scales = _scales_of_rows(rhs, b, 0)
    rules += _rule(Shard(last), _WHOLE, _WHOLE, Shard(0), scales, *globals_)
    pair = _scales_of_columns(lhs, a, k), _scales_of_columns(rhs, b, k)
    return rules + _rule(_SUM, Shard(last), pair[0], Shard(1), pair[1], *globals_)


def _expand(rules: Callable[..., list[Rule]], schema: OpSchema) -> Any:
    """What DTensor chooses from, for all dimensions of its mesh."""
    values = map(_spec, schema.args_schema)
    named = {name: _spec(each) for name, each in schema.kwargs_schema.items()}
    found = rules(*values, **named)
    results = len(found[0]) - len(schema.args_strategy) - len(schema.kwargs_strategy)
    mesh = schema.get_mesh_from_args()
    return expand_to_full_mesh_op_strategy(mesh, schema, found, input_index=results)


def _spec(argument: Any) -> Any:
    return argument.strategies[0].output_spec if isinstance(argument, OpStrategy) else argument


def schema_of(operator: Any) -> RuntimeSchemaInfo:
    """What rules depend on besides tensors: arguments from the recipe on."""
    names = [argument.name for argument in operator._schema.arguments]
    return RuntimeSchemaInfo(names.index("recipe"), None, needs_pytree=True)


def register_rules() -> None:
    """Gives both operators their rules: register_sharding of torch takes no lists of results."""
    propagator = DTensor._op_dispatcher.sharding_propagator
    for operator, rules in (
        (torch.ops.lowp.quantize.default, _quantize),
        (torch.ops.lowp.scaled_matmul.default, _scaled_matmul),
    ):
        propagator.register_op_strategy(operator, partial(_expand, rules), schema_of(operator))
