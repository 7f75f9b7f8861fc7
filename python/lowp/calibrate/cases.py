"""What lowp.bench measured, as modules that the compiler can predict."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from lowp.bench.contenders import OURS
from lowp.bench.errors import BenchError
from lowp.bench.products.kinds import find_kind
from lowp.bench.products.module_text import module_text
from lowp.bench.products.problem import Problem, choose_sizes
from lowp.bench.products.shapes import Shape
from lowp_lab.bench.quantize.case import Case
from lowp_lab.bench.quantize.cases import choose_cases
from lowp_lab.bench.quantize.epilogues import EPILOGUE_KINDS, epilogue_cases
from lowp_lab.bench.quantize.products import batched_cases, linear_cases

FUSIONS, GEMMS = "fusions", "gemms"


class Measured(NamedTuple):
    """A call that was measured. model: whose constants it tells of. text: the module.
    math: how its kernels compute functions."""

    name: str
    model: str
    text: str
    math: str
    seconds: float


def _is_k_major(record: dict[str, Any]) -> bool:
    return record["lhs_order"] == record["rhs_order"] == "k"


def _product(record: dict[str, Any]) -> Problem:
    kind = find_kind(record["kind"])
    shape = Shape(record["m"], record["n"], record["k"])
    types = (record["lhs"], record["rhs"], record["result"], record["fast"])
    return Problem(kind, shape, *types)


def _read_products(results: dict[str, Any]) -> list[Measured]:
    if results["sizes"] != "static":
        raise BenchError(
            "expected results of modules that know all sizes (--sizes static), got "
            f"--sizes {results['sizes']}"
        )
    measured = []
    for record in results["results"]:
        # What copies take first is no matter of the matmul's constants.
        if OURS not in record["entries"] or not _is_k_major(record):
            continue
        problem = _product(record)
        text = module_text(problem, choose_sizes(problem.shape, "static"))
        seconds = record["entries"][OURS]["median"]
        measured.append(Measured(str(problem), GEMMS, text, "exact", seconds))
    return measured


def _quantize(name: str, shape: str) -> list[Case]:
    sizes = tuple(map(int, shape.split("x")))
    return choose_cases([name], [sizes])


def _epilogue(_name: str, shape: str) -> list[Case]:
    return epilogue_cases(shape, EPILOGUE_KINDS)


# The sets of cases: what makes the cases of a name and a shape, and the model.
_SETS: dict[str, tuple[Callable[[str, str], list[Case]], str]] = {
    "quantize": (_quantize, FUSIONS),
    "bf16": (lambda _name, shape: linear_cases(shape), GEMMS),
    "f16": (lambda _name, shape: linear_cases(shape, "f16"), GEMMS),
    "batched": (lambda _name, _shape: batched_cases(), GEMMS),
    "epilogue": (_epilogue, GEMMS),
}


def _read_cases(results: dict[str, Any]) -> list[Measured]:
    make, model = _SETS[results["set"]]
    measured = []
    for record in results["results"]:
        entry = record["entries"].get(OURS)
        name, shape = record["case"], record["shape"]
        # Whole functions have launches of both models, and wrong results tell nothing.
        if not entry or not entry["agrees"] or (record["flops"] and model == FUSIONS):
            continue
        for case in make(name, shape):
            if (case.name, case.shape) == (name, shape):
                math = results.get("math", "exact")
                seconds = entry["median"]
                measured.append(Measured(str(case), model, case.text, math, seconds))
    return measured


def read_cases(results: dict[str, Any]) -> list[Measured]:
    """The calls of one file of results. Raises BenchError where they tell nothing of
    constants."""
    name = results.get("set")
    if name is None:
        return _read_products(results)
    if name not in _SETS:
        raise BenchError(
            f"expected results of --set dense, {', '.join(_SETS)}, got those of "
            f"--{name}: its launches are no cases on their own"
        )
    return _read_cases(results)
