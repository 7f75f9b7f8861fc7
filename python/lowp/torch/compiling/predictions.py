"""What lowp's cost model says of a region's matmuls."""

from __future__ import annotations

import collections
import dataclasses
import json
import os
import tempfile
from typing import Any

import lowp
from lowp.torch.compiling.programs import Region


@dataclasses.dataclass(frozen=True)
class Prediction:
    """Of one matmul. sizes: M, N and K; those that calls decide are assumed. recipe:
    its preset, or None. reason: why. us, without_us: microseconds of the matmul and its
    quantizes, and in its own type."""

    name: str
    sizes: tuple[int, int, int]
    recipe: str | None
    reason: str
    us: float
    without_us: float

    @staticmethod
    def read(fields: dict[str, Any]) -> Prediction:
        return Prediction(
            fields["name"],
            (fields["m"], fields["n"], fields["k"]),
            fields.get("recipe") or None,
            fields.get("reason", ""),
            fields["us"],
            fields["without_us"],
        )


def predict(region: Region, part: str | None) -> dict[str, collections.deque[Prediction]]:
    """The predictions for the matmuls of each name, in the order of the text. None
    without a part."""
    found: dict[str, collections.deque[Prediction]] = collections.defaultdict(collections.deque)
    if part is None:
        return found
    recipe = region.options.get("recipe", "")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "recipes.json")
        options = f"part={part} recipe={recipe} file={path}"
        lowp.run_pipeline(region.text, f"builtin.module(lowp-explain{{{options}}})")
        with open(path) as file:
            matmuls = json.load(file)["matmuls"]
    for fields in matmuls:
        prediction = Prediction.read(fields)
        found[prediction.name].append(prediction)
    return found
