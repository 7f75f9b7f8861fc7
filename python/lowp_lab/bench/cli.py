"""`python -m lowp.bench`."""

from __future__ import annotations

import os
import sys

from lowp._errors import Error
from lowp_lab.bench import everything
from lowp_lab.bench.arguments import choose_problems, make_parser
from lowp.bench.contenders import OURS, STATIC, find_peers, our_contender
from lowp.bench.errors import BenchError
from lowp_lab.bench.grouped import command as grouped
from lowp_lab.bench.moe import command as moe
from lowp.bench.precompile import distinct_modules, precompile_and_say
from lowp.bench.products import any_m
from lowp.bench.products.kernels import PRODUCT, Products, find_kernels
from lowp.bench.products.measure import measure
from lowp_lab.bench.program import command as programs
from lowp_lab.bench.program.table import format_program
from lowp_lab.bench.quantize import command as quantizes
from lowp_lab.bench.reductions import command as reductions
from lowp.bench.report.progress import Progress
from lowp.bench.report.ratios import ratio_to_fastest
from lowp.bench.report.recording import require_torch
from lowp.bench.report.results import load
from lowp_lab.bench.suite import Suite, record
from lowp.bench.report.table import format_results

_SUITES = (quantizes.SUITE, grouped.SUITE, moe.SUITE, reductions.SUITE)


def _find_ours(options) -> list:
    """lowp, and of --set any-m also lowp that knows M."""
    kernels = find_kernels(options, PRODUCT)
    ours = [our_contender(Products(kernels, any_m.choose_sizes(options)))]
    if any_m.is_asked_for(options):
        ours.append(our_contender(Products(kernels, "static"), STATIC))
    return ours


def _find_suite(results: dict) -> Suite | None:
    """That results are of; None of products and programs."""
    return next((each for each in _SUITES if results.get("set") in each.names), None)


def _format(results: dict) -> str:
    """The table of results."""
    if results.get("set") == programs.SET:
        return format_program(results)
    suite = _find_suite(results)
    return suite.format(results) if suite else format_results(results)


def _show_all(path: str) -> int:
    for results in everything.load_all(path):
        print(_format(results))
    return 0


def _show(options, path: str, draws: bool) -> int:
    if not draws and everything.is_written_in(path):
        return _show_all(path)
    results = load(path)
    print(_format(results))
    if draws:
        _draw(results, options.plots or ".")
    return 0


def _option(results: dict) -> str:
    is_program = results["set"] == programs.SET
    return "--program" if is_program else f"--set {results['set']}"


def _draw(results: dict, folder: str) -> None:
    from lowp.bench.report.plots import draw

    suite = _find_suite(results)
    made = suite.draw if suite else draw
    if made is None or results.get("set") == programs.SET:
        raise BenchError(f"expected results that have plots, got those of {_option(results)}")
    print("plots: " + ", ".join(made(results, folder)))


def _say(problem, record: dict) -> str:
    """The line of progress after one problem."""
    value = ratio_to_fastest(record)
    entry = record["entries"].get(OURS)
    figure = f"{entry['tflops']:.0f} TFLOPS" if entry else "no figure"
    return f"{problem}: {figure}" + (f", ratio {value:.3f}" if value else "")


def _run(options, problems) -> int:
    require_torch()
    peers, missing = find_peers(options.peers)
    contenders = [*_find_ours(options), *peers]
    results, is_complete = record(
        options,
        problems,
        lambda problem, *how: measure(problem, contenders, *how),
        _say,
        {},
        {
            "contenders": {one.name: one.version for one in contenders},
            "missing": missing,
            "sizes": any_m.choose_sizes(options),
        },
    )
    print(format_results(results))
    if options.plots:
        _draw(results, options.plots)
    has_figures = all(OURS in record["entries"] for record in results["results"])
    return 0 if is_complete and has_figures else 1


def _time_first_calls(options, problems) -> int:
    import lowp
    from lowp_lab.bench.first_call import format_first_calls, measure_first_call

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
    problems = choose_problems(options)
    if not problems:
        raise BenchError("expected shapes to measure, got none; see --set and --m")
    if options.config_file and not os.path.isfile(options.config_file):
        raise BenchError(f"expected a file that lowp.tune wrote, got '{options.config_file}'")
    if options.precompile:
        modules = distinct_modules(problems, any_m.choose_sizes(options))
        if any_m.is_asked_for(options):
            modules |= distinct_modules(problems, "static")
        return precompile_and_say(options, modules)
    if options.first_call:
        return _time_first_calls(options, problems)
    return _run(options, problems)


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status: 0, 1 when lowp lacks a figure or a module was
    refused, 2 for errors."""
    options = make_parser().parse_args(arguments)
    try:
        return _dispatch(options)
    except Error as error:
        print(f"lowp.bench: error: {error}", file=sys.stderr)
        return 2
