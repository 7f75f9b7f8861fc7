"""Element by element: arithmetic to the last bit, functions of math within a bound."""

import numpy as np

from oracle.arithmetic import binary, round_to
from oracle.formats import DTYPES

from . import functions
from .builder import FLOATS
from .functions import CANCELLING, FUNCTIONS, OF_POSITIVE
from .value import rounded

BINARY = ["addf", "subf", "mulf", "divf", "maximumf", "minimumf"]


def divided(a, b, da, db):
    """A quotient and how far it may be off."""
    want, least = a / b, np.abs(b) - db
    error = (np.abs(want) * db + da) / np.where(least > 0, least, np.nan)
    return want, np.where(np.isnan(error), np.inf, error)


def combine(name, x, y, is_fast=False):
    """The value and the bound of an operation on `x` and `y`."""
    is_quotient_off = is_fast and name == "divf"
    with np.errstate(all="ignore"):
        if x.is_exact and y.is_exact and not is_quotient_off:
            return binary(name, x.want, y.want, x.element), None
        a, b, da, db = x.wide(), y.wide(), x.error(), y.error()
        if name == "mulf":
            want, error = a * b, np.abs(a) * db + np.abs(b) * da + da * db
        elif name in ("addf", "subf"):
            want, error = (a + b if name == "addf" else a - b), da + db
        elif name == "divf":
            want, error = divided(a, b, da, db)
        else:
            choose = np.maximum if name == "maximumf" else np.minimum
            want, error = choose(a, b), np.maximum(da, db)
        if is_quotient_off:
            error = error + 2.0**-20 * np.abs(want) + functions.SMALLEST_NORMAL
        return want, rounded(want, error, x.element)


def arithmetic(b):
    x = b.matrix()
    y = x if b.chance(1, 4) else b.like(x)
    name = b.choose(BINARY)
    want, bound = combine(name, x, y, b.mix.is_fast)
    b.define(f"arith.{name} {x.name}, {y.name} : {x.type}", (x.type, x.element), want, bound)


def sign(b):
    x = b.matrix()
    name = b.choose(["arith.negf", "math.absf"])
    want = -x.want if name == "arith.negf" else np.abs(x.want)
    b.define(f"{name} {x.name} : {x.type}", (x.type, x.element), want, x.bound)


def mask(b):
    x = b.matrix(lambda value: value.is_exact)
    y = b.like(x, lambda value: value.is_exact)
    bit = x.type.replace(f"x{x.element}>", "xi1>")
    predicate, test = b.choose(
        [("oeq", np.equal), ("olt", np.less), ("oge", np.greater_equal), ("une", np.not_equal)]
    )
    name = b.fresh("m")
    b.line(f"{name} = arith.cmpf {predicate}, {x.name}, {y.name} : {x.type}")
    with np.errstate(all="ignore"):
        want = np.where(test(x.wide(), y.wide()), x.want, y.want)
    b.define(
        f"arith.select {name}, {x.name}, {y.name} : {bit}, {x.type}", (x.type, x.element), want
    )


def cast(b):
    x = b.matrix(lambda value: value.is_exact)
    if x.element == "f32":
        element, name = b.choose(["bf16", "f16"]), "arith.truncf"
    else:
        element, name = "f32", "arith.extf"
    kind = x.type.replace(f"x{x.element}>", f"x{element}>")
    with np.errstate(all="ignore"):
        want = round_to(x.wide(), element)
    b.define(f"{name} {x.name} : {x.type} to {kind}", (kind, element), want)


def of(b, x, name):
    want, bound = functions.apply(name, x, b.mix.is_fast)
    b.define(f"math.{name} {x.name} : {x.type}", x.like, want, bound)


def is_tame_and_exact(value):
    return value.is_exact and value.is_tame()


def function(b):
    x = b.matrix(is_tame_and_exact, wild=False)
    of(b, x, b.choose(list(FUNCTIONS)))


def cancelling(b):
    """Small numbers, where log(1 + x) loses all of x."""
    element = b.choose(FLOATS)
    array = b.numbers((b.size(), b.size()), "f32") * np.float32(2.0 ** -b.rng.integers(2, 14))
    array = np.clip(array, -0.5, 2.0).astype(DTYPES[element])
    x = b.argument(array.shape, element, array=array)
    of(b, x, b.choose(list(CANCELLING)))


def of_positive(b):
    element = b.choose(FLOATS)
    array = np.abs(b.numbers((b.size(), b.size()), "f32")) + np.float32(0.01)
    x = b.argument(array.shape, element, array=array.astype(DTYPES[element]))
    of(b, x, b.choose(list(OF_POSITIVE)))


def map_with_dead_operation(b):
    """A linalg.generic whose body computes what nobody needs."""
    x = b.matrix(lambda value: value.is_exact)
    init = b.empty(x) if b.chance(1, 2) else b.like(x).name
    same = "affine_map<(i, j) -> (i, j)>"
    name = b.fresh()
    b.line(
        f"{name} = linalg.generic {{indexing_maps = [{same}, {same}], iterator_types = "
        f'["parallel", "parallel"]}} ins({x.name} : {x.type}) outs({init} : {x.type}) {{'
    )
    b.line(f"^bb0(%e: {x.element}, %o: {x.element}):")
    b.line(f"  %d = arith.mulf %e, %o : {x.element}")
    b.line(f"  %n = arith.negf %e : {x.element}")
    b.line(f"  linalg.yield %n : {x.element}")
    b.define_again(name, f"}} -> {x.type}", (x.type, x.element), -x.want)
