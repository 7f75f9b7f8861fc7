"""What functions should give: computed by the reference path, or read from the
archives that --precompile wrote beside the modules."""

from __future__ import annotations

import json
import os
import zipfile
from typing import BinaryIO, NamedTuple

from lowp._files import write
from lowp.bench.errors import Unsupported
from lowp.check.functions import FunctionCase, Tensor

FUNCTION = "check"
_SUFFIX = ".reference.zip"
_DESCRIPTION = "tensors.json"


class Expectation(NamedTuple):
    inputs: list[Tensor]
    results: list[Tensor]


def compute(case: FunctionCase, chip: str | None) -> Expectation:
    """Runs the reference path in this process, with the recipes that `chip` takes."""
    import lowp
    from lowp.check.memory import allocate, place

    inputs = case.make_inputs()
    function = lowp.compile(case.text, device="cpu", chip=chip, source_name=case.name)[FUNCTION]
    shapes = [tuple(dimension.size for dimension in each.dimensions) for each in function.results]
    types = [result.type for result in function.results]
    memories, out = zip(*(allocate(*each, "cpu") for each in zip(shapes, types)))
    arguments = [place(one.content, one.shape, one.type, "cpu") for one in inputs]
    function(*arguments, out=out)
    results = [Tensor(memory.shape, type, memory.read()) for memory, type in zip(memories, types)]
    return Expectation(inputs, results)


def _path(folder: str, case: FunctionCase) -> str:
    return os.path.join(folder, case.name + _SUFFIX)


def save(folder: str, case: FunctionCase, expectation: Expectation) -> None:
    """Writes an archive of inputs and results."""
    os.makedirs(folder, exist_ok=True)
    tensors = [*expectation.inputs, *expectation.results]
    description = {
        "inputs": len(expectation.inputs),
        "tensors": [[tensor.shape, tensor.type] for tensor in tensors],
    }

    def produce(file: BinaryIO) -> None:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(_DESCRIPTION, json.dumps(description))
            for number, tensor in enumerate(tensors):
                archive.writestr(str(number), tensor.content)

    write(_path(folder, case), produce)


def load(folder: str, case: FunctionCase) -> Expectation:
    """What `save` wrote. Raises Unsupported when there is nothing."""
    path = _path(folder, case)
    if not os.path.exists(path):
        raise Unsupported(
            f"expected '{path}', got no such file; give --precompile the same options"
        )
    with zipfile.ZipFile(path) as archive:
        description = json.loads(archive.read(_DESCRIPTION))
        tensors = [
            Tensor(tuple(shape), type, archive.read(str(number)))
            for number, (shape, type) in enumerate(description["tensors"])
        ]
    count = description["inputs"]
    return Expectation(tensors[:count], tensors[count:])
