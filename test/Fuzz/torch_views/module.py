"""A module of torch while it is drawn: lines of its forward, and what they compute of sample
tensors, whose shapes decide what may follow."""

from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

SIZES = [1, 2, 2, 3, 4, 4, 8, 8, 16, 16, 24, 32, 32, 48, 64]
MOST_ELEMENTS = 6144


@dataclass
class Drawn:
    """The text of a forward, its tensors and its parameters."""

    arguments: dict
    parameters: dict
    lines: list
    results: list

    @property
    def text(self):
        body = "".join(f"    {line}\n" for line in self.lines)
        return (
            f"def forward(self, {', '.join(self.arguments)}):\n{body}"
            f"    return {', '.join(self.results)},\n"
        )

    def module(self, dtype=None):
        """An nn.Module of it, with parameters of its own."""
        space = {"torch": torch, "F": F}
        exec(self.text, space)  # The text is made here, of forms and numbers alone.
        made = self.holder(type("Drawn", (nn.Module,), {"forward": space["forward"]}))
        return made if dtype is None else made.to(dtype)

    def holder(self, kind=nn.Module):
        """A module that has the parameters."""
        made = kind()
        for name, value in self.parameters.items():
            if name.startswith("linear"):
                layer = nn.Linear(value.shape[1], value.shape[0], bias=False)
                layer.weight = nn.Parameter(value.clone())
                made.add_module(name, layer)
            else:
                made.register_parameter(name, nn.Parameter(value.clone()))
        return made


class Drawing:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.dtype = torch.bfloat16 if self.chance(3, 4) else torch.float32
        self.values, self.drawn, self.count = {}, Drawn({}, {}, [], []), 0

    # Choices.

    def chance(self, numerator, denominator):
        return bool(self.rng.integers(denominator) < numerator)

    def choose(self, options):
        return options[int(self.rng.integers(len(options)))]

    def integer(self, low, high):
        return int(self.rng.integers(low, high))

    def shape(self, rank):
        shape = [self.choose(SIZES) for _ in range(rank)]
        while np.prod(shape) > MOST_ELEMENTS:
            shape[int(np.argmax(shape))] //= 2
        return shape

    # Tensors.

    def numbers(self, shape, scale=1.0):
        array = self.rng.standard_normal(shape) * scale
        return torch.from_numpy(np.asarray(array)).to(self.dtype)

    def argument(self, shape):
        name = f"a{len(self.drawn.arguments)}"
        self.values[name] = self.drawn.arguments[name] = self.numbers(shape)
        return name

    def parameter(self, shape, prefix="w", scale=1.0):
        name = f"{prefix}{len(self.drawn.parameters)}"
        self.drawn.parameters[name] = self.numbers(shape, scale)
        return f"self.{name}"

    def tensor(self, test=lambda value: True, rank=None):
        """The name of a value, the last ones more often, or of a new argument."""
        found = [
            name
            for name, value in self.values.items()
            if value.dim() >= 2 and test(value) and (rank is None or value.dim() == rank)
        ]
        if found and self.chance(5, 6):
            return found[-1] if self.chance(1, 2) else self.choose(found)
        return self.argument(self.shape(rank or self.integer(2, 5)))

    def like(self, shape):
        """The name of a value of this shape."""
        found = [name for name, value in self.values.items() if list(value.shape) == list(shape)]
        return self.choose(found) if found and self.chance(2, 3) else self.argument(shape)

    def add(self, expression):
        """The name of what an expression gives; nothing if it is too large or has none of it."""
        space = {"torch": torch, "F": F, "self": self.drawn.holder(), **self.values}
        with torch.no_grad():
            value = eval(expression, space)
        if not 0 < value.numel() <= 2 * MOST_ELEMENTS:
            return None
        self.count += 1
        name = f"v{self.count}"
        self.drawn.lines.append(f"{name} = {expression}")
        self.values[name] = value
        return name

    def size(self, name):
        return list(self.values[name].shape)
