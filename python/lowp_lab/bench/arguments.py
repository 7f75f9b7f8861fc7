"""The command line of `python -m lowp.bench`."""

from __future__ import annotations

import argparse

from lowp.bench import __doc__ as description
from lowp_lab.bench.everything import SETS
from lowp_lab.bench.grouped.sizes import DISTRIBUTIONS
from lowp.bench.peers import names
from lowp.bench import command_line
from lowp.bench.products import problem_arguments
from lowp.bench.products.problem import LHS_ORDERS, RHS_ORDERS
from lowp.bench.products.problem_arguments import add_modules, words
from lowp.bench.products.shapes import set_names
from lowp_lab.bench.program.arguments import add_program
from lowp_lab.bench.quantize.cases import case_names
from lowp_lab.bench.quantize.epilogues import EPILOGUES


def _add_problems(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what is measured")
    sets = ", ".join(set_names())
    problem_arguments.add_problems(
        group,
        f"sets of shapes: {sets}; of a file all by default, else dense; or quantize: "
        "quantizes and what they read instead of products; or bf16, f16 or batched: "
        "products without scales; or formats: products of MX and NVFP4; or epilogue: "
        "products and what follows them, of --kinds bf16 (the default), rowwise or "
        "tensorwise; or grouped: one product for the rows of each expert, of --kinds "
        "1x128.128x128, rowwise and bf16, with --shapes of groups, rows, N and K as in "
        "16x16640x8192x5120; or moe: a layer of experts, from the router to the weighted "
        "sum, with --shapes of experts, tokens, width and inner width as in "
        "16x8320x5120x4096; or reductions: sums over rows and over columns, of --kinds bf16 "
        "and f32, beside copies of as many bytes; or all: one set after the other, into one "
        "file of --json",
    )
    group.add_argument(
        "--cases",
        type=words,
        help=f"of --set quantize: {', '.join(case_names())}; of --set epilogue: "
        f"{', '.join(EPILOGUES)}; of --set grouped: rows, counts, k, "
        f"{', '.join(DISTRIBUTIONS)}; of --set all: {', '.join(SETS)} (default: all)",
    )
    group.add_argument(
        "--math",
        choices=("exact", "fast"),
        default="exact",
        help="of --set quantize and moe, and --program: how kernels compute functions and "
        "divisions; torch.compile's are approximations of the chip",
    )
    group.add_argument(
        "--lhs-order",
        choices=LHS_ORDERS,
        default="k",
        help="contiguous dimension of lhs; what is not k is copied in each call",
    )
    group.add_argument("--rhs-order", choices=RHS_ORDERS, default="k")
    group.add_argument(
        "--peers",
        type=words,
        default=names(),
        help=f"of {', '.join(names())}; none: lowp alone",
    )
    group.add_argument("--repetitions", type=int, default=7)
    group.add_argument(
        "--sustained",
        action="store_true",
        help="measure at the power limit: 0.3 s of calls a figure, without pauses",
    )


def _add_kernels(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("where our kernels come from")
    group.add_argument(
        "--sizes",
        choices=("static", "weights", "dynamic"),
        help="which sizes modules fix: all, those of rhs, none (default: static; of "
        "--set any-m, which compares with static ones: weights)",
    )
    add_modules(group)
    group.add_argument("--config-file", metavar="FILE", help="compile with configs of lowp.tune")


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
    parser = command_line.make_parser("lowp.bench", description)
    _add_problems(parser)
    add_program(parser)
    _add_kernels(parser)
    _add_output(parser)
    return parser
