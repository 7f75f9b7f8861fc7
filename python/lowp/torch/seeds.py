"""Seeds of layers whose recipe rounds gradients at random, such as "nvfp4_training"."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from lowp._errors import LaunchError
from lowp._linear import recipes
from lowp.torch.checks import describe

# The buffer of a layer. It stays on the CPU: programs take seeds from the host.
NAME = "lowp_seed"
# Seeds that one backward pass may use: each matrix that it rounds has the next one.
_PER_CALL = 16
# Layers begin below that, so that steps of training overflow nothing.
_MOST = 2**62


def takes_seed(recipe: str, needed: Sequence[bool]) -> bool:
    """Whether what is needed of the gradients of input and weight is rounded by a seed."""
    seeded = recipes.seeded_roles(recipe)
    return any(each and role in seeded for role, each in zip(("dgrad", "wgrad"), needed))


def refuse_seeds(recipe: str, needed: Sequence[bool], what: str) -> None:
    """Raises ValueError where experts, which have no seed, would need one."""
    if takes_seed(recipe, needed):
        raise ValueError(
            f"{what}: expected a recipe whose gradients are rounded to nearest, since experts "
            f"have no seed, got {recipe!r}; take another, or call under torch.no_grad()"
        )


def check_seed(seed: torch.Tensor | None, recipe: str, what: str) -> torch.Tensor:
    if seed is None:
        raise LaunchError(
            f"{what}: expected a seed, since {recipe!r} rounds gradients at random, got none; "
            "give one by lowp.torch.convert(model, recipe, seed=) or linear(..., seed=)"
        )
    if seed.dtype is not torch.int64 or seed.dim() != 0:
        raise LaunchError(f"{what}: expected a seed of one int64, got {describe(seed)}")
    return seed


def seeds_from(seed: int, count: int) -> list[torch.Tensor]:
    """Where `count` layers begin, far from each other."""
    generator = torch.Generator().manual_seed(seed % 2**64)
    drawn = torch.randint(_MOST, (count,), generator=generator, dtype=torch.int64)
    return [each.clone() for each in drawn]


def _is_transformed() -> bool:
    """Whether torch.func calls, which lets nobody write to what it does not know."""
    return (
        not torch.compiler.is_dynamo_compiling()
        and torch._C._functorch.peek_interpreter_stack() is not None
    )


def use_seed(seed: torch.Tensor) -> torch.Tensor:
    """The seed of one call of a layer, whose next call that trains has another. The copy is
    an operator: compilers would take a clone for the buffer, which changes."""
    used = torch.ops.lowp.copy_seed(seed)
    if torch.is_grad_enabled() and not _is_transformed():
        seed.add_(_PER_CALL)
    return used
