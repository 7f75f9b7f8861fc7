"""A linalg.generic while it is written, and what it computes: loops, operands that are read
through maps of them, and a body of scalar operations."""

import numpy as np

from oracle.arithmetic import maximum, round_to
from oracle.formats import DTYPES

from . import functions, sizes, sums
from .elementwise import combine
from .value import Value, rounded


def map_text(rank, dims):
    """dims: loops, or None for the constant 0."""
    loops = [f"d{loop}" for loop in range(rank)]
    results = ["0" if dim is None else f"d{dim}" for dim in dims]
    return f"affine_map<({', '.join(loops)}) -> ({', '.join(results)})>"


def along_loops(array, dims, rank):
    """An array as the loops read it: of size 1 along those that it does not have."""
    if array is None:
        return None
    array = array[tuple(0 if dim is None else slice(None) for dim in dims)]
    kept = [dim for dim in dims if dim is not None]
    array = np.transpose(array, np.argsort(kept, kind="stable"))
    shape = [1] * rank
    for dim, size in zip(sorted(kept), array.shape):
        shape[dim] = size
    return array.reshape(shape)


class Generic:
    """`loops`: their sizes. Values of the body hold what they are at each point of the
    loops, in arrays that numpy broadcasts."""

    def __init__(self, b, loops):
        self.b, self.loops = b, list(loops)
        self.operands, self.lines, self.count = [], [], 0

    @property
    def rank(self):
        return len(self.loops)

    @property
    def shape(self):
        return tuple(size.number for size in self.loops)

    # Scalars.

    def read(self, value, dims=None):
        dims = list(range(self.rank)) if dims is None else list(dims)
        self.operands.append((value, dims))
        bound = None if value.is_exact else along_loops(value.bound, dims, self.rank)
        return Value(
            f"%x{len(self.operands)}",
            value.element,
            value.element,
            along_loops(value.want, dims, self.rank),
            bound,
        )

    def emit(self, operation, element, want, bound=None):
        self.count += 1
        self.lines.append(f"  %t{self.count} = {operation}")
        return Value(f"%t{self.count}", element, element, want, bound)

    def constant(self, number, element):
        want = np.full((1,) * self.rank, number).astype(DTYPES[element])
        text = sizes.literal(want.astype(np.float64).flat[0], element)
        return self.emit(f"arith.constant {text} : {element}", element, want)

    def binary(self, name, x, y):
        want, bound = combine(name, x, y, self.b.mix.is_fast)
        return self.emit(f"arith.{name} {x.name}, {y.name} : {x.element}", x.element, want, bound)

    def function(self, name, x):
        want, bound = functions.apply(name, x, self.b.mix.is_fast)
        return self.emit(f"math.{name} {x.name} : {x.element}", x.element, want, bound)

    def negate(self, x):
        return self.emit(f"arith.negf {x.name} : {x.element}", x.element, -x.want, x.bound)

    def cast(self, x, element):
        if x.element == element:
            return x
        if "f32" not in (x.element, element):
            x = self.cast(x, "f32")
        name = "extf" if element == "f32" else "truncf"
        with np.errstate(all="ignore"):
            exact = round_to(x.wide(), element)
            bound = None if x.is_exact else rounded(x.want, x.bound, element)
        return self.emit(
            f"arith.{name} {x.name} : {x.element} to {element}",
            element,
            exact if bound is None else x.want,
            bound,
        )

    # The end.

    def write(self, x, order=None):
        """The tensor of what each point has; its dimensions are the loops in `order`."""
        order = list(range(self.rank)) if order is None else list(order)
        results = [self.loops[loop] for loop in order]
        kind = sizes.type_from(results, x.element)
        init = sizes.empty(self.b, results, x.element)
        want, bound = (
            None if each is None else np.transpose(np.broadcast_to(each, self.shape), order).copy()
            for each in (x.want, x.bound)
        )
        value = Value("", kind, x.element, want, bound)
        return self.close([(init, kind, order, x.name)], set(), [value])[0]

    def total(self, x, dims, of_terms=None, start=None):
        """The sum along the loops `dims`, of terms that may be rounded to `of_terms`; `start`: a
        value that it is added to."""
        whole = Value(
            "",
            "",
            x.element,
            *(
                None if each is None else np.broadcast_to(each, self.shape)
                for each in (x.want, x.bound)
            ),
        )
        want, bound = sums.total(
            whole, tuple(dims), None if start is None else start.want, of_terms
        )
        return self.reduce("addf", x, dims, want, bound, 0.0, start)

    def largest(self, x, dims, name="maximumf"):
        side = 1.0 if name == "maximumf" else -1.0
        array = np.broadcast_to(x.wide(), self.shape)
        kept = tuple(size for dim, size in enumerate(self.shape) if dim not in dims)
        rows = np.moveaxis(array, sorted(dims), range(len(dims))).reshape(-1, *kept)
        want = np.full(kept, -side * np.inf)
        with np.errstate(all="ignore"):
            for row in rows:
                want = maximum(want, row, side)
        bound = None if x.is_exact else np.broadcast_to(x.bound, self.shape).max(tuple(dims))
        if bound is None:
            want = want.astype(x.want.dtype)
        return self.reduce(name, x, dims, want, bound, -side * np.inf)

    def reduce(self, name, x, dims, want, bound, identity, start=None):
        order = [loop for loop in range(self.rank) if loop not in dims]
        results = [self.loops[loop] for loop in order]
        kind = sizes.type_from(results, x.element)
        init = start.name if start else sizes.filled(self.b, results, x.element, identity)
        self.lines.append(f"  %r = arith.{name} %o0, {x.name} : {x.element}")
        value = Value("", kind, x.element, want, bound)
        return self.close([(init, kind, order, "%r")], set(dims), [value])[0]

    def close(self, outputs, reduced, values):
        """outputs: of each the tensor that it starts from, its type, its loops and the scalar
        that it yields."""
        b, name = self.b, self.b.fresh()
        inputs = [value for value, _ in self.operands]
        maps = [map_text(self.rank, dims) for _, dims in self.operands]
        maps += [map_text(self.rank, order) for _, _, order, _ in outputs]
        kinds = ['"reduction"' if loop in reduced else '"parallel"' for loop in range(self.rank)]
        read = (
            f" ins({', '.join(each.name for each in inputs)} : "
            f"{', '.join(each.type for each in inputs)})"
            if inputs
            else ""
        )
        types = ", ".join(kind for _, kind, _, _ in outputs)
        b.line(
            f"{name}{f':{len(outputs)}' if len(outputs) > 1 else ''} = linalg.generic "
            f"{{indexing_maps = [{', '.join(maps)}], iterator_types = [{', '.join(kinds)}]}}"
            f"{read} outs({', '.join(init for init, _, _, _ in outputs)} : {types}) {{"
        )
        block = [f"%x{number + 1}: {each.element}" for number, each in enumerate(inputs)]
        block += [f"%o{number}: {value.element}" for number, value in enumerate(values)]
        b.line(f"^bb0({', '.join(block)}):")
        for line in self.lines:
            b.line(line)
        b.line(
            f"  linalg.yield {', '.join(scalar for _, _, _, scalar in outputs)} : "
            f"{', '.join(value.element for value in values)}"
        )
        b.line(f"}} -> {types if len(outputs) == 1 else f'({types})'}")
        names = [name] if len(outputs) == 1 else [f"{name}#{n}" for n in range(len(outputs))]
        return [
            b.add(Value(each, value.type, value.element, value.want, value.bound))
            for each, value in zip(names, values)
        ]
