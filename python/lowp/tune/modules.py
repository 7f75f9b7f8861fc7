"""A folder of compiled candidates, to be measured on another machine."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

from lowp._files import write_text
from lowp.bench.errors import Unsupported
from lowp.bench.products import kernels
from lowp.bench.products.kinds import find_kind
from lowp.bench.products.library_call import LibraryFunction
from lowp.bench.products.problem import Problem
from lowp.bench.products.shapes import Shape
from lowp.bench.report import results
from lowp.tune.building import Built, function_name
from lowp.tune.candidates import Candidate, Job

_FILE = "tune.json"
_FORMAT = "lowp-tune-modules 1"


def _describe(job: Job, built: dict[int, Built]) -> dict:
    problem = job.problem
    return {
        "problem": {
            **problem._asdict(),
            "kind": problem.kind.name,
            "shape": list(problem.shape),
        },
        "key": job.key,
        "listed": job.listed,
        "candidates": [
            {**candidate._asdict(), **built[number]._asdict()}
            for number, candidate in enumerate(job.candidates)
        ],
    }


def save(folder: str, jobs: list[Job], built: list[dict[int, Built]]) -> None:
    """Writes what is in the folder beside the libraries."""
    content = {
        "format": _FORMAT,
        "jobs": [_describe(job, some) for job, some in zip(jobs, built)],
    }
    write_text(os.path.join(folder, _FILE), json.dumps(content, indent=1) + "\n")


def _read_job(entry: dict) -> tuple[Job, dict[int, Built]]:
    fields = dict(entry["problem"])
    fields["kind"] = find_kind(fields["kind"])
    fields["shape"] = Shape(*fields["shape"])
    candidates, built = [], {}
    for number, one in enumerate(entry["candidates"]):
        one = dict(one)
        built[number] = Built(one.pop("module"), one.pop("refusal"))
        candidates.append(Candidate(**one))
    job = Job(Problem(**fields), entry["key"], tuple(candidates), entry["listed"])
    return job, built


def load(folder: str) -> list[tuple[Job, dict[int, Built]]]:
    """What `save` wrote; the modules are names of files."""
    content = results.load(os.path.join(folder, _FILE), _FORMAT, "lowp.tune --precompile")
    return [_read_job(entry) for entry in content["jobs"]]


class FolderKernels:
    """Candidates of one job out of libraries of a folder."""

    def __init__(self, folder: str, built: dict[int, Built]) -> None:
        self._folder = folder
        self._built = built

    def bind(self, number: int, arrays: tuple, result: Any) -> Callable[[], None]:
        """A call without arguments that writes `result`."""
        module = _module_of(self._built[number])
        path = os.path.abspath(os.path.join(self._folder, module))
        function = LibraryFunction(path, function_name(number))
        return function.bind((*arrays, result), kernels.current_stream, kernels.allocate)


class ProgramKernels:
    """Candidates of one job out of programs of this process."""

    def __init__(self, built: dict[int, Built]) -> None:
        self._built = built

    def bind(self, number: int, arrays: tuple, result: Any) -> Callable[[], None]:
        """A call without arguments that writes `result`."""
        function = _module_of(self._built[number])[function_name(number)]
        return lambda: function(*arrays, out=result)


def _module_of(built: Built) -> Any:
    if built.module is None:
        raise Unsupported(f"refused: {built.refusal}")
    return built.module
