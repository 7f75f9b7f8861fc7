"""`python -m lowp.calibrate`."""

from __future__ import annotations

import argparse
import os
import re
import tempfile
from collections.abc import Mapping, Sequence

from lowp._version import __version__
from lowp.bench import command_line
from lowp.bench.errors import BenchError
from lowp.bench.report.results import load
from lowp.calibrate import __doc__ as description
from lowp.calibrate.cases import FUSIONS, GEMMS, Measured, read_cases
from lowp.calibrate.fit import Constant, Figures, Fit, fit
from lowp.calibrate.machine import Part, ask_part, check_alike, check_part, find_chip
from lowp.calibrate.part_file import save_part
from lowp.calibrate.predict import Predictor
from lowp.calibrate.report import format_fit, summarize_fit

# What belongs to a card, of each model.
_CONSTANTS = {
    FUSIONS: (
        Constant("memory_share", most=1.0),
        Constant("launch_microseconds"),
        Constant("cycles_per_function"),
        Constant("cycles_per_approximation"),
        Constant("cycles_per_row_sum"),
        Constant("turned_extra"),
    ),
    GEMMS: (
        Constant("loaded_clock_16", most=1.0),
        Constant("loaded_clock_8", most=1.0),
        Constant("memory_bytes_per_cycle"),
        Constant("addend_reads"),
    ),
}
# Fewer cases for each constant would be fitted and not tested.
_CASES_PER_CONSTANT = 3


def make_parser() -> argparse.ArgumentParser:
    parser = command_line.make_parser("lowp.calibrate", description)
    add = parser.add_argument
    add("results", nargs="+", help="JSON files of lowp.bench, all of one GPU")
    add("-o", "--output", metavar="FILE", required=True, help="the part to write")
    add("--base", metavar="PART", help="the part of lowp's (default: the chip's usual)")
    add("--name", help="of the new part (default: by the name of the file)")
    return parser


def _choose_name(options: argparse.Namespace) -> str:
    stem = os.path.splitext(os.path.basename(options.output))[0]
    name = options.name or stem
    if not re.fullmatch(r"[A-Za-z0-9._-]+", name):
        raise BenchError(
            f"expected the part's name to be letters, digits and ._-, got {name!r}; "
            "give it one by --name"
        )
    return name


def _fit_model(
    model: str, cases: Sequence[Measured], part: Part, predictor: Predictor
) -> tuple[Fit, list[Measured]]:
    """The fit and the cases that it is of. Raises BenchError for too few."""
    predicted = predictor.predict(cases, {})
    known = [one for one, seconds in zip(cases, predicted) if seconds is not None]

    def predict(figures: Mapping[str, float]) -> list[float]:
        result = []
        for seconds in predictor.predict(known, figures):
            assert seconds is not None, "sizes alone decide what models speak of"
            result.append(seconds)
        return result

    if len(known) < _CASES_PER_CONSTANT:
        raise BenchError(_describe_few(model, len(known), 1))
    result = fit(_CONSTANTS[model], part.figures, predict, [one.seconds for one in known])
    count = len(result.figures)
    if len(known) < _CASES_PER_CONSTANT * count:
        raise BenchError(_describe_few(model, len(known), count))
    return result, known


def _describe_few(model: str, cases: int, constants: int) -> str:
    return (
        f"expected at least {_CASES_PER_CONSTANT * constants} cases of {model} for "
        f"{constants} constants, got {cases}; measure whole sets"
    )


def _calibrate(options: argparse.Namespace) -> int:
    name = _choose_name(options)
    results = [load(path) for path in options.results]
    check_alike(options.results, results)
    machine = results[0]["machine"]
    part = ask_part(find_chip(machine), options.base)
    check_part(machine, part)
    cases = [case for one in results for case in read_cases(one)]
    figures: Figures = {}
    errors = {}
    print(f"{machine['gpu']}, as part '{part.name}' of {part.chip}")
    with tempfile.TemporaryDirectory(prefix="lowp-calibrate-") as folder:
        predictor = Predictor(part, folder)
        for model in _CONSTANTS:
            chosen = [case for case in cases if case.model == model]
            if not chosen:
                print(f"\n{model}: no cases, constants stay as they are")
                continue
            result, known = _fit_model(model, chosen, part, predictor)
            print("\n" + format_fit(model, known, part.figures, result))
            figures |= result.figures
            errors[model] = summarize_fit(result)
    if not figures:
        raise BenchError("expected measurements of lowp's kernels, got none")
    note = {
        "gpu": machine["gpu"],
        "measured": machine.get("time"),
        "load": results[0]["load"],
        "results": [os.path.basename(path) for path in options.results],
        "errors": errors,
        "lowp": __version__,
    }
    save_part(options.output, name, part.name, figures, note)
    print(f"\nwrote part '{name}' to {options.output}")
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status: 0, or 2 for errors."""
    return command_line.run("lowp.calibrate", make_parser(), arguments, _calibrate)
