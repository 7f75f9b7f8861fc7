"""The command line of `python -m lowp.bench`."""

from __future__ import annotations

import argparse

from lowp.bench import __doc__ as description
from lowp.bench.kinds import KINDS, MEASURED_KINDS, find_kind
from lowp.bench.peers import names
from lowp.bench.problem import (
    LHS_ORDERS,
    OPERAND_TYPES,
    RESULT_TYPES,
    RHS_ORDERS,
    Problem,
)
from lowp.bench.shapes import Shape, load_shapes, parse_shapes, set_names


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _sizes(text: str) -> list[int]:
    return [int(word) for word in _words(text)]


def _add_problems(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what is measured")
    group.add_argument(
        "--kinds", type=_words, default=list(MEASURED_KINDS), help=f"of {', '.join(KINDS)}"
    )
    sets = ", ".join(set_names())
    group.add_argument(
        "--set",
        type=_words,
        help=f"sets of shapes: {sets}; of a file all by default, else dense",
    )
    group.add_argument("--shapes", help="MxNxK,... instead of sets")
    group.add_argument("--shapes-file", help="JSON: a list of shapes, or sets by name")
    group.add_argument("--m", type=_sizes, help="only shapes of these M")
    group.add_argument("--lhs", choices=OPERAND_TYPES, default="e4m3")
    group.add_argument("--rhs", choices=OPERAND_TYPES, default="e4m3")
    group.add_argument(
        "--lhs-order",
        choices=LHS_ORDERS,
        default="k",
        help="contiguous dimension of lhs; what is not k is copied in each call",
    )
    group.add_argument("--rhs-order", choices=RHS_ORDERS, default="k")
    group.add_argument("--result", choices=RESULT_TYPES, default="bf16")
    group.add_argument(
        "--precise",
        action="store_true",
        help="tensorwise and rowwise without fast accumulation",
    )
    group.add_argument(
        "--peers", type=_words, default=names(), help=f"of {', '.join(names())}"
    )
    group.add_argument("--repetitions", type=int, default=7)


def _add_kernels(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("where our kernels come from")
    group.add_argument(
        "--sizes",
        choices=("static", "weights", "dynamic"),
        default="static",
        help="which sizes modules fix: all, those of rhs, none (default: static)",
    )
    group.add_argument("--modules", metavar="DIR", help="use what --precompile wrote")
    group.add_argument("--precompile", metavar="DIR", help="compile to DIR and stop")
    group.add_argument("--compiler", help="path of lowp-compile for --precompile")
    group.add_argument(
        "--config-file", metavar="FILE", help="compile with configs of lowp.tune"
    )
    group.add_argument(
        "--chip", help="e.g. sm_90a; default: the GPU's, for --precompile sm_90a"
    )


def _add_output(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("output")
    group.add_argument("--json", metavar="FILE", help="write results, shape by shape")
    group.add_argument("--plots", metavar="DIR", help="write PNGs (matplotlib)")
    group.add_argument(
        "--plot", metavar="FILE", help="table and, into --plots, PNGs of a JSON file"
    )
    group.add_argument(
        "--first-call",
        action="store_true",
        help="time first calls instead, compiled and from the cache (needs no torch)",
    )
    group.add_argument("--table", metavar="FILE", help="table of a JSON file")


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m lowp.bench",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_problems(parser)
    _add_kernels(parser)
    _add_output(parser)
    return parser


def _choose_shapes(options: argparse.Namespace) -> list[Shape]:
    if options.shapes:
        shapes = parse_shapes(options.shapes)
    elif options.shapes_file:
        shapes = load_shapes(options.set, options.shapes_file)
    else:
        shapes = load_shapes(options.set or ["dense"])
    return [shape for shape in shapes if not options.m or shape.m in options.m]


def choose_problems(options: argparse.Namespace) -> list[Problem]:
    """What is asked for, kind by kind."""
    kinds = [find_kind(name) for name in options.kinds]
    return [
        Problem(
            kind,
            shape,
            options.lhs,
            options.rhs,
            options.result,
            not options.precise,
            lhs_order=options.lhs_order,
            rhs_order=options.rhs_order,
        )
        for kind in kinds
        for shape in _choose_shapes(options)
    ]
