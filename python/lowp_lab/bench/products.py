"""`python -m lowp.bench` with sets of shapes: products with scales."""

from __future__ import annotations

import argparse

from lowp.bench.contenders import OURS, STATIC, Contender, find_peers, our_contender
from lowp.bench.products import any_m, problem_arguments
from lowp.bench.products.kernels import PRODUCT, Module, Products, find_kernels
from lowp.bench.products.measure import measure
from lowp.bench.products.module_text import module_name, module_text
from lowp.bench.products.problem import Problem, choose_sizes
from lowp.bench.report.plots import draw
from lowp.bench.report.ratios import ratio_to_fastest
from lowp.bench.report.table import format_results
from lowp_lab.bench.suite import Suite, progress, tflops


def _choose(options: argparse.Namespace) -> list[Problem]:
    """What is asked for, kind by kind."""
    return [
        problem._replace(lhs_order=options.lhs_order, rhs_order=options.rhs_order)
        for problem in problem_arguments.choose_problems(options)
    ]


def _ways(options: argparse.Namespace) -> dict[str, str]:
    """Which sizes modules fix, by the names of contenders: of --set any-m all of them, too."""
    static = {STATIC: "static"} if any_m.is_asked_for(options) else {}
    return {OURS: any_m.choose_sizes(options), **static}


def _find_contenders(options: argparse.Namespace) -> list[Contender]:
    kernels = find_kernels(options, PRODUCT)
    ours = [our_contender(Products(kernels, way), name) for name, way in _ways(options).items()]
    return [*ours, *find_peers(options.peers)[0]]


def _sources(options: argparse.Namespace, problem: Problem) -> list[Module]:
    sizes = [choose_sizes(problem.shape, way) for way in _ways(options).values()]
    return [Module(module_name(problem, each), module_text(problem, each)) for each in sizes]


SUITE = Suite(
    (),
    (),
    _choose,
    _find_contenders,
    measure,
    progress(tflops, ratio_to_fastest, ", ratio {:.3f}"),
    format_results,
    sources=_sources,
    tell=lambda options: {
        "missing": find_peers(options.peers)[1],
        "sizes": any_m.choose_sizes(options),
    },
    draw=draw,
)
