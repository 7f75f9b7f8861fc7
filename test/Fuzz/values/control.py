"""Branches, loops and nests of them, which numbers of run time decide."""

import numpy as np

from .elementwise import combine
from .value import Value

# A few of these in a row stay exact and small.
STEPS = ["addf", "subf", "maximumf", "minimumf"]


class Step:
    """carried op other, said once and computed as often as the loop runs."""

    def __init__(self, b, carried):
        self.name, self.result = b.choose(STEPS), b.fresh()
        self.other = b.like(carried, lambda value: value.is_exact)
        if not self.other.is_exact:
            self.other = b.argument(carried.shape, carried.element)
        b.line(
            f"{self.result} = arith.{self.name} {carried.name}, {self.other.name} : {carried.type}"
        )
        if b.chance(1, 2):
            b.line(
                f"{b.fresh('dead')} = arith.mulf {carried.name}, {self.other.name} : {carried.type}"
            )

    def run(self, value):
        with np.errstate(all="ignore"):
            want, _ = combine(self.name, value, self.other)
        return Value(self.result, value.type, value.element, want)


def start(b):
    x = b.matrix(lambda value: value.is_exact)
    return x if x.is_exact else b.argument((b.size(), b.size()), "f32")


def branch(b):
    x = start(b)
    taken = b.chance(1, 2)
    condition = b.scalar("i1", taken) if b.chance(2, 3) else b.constant(str(taken).lower())
    name, sides = b.fresh("if"), []
    for opening, closing in (
        (f"{name} = scf.if {condition} -> ({x.type}) {{", "} else {"),
        (None, "}"),
    ):
        if opening:
            b.line(opening)
        b.depth += 1
        side = Step(b, x).run(x) if b.chance(3, 4) else x
        b.line(f"scf.yield {side.name} : {x.type}")
        b.depth -= 1
        b.line(closing)
        sides.append(side)
    b.add(Value(name, x.type, x.element, sides[0 if taken else 1].want))


def bound(b, trips):
    return b.scalar("index", trips) if b.chance(2, 3) else b.constant(f"{trips} : index")


def loop_over(b, x, depth):
    """The name of a loop, and a function from the carried value to the last."""
    trips, low = int(b.rng.integers(0, 4)), b.constant("0 : index")
    high, step = bound(b, trips), b.constant("1 : index")
    name, carried = b.fresh("loop"), Value(b.fresh("c"), x.type, x.element, x.want)
    known = len(b.values)
    b.line(
        f"{name} = scf.for {b.fresh('i')} = {low} to {high} step {step} iter_args("
        f"{carried.name} = {x.name}) -> ({x.type}) {{"
    )
    b.depth += 1
    inner = loop_over(b, carried, depth - 1)[1] if depth > 1 else Step(b, carried).run
    last = inner(carried)
    b.line(f"scf.yield {last.name} : {x.type}")
    b.depth -= 1
    b.line("}")
    # Arguments that the body has made are there after it, too.
    b.values[known:] = [value for value in b.values[known:] if value.name.startswith("%a")]

    def run(value):
        for _ in range(trips):
            value = inner(value)
        return Value(name, x.type, x.element, value.want)

    return name, run


def loop(b):
    x = start(b)
    b.add(loop_over(b, x, 1)[1](x))


def nested_loops(b):
    x = start(b)
    b.add(loop_over(b, x, 2)[1](x))
