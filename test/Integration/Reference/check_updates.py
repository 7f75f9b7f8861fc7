# Arguments that are updated in place, and what else becomes of their old values; on the CPU and in
# the simulator.
#
# REQUIRES: numpy
# RUN: %python %s --lib=%lowp_lib_dir
# RUN: %lowp_tools_dir/lowp-simulate %python %s --lib=%lowp_lib_dir --gpu
"""Functions that update arguments in place, where old values and views of them are
results too, or the new values of other arguments.

Tensors are values: every result and every new value is computed from what the
arguments held before the call. The oracle is numpy on copies.
"""

import argparse
import itertools
import sys

import numpy as np

import hosts

T = "tensor<4x8xf32>"
RNG = np.random.default_rng(5)


class Case:
    """A function of x, y, ... of which `updates` says what each becomes, and
    `results` what is returned."""

    def __init__(self, label, text, names, updates, results=lambda *_: ()):
        self.label, self.text = label, text
        self.names, self.updates, self.results = names, updates, results
        self.shapes = [(4, 8)] * names


def donated(label, body, values, updated, types=None, order=None):
    """A function that returns `values`, each a name and what numpy makes of the
    arguments; value n is the new one of argument updated[n], or a result."""
    types = types or [T] * (1 + max(n for n in updated if n is not None))
    count = len(types)
    order = order or range(count)
    given = [
        f"%x{n}: {types[n]} {{lowp.aliasing_output = {updated.index(n)} : i64}}"
        if n in updated
        else f"%x{n}: {types[n]}"
        for n in order
    ]
    returned = [types[n] if n is not None else T for n in updated]
    text = (
        f"func.func @NAME({', '.join(given)}) -> ({', '.join(returned)}) {{\n{body}"
        f"  return {', '.join(name for name, _ in values)} : {', '.join(returned)}\n}}"
    )

    def make(kept):
        return lambda *old: [
            f(*(old[list(order).index(n)] for n in range(count)))
            for n, (_, f) in zip(updated, values)
            if kept(n)
        ]

    def after(*old):
        new = dict(zip([n for n in updated if n is not None], make(lambda n: n is not None)(*old)))
        return [new.get(n, kept) for n, kept in zip(order, old)]

    case = Case(label, text, count, after, make(lambda n: n is None))
    case.shapes = [tuple(map(int, types[n][7:-5].split("x"))) for n in order]
    return case


def nth(n):
    return lambda *x: x[n]


def permutations():
    for count in (1, 2, 3):
        for updated in itertools.permutations(range(count)):
            yield donated(
                f"permutation {updated}",
                "",
                [(f"%x{n}", nth(n)) for n in range(count)],
                list(updated),
            )


ADD = f"""  %one = arith.constant dense<1.0> : {T}
  %n = arith.addf %x0, %one : {T}
"""
NEW = ("%n", lambda x, *_: x + 1)
# What becomes of the old value of %x0: a name, the operations, numpy's words, a type.
VIEWS = {
    "whole": ("", "%x0", lambda x, *_: x, T),
    "slice": (
        f"  %o = tensor.extract_slice %x0[1, 0] [2, 8] [1, 1] : {T} to tensor<2x8xf32>\n",
        "%o",
        lambda x, *_: x[1:3],
        "tensor<2x8xf32>",
    ),
    "columns": (
        f"  %o = tensor.extract_slice %x0[0, 2] [4, 3] [1, 2] : {T} to tensor<4x3xf32>\n",
        "%o",
        lambda x, *_: x[:, 2:8:2],
        "tensor<4x3xf32>",
    ),
    "reshape": (
        f"  %o = tensor.collapse_shape %x0 [[0, 1]] : {T} into tensor<32xf32>\n",
        "%o",
        lambda x, *_: x.reshape(32),
        "tensor<32xf32>",
    ),
    "transpose": (
        f"  %e = tensor.empty() : tensor<8x4xf32>\n  %o = linalg.transpose ins(%x0 : {T}) "
        "outs(%e : tensor<8x4xf32>) permutation = [1, 0]\n",
        "%o",
        lambda x, *_: x.T,
        "tensor<8x4xf32>",
    ),
    "negated": (f"  %o = arith.negf %x0 : {T}\n", "%o", lambda x, *_: -x, T),
}


def previous():
    """%x1 gets what %x0 was."""
    for (name, (body, value, f, kind)), order in itertools.product(VIEWS.items(), ((0, 1), (1, 0))):
        yield donated(
            f"previous, {name} {order}", ADD + body, [NEW, (value, f)], [0, 1], [T, kind], order
        )
    yield donated(
        "shifted",
        ADD
        + f"""
  %s = tensor.extract_slice %x0[0, 0] [3, 8] [1, 1] : {T} to tensor<3x8xf32>
  %o = tensor.insert_slice %s into %x1[1, 0] [3, 8] [1, 1] : tensor<3x8xf32> into {T}
""",
        [NEW, ("%o", lambda x, p: np.concatenate([p[:1], x[:3]]))],
        [0, 1],
    )


ROW = f"""  %seven = arith.constant dense<7.0> : tensor<1x8xf32>
  %i = tensor.insert_slice %seven into %x0[2, 0] [1, 8] [1, 1] : tensor<1x8xf32> into {T}
"""


def inserted(x, *_):
    return np.where(np.arange(4)[:, None] == 2, np.float32(7), x)


def results():
    """Old values and views of new ones that are results."""
    for name in ("whole", "negated"):
        body, value, f, _ = VIEWS[name]
        yield donated(f"result, {name}", ADD + body, [NEW, (value, f)], [0, None])
    yield donated("result, new twice", ADD, [NEW, NEW], [0, None])
    yield donated("result, row replaced", ADD + ROW, [NEW, ("%i", inserted)], [0, None])
    yield donated("unchanged, row replaced", ROW, [("%x0", nth(0)), ("%i", inserted)], [0, None])
    yield donated("unchanged and another", ROW, [("%x0", nth(0)), ("%i", inserted)], [0, 1])
    yield donated("both the same", ADD, [NEW, NEW], [0, 1])
    # An argument that is not updated.
    other = [T, T]
    yield donated("another argument returned", ADD, [NEW, ("%x1", nth(1))], [0, None], other)
    yield donated(
        "another argument stored", "", [("%x1", nth(1)), ("%x0", nth(0))], [0, None], other
    )
    yield donated(
        "swapped and returned",
        "",
        [("%x1", nth(1)), ("%x0", nth(0)), ("%x0", nth(0)), ("%x1", nth(1))],
        [0, 1, None, None],
    )


CONTROL = f"""  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %o = scf.for %k = %c0 to %c3 step %c1 iter_args(%s = %x0) -> {T} {{
    %t = arith.addf %s, %s : {T}
    scf.yield %t : {T}
  }}
  %z = arith.constant 0.0 : f32
  %b = tensor.extract %x1[%c0, %c0] : {T}
  %p = arith.cmpf ogt, %b, %z : f32
  %q = scf.if %p -> {T} {{
    scf.yield %x0 : {T}
  }} else {{
    scf.yield %x1 : {T}
  }}
"""


def control():
    def looped(x, *_):
        return x * 8

    def chosen(x, y, *_):
        return x if y[0, 0] > 0 else y

    yield donated("loop", ADD + CONTROL, [NEW, ("%o", looped)], [0, 1])
    yield donated("branch", ADD + CONTROL, [NEW, ("%q", chosen)], [0, 1])
    yield donated(
        "branch, returned", ADD + CONTROL, [NEW, ("%o", looped), ("%q", chosen)], [0, 1, None]
    )


def stores():
    """As bufferization writes it."""

    def store(value, place):
        return f"bufferization.materialize_in_destination {value} in {place} : ({T}, {T}) -> {T}\n"

    head = f"func.func @NAME(%x0: {T} {{bufferization.writable = true}}) -> ({T}, {T}) {{\n" + ADD
    end = f"  return %m, %r : {T}, {T}\n}}"
    read = f"  %r = arith.addf %x0, %x0 : {T}\n"
    yield Case(
        "read behind a store",
        head + f"  %m = {store('%n', '%x0')}" + read + end,
        1,
        lambda x: [x + 1],
        lambda x: [x + 1, x + x],
    )
    for place in ("%x0", "%l"):
        yield Case(
            f"stored twice, {place}",
            head + f"  %l = {store('%n', '%x0')}" + read + f"  %m = {store('%r', place)}" + end,
            1,
            lambda x: [x + x],
            lambda x: [x + x, x + x],
        )
    yield Case(
        "the old value stored last",
        head + f"  %m = {store('%n', '%x0')}" + read + f"  %l = {store('%x0', '%x0')}" + end,
        1,
        lambda x: [x],
        lambda x: [x + 1, x + x],
    )


def run(case, function, lowp, on_gpu):
    given = [RNG.standard_normal(shape).astype(np.float32) for shape in case.shapes]
    arrays = [lowp.DeviceArray.from_host(x) if on_gpu else x.copy() for x in given]
    got = function(*arrays)
    got = got if isinstance(got, tuple) else () if got is None else (got,)
    arrays, got = ([x.to_host() if on_gpu else x for x in group] for group in (arrays, got))
    for kind, have, want in (
        ("argument", arrays, case.updates(*given)),
        ("result", got, case.results(*given)),
    ):
        for n, (a, b) in enumerate(itertools.zip_longest(have, want)):
            if a is None or b is None or not np.array_equal(a, b):
                yield f"{case.label}: {kind} {n} is wrong"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lib", required=True)
    parser.add_argument("--gpu", action="store_true")
    options = parser.parse_args()
    lowp = hosts.import_lowp(options.lib)
    cases = [*permutations(), *previous(), *results(), *control(), *stores()]
    text = "\n".join(case.text.replace("NAME", f"f{n}") for n, case in enumerate(cases))
    target = {"chip": "sm_90a", "image_format": "ptx"} if options.gpu else {"device": "cpu"}
    program = lowp.compile(text, use_cache=False, **target)
    wrong = [
        line
        for n, case in enumerate(cases)
        for line in run(case, program[f"f{n}"], lowp, options.gpu)
    ]
    print(f"{len(cases)} cases, {len(wrong)} wrong")
    print("\n".join(wrong))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
