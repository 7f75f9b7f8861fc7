"""Tensors that hold what scalars, constants and positions tell."""

import numpy as np

from oracle.arithmetic import round_to
from oracle.formats import DTYPES

NUMBERS = [0.0, -0.0, 1.0, -2.5, 0.125, 1000.0]


def full(value, number):
    return np.full(value.shape, number, DTYPES[value.element])


def constant(b):
    x = b.matrix()
    if "?" in x.type:
        return fill(b)
    number = b.choose(NUMBERS)
    b.define(f"arith.constant dense<{number!r}> : {x.type}", (x.type, x.element), full(x, number))


def fill(b):
    x, number = b.matrix(), b.choose(NUMBERS)
    scalar = (
        b.scalar(x.element, DTYPES[x.element].type(number))
        if b.chance(1, 2) and x.element == "f32"
        else b.constant(f"{number!r} : {x.element}")
    )
    empty = b.empty(x)
    b.define(
        f"linalg.fill ins({scalar} : {x.element}) outs({empty} : {x.type}) -> {x.type}",
        (x.type, x.element),
        full(x, number),
    )


def splat(b):
    x, number = b.matrix(), b.choose(NUMBERS)
    if "?" in x.type:
        return fill(b)
    scalar = b.constant(f"{number!r} : {x.element}")
    b.define(f"tensor.splat {scalar} : {x.type}", (x.type, x.element), full(x, number))


def iota(b):
    x, dim = b.matrix(), b.rng.integers(2)
    empty, name = b.empty(x), b.fresh()
    b.line(
        f"{name} = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>], "
        f'iterator_types = ["parallel", "parallel"]}} outs({empty} : {x.type}) {{'
    )
    b.line(f"^bb0(%o: {x.element}):")
    b.line(f"  %i = linalg.index {dim} : index")
    b.line("  %n = arith.index_cast %i : index to i32")
    b.line(f"  %f = arith.sitofp %n : i32 to {x.element}")
    b.line(f"  linalg.yield %f : {x.element}")
    want = round_to(np.indices(x.shape)[dim].astype(np.float64), x.element)
    b.define_again(name, f"}} -> {x.type}", (x.type, x.element), want)


def broadcast(b):
    x, dim = b.matrix(), int(b.rng.integers(2))
    row = b.argument(
        (x.shape[1 - dim],), x.element, [0] if x.type[7:].split("x")[1 - dim] == "?" else []
    )
    empty = b.empty(x)
    want = np.broadcast_to(np.expand_dims(row.want, dim), x.shape).copy()
    b.define(
        f"linalg.broadcast ins({row.name} : {row.type}) outs({empty} : {x.type}) "
        f"dimensions = [{dim}]",
        (x.type, x.element),
        want,
    )
