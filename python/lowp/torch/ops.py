"""The operators lowp::*, for eager calls, autograd, autocast and torch.compile.

One implementation serves CPU and CUDA: the program differs. `recipe` is a family,
such as "blockwise_training", an attribute "#lowp.training_recipe<...>", or "none".
`seed`: one int64, for families that round gradients at random.
"""

from __future__ import annotations

from collections.abc import Callable

import torch

from lowp._errors import LaunchError
from lowp._linear import recipes
from lowp.torch import accumulation, held_layers, held_weights, programs, scaled
from lowp.torch.autograd import register_derivative
from lowp.torch.batches import register_loop
from lowp.torch.checks import check_linear, describe, rows_of, with_shape
from lowp.torch.prepared_program import PreparedProgram
from lowp.torch.seeds import check_seed, takes_seed

_library = torch.library.Library("lowp", "DEF")
_TAGS = (torch.Tag.pt2_compliant_tag,)
# Why operators have no derivative.
NO_SECOND = "has no second derivative; detach its gradients"
NO_ROUNDING = "rounding has no derivative; use lowp::linear"
NO_QUANTIZED = "quantized data have no gradient; use lowp::linear"


def _define(schema: str, implementation, fake, *, folds=None, refuses: str | None = None) -> None:
    """folds: of register_loop, which is for operators that write to none of their arguments.
    refuses: why the operator has no derivative, which is an error."""
    name = schema.split("(")[0]
    _library.define(schema, tags=_TAGS)
    for key in ("CPU", "CUDA"):
        _library.impl(name, implementation, key)
    torch.library.register_fake(f"lowp::{name}", fake, lib=_library)
    if not getattr(torch.ops.lowp, name).default._schema.is_mutable:
        register_loop(_library, name, folds)
    if refuses is not None:
        _refuse_derivative(name, refuses)


def _refuse_derivative(name: str, reason: str) -> None:
    def refuse(ctx, *gradients):
        raise NotImplementedError(f"lowp::{name}: {reason}")

    register_derivative(_library, name, refuse)


# ===----------------------------------------------------------------------===
# linear
# ===----------------------------------------------------------------------===


def _linear(x, w, bias, recipe, seed=None):
    check_linear(x, held_layers.as_read(w, x), bias, "lowp::linear")
    about = tuple(w.shape), x.dtype, bias is not None, recipe, x.device
    others = () if bias is None else (bias.contiguous(),)
    held = held_layers.find(w, recipe, "forward")
    if held is None:
        y = programs.linear(*about)(rows_of(x), w.to(x.dtype).contiguous(), *others)
    else:
        function = programs.linear(*about, prepared=True)
        prepared = held_layers.read(held, w, function, x.dtype)
        y = function(rows_of(x), *others, prepared)
    return with_shape(y, (*x.shape[:-1], w.shape[0]))


def _linear_fake(x, w, bias, recipe, seed=None):
    check_linear(x, w, bias, "lowp::linear")
    return x.new_empty(*x.shape[:-1], w.shape[0])


def each_of(results):
    """An iterator over what a function has returned: nothing, a tensor or several."""
    if results is None:
        return iter(())
    return iter(results if isinstance(results, tuple) else (results,))


def run_gradients(g, x, w, others, into, recipe, needed):
    """An iterator over what is needed of the gradients of a layer or of experts, but for that
    which is added to `into`. others: a seed, or the ends of groups."""
    held = held_layers.find(w, recipe, "dgrad") if needed[0] else None
    about = tuple(w.shape), g.dtype, needed, recipe, g.device
    kind = None if into is None else into.dtype
    function = programs.linear_backward(*about, parameter=held is not None, into=kind)
    arguments: list = [rows_of(g)]
    if needed[1]:
        arguments.append(rows_of(x))
    if needed[0] and held is None:
        arguments.append(w.to(g.dtype).contiguous())
    arguments += others
    if into is not None:
        arguments.append(into)
    if held is not None:
        arguments.append(held_layers.read(held, w, function, g.dtype))
    return each_of(function(*arguments))


def take_needed(results, needed, like, dtype=None):
    """What is needed of several, in turn, and empty tensors of the type of `like`, or another."""
    return tuple(next(results) if each else like.new_empty(0, dtype=dtype) for each in needed)


def gradients_fake(g, x, w, needed):
    shapes = x.shape, w.shape, w.shape[:-1]
    return tuple(g.new_empty(shape if each else (0,)) for shape, each in zip(shapes, needed))


def _linear_gradients(g, x, w, into, recipe, needed, seed):
    seeds = []
    if takes_seed(recipe, needed):
        seeds.append(check_seed(seed, recipe, "lowp::linear_backward").item())
    return run_gradients(g, x, w, seeds, into, recipe, needed)


def _linear_backward(g, x, w, recipe, needed, seed=None):
    needed = tuple(needed)
    found = accumulation.find(w, g.dtype) if needed[1] else None
    if found is not None:
        dx, db = _linear_backward_into(g, x, w, found.tensor, recipe, needed, seed)
        return dx, found.hand_over_to_graph(), db
    dx, dw, db = take_needed(_linear_gradients(g, x, w, None, recipe, needed, seed), needed, g)
    return with_shape(dx, x.shape) if needed[0] else dx, dw, db


def _linear_backward_into(g, x, w, into, recipe, needed, seed=None):
    needed = tuple(needed)
    results = _linear_gradients(g, x, w, into, recipe, needed, seed)
    dx, db = take_needed(results, (needed[0], needed[2]), g)
    return with_shape(dx, x.shape) if needed[0] else dx, db


def _linear_backward_into_fake(g, x, w, into, recipe, needed, seed=None):
    dx, _, db = gradients_fake(g, x, w, needed)
    return dx, db


def _linear_backward_fake(g, x, w, recipe, needed, seed=None):
    return gradients_fake(g, x, w, needed)


def _setup_linear(ctx, inputs, output):
    x, w, bias, recipe, seed = inputs
    needed = ctx.needs_input_grad
    if takes_seed(recipe, needed):
        check_seed(seed, recipe, "lowp::linear")
    # The gradient of w alone reads x.
    ctx.save_for_backward(x if needed[1] else None, w, seed)
    ctx.recipe = recipe
    ctx.needed = [needed[0], needed[1], bias is not None and needed[2]]


def _differentiate_linear(ctx, g):
    return differentiate_linear(ctx, g, *ctx.saved_tensors)


def differentiate_linear(ctx, g, x, w, seed):
    """The gradients by operators, of what `_setup_linear` has saved."""
    if x is None:
        x = g.new_empty(1).expand(*g.shape[:-1], w.shape[1])
    return *differentiate("linear_backward", ctx, (g, x, w), seed), None, None


def differentiate(name, ctx, operands, *others):
    """Gradients of x, w and the bias by operator lowp::`name`, None where they are not needed.
    operands: the gradient, x, w and what follows them. others: what follows `needed`."""
    g, _x, w = operands[:3]
    found = accumulation.find(w, g.dtype) if ctx.needed[1] else None
    options = ctx.recipe, ctx.needed, *others
    if found is None:
        result = getattr(torch.ops.lowp, name)(*operands, *options)
    else:
        dx, db = getattr(torch.ops.lowp, f"{name}_into")(*operands, found.tensor, *options)
        result = dx, found.hand_over(), db
    return [each if is_needed else None for each, is_needed in zip(result, ctx.needed)]


def _has_scales_of_rows(_x, _w, _bias, recipe, seed=None):
    """Whether each row of the input is quantized by itself, or none."""
    if recipe == "none":
        return True
    forward = recipes.read(recipe).matmuls.get("forward")
    return seed is None and (forward is None or forward.operands[0].block[0] == 1)


_define(
    "linear(Tensor x, Tensor w, Tensor? bias, str recipe, Tensor? seed=None) -> Tensor",
    _linear,
    _linear_fake,
    folds=_has_scales_of_rows,
)
_define(
    "linear_backward(Tensor g, Tensor x, Tensor w, str recipe, bool[3] needed, "
    "Tensor? seed=None) -> (Tensor, Tensor, Tensor)",
    _linear_backward,
    _linear_backward_fake,
    refuses=NO_SECOND,
)
_define(
    "linear_backward_into(Tensor g, Tensor x, Tensor w, Tensor(a!) into, str recipe, "
    "bool[3] needed, Tensor? seed=None) -> (Tensor, Tensor)",
    _linear_backward_into,
    _linear_backward_into_fake,
    refuses=NO_SECOND,
)
_define("copy_seed(Tensor seed) -> Tensor", torch.clone, torch.empty_like)
register_derivative(_library, "linear", _differentiate_linear, _setup_linear)


# ===----------------------------------------------------------------------===
# linear_prepared
# ===----------------------------------------------------------------------===

# By text of `program` and device; what the text says is read once.
_prepared: dict[tuple, tuple] = {}


def _linear_prepared(x, prepared, bias, program):
    result = _prepared.get((program, x.device))
    if result is None:
        about = PreparedProgram.parse(program)
        result = _prepared[program, x.device] = about.find(x.device), about, about.dtype
    function, about, dtype = result
    if x.dim() == 2 and x.is_contiguous() and x.dtype is dtype:
        # Plain arrays: what Function.__call__ does for others is skipped.
        caller = function._caller or function._make_caller()
        if bias is None:
            return caller((x, *prepared), None, None)
        return caller((x, bias, *prepared), None, None)
    _check_prepared(x, about)
    rows = rows_of(x)
    arguments = (rows, *prepared) if bias is None else (rows, bias, *prepared)
    return with_shape(function(*arguments), (*x.shape[:-1], about.sizes[0]))


def _check_prepared(x, about):
    k = about.sizes[1]
    if x.dim() == 0 or x.shape[-1] != k:
        raise LaunchError(
            f"lowp::linear_prepared: expected an input of ... x {k}, got {describe(x)}"
        )
    about.check_type(x)


def _linear_prepared_fake(x, prepared, bias, program):
    about = PreparedProgram.parse(program)
    _check_prepared(x, about)
    devices = {each.device for each in (x, *prepared)}
    if len(devices) > 1:
        raise LaunchError(
            f"lowp::linear_prepared: expected an input on {prepared[0].device}, where "
            f"the prepared weights are, got {describe(x)}; move one of them"
        )
    return x.new_empty(*x.shape[:-1], about.sizes[0])


_define(
    "linear_prepared(Tensor x, Tensor[] prepared, Tensor? bias, str program) -> Tensor",
    _linear_prepared,
    _linear_prepared_fake,
)


# ===----------------------------------------------------------------------===
# quantize, scaled_matmul
# ===----------------------------------------------------------------------===


def quantize(x, recipe, operand="lhs"):
    if x.dim() < 2 and operand == "rhs" or x.dim() == 0:
        raise LaunchError(f"lowp::quantize: expected a matrix, got {describe(x)}")
    scaled.check_operand(operand)
    kind = scaled.kind_of(recipe, operand)
    rows = rows_of(x)
    # Rows of lhs are dynamic, as M is.
    shape = (None if operand == "lhs" else rows.shape[0]), rows.shape[1]
    function = programs.quantize(shape, x.dtype, recipe, kind.kept, x.device)
    return kind.results(x.shape, function(rows))


def _quantize_fake(x, recipe, operand="lhs"):
    scaled.check_operand(operand)
    kind = scaled.kind_of(recipe, operand)
    return [x.new_empty(shape, dtype=dtype) for shape, dtype in kind.parts(x.shape)]


def _scaled_matmul(a, a_scales, b, b_scales, recipe, dtype, a_global=None, b_global=None):
    what = "lowp::scaled_matmul"
    lhs, rhs = (scaled.kind_of(recipe, operand) for operand in ("lhs", "rhs"))
    a_parts = lhs.read((a, a_scales, a_global), what, "a")
    b_parts = rhs.read((b, b_scales, b_global), what, "b")
    n, k = b.shape[0], rhs.matrix_shape(b)[-1]
    if b.dim() != 2 or lhs.matrix_shape(a)[-1] != k:
        raise LaunchError(
            f"{what}: expected data of ... x K and N x K, got {describe(a)} and {describe(b)}"
        )
    function = programs.scaled_matmul(n, k, dtype, recipe, (lhs.kept, rhs.kept), a.device)
    rows = function(
        *map(rows_of, a_parts[:2]), *a_parts[2:], *(each.contiguous() for each in b_parts)
    )
    return with_shape(rows, (*a.shape[:-1], n))


def _scaled_matmul_fake(a, a_scales, b, b_scales, recipe, dtype, a_global=None, b_global=None):
    return a.new_empty(*a.shape[:-1], b.shape[0], dtype=dtype)


_define(
    'quantize(Tensor x, str recipe, str operand="lhs") -> Tensor[]',
    quantize,
    _quantize_fake,
    refuses=NO_ROUNDING,
)
_define(
    "scaled_matmul(Tensor a, Tensor a_scales, Tensor b, Tensor b_scales, str recipe, "
    "ScalarType dtype, Tensor? a_global=None, Tensor? b_global=None) -> Tensor",
    _scaled_matmul,
    _scaled_matmul_fake,
    refuses=NO_QUANTIZED,
)


# ===----------------------------------------------------------------------===
# autocast
# ===----------------------------------------------------------------------===


def cast_under_autocast(value, dtype):
    """As torch casts operands: float64 stays, which lowp then refuses."""
    if value is None or not value.is_floating_point() or value.dtype is torch.float64:
        return value
    return value.to(dtype)


def add_autocast(name: str, cast: Callable[..., tuple]) -> None:
    """Has operator lowp::`name` called under autocast with what `cast` makes of the type that
    it has and of the arguments."""
    operator = getattr(torch.ops.lowp, name).default

    def add(device: str) -> None:
        key = f"Autocast{device}"
        excluded = torch._C.DispatchKeySet(getattr(torch._C.DispatchKey, key))

        def call(*arguments):
            arguments = cast(torch.get_autocast_dtype(device.lower()), *arguments)
            with torch._C._ExcludeDispatchKeyGuard(excluded):
                return operator(*arguments)

        _library.impl(name, call, key)

    add("CPU")
    add("CUDA")


def cast_operands(count: int) -> Callable[..., tuple]:
    """The first `count` arguments in autocast's type, as those of torch.nn.functional.linear;
    gradients have the types of the arguments."""

    def cast(dtype, *arguments):
        tensors = [cast_under_autocast(value, dtype) for value in arguments[:count]]
        if held_weights.find(arguments[1]) is not None:
            # What is read of it is of that type.
            tensors[1] = arguments[1]
        return *tensors, *arguments[count:]

    return cast


def cast_rows(dimensions: int) -> Callable[..., tuple]:
    """x as the program wants it: the weights, of so many dimensions, were prepared for one type."""

    def cast(_dtype, x, *others):
        dtype = PreparedProgram.parse(others[-1], dimensions).dtype
        return cast_under_autocast(x, dtype), *others

    return cast


add_autocast("linear", cast_operands(3))
add_autocast("linear_prepared", cast_rows(2))
