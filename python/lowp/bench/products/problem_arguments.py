"""Options that say which problems, and where kernels come from; of several tools."""

from __future__ import annotations

import argparse

from lowp.bench.products.kinds import KINDS, MEASURED_KINDS, Kind, find_kind
from lowp.bench.products.problem import OPERAND_TYPES, RESULT_TYPES, Problem
from lowp.bench.products.shapes import Shape, load_shapes, parse_shapes


def words(text: str) -> list[str]:
    """What stands between commas."""
    return [word.strip() for word in text.split(",") if word.strip()]


def _sizes(text: str) -> list[int]:
    return [int(word) for word in words(text)]


def add_problems(group, sets_help: str) -> None:
    """Adds --set, --shapes, --shapes-file, --kinds, --m, and what types a product
    has."""
    add = group.add_argument
    add("--set", type=words, help=sets_help)
    add("--shapes", help="MxNxK,... instead of sets")
    add("--shapes-file", help="JSON: a list of shapes, or sets by name")
    add(
        "--kinds",
        type=words,
        help=f"of {', '.join(KINDS)} (default: {', '.join(MEASURED_KINDS)})",
    )
    add("--m", type=_sizes, help="only shapes of these M")
    add("--lhs", choices=OPERAND_TYPES, default="e4m3")
    add("--rhs", choices=OPERAND_TYPES, default="e4m3")
    add("--result", choices=RESULT_TYPES, default="bf16")
    add(
        "--precise",
        action="store_true",
        help="tensorwise and rowwise without fast accumulation",
    )


def add_modules(group, chips: str = "") -> None:
    """Adds --modules, --precompile, --compiler and --chip. chips: what else that may be."""
    add = group.add_argument
    add("--modules", metavar="DIR", help="use what --precompile wrote")
    add("--precompile", metavar="DIR", help="compile to DIR and stop")
    add("--compiler", help="path of lowp-compile for --precompile")
    add("--chip", help=f"e.g. sm_90a; default: the GPU's, for --precompile sm_90a{chips}")


def _choose_shapes(options: argparse.Namespace) -> list[Shape]:
    if options.shapes:
        shapes = parse_shapes(options.shapes)
    elif options.shapes_file:
        shapes = load_shapes(options.set, options.shapes_file)
    else:
        shapes = load_shapes(options.set or ["dense"])
    return [shape for shape in shapes if not options.m or shape.m in options.m]


def choose_kinds(options: argparse.Namespace) -> list[Kind]:
    """The kinds that are asked for."""
    return [find_kind(name) for name in options.kinds or MEASURED_KINDS]


def choose_problems(options: argparse.Namespace) -> list[Problem]:
    """What is asked for by the options of `add_problems`, kind by kind."""
    kinds = choose_kinds(options)
    shapes = _choose_shapes(options)
    return [
        Problem(kind, shape, options.lhs, options.rhs, options.result, not options.precise)
        for kind in kinds
        for shape in shapes
    ]
