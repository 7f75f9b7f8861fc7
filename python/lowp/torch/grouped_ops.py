"""The operators lowp::grouped_linear and lowp::grouped_linear_backward."""

from __future__ import annotations

from lowp._errors import LaunchError
from lowp.torch import accumulation, grouped_recipes, held_layers, held_weights, ops, programs
from lowp.torch.autograd import register_derivative
from lowp.torch.checks import check_alike, check_grouped, describe
from lowp.torch.seeds import refuse_seeds

_BACKWARD = "lowp::grouped_linear_backward"


def _resolve(recipe, w, x):
    """What "auto" is for a weight beside x, or its gradient."""
    if not grouped_recipes.is_auto(recipe):
        return recipe
    held = held_weights.find(w)
    calls = 0 if held is None else held.copies.microbatches
    return grouped_recipes.resolve(recipe, w.shape, x.dtype, x.device, held_for=calls)


def _run(x, w, ends, bias, recipe, clears=True):
    check_grouped(x, held_layers.as_read(w, x), ends, bias, "lowp::grouped_linear")
    recipe = _resolve(recipe, w, x)
    about = tuple(w.shape), x.dtype, bias is not None, recipe, x.device
    others = [ends.contiguous(), *([] if bias is None else [bias.contiguous()])]
    held = held_layers.find(w, recipe, "forward")
    if held is None:
        w = w.to(x.dtype).contiguous()
        return programs.linear(*about, clears=clears)(x.contiguous(), w, *others)
    function = programs.linear(*about, clears=clears, prepared=True)
    prepared = held_layers.read(held, w, function, x.dtype)
    return function(x.contiguous(), *others, prepared)


def _run_fake(x, w, ends, bias, recipe, clears=True):
    check_grouped(x, w, ends, bias, "lowp::grouped_linear")
    return x.new_empty(x.shape[0], w.shape[1])


def _check_backward(g, x, w, ends):
    check_grouped(x, w, ends, None, _BACKWARD)
    if g.dim() != 2 or g.shape[0] != x.shape[0] or g.shape[1] != w.shape[1]:
        raise LaunchError(
            f"{_BACKWARD}: expected a gradient of M x {w.shape[1]} beside an input of M x K, "
            f"got {describe(g)} and {describe(x)}"
        )
    check_alike({"gradient": g, "input": x}, _BACKWARD)


def _gradients(g, x, w, ends, into, recipe, needed):
    """An iterator over what is needed of the gradients, but for that which is added to
    `into`."""
    _check_backward(g, x, held_layers.as_read(w, g), ends)
    recipe = _resolve(recipe, w, g)
    return ops.run_gradients(g, x, w, [ends.contiguous()], into, recipe, needed)


def _run_backward(g, x, w, ends, recipe, needed):
    needed = tuple(needed)
    found = accumulation.find(w, g.dtype) if needed[1] else None
    if found is not None:
        dx, db = _run_backward_into(g, x, w, ends, found.tensor, recipe, needed)
        return dx, found.hand_over_to_graph(), db
    return ops.take_needed(_gradients(g, x, w, ends, None, recipe, needed), needed, g)


def _run_backward_into(g, x, w, ends, into, recipe, needed):
    needed = tuple(needed)
    results = _gradients(g, x, w, ends, into, recipe, needed)
    return ops.take_needed(results, (needed[0], needed[2]), g)


def _run_backward_into_fake(g, x, w, ends, into, recipe, needed):
    dx, _, db = _run_backward_fake(g, x, w, ends, recipe, needed)
    return dx, db


def _run_backward_fake(g, x, w, ends, recipe, needed):
    _check_backward(g, x, w, ends)
    return ops.gradients_fake(g, x, w, needed)


def _setup(ctx, inputs, output):
    x, w, ends, bias, recipe, _clears = inputs
    needed = ctx.needs_input_grad
    # The gradient of w alone reads x, that of x alone w.
    keeps = needed[0] or accumulation.place_of(w) is not None
    ctx.save_for_backward(x if needed[1] else None, w if keeps else None, ends)
    ctx.recipe, ctx.sizes = recipe, w.shape
    ctx.needed = [needed[0], needed[1], bias is not None and needed[3]]
    if not grouped_recipes.is_auto(recipe):
        refuse_seeds(recipe, ctx.needed, "lowp::grouped_linear")


def _differentiate(ctx, g):
    x, w, ends = ctx.saved_tensors
    if x is None:
        x = g.new_empty(1).expand(g.shape[0], ctx.sizes[2])
    if w is None:
        w = g.new_empty(1).expand(ctx.sizes)
    dx, dw, db = ops.differentiate("grouped_linear_backward", ctx, (g, x, w, ends))
    return dx, dw, None, db, None, None


ops._define(
    "grouped_linear(Tensor x, Tensor w, Tensor ends, Tensor? bias, str recipe, "
    "bool clears=True) -> Tensor",
    _run,
    _run_fake,
)
ops._define(
    "grouped_linear_backward(Tensor g, Tensor x, Tensor w, Tensor ends, str recipe, "
    "bool[3] needed) -> (Tensor, Tensor, Tensor)",
    _run_backward,
    _run_backward_fake,
    refuses=ops.NO_SECOND,
)
ops._define(
    "grouped_linear_backward_into(Tensor g, Tensor x, Tensor w, Tensor ends, Tensor(a!) into, "
    "str recipe, bool[3] needed) -> (Tensor, Tensor)",
    _run_backward_into,
    _run_backward_into_fake,
    refuses=ops.NO_SECOND,
)
register_derivative(ops._library, "grouped_linear", _differentiate, _setup)
ops.add_autocast("grouped_linear", ops.cast_operands(4))
