"""The command line of `python -m lowp.check`."""

from __future__ import annotations

import argparse

from lowp.bench import command_line
from lowp.bench.errors import expect_known
from lowp.bench.products.kinds import KINDS, find_kind
from lowp.bench.products.problem_arguments import add_modules, words
from lowp.bench.products.shapes import parse_shapes
from lowp.check import __doc__ as description
from lowp.check.cases import (
    Case,
    dense_cases,
    ragged_shapes,
    random_shapes,
    varied_cases,
)
from lowp.check.functions import FunctionCase, function_cases
from lowp.check.grouped_draws import GroupedDraw, draws

_USUAL_DRAWS = 24


def make_parser() -> argparse.ArgumentParser:
    parser = command_line.make_parser("lowp.check", description)
    add = parser.add_argument
    add("--kinds", type=words, default=list(KINDS), help=f"of {', '.join(KINDS)}")
    add("--shapes", help="MxNxK,... instead of all: N of 8s, K of 16s")
    add("--random", type=int, default=8, metavar="COUNT", help="random shapes")
    add("--seed", type=int, default=0, help="of the random shapes")
    add("--no-dense", action="store_true", help="leave lowp.bench's shapes out")
    add(
        "--functions",
        type=words,
        help=f"whole functions and no products: {', '.join(function_cases())}; or "
        "none of them; default: all after the products, none with --shapes or --grouped",
    )
    add(
        "--deadline",
        type=float,
        default=20.0,
        metavar="SECONDS",
        help="that a case may take on a GPU, in a process that is begun anew after a failure; 0: "
        "all in this process, as compute-sanitizer wants it",
    )
    add("--json", metavar="FILE", help="write what came of each case, to send")
    add(
        "--grouped",
        type=int,
        metavar="COUNT",
        help="grouped matmuls to draw; default: 24 where all is checked, otherwise none",
    )
    add("--grouped-seed", type=int, default=0, help="of the first of them")
    add("--data", choices=("auto", "torch", "numpy", "plain"), default="auto")
    add_modules(parser, "; cpu: the reference path")
    return parser


def choose_functions(options: argparse.Namespace) -> list[FunctionCase]:
    """The whole functions that are asked for."""
    known = function_cases()
    names = options.functions
    if names is None:
        names = [] if options.shapes or options.grouped else list(known)
    elif names == ["none"]:
        names = []
    expect_known("a function", names, known)
    return [known[name] for name in names]


def choose_grouped(options: argparse.Namespace) -> list[GroupedDraw]:
    """The grouped matmuls that are asked for; all that there are where nothing is."""
    count = options.grouped
    if count is None:
        is_all = not options.shapes and not options.functions
        count = _USUAL_DRAWS if is_all else 0
    return draws(count, options.grouped_seed)


def choose_cases(options: argparse.Namespace) -> list[Case]:
    """The products that are asked for; none when only functions are."""
    asks_for_others = options.grouped or options.functions not in (None, ["none"])
    if asks_for_others and not options.shapes:
        return []
    kinds = [find_kind(name) for name in options.kinds]
    if options.shapes:
        return varied_cases(kinds, parse_shapes(options.shapes, least_m=0))
    shapes = ragged_shapes() + random_shapes(options.random, options.seed)
    cases = varied_cases(kinds, shapes)
    return cases if options.no_dense else cases + dense_cases(kinds)
