"""`python -m lowp.bench` with the sets quantize, bf16, f16, batched, formats and
epilogue."""

from __future__ import annotations

import argparse
import functools
from collections.abc import Callable
from typing import Any

from lowp.bench.errors import BenchError, expect_known
from lowp.bench.products.kernels import find_kernels
from lowp.bench.products.shapes import parse_sizes
from lowp_lab.bench.quantize.case import Case
from lowp_lab.bench.quantize.cases import choose_cases
from lowp_lab.bench.quantize.contenders import compiled_torch, our_contender
from lowp_lab.bench.quantize.epilogues import epilogue_cases
from lowp_lab.bench.quantize.formats import format_cases
from lowp_lab.bench.quantize.measure import measure
from lowp_lab.bench.quantize.plots import draw_quantizes
from lowp_lab.bench.quantize.products import batched_cases, linear_cases
from lowp_lab.bench.quantize.table import format_quantizes, speed_ratio
from lowp_lab.bench.suite import Suite, progress, tflops

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
    expect_known("a case", chosen, names)
    wanted = set(chosen or names)
    wanted |= {case.baseline for case in cases if case.name in wanted}
    return [case for case in cases if case.name in wanted]


def _parse_shapes(text: str | None) -> list[tuple[int, ...]]:
    """Sizes of matrices and batches, as in 4096x7168,8x4096x7168."""
    shapes = parse_sizes(text, "two or three sizes as in 4096x7168", (2, 3)) if text else []
    for shape in shapes:
        if any(size % 128 for size in shape[-2:]):
            raise BenchError(
                "expected two or three sizes, the last two multiples of 128, got "
                f"{'x'.join(map(str, shape))}"
            )
    return shapes


def _figure(case: Case, entry: dict[str, Any]) -> str:
    return tflops(case, entry) if case.flops else f"{entry['of_copy']:.3f} of a copy"


def _find_contenders(options: argparse.Namespace) -> list:
    """The copies that all are compared with, and who is measured."""
    from lowp.bench.hardware.copying import CopyGraph

    peers = [compiled_torch()] if "torch" in options.peers else []
    ours = our_contender(find_kernels(options))
    return [CopyGraph(), ours, *peers]


SUITE = Suite(
    SETS,
    ("shapes_file",),
    _choose,
    _find_contenders,
    measure,
    progress(_figure, speed_ratio, ", ratio {:.2f}"),
    format_quantizes,
    sources=lambda _options, case: [case],
    tell=lambda options: {"math": options.math},
    draw=draw_quantizes,
)
