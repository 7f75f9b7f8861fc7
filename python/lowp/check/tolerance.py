"""How close to the exact product a result must be."""

from __future__ import annotations

import math

from lowp.bench.products.problem import Problem

# The result's type rounds by: many values, spread over a binade, and at worst.
_ROUNDING = {"bf16": 2.3e-3, "f16": 3e-4, "f32": 1e-6}
_WORST_ROUNDING = {"bf16": 2**-8, "f16": 2**-11, "f32": 1e-6}
_MANY = 4096
# Tensor cores keep fewer bits of partial sums than f32 has: over all of K, which
# costs more the longer it is, and where sums move to f32 every 128 elements.
_FAST_PER_ROOT = 3.3e-5
_LEAST_FAST = 2.8e-3
_PROMOTED = 1e-3


def tolerance(problem: Problem) -> float:
    """The greatest relative error in the Euclidean norm."""
    fast = max(_LEAST_FAST, _FAST_PER_ROOT * math.sqrt(problem.shape.k))
    accumulation = fast if problem.is_fast else _PROMOTED
    is_large = problem.shape.m * problem.shape.n >= _MANY
    rounding = _ROUNDING if is_large else _WORST_ROUNDING
    return math.hypot(rounding[problem.result], accumulation)
