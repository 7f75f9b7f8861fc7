"""A drawn module under the backend against torch."""

import copy

import torch
from torch._inductor.exc import InductorError

from graphs import QUICK
from lowp.torch.compiling import programs
from lowp.torch.compiling.backend import backend
from random_rounding import RandomRounding

# Distances relative to the norm; sums of bf16 are rounded at other places.
LIMITS = {torch.float32: 1e-4, torch.bfloat16: 4e-2}


class Unfit(Exception):
    """torch itself refuses the module."""


def _run(module, called, drawn, dtype):
    """All that calls make in a type: results, gradients, buffers and what they write to
    arguments. Each input comes twice: calls that were made before are bound."""
    made = {}
    for number, x in enumerate([*drawn.inputs(), *drawn.inputs()]):
        module.zero_grad()
        x = x.to(dtype).requires_grad_(drawn.trains)
        if drawn.changes:
            torch._dynamo.mark_dynamic(x, 0)
        with torch.set_grad_enabled(drawn.trains):
            results = called(x)
        made |= {f"result {n} of call {number}": each for n, each in enumerate(results)}
        if drawn.trains:
            generator = torch.Generator().manual_seed(drawn.seed)
            by = torch.randn(results[0].shape, generator=generator).to(drawn.dtype).to(dtype)
            ((results[0] * by).float().sum() + results[1]).backward()
            made[f"gradient of x of call {number}"] = x.grad
            made |= {
                f"gradient of {name} of call {number}": p.grad
                for name, p in module.named_parameters()
            }
        made[f"x of call {number}"] = x
        made |= {f"{name} of call {number}": b.clone() for name, b in module.named_buffers()}
    return {name: None if each is None else each.detach().clone() for name, each in made.items()}


def _distance(got, want):
    """Relative to the norm; not a number where one is infinite alone."""
    got, want = got.double(), want.double()
    known = torch.isfinite(want)
    if not torch.equal(known, torch.isfinite(got)):
        return float("nan")
    return ((got[known] - want[known]).norm() / want[known].norm().clamp_min(1e-3)).item()


def _differs(got, want, limit):
    if got is None or want is None:
        return None if got is want else "is there in one alone"
    if got.shape != want.shape or got.dtype is not want.dtype:
        return f"is {got.shape} {got.dtype} instead of {want.shape} {want.dtype}"
    if not want.dtype.is_floating_point:
        return None if torch.equal(got, want) else f"is {got} instead of {want}"
    distance = _distance(got, want)
    return None if distance <= limit else f"is {distance:.3g} away"


def failures(drawn, rest, strict=False, recipe=None):
    """What is wrong, in words. Raises what the backend does."""
    torch._dynamo.reset()
    programs.TABLE.clear()
    plain = drawn.module()
    lowered, exact = copy.deepcopy(plain), copy.deepcopy(plain).double()
    try:
        want = _run(plain, plain, drawn, drawn.dtype)
    except (RuntimeError, IndexError) as error:
        raise Unfit(str(error)) from None
    options = {"rest": rest, "recipe": recipe, "strict": strict, "compile": QUICK}
    called = torch.compile(lowered, backend=backend, options=options)
    try:
        got = _run(lowered, called, drawn, drawn.dtype)
    except InductorError:
        _expect_inductor(plain, drawn)
        raise
    limit = LIMITS[drawn.dtype]
    found = {name: _differs(got[name], want[name], limit) for name in want}
    wrong = {name: what for name, what in found.items() if what}
    if not wrong:
        return []
    # Where terms cancel torch itself is far from what is exact.
    known = _run(exact, exact, drawn, torch.float64)
    near = [want, *(rounded(plain, drawn, seed) for seed in range(4))]
    return [
        f"{name} {what}"
        for name, what in wrong.items()
        if not is_as_near(got[name], [each[name] for each in near], known[name])
    ]


def _expect_inductor(plain, drawn):
    """Raises Unfit where inductor has no code for the module without lowp, either."""
    torch._dynamo.reset()
    module = copy.deepcopy(plain)
    try:
        _run(module, torch.compile(module), drawn, drawn.dtype)
    except InductorError as error:
        raise Unfit(str(error)) from None


def rounded(plain, drawn, seed):
    """What a run in f64 makes whose operations round as its type does, in some order."""
    module = copy.deepcopy(plain).double()
    with RandomRounding(seed, torch.finfo(drawn.dtype).eps / 2):
        return _run(module, module, drawn, torch.float64)


def is_as_near(got, near, exact):
    """Whether what we have is about as near to what is exact as one of the runs that round is."""
    if got is None or exact is None or not exact.dtype.is_floating_point:
        return False
    if got.shape != exact.shape or got.dtype is not near[0].dtype:
        return False
    return _distance(got, exact) <= 4 * max(_distance(each, exact) for each in near)
