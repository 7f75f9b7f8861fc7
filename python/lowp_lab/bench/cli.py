"""`python -m lowp.bench`."""

from __future__ import annotations

from lowp_lab.bench import everything
from lowp_lab.bench.arguments import make_parser
from lowp.bench import command_line
from lowp.bench.errors import BenchError
from lowp_lab.bench.grouped import command as grouped
from lowp_lab.bench.moe import command as moe
from lowp_lab.bench import products
from lowp_lab.bench.program import command as programs
from lowp_lab.bench.program.table import format_program
from lowp_lab.bench.quantize import command as quantizes
from lowp_lab.bench.reductions import command as reductions
from lowp.bench.products.kernels import choose_chip
from lowp.bench.report.progress import Progress
from lowp.bench.report.results import load
from lowp_lab.bench.suite import Suite

# Products are what is asked for where no other set is.
_SUITES = (quantizes.SUITE, grouped.SUITE, moe.SUITE, reductions.SUITE, products.SUITE)


def _find_suite(results: dict) -> Suite:
    """That results are of, but for programs."""
    found = (each for each in _SUITES if results.get("set") in each.names)
    return next(found, products.SUITE)


def _show(results: dict) -> None:
    """Prints the table of results."""
    is_program = results.get("set") == programs.SET
    print((format_program if is_program else _find_suite(results).format)(results))


def _plot(options) -> int:
    results = load(options.plot)
    _show(results)
    if results.get("set") == programs.SET:
        raise BenchError("expected results that have plots, got those of --program")
    _find_suite(results).show_plots(results, options.plots or ".")
    return 0


def _time_first_calls(options) -> int:
    from lowp_lab.bench.first_call import measure_first_call

    problems = products.SUITE.cases(options)
    chip = choose_chip(options)
    progress = Progress(len(problems))
    lines = ["first call, from the module's text to the result:"]
    for problem in problems:
        lines.append(measure_first_call(problem, chip, options.repetitions))
        progress.step(str(problem))
    progress.end()
    print("\n".join(lines))
    return 0


def _dispatch(options) -> int:
    if options.plot:
        return _plot(options)
    if options.table:
        for results in everything.load_all(options.table):
            _show(results)
        return 0
    if options.repetitions < 1:
        raise BenchError(f"expected --repetitions of 1 or more, got {options.repetitions}")
    if everything.is_asked_for(options):
        return everything.run(options)
    if programs.is_asked_for(options):
        return programs.run(options)
    suite = next(each for each in _SUITES if each.is_asked_for(options))
    if options.first_call and suite is products.SUITE:
        return _time_first_calls(options)
    return suite.run(options)


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status: 0, 1 when lowp lacks a figure or a module was
    refused, 2 for errors."""
    return command_line.run("lowp.bench", make_parser(), arguments, _dispatch)
