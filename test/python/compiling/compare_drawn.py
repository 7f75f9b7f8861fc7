"""A drawn module behind the backend against torch."""

import copy

import torch

from graphs import QUICK
from lowp.torch.compiling import programs
from lowp.torch.compiling.backend import backend

# Distances relative to the norm; sums of bf16 are rounded at other places.
LIMITS = {torch.float32: 1e-4, torch.bfloat16: 4e-2}


class Unfit(Exception):
    """torch itself refuses the module."""


def _run(module, called, drawn):
    """All that calls make: results, gradients, buffers and what they write to arguments."""
    made = {}
    for number, x in enumerate(drawn.inputs()):
        module.zero_grad()
        x = x.requires_grad_(drawn.trains)
        if drawn.changes:
            torch._dynamo.mark_dynamic(x, 0)
        with torch.set_grad_enabled(drawn.trains):
            results = called(x)
        made |= {f"result {n} of call {number}": each for n, each in enumerate(results)}
        if drawn.trains:
            generator = torch.Generator().manual_seed(drawn.seed)
            by = torch.randn(results[0].shape, generator=generator).to(drawn.dtype)
            ((results[0] * by).float().sum() + results[1]).backward()
            made[f"gradient of x of call {number}"] = x.grad
            made |= {
                f"gradient of {name} of call {number}": p.grad
                for name, p in module.named_parameters()
            }
        made[f"x of call {number}"] = x
        made |= {f"{name} of call {number}": b.clone() for name, b in module.named_buffers()}
    return {
        name: None if each is None else each.detach().clone() for name, each in made.items()
    }


def _differs(got, want, limit):
    if got is None or want is None:
        return None if got is want else "is there in one alone"
    if got.shape != want.shape or got.dtype is not want.dtype:
        return f"is {got.shape} {got.dtype} instead of {want.shape} {want.dtype}"
    if not want.dtype.is_floating_point:
        return None if torch.equal(got, want) else f"is {got} instead of {want}"
    got, want = got.double(), want.double()
    known = torch.isfinite(want)
    if not torch.equal(known, torch.isfinite(got)):
        return f"has {int((~torch.isfinite(got)).sum())} elements that are not finite"
    distance = (got[known] - want[known]).norm() / want[known].norm().clamp_min(1e-3)
    return f"is {distance:.3g} away" if distance > limit else None


def failures(drawn, rest, strict=False, recipe=None):
    """What is wrong, in words. Raises what the backend does."""
    torch._dynamo.reset()
    programs.TABLE.clear()
    plain = drawn.module()
    lowered = copy.deepcopy(plain)
    try:
        want = _run(plain, plain, drawn)
    except RuntimeError as error:
        raise Unfit(str(error)) from None
    options = {"rest": rest, "recipe": recipe, "strict": strict, "compile": QUICK}
    called = torch.compile(lowered, backend=backend, options=options)
    got = _run(lowered, called, drawn)
    for name in want:
        what = _differs(got[name], want[name], LIMITS[drawn.dtype])
        if what:
            yield f"{name} {what}"
