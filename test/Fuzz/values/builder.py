"""A function while it is written, and what it computes."""

from dataclasses import dataclass, field

import numpy as np

from oracle.formats import DTYPES

from .value import Value, type_of

FLOATS = ["f32", "bf16", "f16"]
INTEGERS = {"i64": np.dtype(np.int64), "i32": np.dtype(np.int32)}
SIZES = [1, 2, 3, 5, 8, 16, 17, 24, 40, 64]
SPECIAL = [0.0, -0.0, np.nan, np.inf, -np.inf, 1e-40, -6e-8, 65504.0, 3e38]


@dataclass
class Program:
    """One function: its text with NAME for its name, what it is called with, and the
    values that it returns. `updated` are arguments that hold a value afterwards."""

    text: str
    inputs: list
    results: list
    updated: dict = field(default_factory=dict)
    waits: set = field(default_factory=set)


class Builder:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.lines, self.parameters, self.inputs = [], [], []
        self.values, self.results, self.updated = [], [], {}
        self.depth = self.count = 0
        # Type, data and scales of what a value was dequantized from, by its name.
        self.dequantized = {}

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

    def find(self, test):
        """One of the values for which `test` holds, the last ones more often."""
        found = [value for value in self.values if test(value)]
        if not found:
            return None
        return found[-1] if self.chance(1, 3) else self.choose(found)

    def matrix(self, test=lambda value: True, **options):
        found = self.find(lambda value: value.element in FLOATS and len(value.shape) == 2
                          and value.want.size and test(value))
        if found and self.chance(4, 5):
            return found
        return self.argument((self.size(), self.size()), self.choose(FLOATS), **options)

    def tame(self):
        return self.matrix(Value.is_tame, wild=False)

    def like(self, value, test=lambda value: True, **options):
        """Another value of the type of `value`, or an argument."""
        found = self.find(lambda other: other.type == value.type and test(other))
        if found and self.chance(3, 4):
            return found
        unknown = [dim for dim, size in enumerate(value.type[7:].split("x")) if size == "?"]
        return self.argument(value.shape, value.element, unknown, **options)

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

    def finish(self):
        while not self.results or self.chance(1, 3):
            self.results.append(self.values[-1] if self.chance(2, 3) or not self.results
                                else self.choose(self.values))
        types = ", ".join(value.type for value in self.results)
        names = ", ".join(value.name for value in self.results)
        parameters = ", ".join(f"{name}: {kind}{attributes}"
                               for name, kind, attributes in self.parameters)
        body = "\n".join(self.lines)
        text = (f"func.func @NAME({parameters}) -> ({types}) {{\n{body}\n"
                f"  return {names} : {types}\n}}\n")
        return Program(text, self.inputs, list(self.results), dict(self.updated))
