"""Two types that are easily taken for one: what torch promotes operands to, which
rounds them, and what it computes their elements in."""

from __future__ import annotations

from typing import Any

import torch
from torch._prims_common import ELEMENTWISE_TYPE_PROMOTION_KIND, elementwise_dtypes

from lowp.torch.compiling.importer.types import wide

_KINDS = {torch.SymInt: 1, torch.SymFloat: 1.0}


def _meta(argument: Any) -> Any:
    return argument.meta["val"] if isinstance(argument, torch.fx.Node) else argument


def promoted(node: torch.fx.Node) -> torch.dtype:
    """The type that torch compares the first two arguments as: those of other types, and
    numbers, are rounded to it."""
    kind = ELEMENTWISE_TYPE_PROMOTION_KIND.DEFAULT
    metas = [_meta(argument) for argument in node.args[:2]]
    # Values of numbers promote nothing.
    numbers = [_KINDS.get(type(each), each) for each in metas]
    return elementwise_dtypes(*numbers, type_promotion_kind=kind)[1]


def _is_on_cpu(node: torch.fx.Node) -> bool:
    return bool(node.meta["val"].device.type == "cpu")


def promoted_operands(node: torch.fx.Node) -> list[torch.dtype | None]:
    """What each operand of arithmetic is rounded to before it is computed with: nothing
    for numbers, and for a second operand without dimensions on a CPU, which is one."""
    common = node.meta["val"].dtype
    result: list[torch.dtype | None] = []
    for place, meta in enumerate(map(_meta, node.args[:2])):
        is_tensor = isinstance(meta, torch.Tensor)
        is_number = not is_tensor or place == 1 and not meta.dim() and _is_on_cpu(node)
        result.append(None if is_number else common)
    return result


def parameter_type(node: torch.fx.Node) -> torch.dtype:
    """What torch rounds numbers to that are no operands, such as alpha: the type of the
    elements on a CPU, and what they are computed in elsewhere."""
    dtype: torch.dtype = node.meta["val"].dtype
    return dtype if _is_on_cpu(node) else wide(dtype)
