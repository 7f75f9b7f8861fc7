"""Quantized values as one tensor: data and scales that autograd, DTensor and FSDP2 take for a
tensor of 16-bit values.

lowp's linear layers read data and scales. What moves no element acts on both; all other
operations see the values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch._library.utils import zip_schema
from torch.utils import _pytree as pytree

from lowp._errors import LaunchError
from lowp._linear.recipes import read
from lowp.torch import grouped_of_scaled, linear_of_scaled  # noqa: F401, define operators
from lowp.torch.adapted_recipes import recipe_on
from lowp.torch.dequantize_ops import widen
from lowp.torch.grouped_recipes import is_auto
from lowp.torch.scaled import kind_of

_aten, _lowp = torch.ops.aten, torch.ops.lowp
_Handler = Callable[..., Any]
_PLAIN = (torch.Tensor, torch.nn.Parameter)
_HANDLERS: dict[Any, _Handler] = {}


class Scaled(torch.Tensor):
    """A tensor of `dtype` by its quantized data and scales.

    quantized, scales: as lowp::quantize returns them for `recipe` and `operand`, "lhs" or
    "rhs" of a matmul, without a third part. It has no gradient of its own: what reads it
    differentiates as if it were the values. Nothing writes to it (LaunchError): what it has
    are rounded values, with scales that others would need."""

    quantized: torch.Tensor
    scales: torch.Tensor
    recipe: str
    operand: str

    @staticmethod
    def __new__(
        cls,
        quantized: torch.Tensor,
        scales: torch.Tensor,
        recipe: str,
        operand: str = "lhs",
        dtype: torch.dtype = torch.bfloat16,
    ) -> Scaled:
        result = torch.Tensor._make_wrapper_subclass(  # type: ignore[attr-defined]
            cls, quantized.shape, strides=quantized.stride(), dtype=dtype, device=quantized.device
        )
        result.quantized, result.scales = quantized, scales
        result.recipe, result.operand = recipe, operand
        return result

    def __tensor_flatten__(self) -> tuple[list[str], tuple]:
        return ["quantized", "scales"], (self.recipe, self.operand, self.dtype)

    @staticmethod
    def __tensor_unflatten__(inner: dict, others: tuple, _size: Any, _stride: Any) -> Scaled:
        return Scaled(inner["quantized"], inner["scales"], *others)

    def __coerce_tangent_metadata__(self) -> Scaled:
        """Refuses graphs whose result it is, where that has a gradient: torch would take none
        but a Scaled, and layers have plain ones."""
        raise LaunchError(
            f"torch.compile: expected results that need a gradient to be plain, got {self!r}; "
            "compile the layer that reads it in the same graph, return its values(), or leave "
            "the function out by torch.compiler.disable"
        )

    def __coerce_same_metadata_as_tangent__(
        self, others: tuple | None, expected: type | None = None
    ) -> torch.Tensor | None:
        """The values, for graphs that were traced with a plain gradient."""
        return self.values() if expected is torch.Tensor else None

    def __reduce_ex__(self, _protocol: Any) -> tuple:
        # Small types as bytes: pickle reads no storages of them.
        known = {"quantized", "scales", "recipe", "operand"}
        added = {name: value for name, value in self.__dict__.items() if name not in known}
        parts = [_as_bytes(part) for part in (self.quantized, self.scales)]
        dtypes = self.quantized.dtype, self.scales.dtype, self.dtype
        return _rebuild, (*parts, dtypes, self.recipe, self.operand, self.requires_grad, added)

    def __repr__(self, **_options: Any) -> str:  # type: ignore[override]
        sizes = "x".join(map(str, self.shape))
        return f"Scaled({sizes} of {self.dtype}, {self.operand} of {self.recipe})"

    def like(self, quantized: torch.Tensor, scales: torch.Tensor) -> Scaled:
        """Other data and scales of the same kind."""
        return Scaled(quantized, scales, self.recipe, self.operand, self.dtype)

    def values(self) -> torch.Tensor:
        """The values, as a tensor of `dtype`."""
        block = kind_of(self.recipe, self.operand).block
        return widen(self.quantized, self.scales, block, self.dtype)

    def __setitem__(self, _place: Any, _value: Any) -> None:
        # Torch would write to a copy of what the place selects.
        raise _refused("an assignment to elements", self)

    __torch_function__ = torch._C._disabled_torch_function_impl  # type: ignore[assignment]

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):  # type: ignore[override]
        kwargs = kwargs or {}
        handler = _HANDLERS.get(func)
        if handler is not None:
            result = handler(func, *args, **kwargs)
            if result is not NotImplemented:
                return result
        if func._schema.is_mutable:
            _refuse_writes(func, args, kwargs)
        args, kwargs = pytree.tree_map_only(Scaled, Scaled.values, (args, kwargs))
        return func(*args, **kwargs)


def _as_bytes(part: torch.Tensor) -> torch.Tensor:
    return part.view(torch.uint8) if part.dtype.itemsize == 1 else part


def _rebuild(
    quantized: torch.Tensor,
    scales: torch.Tensor,
    dtypes: tuple[torch.dtype, ...],
    recipe: str,
    operand: str,
    requires_grad: bool,
    added: dict,
) -> Scaled:
    """What Scaled.__reduce_ex__ has written."""
    parts = quantized.view(dtypes[0]), scales.view(dtypes[1])
    result = Scaled(*parts, recipe, operand, dtypes[2])
    result.requires_grad = requires_grad
    result.__dict__.update(added)
    return result


torch.serialization.add_safe_globals([_rebuild])


def handles(*operators: Any) -> Callable[[_Handler], _Handler]:
    """Makes a function what Scaled does for operators, which it is called with; it may
    return NotImplemented, for what needs the values. None: what this torch lacks."""

    def add(handler: _Handler) -> _Handler:
        for operator in filter(None, operators):
            _HANDLERS[operator] = handler
        return handler

    return add


def parts_of(operand: torch.Tensor) -> list[torch.Tensor]:
    """Data and scales of what is quantized; other tensors as they are."""
    if isinstance(operand, Scaled):
        return [operand.quantized, operand.scales]
    return [operand]


def _refused(what: str, tensor: Scaled) -> LaunchError:
    return LaunchError(
        f"{what}: expected a tensor that can be written, got {tensor!r}, by data and scales; "
        "write to its values(), which are a tensor of their own"
    )


def _refuse_writes(func: Any, args: tuple, kwargs: dict) -> None:
    """Raises LaunchError where an operator writes to what is quantized: it would write to a
    copy, the values."""
    for argument, given in zip_schema(func._schema, args, kwargs):
        if argument.alias_info is None or not argument.alias_info.is_write:
            continue
        for value in pytree.tree_leaves(given):
            if isinstance(value, Scaled):
                raise _refused(func._schema.name, value)


def _is_for(operand: Scaled, recipe: str) -> bool:
    """Whether an operand is quantized for a recipe, or as its chip takes that."""
    if operand.recipe == recipe:
        return True
    if is_auto(recipe):
        return False
    return read(operand.recipe).text in (
        read(recipe).text,
        read(recipe_on(recipe, operand.device)).text,
    )


def find_recipe(what: str, recipe: str, *operands: torch.Tensor) -> str:
    """The recipe that operands of lowp::`what` are quantized for; `recipe` if none is. Raises
    LaunchError for those of another one."""
    quantized = [each for each in operands if isinstance(each, Scaled)]
    for operand in quantized:
        is_first = read(operand.recipe).text == read(quantized[0].recipe).text
        if not is_first or not _is_for(operand, recipe):
            advice = "name a recipe" if is_auto(recipe) else "convert first"
            raise LaunchError(
                f"lowp::{what}: expected operands quantized for its recipe {recipe!r}, got "
                f"{operand!r}; {advice}, then say what travels quantized"
            )
    return quantized[0].recipe if quantized else recipe


def _runs_now(*operands: torch.Tensor) -> bool:
    """Whether operators on the parts compute at once: nothing traces or counts them."""
    plain = all(type(part) in _PLAIN for operand in operands for part in parts_of(operand))
    return plain and not torch._C._len_torch_dispatch_stack()


@handles(_lowp.linear.default)
def _linear(_func, x, w, bias, recipe, seed=None):
    recipe = find_recipe("linear", recipe, x, w)
    # Without the dispatcher: the host's time of each call.
    run = linear_of_scaled.run if _runs_now(x, w) else _lowp.linear_of_scaled
    return run(parts_of(x), parts_of(w), bias, recipe, x.dtype)


@handles(_lowp.linear_backward.default)
def _linear_backward(_func, g, x, w, recipe, needed, seed=None):
    operands = (g, *((x,) if needed[1] else ()), *((w,) if needed[0] else ()))
    recipe = find_recipe("linear_backward", recipe, *operands)
    # What is not read may be quantized or not.
    x, w = parts_of(x), parts_of(w)
    run = linear_of_scaled.run_backward if _runs_now(*operands) else _lowp.linear_of_scaled_backward
    return run(parts_of(g), x, w, recipe, needed, g.dtype)


@handles(_lowp.grouped_linear.default)
def _grouped_linear(_func, x, w, ends, bias, recipe, clears=True):
    recipe = find_recipe("grouped_linear", recipe, x, w)
    operands = parts_of(x), parts_of(w)
    return _lowp.grouped_linear_of_scaled(*operands, ends, bias, recipe, clears, x.dtype)


@handles(_lowp.grouped_linear_backward.default)
def _grouped_linear_backward(_func, g, x, w, ends, recipe, needed):
    operands = g, *((x,) if needed[1] else ()), *((w,) if needed[0] else ())
    recipe = find_recipe("grouped_linear_backward", recipe, *operands)
    parts = map(parts_of, (g, x, w))
    return _lowp.grouped_linear_of_scaled_backward(*parts, ends, recipe, needed, g.dtype)


@handles(_aten.detach.default, _aten.alias.default, _aten.clone.default)
def _both(func, tensor, **options):
    return tensor.like(func(tensor.quantized, **options), func(tensor.scales, **options))


@handles(_aten.record_stream.default)
def _record_stream(func, tensor, stream):
    for part in parts_of(tensor):
        func(part, stream)


@handles(_aten.as_strided.default)
def _as_strided(_func, tensor, size, stride, storage_offset=None):
    is_same = tuple(size) == tuple(tensor.shape) and tuple(stride) == tensor.stride()
    return _both(_aten.alias.default, tensor) if is_same and not storage_offset else NotImplemented


@handles(_aten.view.default, _aten._unsafe_view.default)
def _view(_func, tensor, size):
    """Takes other leading dimensions where each row has scales of its own."""
    if tuple(size) == tuple(tensor.shape):
        return _both(_aten.alias.default, tensor)
    scales = tensor.scales
    if size[-1] != tensor.shape[-1] or scales.shape[:-1] != tensor.shape[:-1]:
        return NotImplemented
    return tensor.like(tensor.quantized.view(size), scales.view(*size[:-1], scales.shape[-1]))


@handles(
    _aten.empty_like.default,
    _aten.zeros_like.default,
    _aten.ones_like.default,
    _aten.new_empty.default,
    _aten.new_zeros.default,
)
def _shape_alone(func, tensor, *others, **options):
    """Operators that read no element: values need not exist, as those of freed weights."""
    plain = tensor.quantized.new_empty(1, dtype=tensor.dtype).expand(tensor.shape)
    if func in (_aten.empty_like.default, _aten.zeros_like.default, _aten.ones_like.default):
        options.setdefault("memory_format", torch.contiguous_format)
    return func(plain, *others, **options)
