"""Reads and writes at positions that data tell."""

import numpy as np

from oracle.arithmetic import binary
from oracle.formats import DTYPES

from .value import type_of

COMBINERS = {
    "keep": ([], "%u"),
    "keep, a dead read": (["%dead = arith.mulf %x, %u"], "%u"),
    "add": (["%s = arith.addf %x, %u"], "%s"),
    "maximum": (["%s = arith.maximumf %u, %x"], "%s"),
}


def combined(name, old, new, element):
    if name.startswith("keep"):
        return new
    return binary("addf" if name == "add" else "maximumf", old, new, element)


def exact_matrix(b):
    x = b.matrix(lambda value: value.is_exact and "?" not in value.type)
    return x if x.is_exact and "?" not in x.type else b.argument((b.size(), b.size()), "f32")


def scatter(b, combiner):
    x, count = exact_matrix(b), b.size()
    updates = b.argument((count, x.shape[1]), x.element)
    rows = b.rng.integers(0, x.shape[0], count).astype(np.int64)
    positions = b.argument((count,), "i64", array=rows)
    want = x.want.copy()
    for row, update in zip(rows, updates.want):
        with np.errstate(all="ignore"):
            want[row] = combined(combiner, want[row], update, x.element)
    lines, result = COMBINERS[combiner]
    name = b.fresh()
    b.line(
        f"{name} = lowp.scatter ins({updates.name}, {positions.name} : {updates.type}, "
        f"{positions.type}) outs({x.name} : {x.type}) dimensions [0] {{"
    )
    b.line(f"^bb0(%u: {x.element}, %x: {x.element}):")
    for line in lines:
        b.line(f"  {line} : {x.element}")
    b.line(f"  lowp.scatter_yield {result} : {x.element}")
    b.define_again(name, f"}} -> {x.type}", (x.type, x.element), want)


def scatter_live(b):
    scatter(b, b.choose(["keep", "add", "maximum"]))


def scatter_dead(b):
    scatter(b, "keep, a dead read")


def gather(b):
    x, count = exact_matrix(b), b.size()
    rows = b.rng.integers(0, x.shape[0], count).astype(np.int64)
    positions = b.argument((count,), "i64", array=rows)
    kind = type_of((count, x.shape[1]), x.element)
    empty, name = b.empty_of(kind), b.fresh()
    b.line(
        f"{name} = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, "
        f'j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}} ins({positions.name} : '
        f"{positions.type}) outs({empty} : {kind}) {{"
    )
    b.line(f"^bb0(%p: i64, %o: {x.element}):")
    b.line("  %r = arith.index_cast %p : i64 to index")
    b.line("  %c = linalg.index 1 : index")
    b.line(f"  %e = tensor.extract {x.name}[%r, %c] : {x.type}")
    b.line(f"  linalg.yield %e : {x.element}")
    b.define_again(name, f"}} -> {kind}", (kind, x.element), x.want[rows])


def running_sum(b):
    """Sums in f32 of small whole numbers: every order gives the same bits."""
    shape, dim = (b.size(), b.size()), int(b.rng.integers(2))
    array = b.rng.integers(-8, 8, shape).astype(np.float32)
    x = b.argument(shape, "f32", array=array.astype(DTYPES["f32"]))
    row = type_of((shape[1 - dim],), "f32")
    start, empty, name = b.zeros(row, "f32"), b.empty(x), b.fresh("s")
    b.line(
        f"{name}:2 = tm_tensor.scan dimension({dim}) inclusive(true) ins({x.name} : {x.type}) "
        f"outs({empty}, {start} : {x.type}, {row}) {{"
    )
    b.line("^bb0(%s: f32, %e: f32):")
    b.line("  %t = arith.addf %s, %e : f32")
    b.line("  tm_tensor.yield %t : f32")
    b.line(f"}} -> {x.type}, {row}")
    totals = np.cumsum(array, dim, dtype=np.float32)
    sums = b.add(x.__class__(f"{name}#0", x.type, "f32", totals))
    if b.chance(1, 2):  # Totals meet what they are made of.
        b.define(f"arith.subf {sums.name}, {x.name} : {x.type}", (x.type, "f32"), totals - array)
    if b.chance(1, 2):
        last = np.take(totals, -1, dim)
        b.add(x.__class__(f"{name}#1", row, "f32", last))
