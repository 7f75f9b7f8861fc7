"""A module under the backend, forward and backward, against torch in f64."""

import warnings

import torch

from lowp.torch.compiling import programs
from lowp.torch.compiling.backend import backend
from lowp.torch.compiling.regions import RegionWarning

from torch_views import simulated

# Distance to f64, relative to its norm: of formats with 8 bits, and of recipes, whose quantized
# operands are off by up to 2^-4 each.
LIMIT, LIMIT_OF_RECIPES = 0.05, 0.35
# Where torch itself, with 8 bits, is so far away, terms cancel: e4m3 has 5 bits fewer.
CANCELLED, BITS_FEWER = 0.1, 5


def of_torch(own, recipe):
    """How far a value may be away that torch itself computes so far away."""
    return 4 * own * (2**BITS_FEWER if recipe is not None and own > CANCELLED else 1)


def results_of(module, inputs):
    """What the module gives, and the gradients of its inputs and parameters."""
    inputs = [each.detach().requires_grad_() for each in inputs]
    made = module(*inputs)
    generator = torch.Generator().manual_seed(1)
    weights = [torch.randn(each.shape, generator=generator).to(each.dtype) for each in made]
    names = [f"result {n}" for n in range(len(made))]
    wanted = [*inputs, *module.parameters()]
    names += [f"gradient of input {n}" for n in range(len(inputs))]
    names += [
        f"gradient of {name.removeprefix('_orig_mod.')}" for name, _ in module.named_parameters()
    ]
    gradients = torch.autograd.grad(made, wanted, weights, allow_unused=True)
    values = [*(each.detach() for each in made), *gradients]
    return {name: value for name, value in zip(names, values) if value is not None}


def distance(got, want):
    if not torch.isfinite(got).all():
        return float("nan")
    scale = want.norm().item()
    return (got.double() - want).norm().item() / scale if scale else got.double().norm().item()


def failures(drawn, recipe, math="exact"):
    """What is wrong, in words."""
    torch._dynamo.reset()
    programs.TABLE.clear()
    inputs = list(drawn.arguments.values())
    want = results_of(drawn.module(torch.float64), [each.double() for each in inputs])
    options = {
        "rest": "eager",
        "recipe": recipe,
        "attention": "lowp",
        "compile": {"host_opt_level": 0, "math": math, **simulated.options()},
    }
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        got = results_of(torch.compile(drawn.module(), backend=backend, options=options), inputs)
    for warning in caught:
        if issubclass(warning.category, RegionWarning):
            yield f"is refused: {str(warning.message)[:400]}"
    plain = results_of(drawn.module(), inputs)
    limit = LIMIT if recipe is None else LIMIT_OF_RECIPES
    for name, value in want.items():
        own = distance(plain[name], value)
        found = distance(got[name], value)
        if not found <= max(limit, of_torch(own, recipe)) and own == own:
            yield (
                f"wrong: {name} is {found:.3g} away from f64, torch itself {own:.3g}, "
                f"{int((~torch.isfinite(got[name])).sum())} not finite"
            )
