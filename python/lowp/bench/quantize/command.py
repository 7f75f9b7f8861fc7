"""`python -m lowp.bench` with the sets quantize, bf16, f16, batched, formats and
epilogue."""

from __future__ import annotations

import argparse
import functools
import os
from collections.abc import Callable
from typing import Any

from lowp.bench.contenders import OURS
from lowp.bench.errors import BenchError
from lowp.bench.precompile import precompile_and_say
from lowp.bench.quantize.case import Case
from lowp.bench.quantize.cases import choose_cases
from lowp.bench.quantize.contenders import Kernels, compiled_torch, our_contender
from lowp.bench.quantize.epilogues import epilogue_cases
from lowp.bench.quantize.formats import format_cases
from lowp.bench.quantize.kernels import CaseFolder, CompiledCases
from lowp.bench.quantize.products import batched_cases, linear_cases
from lowp.bench.quantize.table import format_quantizes, speed_ratio
from lowp.bench.report.recording import require_torch
from lowp.bench.report.suite import run_suite

QUANTIZE = "quantize"
EPILOGUE = "epilogue"
# Matmuls without scales, and those whose scales the instruction takes.
_PRODUCTS: dict[str, Callable[[str | None], list[Case]]] = {
    "bf16": linear_cases,
    "f16": functools.partial(linear_cases, element="f16"),
    "batched": batched_cases,
    "formats": format_cases,
}
SETS = (QUANTIZE, *_PRODUCTS, EPILOGUE)


def is_asked_for(options: argparse.Namespace) -> bool:
    """Whether the options ask for these cases."""
    asked = [name for name in options.set or () if name in SETS]
    if not asked:
        return False
    if len(options.set) > 1 or options.shapes_file:
        raise BenchError(f"expected --set {asked[0]} alone, got other shapes beside it")
    return True


def _choose(options: argparse.Namespace) -> list[Case]:
    if options.set[0] == QUANTIZE:
        return choose_cases(options.cases, _parse_shapes(options.shapes))
    if options.set[0] == EPILOGUE:
        cases = epilogue_cases(options.shapes, options.kinds)
    else:
        cases = _PRODUCTS[options.set[0]](options.shapes)
    return _choose_named(cases, options.cases)


def _choose_named(cases: list[Case], chosen: list[str] | None) -> list[Case]:
    """The cases of some names, all by default, and those that they are compared
    with."""
    names = sorted({case.name for case in cases})
    for name in chosen or ():
        if name not in names:
            raise BenchError(f"expected a case, one of {', '.join(names)}, got {name!r}")
    wanted = set(chosen or names)
    wanted |= {case.baseline for case in cases if case.name in wanted}
    return [case for case in cases if case.name in wanted]


def _parse_shapes(text: str | None) -> list[tuple[int, ...]]:
    """Sizes of matrices and batches, as in 4096x7168,8x4096x7168."""
    shapes = []
    for part in text.split(",") if text else ():
        sizes = part.strip().split("x")
        if not all(size.isdecimal() and int(size) for size in sizes):
            raise BenchError(f"expected sizes as in 4096x7168, got {part!r}")
        shape = tuple(map(int, sizes))
        if len(shape) not in (2, 3) or any(size % 128 for size in shape[-2:]):
            raise BenchError(
                "expected two or three sizes, the last two multiples of 128, got "
                f"{part!r}"
            )
        shapes.append(shape)
    return shapes


def _find_kernels(options: argparse.Namespace) -> Kernels:
    if options.modules:
        if not os.path.isdir(options.modules):
            raise BenchError(f"expected a folder of modules, got '{options.modules}'")
        return CaseFolder(options.modules)
    if options.chip:
        return CompiledCases(options.chip, options.math)
    import lowp

    return CompiledCases(lowp.device_info(0).chip, options.math)


def _say(case: Case, record: dict[str, Any]) -> str:
    """The line of progress after one case."""
    entry = record["entries"].get(OURS)
    if not entry:
        return f"{case}: no figure"
    figure = f"{entry['of_copy']:.3f} of a copy"
    if case.flops:
        figure = f"{entry['tflops']:.0f} TFLOPS"
    ratio = speed_ratio(record)
    return f"{case}: {figure}" + (f", ratio {ratio:.2f}" if ratio else "")


def _measure(options: argparse.Namespace, cases: list[Case]) -> int:
    require_torch()
    from lowp.bench.hardware.copying import CopyGraph
    from lowp.bench.quantize.measure import measure

    contenders = [our_contender(_find_kernels(options))]
    if "torch" in options.peers:
        contenders.append(compiled_torch())
    copies = CopyGraph()
    results, is_good = run_suite(
        options,
        cases,
        lambda case, *how: measure(case, contenders, copies, *how),
        _say,
        {one.name: one.version for one in contenders},
        math=options.math,
    )
    print(format_quantizes(results))
    if options.plots:
        from lowp.bench.quantize.plots import draw_quantizes

        print("plots: " + ", ".join(draw_quantizes(results, options.plots)))
    return 0 if is_good else 1


def run(options: argparse.Namespace) -> int:
    """Returns the exit status: 1 where lowp lacks a figure, or its results are not
    those of the reference."""
    cases = _choose(options)
    if not cases:
        raise BenchError("expected cases to measure, got none; see --cases, --shapes")
    if options.precompile:
        modules = {case.file_name: case.text for case in cases}
        return precompile_and_say(options, modules)
    return _measure(options, cases)
