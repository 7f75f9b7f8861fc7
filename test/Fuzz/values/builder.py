"""A function while it is written, and what it computes."""

import re

import numpy as np

from oracle.formats import DTYPES

from . import sizes
from .mix import Mix
from .program import Program, statements
from .value import Value, type_of

FLOATS = ["f32", "bf16", "f16"]
INTEGERS = {"i64": np.dtype(np.int64), "i32": np.dtype(np.int32)}
SIZES = [1, 2, 3, 5, 8, 16, 17, 24, 40, 64]
SPECIAL = [0.0, -0.0, np.nan, np.inf, -np.inf, 1e-40, -6e-8, 65504.0, 3e38]


class Builder:
    def __init__(self, seed, mix=Mix()):
        self.rng, self.mix = np.random.default_rng(seed), mix
        self.lines, self.parameters, self.inputs = [], [], []
        self.values, self.results, self.updated = [], [], {}
        self.depth = self.count = 0

    # Choices.

    def chance(self, numerator, denominator):
        return bool(self.rng.integers(denominator) < numerator)

    def choose(self, options):
        return options[self.rng.integers(len(options))]

    def size(self):
        return int(self.choose(SIZES))

    def numbers(self, shape, element, wild=False):
        """Ordinary ones, in which special ones are strewn where `wild`."""
        array = self.rng.standard_normal(shape) * 2.0 ** self.rng.integers(-3, 3)
        if wild and array.size:
            at = self.rng.random(shape) < 0.1
            array = np.where(at, self.rng.choice(SPECIAL, shape), array)
        with np.errstate(all="ignore"):
            return np.asarray(array, np.float32).astype(DTYPES[element])

    # Text.

    def fresh(self, prefix="v"):
        self.count += 1
        return f"%{prefix}{self.count}"

    def line(self, text):
        self.lines.append("  " * (self.depth + 1) + text)

    # Values.

    def add(self, value):
        self.values.append(value)
        return value

    def define(self, operation, like, want, bound=None, name=None):
        """The value of the line `operation`; `like`: (type, element)."""
        name = name or self.fresh()
        self.line(f"{name} = {operation}")
        return self.add(Value(name, *like, want, bound))

    def define_again(self, name, line, like, want, bound=None):
        """The value `name`, whose definition ends with `line`."""
        self.line(line)
        return self.add(Value(name, *like, want, bound))

    def argument(self, shape, element, unknown=(), array=None, wild=None):
        if array is None:
            wild = self.chance(1, 4) if wild is None else wild
            array = self.numbers(shape, element, wild)
        name, kind = f"%a{len(self.parameters)}", type_of(array.shape, element, unknown)
        self.parameters.append([name, kind, ""])
        self.inputs.append(array)
        return self.add(Value(name, kind, element, array))

    def scalar(self, element, number):
        """An argument that is a number: of index, i1 or a float."""
        name = f"%a{len(self.parameters)}"
        self.parameters.append([name, element, ""])
        self.inputs.append(number)
        return name

    def constant(self, text):
        name = self.fresh("c")
        self.line(f"{name} = arith.constant {text}")
        return name

    def find(self, test, last=(1, 3)):
        """One of the values for which `test` holds, the last one by the times `last`."""
        found = [value for value in self.values if test(value)]
        if not found:
            return None
        return found[-1] if self.chance(*last) else self.choose(found)

    def tensor(self, test=lambda value: True, rank=None, wild=None):
        """A tensor of floats of any dimensions, or of `rank`."""
        least, most = (rank, rank) if rank else self.mix.dims
        found = self.find(
            lambda value: value.element in FLOATS
            and value.want.size
            and least <= len(value.shape) <= most
            and value.want.size <= sizes.MOST_ELEMENTS
            and test(value)
        )
        if found and self.chance(5, 6):
            return found
        return self.any_argument(sizes.draw_shape(self, rank), self.choose(FLOATS), wild)

    def any_argument(self, shape, element, wild=None):
        """One whose sizes may be unknown, often of whole numbers, whose sums are exact."""
        unknown = [dim for dim in range(len(shape)) if self.rng.random() < self.mix.unknown]
        array = self.whole(shape, element) if self.chance(1, 2) and not wild else None
        return self.argument(shape, element, unknown, array, wild)

    def whole(self, shape, element):
        most = int(self.choose([2, 3, 8]))
        scale = 2.0 ** self.rng.integers(-2, 2)
        return (self.rng.integers(-most, most + 1, shape) * scale).astype(DTYPES[element])

    def matrix(self, test=lambda value: True, **options):
        found = self.find(
            lambda value: value.element in FLOATS
            and len(value.shape) == 2
            and value.want.size
            and test(value)
        )
        if found and self.chance(4, 5):
            return found
        return self.argument((self.size(), self.size()), self.choose(FLOATS), **options)

    def like(self, value, test=lambda value: True, **options):
        """Another value of the type of `value`, or an argument."""
        found = self.find(
            lambda other: other.type == value.type and other.shape == value.shape and test(other)
        )
        if found and self.chance(3, 4):
            return found
        return self.argument(value.shape, value.element, value.unknown, **options)

    def empty(self, value):
        """A tensor of the type of `value` that nobody has written to."""
        return self.empty_of(value.type, value.name)

    def empty_of(self, kind, source=None, dims=None):
        """Unknown sizes are those of `source`, dimension by dimension, or of `dims`:
        pairs of a tensor and its dimension."""
        sizes = []
        for dim, size in enumerate(kind[7:-1].split("x")[:-1]):
            if size != "?":
                continue
            name, number = dims[dim] if dims else (source, dim)
            tensor = next(value for value in self.values if value.name == name)
            index = self.constant(f"{number} : index")
            sizes.append(self.fresh("d"))
            self.line(f"{sizes[-1]} = tensor.dim {name}, {index} : {tensor.type}")
        name = self.fresh("e")
        self.line(f"{name} = tensor.empty({', '.join(sizes)}) : {kind}")
        return name

    def zeros(self, kind, element, **options):
        zero = self.constant(f"{'0.0' if element in FLOATS else '0'} : {element}")
        empty = self.empty_of(kind, **options)
        name = self.fresh("z")
        self.line(f"{name} = linalg.fill ins({zero} : {element}) outs({empty} : {kind}) -> {kind}")
        return name

    # The end.

    def leaves(self):
        """Values that no operation reads, arguments excepted; the last value if there are none."""
        read = re.findall(
            r"%[a-zA-Z_]\w*", " ".join(line.split(" = ", 1)[-1] for line in self.lines)
        )
        found = [
            value
            for value in self.values
            if not value.name.startswith("%a") and value.name.split("#")[0] not in read
        ]
        return found or [self.values[-1]]

    def finish(self):
        while not self.results or self.chance(1, 3):
            self.results.append(
                self.values[-1]
                if self.chance(2, 3) or not self.results
                else self.choose(self.values)
            )
        return Program(
            self.parameters,
            statements(self.lines),
            self.inputs,
            list(self.results),
            list(self.values),
            dict(self.updated),
        )
