"""`python -m lowp.bench`."""

from __future__ import annotations

import os
import sys

from lowp._errors import Error
from lowp.bench import everything
from lowp.bench.arguments import choose_problems, make_parser
from lowp.bench.contenders import OURS, STATIC, find_peers, our_contender
from lowp.bench.errors import BenchError
from lowp.bench.grouped import command as grouped
from lowp.bench.grouped.table import format_grouped
from lowp.bench.moe import command as moe
from lowp.bench.moe.table import format_moe
from lowp.bench.precompile import distinct_modules, precompile_and_say
from lowp.bench.products import any_m
from lowp.bench.products.kernels import CompiledKernels, ModuleFolder
from lowp.bench.program import command as programs
from lowp.bench.program.table import format_program
from lowp.bench.quantize import command as quantizes
from lowp.bench.quantize.table import format_quantizes
from lowp.bench.reductions import command as reductions
from lowp.bench.reductions.table import format_reductions
from lowp.bench.report.progress import Progress
from lowp.bench.report.ratios import ratio_to_fastest
from lowp.bench.report.recording import record_all, require_torch
from lowp.bench.report.results import FORMAT, load
from lowp.bench.report.table import format_results


def _find_kernels(options, sizes: str):
    if options.modules:
        return ModuleFolder(options.modules, sizes)
    chip = options.chip
    if chip is None:
        import lowp

        chip = lowp.device_info(0).chip
    return CompiledKernels(sizes, chip, options.config_file)


def _find_ours(options) -> list:
    """lowp, and of --set any-m also lowp that knows M."""
    sizes = any_m.choose_sizes(options)
    ours = [our_contender(_find_kernels(options, sizes))]
    if any_m.is_asked_for(options):
        ours.append(our_contender(_find_kernels(options, "static"), STATIC))
    return ours


def _find_format(results: dict):
    """What makes the table of results."""
    if results.get("set") == programs.SET:
        return format_program
    if results.get("set") == grouped.SET:
        return format_grouped
    if results.get("set") == moe.SET:
        return format_moe
    if results.get("set") == reductions.SET:
        return format_reductions
    return format_quantizes if results.get("set") in quantizes.SETS else format_results


def _show_all(path: str) -> int:
    for results in everything.load_all(path):
        print(_find_format(results)(results))
    return 0


def _show(options, path: str, draws: bool) -> int:
    if not draws and everything.is_written_in(path):
        return _show_all(path)
    results = load(path)
    print(_find_format(results)(results))
    if draws:
        _draw(results, options.plots or ".")
    return 0


def _option(results: dict) -> str:
    is_program = results["set"] == programs.SET
    return "--program" if is_program else f"--set {results['set']}"


def _draw(results: dict, folder: str) -> None:
    from lowp.bench.quantize.plots import draw_quantizes
    from lowp.bench.report.plots import draw

    if results.get("set") in (programs.SET, grouped.SET, moe.SET, reductions.SET):
        raise BenchError(
            f"expected results that have plots, got those of {_option(results)}"
        )
    is_quantize = results.get("set") in quantizes.SETS
    paths = draw_quantizes(results, folder) if is_quantize else draw(results, folder)
    print("plots: " + ", ".join(paths))


def _say(problem, record: dict) -> str:
    """The line of progress after one problem."""
    value = ratio_to_fastest(record)
    entry = record["entries"].get(OURS)
    figure = f"{entry['tflops']:.0f} TFLOPS" if entry else "no figure"
    return f"{problem}: {figure}" + (f", ratio {value:.3f}" if value else "")


def _run(options, problems) -> int:
    require_torch()
    from lowp.bench.hardware.machine import describe_machine
    from lowp.bench.products.measure import measure
    from lowp.bench.timing import BRIEF, SUSTAINED

    load = SUSTAINED if options.sustained else BRIEF
    peers, missing = find_peers(options.peers)
    contenders = [*_find_ours(options), *peers]
    results: dict = {
        "format": FORMAT,
        "machine": describe_machine(),
        "contenders": {one.name: one.version for one in contenders},
        "missing": missing,
        "sizes": any_m.choose_sizes(options),
        "repetitions": options.repetitions,
        "load": load._asdict(),
        "results": [],
    }
    is_complete = record_all(
        "lowp.bench",
        problems,
        lambda problem: measure(problem, contenders, options.repetitions, load),
        _say,
        results,
        options.json,
    )
    print(format_results(results))
    if options.plots:
        _draw(results, options.plots)
    has_figures = all(OURS in record["entries"] for record in results["results"])
    return 0 if is_complete and has_figures else 1


def _time_first_calls(options, problems) -> int:
    import lowp
    from lowp.bench.products.first_call import format_first_calls, measure_first_call

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
        raise BenchError(
            f"expected --repetitions of 1 or more, got {options.repetitions}"
        )
    if everything.is_asked_for(options):
        return everything.run(options)
    if programs.is_asked_for(options):
        return programs.run(options)
    if quantizes.is_asked_for(options):
        return quantizes.run(options)
    if grouped.is_asked_for(options):
        return grouped.run(options)
    if moe.is_asked_for(options):
        return moe.run(options)
    if reductions.is_asked_for(options):
        return reductions.run(options)
    problems = choose_problems(options)
    if not problems:
        raise BenchError("expected shapes to measure, got none; see --set and --m")
    if options.config_file and not os.path.isfile(options.config_file):
        raise BenchError(
            f"expected a file that lowp.tune wrote, got '{options.config_file}'"
        )
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
