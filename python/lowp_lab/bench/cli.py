"""`python -m lowp.bench`."""

from __future__ import annotations

import sys

from lowp._errors import Error
from lowp_lab.bench import everything
from lowp_lab.bench.arguments import make_parser
from lowp.bench.errors import BenchError
from lowp_lab.bench.grouped import command as grouped
from lowp_lab.bench.moe import command as moe
from lowp_lab.bench import products
from lowp_lab.bench.program import command as programs
from lowp_lab.bench.program.table import format_program
from lowp_lab.bench.quantize import command as quantizes
from lowp_lab.bench.reductions import command as reductions
from lowp.bench.report.progress import Progress
from lowp.bench.report.results import load
from lowp_lab.bench.suite import Suite

_SUITES = (quantizes.SUITE, grouped.SUITE, moe.SUITE, reductions.SUITE)


def _find_suite(results: dict) -> Suite:
    """That results are of, but for programs."""
    found = (each for each in _SUITES if results.get("set") in each.names)
    return next(found, products.SUITE)


def _format(results: dict) -> str:
    """The table of results."""
    if results.get("set") == programs.SET:
        return format_program(results)
    return _find_suite(results).format(results)


def _show_all(path: str) -> int:
    for results in everything.load_all(path):
        print(_format(results))
    return 0


def _show(options, path: str, draws: bool) -> int:
    if not draws and everything.is_written_in(path):
        return _show_all(path)
    results = load(path)
    print(_format(results))
    if draws and results.get("set") == programs.SET:
        raise BenchError("expected results that have plots, got those of --program")
    if draws:
        _find_suite(results).show_plots(results, options.plots or ".")
    return 0


def _time_first_calls(options) -> int:
    import lowp
    from lowp_lab.bench.first_call import format_first_calls, measure_first_call

    problems = products.SUITE.cases(options)
    chip = options.chip or lowp.device_info(0).chip
    progress = Progress(len(problems))
    calls = []
    for problem in problems:
        calls.append(measure_first_call(problem, chip, options.repetitions))
        progress.step(str(problem))
    progress.end()
    print(format_first_calls(calls))
    return 0


def _dispatch(options) -> int:
    if options.plot:
        return _show(options, options.plot, draws=True)
    if options.table:
        return _show(options, options.table, draws=False)
    if options.repetitions < 1:
        raise BenchError(f"expected --repetitions of 1 or more, got {options.repetitions}")
    if everything.is_asked_for(options):
        return everything.run(options)
    if programs.is_asked_for(options):
        return programs.run(options)
    for suite in _SUITES:
        if suite.is_asked_for(options):
            return suite.run(options)
    if options.first_call:
        return _time_first_calls(options)
    return products.SUITE.run(options)


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status: 0, 1 when lowp lacks a figure or a module was
    refused, 2 for errors."""
    options = make_parser().parse_args(arguments)
    try:
        return _dispatch(options)
    except Error as error:
        print(f"lowp.bench: error: {error}", file=sys.stderr)
        return 2
