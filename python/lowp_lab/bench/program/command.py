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
from lowp_lab.bench.program.comparison import check_shapes
from lowp_lab.bench.program.compiled import (
    OurFunction,
    Settings,
    bind_externals,
    compile_program,
    find_function,
)
from lowp_lab.bench.program.inputs import Sizes, make_given, make_random, parse_sizes
from lowp_lab.bench.program.outputs import name_unknown, shape_results
from lowp_lab.bench.program.table import format_program, is_wrong
from lowp_lab.bench.program.traffic import FunctionTraffic
from lowp_lab.bench.program.user_module import (
    TorchFunction,
    call_function,
    load_externals,
    load_function,
)
from lowp.bench.report.recording import record_all, require_torch
from lowp.bench.report.results import FORMAT

SET = "program"

__all__ = ["SET", "is_asked_for", "run"]


class _Source:
    """The module, and how it is compiled."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.path = options.program
        try:
            with open(self.path, encoding="utf-8") as file:
                self.text = file.read()
        except (OSError, ValueError) as error:
            raise BenchError(f"expected --program to name a module in text, got: {error}") from None
        chip, part = options.chip, None
        if not chip:
            chip, part = _find_native(options.part_file)
        self.settings = Settings(
            chip,
            options.recipe,
            options.math,
            options.config_file,
            options.parameters,
            options.part_file,
            part,
        )

    def describe(self) -> dict[str, Any]:
        return {"program": self.path, **self.settings._asdict()}


def _find_native(part_file: str | None) -> tuple[str, str | None]:
    """The chip of the first GPU, and its part unless a file describes it."""
    import lowp

    info = lowp.device_info(0)
    return info.chip, None if part_file else info.part


def _make_inputs(
    options: argparse.Namespace, ours: OurFunction, peer: TorchFunction | None
) -> list[Any]:
    """Makes the inputs of the user's file if it has any, otherwise random ones."""
    given = parse_sizes(options.shape)
    if peer is None or peer.make_inputs is None:
        sizes = Sizes(ours.lists(), given, name_unknown(ours.function.results))
        return make_random(ours.arguments, sizes, options.seed)
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
    source: _Source,
    ours: OurFunction,
    shapes: dict[str, tuple[int, ...]],
    results: Sequence[tuple[int, ...]],
) -> list[FunctionTraffic]:
    """Traffic of what a call runs, in its order. shapes: of the inputs by name."""
    settings = source.settings
    chip = DEFAULT_CHIP if settings.chip == "cpu" else settings.chip
    report = traffic.report_traffic(source.text, source.path, settings, chip)
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
    source: _Source,
    ours: OurFunction,
    shapes: dict[str, tuple[int, ...]],
) -> dict[str, Any]:
    """What is measured, for the results."""
    parameters = options.parameters if ours.prepare else None
    return {
        **source.describe(),
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
    from lowp.bench.hardware.machine import describe_machine
    from lowp_lab.bench.program.contenders import our_contender, torch_contenders
    from lowp_lab.bench.program.measure import Task, measure
    from lowp.bench.timing import BRIEF, SUSTAINED

    source = _Source(options)
    program = compile_program(source.text, source.path, source.settings)
    bind_externals(program, load_externals(options.external))
    ours = OurFunction(find_function(program, options.function), options.parameters)
    inputs = _make_inputs(options, ours, peer)
    shapes = _shape_inputs(ours, inputs)
    expected = call_function(peer, inputs) if peer else None
    given = parse_sizes(options.shape)
    written = shape_results(ours.function, shapes, given, expected)
    if expected is not None:
        check_shapes(written, expected)
    version = f"compiled for {source.settings.chip}"
    contenders = [our_contender(ours, written, version)]
    if peer and "torch" in options.peers:
        contenders += torch_contenders(peer)
    reported = _report(source, ours, shapes, written)
    kernels = frozenset(one.name for one in ours.function.program.kernels)
    task = Task(inputs, contenders, expected, reported, kernels)
    load = SUSTAINED if options.sustained else BRIEF
    results: dict[str, Any] = {
        "format": FORMAT,
        "set": SET,
        "machine": describe_machine(),
        "contenders": {one.name: one.version for one in contenders},
        "call": _describe_call(options, source, ours, shapes),
        "repetitions": options.repetitions,
        "load": load._asdict(),
        "results": [],
    }
    is_complete = record_all(
        "lowp.bench",
        [os.path.basename(source.path)],
        lambda _: measure(task, options.repetitions, load),
        _say,
        results,
        options.json,
    )
    print(format_program(results))
    return 0 if is_complete and not is_wrong(results) else 1
