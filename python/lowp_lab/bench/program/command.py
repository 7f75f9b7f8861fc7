"""`python -m lowp.bench --program FILE`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import Any

from lowp._sizes import name_sizes
from lowp.bench.contenders import OURS
from lowp.bench.errors import BenchError
from lowp.bench.precompile import DEFAULT_CHIP
from lowp_lab.bench.program import traffic
from lowp_lab.bench.program.arguments import is_asked_for
from lowp_lab.bench.program.compiled import (
    OurFunction,
    Settings,
    bind_externals,
    compile_program,
    find_function,
)
from lowp_lab.bench.program.inputs import make_given, make_random, parse_sizes, shape_arguments
from lowp_lab.bench.program.outputs import check_shapes, name_unknown, shape_results
from lowp_lab.bench.program.table import format_program, is_wrong
from lowp_lab.bench.program.traffic import FunctionTraffic
from lowp_lab.bench.program.user_module import (
    TorchFunction,
    call_function,
    load_externals,
    load_function,
)
from lowp.bench.report.recording import require_torch
from lowp_lab.bench.suite import record

SET = "program"

__all__ = ["SET", "is_asked_for", "run"]


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, ValueError) as error:
        raise BenchError(f"expected --program to name a module in text, got: {error}") from None


def _find_settings(options: argparse.Namespace) -> Settings:
    """By default for the chip of the first GPU, and its part unless a file describes it."""
    import lowp

    chip, part = options.chip, None
    if not chip:
        info = lowp.device_info(0)
        chip, part = info.chip, None if options.part_file else info.part
    return Settings(
        chip,
        options.recipe,
        options.math,
        options.config_file,
        options.parameters,
        options.part_file,
        part,
    )


def _make_inputs(
    options: argparse.Namespace, ours: OurFunction, peer: TorchFunction | None
) -> list[Any]:
    """Makes the inputs of the user's file if it has any, otherwise random ones."""
    given = parse_sizes(options.shape)
    if peer is None or peer.make_inputs is None:
        shapes = shape_arguments(ours.lists(), given, name_unknown(ours.function.results))
        return make_random(ours.arguments, shapes, options.seed)
    if given:
        raise BenchError(
            "expected no --shape, since make_inputs() of the file of --torch says the "
            f"sizes, got {options.shape[0]}"
        )
    return make_given(ours.arguments, peer, options.seed)


def _shape_inputs(ours: OurFunction, inputs: Sequence[Any]) -> dict[str, tuple[int, ...]]:
    """Shapes by name; of numbers, that of a tensor without dimensions."""
    names = (argument.name for argument in ours.arguments)
    return {name: tuple(getattr(one, "shape", ())) for name, one in zip(names, inputs)}


def _report(
    text: str,
    path: str,
    settings: Settings,
    ours: OurFunction,
    shapes: dict[str, tuple[int, ...]],
    results: Sequence[tuple[int, ...]],
) -> list[FunctionTraffic]:
    """Traffic of what a call runs, in its order. shapes: of the inputs by name."""
    chip = DEFAULT_CHIP if settings.chip == "cpu" else settings.chip
    report = traffic.report_traffic(text, path, settings, chip)
    functions = [(ours.function, results)]
    if ours.prepares_in_calls:
        functions.insert(0, (ours.prepare, ()))
    found = []
    for function, written in functions:
        # Prepared weights have fixed sizes, which the report knows.
        read = [shapes.get(one.name, ()) for one in function.arguments]
        sizes = name_sizes([*read, *written])
        found.append(traffic.read_function(report, function.name, sizes))
    return found


def _describe_call(
    options: argparse.Namespace,
    settings: Settings,
    ours: OurFunction,
    shapes: dict[str, tuple[int, ...]],
) -> dict[str, Any]:
    """What is measured, for the results."""
    parameters = options.parameters if ours.prepare else None
    return {
        "program": options.program,
        **settings._asdict(),
        "function": ours.function.name,
        "torch": options.torch,
        "externals": options.external,
        "parameters": parameters,
        "seed": options.seed,
        "most_error": options.most_error,
        "shapes": {name: list(shape) for name, shape in shapes.items()},
    }


def _say(what: str, record: dict[str, Any]) -> str:
    """The line of progress after the measurement."""
    return f"{what}: {record['entries'][OURS]['median'] * 1e6:.1f} us"


def run(options: argparse.Namespace) -> int:
    """Returns the exit status: 1 where results are not those of the peer."""
    peer = load_function(options.torch) if options.torch else None
    require_torch()
    from lowp_lab.bench.program.contenders import our_contender, torch_contenders
    from lowp_lab.bench.program.measure import Task, measure

    path, text, settings = options.program, _read(options.program), _find_settings(options)
    program = compile_program(text, path, settings)
    bind_externals(program, load_externals(options.external))
    ours = OurFunction(find_function(program, options.function), options.parameters)
    inputs = _make_inputs(options, ours, peer)
    shapes = _shape_inputs(ours, inputs)
    expected = call_function(peer, inputs) if peer else None
    given = parse_sizes(options.shape)
    written = shape_results(ours.function, shapes, given, expected)
    if expected is not None:
        check_shapes(written, expected)
    contenders = [our_contender(ours, written, f"compiled for {settings.chip}")]
    if peer and "torch" in options.peers:
        contenders += torch_contenders(peer)
    reported = _report(text, path, settings, ours, shapes, written)
    kernels = frozenset(one.name for one in ours.function.program.kernels)
    task = Task(inputs, contenders, expected, reported, kernels)
    results, is_complete = record(
        options,
        [os.path.basename(path)],
        lambda _, *how: measure(task, *how),
        _say,
        {"set": SET},
        {
            "contenders": {one.name: one.version for one in contenders},
            "call": _describe_call(options, settings, ours, shapes),
        },
    )
    print(format_program(results))
    return 0 if is_complete and not is_wrong(results) else 1
