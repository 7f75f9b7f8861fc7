"""Sums, maxima and softmaxes along any dimensions."""

import numpy as np

from oracle.arithmetic import maximum
from oracle.formats import spacing

from . import sums
from .generic import Generic
from .sizes import empty, filled, sizes_of, type_from
from .value import Value, epsilon, rounded


def some_dims(b, rank):
    """Dimensions that are summed: one, mostly, but never all."""
    count = 1 if rank == 1 or b.chance(2, 3) else int(b.rng.integers(1, rank))
    if b.chance(1, 3):
        return list(range(rank - count, rank))
    return sorted(int(d) for d in b.rng.choice(rank, count, replace=False))


def kept(b, x, dims, number=0.0):
    """The type of `x` without `dims`, and a tensor of it that holds a number."""
    sizes = [size for d, size in enumerate(sizes_of(x)) if d not in dims]
    return type_from(sizes, x.element), filled(b, sizes, x.element, number)


def reduce(b, name, x, dims, init, kind, want, bound):
    b.define(
        f"linalg.reduce {{ arith.{name} }} ins({x.name} : {x.type}) outs({init} : {kind}) "
        f"dimensions = {dims}",
        (kind, x.element),
        want,
        bound,
    )


def add(b):
    x = b.tensor()
    dims = some_dims(b, len(x.shape))
    kind, init = kept(b, x, dims)
    reduce(b, "addf", x, dims, init, kind, *sums.total(x, tuple(dims)))


def largest(b):
    x = b.tensor(lambda value: value.is_exact)
    if not x.is_exact:
        x = b.any_argument(x.shape, x.element)
    dims = some_dims(b, len(x.shape))
    name, side = b.choose([("maximumf", 1.0), ("minimumf", -1.0)])
    start = float(b.choose([0.0, -side * np.inf]))
    kind, init = kept(b, x, dims, start)
    shape = [size for d, size in enumerate(x.shape) if d not in dims]
    rows = np.moveaxis(x.wide(), dims, range(len(dims))).reshape(-1, *shape)
    want = np.full(shape, start)
    with np.errstate(all="ignore"):
        for row in rows:
            want = maximum(want, row, side)
    reduce(b, name, x, dims, init, kind, want.astype(x.want.dtype), None)


def combined(b):
    """Sums of what is computed element by element, of one tensor or of two of which one may
    be permuted or have fewer dimensions."""
    x = b.tensor(Value.is_tame, wild=False)
    loops = Generic(b, sizes_of(x))
    scalar = loops.read(x)
    kind = b.choose(["square", "product", "difference", "exponential"])
    if kind == "square":
        term = loops.binary("mulf", scalar, scalar)
    elif kind == "exponential":
        term = loops.function("exp", scalar)
    else:
        dims = list(range(len(x.shape)))
        dims = (
            [int(d) for d in b.rng.permutation(dims)]
            if b.chance(1, 3)
            else [d for d in dims if b.chance(2, 3)] or dims[-1:]
        )
        y = b.any_argument([x.shape[d] for d in dims], x.element, wild=False)
        term = loops.binary("mulf" if kind == "product" else "subf", scalar, loops.read(y, dims))
    # Products of a contraction are not rounded before they are added.
    loops.total(term, some_dims(b, len(x.shape)), x.element)


def pair(b):
    """The sum and the largest of each row, or column, in one operation."""
    x = b.tensor(Value.is_tame, wild=False)
    dims = some_dims(b, len(x.shape))
    order = [d for d in range(len(x.shape)) if d not in dims]
    kind, total = kept(b, x, dims)
    _, top = kept(b, x, dims)
    loops = Generic(b, sizes_of(x))
    scalar = loops.read(x)
    loops.lines += [
        f"  %s = arith.addf %o0, {scalar.name} : {x.element}",
        f"  %m = arith.maximumf %o1, {scalar.name} : {x.element}",
    ]
    most = np.maximum(x.wide().max(tuple(dims)), 0.0)
    bound = None if x.is_exact else x.error().max(tuple(dims))
    loops.close(
        [(total, kind, order, "%s"), (top, kind, order, "%m")],
        set(dims),
        [
            Value("", kind, x.element, *sums.total(x, tuple(dims))),
            Value(
                "", kind, x.element, most if bound is not None else most.astype(x.want.dtype), bound
            ),
        ],
    )


def softmax(b):
    x = b.tensor(Value.is_tame, wild=False)
    dim = int(b.rng.integers(len(x.shape)))
    init = empty(b, sizes_of(x), x.element)
    with np.errstate(all="ignore"):
        powers = np.exp(x.wide() - x.wide().max(dim, keepdims=True))
        want = powers / powers.sum(dim, keepdims=True)
        # exp of a difference that is off, in f32, or each step in 16 bits.
        steps = 4 if x.element != "f32" else 1
        relative = (
            4 * x.error().max()
            + 2 * epsilon(x.element) * 16 * steps
            + (x.shape[dim] + 24) * 2 * epsilon("f32")
        )
        # The smallest powers are subnormal in f16.
        absolute = steps * spacing(np.zeros(()), x.element)
        bound = rounded(want, relative * want + absolute, x.element)
    b.define(
        f"linalg.softmax dimension({dim}) ins({x.name} : {x.type}) outs({init} : {x.type}) "
        f"-> {x.type}",
        (x.type, x.element),
        want,
        bound,
    )
