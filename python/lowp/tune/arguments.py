"""The command line of `python -m lowp.tune`."""

from __future__ import annotations

import argparse
import os

from lowp.bench import command_line
from lowp.bench.errors import BenchError
from lowp.bench.products import problem_arguments
from lowp.bench.products.problem import START, Problem
from lowp.tune import __doc__ as description
from lowp.tune.candidates import Scope
from lowp.tune.measure import Effort
from lowp.tune.unseen import unseen_problems


# Kinds whose scales groups of K have.
_KINDS_OF_SUMS = ("rowwise", "1x128.128x128", "1x128.1x128")
# What a kernel's table has room for.
_MOST_GROUPS = 1024


def _add_problems(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what is tuned")
    problem_arguments.add_problems(group, "sets of shapes of lowp.bench")
    group.add_argument(
        "--unseen",
        action="store_true",
        help="30 problems on which the cost model was not fitted, of all kinds",
    )
    group.add_argument("--accumulate", action="store_true", help="onto a matrix; --result=f32")
    group.add_argument(
        "--groups",
        type=int,
        metavar="G",
        help="grouped matmuls: M is divided into so many groups, each with a matrix",
    )
    group.add_argument(
        "--groups-of-k",
        type=int,
        metavar="G",
        help="the same of K, with a result of each group: gradients of experts' weights",
    )


def _check_groups(options: argparse.Namespace) -> None:
    for name in ("groups", "groups_of_k"):
        _check_count(options, name)
    if options.groups is not None and options.groups_of_k is not None:
        raise BenchError("expected --groups or --groups-of-k, got both")


def _check_count(options: argparse.Namespace, field: str) -> None:
    count, name = getattr(options, field), field.replace("_", "-")
    if count is None:
        return
    if count < 1 or count > _MOST_GROUPS:
        raise BenchError(f"expected --{name} of 1 to {_MOST_GROUPS}, got {count}")
    for other in ("accumulate", "unseen"):
        if getattr(options, other):
            raise BenchError(f"expected --{name} without --{other}, got both")


def _with_groups(problem: Problem, options: argparse.Namespace) -> Problem:
    if not options.groups_of_k:
        return problem._replace(groups=options.groups or 0)
    if problem.kind.name not in _KINDS_OF_SUMS:
        raise BenchError(
            f"expected --groups-of-k with --kinds of {', '.join(_KINDS_OF_SUMS)}, got "
            f"{problem.kind.name}"
        )
    if problem.shape.k % START:
        raise BenchError(
            f"expected --groups-of-k with a K that {START} divides, where groups begin, got "
            f"{problem.shape}"
        )
    return problem._replace(groups=options.groups_of_k, sums=True)


def _add_scope(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how far the search goes")
    group.add_argument(
        "--within",
        type=float,
        default=1.6,
        metavar="FACTOR",
        help="configs whose predicted time is up to this many times the best one's; "
        "0: all (default: 1.6)",
    )
    group.add_argument("--best", type=int, metavar="N", help="the best N of the ranking, at most")
    group.add_argument(
        "--variants",
        type=int,
        default=2,
        metavar="N",
        help="of the best N also other orders of tiles, epilogue stages, unrolling, "
        "clusters and starts of the next kernel; -1: of all (default: 2)",
    )
    group.add_argument(
        "--exhaustive",
        action="store_true",
        help="every legal config: --within=0 --variants=-1",
    )
    defaults = Effort()
    group.add_argument(
        "--repetitions",
        type=int,
        default=defaults.final,
        help=f"replays that count (default: {defaults.final})",
    )
    group.add_argument(
        "--finalists",
        type=int,
        default=defaults.finalists,
        help=f"candidates that get them (default: {defaults.finalists})",
    )


def _add_kernels(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("where kernels come from")
    problem_arguments.add_modules(group)
    group.add_argument(
        "--jobs",
        type=int,
        default=os.cpu_count() or 1,
        help="compilations at a time (default: processors)",
    )


def _add_output(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("output")
    group.add_argument("--json", metavar="FILE", help="write results, one by one")
    group.add_argument("--config-file", metavar="FILE", help="add the fastest configs to this file")
    group.add_argument(
        "--ranges",
        action="store_true",
        help="there each M also stands for those down to the next smaller one",
    )
    group.add_argument("--table", metavar="FILE", help="table and --config-file of a JSON file")


def make_parser() -> argparse.ArgumentParser:
    parser = command_line.make_parser("lowp.tune", description)
    _add_problems(parser)
    _add_scope(parser)
    _add_kernels(parser)
    _add_output(parser)
    return parser


def choose_problems(options: argparse.Namespace) -> list[Problem]:
    """What is asked for."""
    _check_groups(options)
    if options.unseen:
        kinds = problem_arguments.choose_kinds(options)
        return [
            problem
            for problem in unseen_problems()
            if problem.kind in kinds and (not options.m or problem.shape.m in options.m)
        ]
    if not (options.shapes or options.set or options.shapes_file):
        raise BenchError(
            "expected problems to tune, got none; see --shapes, --set, --shapes-file and --unseen"
        )
    if options.accumulate and options.result != "f32":
        raise BenchError(f"expected --result=f32 with --accumulate, got {options.result}")
    problems = problem_arguments.choose_problems(options)
    return [
        _with_groups(problem._replace(accumulate=options.accumulate), options)
        for problem in problems
    ]


def choose_scope(options: argparse.Namespace) -> Scope:
    """Which configs are asked for."""
    if options.within and options.within < 1:
        raise BenchError(f"expected --within of 1 or more, or 0 for all, got {options.within}")
    if options.best is not None and options.best < 1:
        raise BenchError(f"expected --best of 1 or more, got {options.best}")
    if options.exhaustive:
        return Scope(None, options.best, -1)
    return Scope(options.within or None, options.best, options.variants)


def choose_effort(options: argparse.Namespace) -> Effort:
    """How long is measured."""
    for name in ("repetitions", "finalists"):
        if getattr(options, name) < 1:
            raise BenchError(f"expected --{name} of 1 or more, got {getattr(options, name)}")
    return Effort(final=options.repetitions, finalists=options.finalists)
