"""Sums, maxima and softmaxes."""

import numpy as np

from oracle.arithmetic import maximum

from .value import Value, epsilon, rounded, type_of


def kept(b, x, dim):
    """The type of `x` without `dim`, and a tensor of zeros of it."""
    unknown = [0] if x.type[7:].split("x")[1 - dim] == "?" else []
    kind = type_of((x.shape[1 - dim],), x.element, unknown)
    return kind, b.zeros(kind, x.element, dims=[(x.name, 1 - dim)])


def sum_bound(x, axis, want):
    """f32 sums in any order, rounded once."""
    with np.errstate(all="ignore"):
        magnitude = np.abs(x.wide()).sum(axis)
        error = x.error().sum(axis) + (x.shape[axis] + 2) * epsilon("f32") * magnitude
        bound = rounded(want, error, x.element)
        # Sums on the way may be infinite where the whole is not.
        return np.where(magnitude < 1e38, bound, np.inf)


def add(b):
    x, dim = b.matrix(), int(b.rng.integers(2))
    kind, init = kept(b, x, dim)
    with np.errstate(all="ignore"):
        want = x.wide().sum(dim)
    b.define(f"linalg.reduce {{ arith.addf }} ins({x.name} : {x.type}) outs({init} : {kind}) "
             f"dimensions = [{dim}]", (kind, x.element), want, sum_bound(x, dim, want))


def largest(b):
    x, dim = b.matrix(lambda value: value.is_exact), int(b.rng.integers(2))
    kind, init = kept(b, x, dim)
    name, side = b.choose([("maximumf", 1.0), ("minimumf", -1.0)])
    want = np.zeros(x.shape[1 - dim], x.want.dtype)
    for row in np.moveaxis(x.want, dim, 0):
        with np.errstate(all="ignore"):
            want = maximum(want.astype(np.float64), row.astype(np.float64), side).astype(want.dtype)
    b.define(f"linalg.reduce {{ arith.{name} }} ins({x.name} : {x.type}) outs({init} : {kind}) "
             f"dimensions = [{dim}]", (kind, x.element), want)


def pair(b):
    """The sum and the largest of each row, or column, in one operation."""
    x, dim = b.tame(), int(b.rng.integers(2))
    kind, total = kept(b, x, dim)
    _, top = kept(b, x, dim)
    result = f"affine_map<(i, j) -> ({'ij'[1 - dim]})>"
    loops = '"parallel", "reduction"' if dim else '"reduction", "parallel"'
    name = b.fresh("p")
    b.line(f"{name}:2 = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, {result}, "
           f"{result}], iterator_types = [{loops}]}} ins({x.name} : {x.type}) "
           f"outs({total}, {top} : {kind}, {kind}) {{")
    b.line(f"^bb0(%e: {x.element}, %s: {x.element}, %m: {x.element}):")
    b.line(f"  %t = arith.addf %s, %e : {x.element}")
    b.line(f"  %n = arith.maximumf %m, %e : {x.element}")
    b.line(f"  linalg.yield %t, %n : {x.element}, {x.element}")
    b.line(f"}} -> ({kind}, {kind})")
    want = x.wide().sum(dim)
    b.add(Value(f"{name}#0", kind, x.element, want, sum_bound(x, dim, want)))
    most = np.maximum(x.wide().max(dim), 0.0)
    bound = None if x.is_exact else x.error().max(dim)
    b.add(Value(f"{name}#1", kind, x.element,
                most if bound is not None else most.astype(x.want.dtype), bound))


def softmax(b):
    x, dim = b.tame(), int(b.rng.integers(2))
    init = b.empty(x)
    with np.errstate(all="ignore"):
        powers = np.exp(x.wide() - x.wide().max(dim, keepdims=True))
        want = powers / powers.sum(dim, keepdims=True)
        # exp of a difference that is off, in f32, or each step in 16 bits.
        steps = 4 if x.element != "f32" else 1
        relative = (4 * x.error().max() + 2 * epsilon(x.element) * 16 * steps
                    + (x.shape[dim] + 24) * 2 * epsilon("f32"))
        bound = rounded(want, relative * want, x.element)
    b.define(f"linalg.softmax dimension({dim}) ins({x.name} : {x.type}) outs({init} : {x.type}) "
             f"-> {x.type}", (x.type, x.element), want, bound)
