"""What functions prepare of weights, in parts, and one function of parts of several.

A part is of one weight, or of several that a result is computed of. Parts of a weight that one
function has in common read it once, and those of weights of one size share launches.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from lowp._mlir.types import tensor
from lowp.program import Function

_WIDE = "f32"


class Weight(NamedTuple):
    """What a part reads. number: which argument of the whole function it is."""

    number: int
    type: str
    shape: tuple[int, ...]
    element: str

    def of(self, element: str) -> str:
        """The type with other elements."""
        return self.type if element == self.element else str(tensor(*self.shape, element=element))


class Part(NamedTuple):
    """name, text: of a function; equal names are of equal texts. results: its types. arrays: which
    arrays of the whole function they are, one or more each."""

    name: str
    text: str
    weights: tuple[Weight, ...]
    results: tuple[str, ...]
    arrays: tuple[int, ...]


class Use(NamedTuple):
    """A part in a function of several. weights: the indices of what it reads."""

    part: Part
    weights: tuple[int, ...]


def _read(part: dict[str, Any], places: dict[int, list[int]]) -> Part:
    weights = tuple(
        Weight(each["number"], each["type"], tuple(each.get("shape", ())), each.get("element", ""))
        for each in part["arguments"]
    )
    results = part["results"]
    arrays = tuple(place for each in results for place in places[each["number"]])
    return Part(part["name"], part["text"], weights, tuple(x["type"] for x in results), arrays)


def parts_of(function: Function) -> tuple[Part, ...]:
    """The parts of what a function that reads prepared weights reads."""
    prepare = function.program[function._signature.prepare]
    # The arrays of each value: data and scales.
    places: dict[int, list[int]] = {}
    for place, result in enumerate(prepare.results):
        index = int(result.name.removeprefix("prepared").partition(".")[0])
        places.setdefault(index, []).append(place)
    return tuple(_read(part, places) for part in json.loads(prepare._signature.parts))


def _cast(value: str, weight: Weight, element: str) -> tuple[list[str], str]:
    """Lines that cast a weight, of `element`, to what a part reads, and its name there. Types of
    16 bits are cast by way of a wide one."""
    wanted = weight.element
    steps = [element, wanted] if _WIDE in (element, wanted) else [element, _WIDE, wanted]
    lines, name = [], value
    for before, after in zip(steps, steps[1:]):
        op = "extf" if after == _WIDE else "truncf"
        made = f"{value}_{wanted}_{after}"
        lines.append(f"  {made} = arith.{op} {name} : {weight.of(before)} to {weight.of(after)}")
        name = made
    return lines, name


class _Join:
    """Writes the function. elements: of the weights, which are cast where parts want others; None
    for what parts read."""

    def __init__(self, elements: Sequence[str | None]) -> None:
        self._elements = elements
        self._texts: dict[str, str] = {}
        self._types: dict[int, str] = {}
        self._cast: dict[tuple[int, str], str] = {}
        self._body: list[str] = []
        self._results: list[tuple[str, str]] = []

    def _weight(self, index: int, weight: Weight) -> str:
        """The name of a weight of the type that a part reads."""
        element = self._elements[index] or weight.element
        self._types[index] = weight.of(element)
        if element == weight.element:
            return f"%w{index}"
        key = index, weight.element
        if key not in self._cast:
            lines, self._cast[key] = _cast(f"%w{index}", weight, element)
            self._body += lines
        return self._cast[key]

    def add(self, use: Use) -> None:
        part, weights = use
        self._texts[part.name] = part.text
        given = ", ".join(map(self._weight, weights, part.weights))
        taken = ", ".join(weight.type for weight in part.weights)
        value, count = f"%v{len(self._results)}", len(part.results)
        types = f"({taken}) -> ({', '.join(part.results)})"
        self._body.append(f"  {value}:{count} = func.call @{part.name}({given}) : {types}")
        self._results += [(f"{value}#{index}", kind) for index, kind in enumerate(part.results)]

    def __str__(self) -> str:
        given = ", ".join(f"%w{index}: {kind}" for index, kind in sorted(self._types.items()))
        values, types = (", ".join(each) for each in zip(*self._results))
        head = f'func.func @write({given}) -> ({types}) attributes {{lowp.fingerprint = "several"}}'
        end = f"  return {values} : {types}"
        return "\n".join([*self._texts.values(), f"{head} {{", *self._body, end, "}\n"])


def join(uses: Sequence[Use], elements: Sequence[str | None]) -> str:
    """The text of a function, @write, of weights with these elements, that returns the results of
    all parts in their order, as prepared values. None: the elements that parts read."""
    result = _Join(elements)
    for use in uses:
        result.add(use)
    return str(result)
