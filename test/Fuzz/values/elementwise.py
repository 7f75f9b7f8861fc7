"""Element by element: arithmetic to the last bit, functions of math within a bound."""

import math

import numpy as np

from oracle.arithmetic import binary, round_to
from oracle.formats import DTYPES

from .builder import FLOATS
from .value import epsilon, rounded

BINARY = ["addf", "subf", "mulf", "divf", "maximumf", "minimumf"]
# By name: the function in f64 and the numbers for which it is smooth.
FUNCTIONS = {
    "exp": np.exp, "exp2": np.exp2, "tanh": np.tanh, "sin": np.sin, "cos": np.cos,
    "erf": np.vectorize(math.erf, otypes=[np.float64]), "atan": np.arctan,
}
CANCELLING = {"log1p": np.log1p, "expm1": np.expm1}
OF_POSITIVE = {"log": np.log, "log2": np.log2, "rsqrt": lambda x: 1 / np.sqrt(x),
               "cbrt": np.cbrt, "sqrt": np.sqrt}
# "Good to a few units in the last place", absolute where the result is near 0.
UNITS = 8


def combine(name, x, y):
    """The value and the bound of an operation on `x` and `y`."""
    if x.is_exact and y.is_exact:
        return binary(name, x.want, y.want, x.element), None
    a, b, da, db = x.wide(), y.wide(), x.error(), y.error()
    with np.errstate(all="ignore"):
        if name == "mulf":
            want, error = a * b, np.abs(a) * db + np.abs(b) * da + da * db
        elif name in ("addf", "subf"):
            want, error = (a + b if name == "addf" else a - b), da + db
        else:
            choose = np.maximum if name == "maximumf" else np.minimum
            want, error = choose(a, b), np.maximum(da, db)
        return want, rounded(want, error, x.element)


def arithmetic(b):
    x = b.matrix()
    y = x if b.chance(1, 4) else b.like(x)
    name = b.choose(BINARY)
    if name == "divf" and not (x.is_exact and y.is_exact):
        name = "mulf"
    with np.errstate(all="ignore"):
        want, bound = combine(name, x, y)
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
    predicate, test = b.choose([("oeq", np.equal), ("olt", np.less), ("oge", np.greater_equal),
                                ("une", np.not_equal)])
    name = b.fresh("m")
    b.line(f"{name} = arith.cmpf {predicate}, {x.name}, {y.name} : {x.type}")
    with np.errstate(all="ignore"):
        want = np.where(test(x.wide(), y.wide()), x.want, y.want)
    b.define(f"arith.select {name}, {x.name}, {y.name} : {bit}, {x.type}",
             (x.type, x.element), want)


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


def of(b, x, name, function):
    with np.errstate(all="ignore"):
        want = function(x.wide())
        unit = UNITS * 2 * epsilon("f32")
        error = unit * np.maximum(np.abs(want), 2.0**-20) if name in ("sin", "cos") \
            else unit * np.abs(want)
        bound = rounded(want, error, x.element)
    b.define(f"math.{name} {x.name} : {x.type}", (x.type, x.element), want, bound)


def is_tame_and_exact(value):
    return value.is_exact and value.is_tame()


def function(b):
    x = b.matrix(is_tame_and_exact, wild=False)
    name = b.choose(list(FUNCTIONS))
    of(b, x, name, FUNCTIONS[name])


def cancelling(b):
    """Small numbers, where log(1 + x) loses all of x."""
    element = b.choose(FLOATS)
    array = b.numbers((b.size(), b.size()), "f32") * np.float32(2.0 ** -b.rng.integers(2, 14))
    array = np.clip(array, -0.5, 2.0).astype(DTYPES[element])
    x = b.argument(array.shape, element, array=array)
    name = b.choose(list(CANCELLING))
    of(b, x, name, CANCELLING[name])


def of_positive(b):
    element = b.choose(FLOATS)
    array = np.abs(b.numbers((b.size(), b.size()), "f32")) + np.float32(0.01)
    x = b.argument(array.shape, element, array=array.astype(DTYPES[element]))
    name = b.choose(list(OF_POSITIVE))
    of(b, x, name, OF_POSITIVE[name])


def map_with_dead_operation(b):
    """A linalg.generic whose body computes what nobody needs."""
    x = b.matrix(lambda value: value.is_exact)
    init = b.empty(x) if b.chance(1, 2) else b.like(x).name
    same = "affine_map<(i, j) -> (i, j)>"
    name = b.fresh()
    b.line(f"{name} = linalg.generic {{indexing_maps = [{same}, {same}], iterator_types = "
           f"[\"parallel\", \"parallel\"]}} ins({x.name} : {x.type}) outs({init} : {x.type}) {{")
    b.line(f"^bb0(%e: {x.element}, %o: {x.element}):")
    b.line(f"  %d = arith.mulf %e, %o : {x.element}")
    b.line(f"  %n = arith.negf %e : {x.element}")
    b.line(f"  linalg.yield %n : {x.element}")
    b.define_again(name, f"}} -> {x.type}", (x.type, x.element), -x.want)
