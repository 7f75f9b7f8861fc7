"""What functions prepare of weights, in parts, and one function of parts of several.

A part is of one weight, or of several that a result is computed of. Parts of a weight that one
function has in common read it once, and those of weights of one size share launches.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from lowp._mlir.function import Function as MlirFunction
from lowp._mlir.types import Type, tensor
from lowp._mlir.value import Value
from lowp.program import Function

_WIDE = "f32"


class Weight(NamedTuple):
    """What a part reads. number: which argument of the whole function it is."""

    number: int
    type: str
    shape: tuple[int, ...]
    element: str

    def of(self, element: str) -> str | Type:
        """The type with other elements."""
        return self.type if element == self.element else tensor(*self.shape, element=element)


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


def join(uses: Sequence[Use], elements: Sequence[str | None]) -> str:
    """The text of a function, @write, of weights with these elements, that returns the results of
    all parts in their order, as prepared values. Weights are cast where parts want other elements,
    those of 16 bits by way of a wide one. None: the elements that parts read."""
    function = MlirFunction("write", 'lowp.fingerprint = "several"')
    read = {index: weight for use in uses for index, weight in zip(use.weights, use.part.weights)}
    given = {
        index: function.argument(weight.of(elements[index] or weight.element), f"w{index}")
        for index, weight in sorted(read.items())
    }

    @functools.cache
    def cast(index: int, element: str) -> Value:
        if elements[index] in (None, element):
            return given[index]
        return given[index].to(_WIDE).to(element)

    for part, weights in uses:
        values = [cast(index, weight.element) for index, weight in zip(weights, part.weights)]
        names = ", ".join(value.name for value in values)
        types = ", ".join(weight.type for weight in part.weights)
        call = f"func.call @{part.name}({names}) : ({types}) -> ({', '.join(part.results)})"
        function.give(*function.add_several(call, part.results))
    texts = {part.name: part.text for part, _weights in uses}
    return "\n".join([*texts.values(), str(function)])
