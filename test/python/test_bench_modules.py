"""The modules that lowp.bench and lowp.check measure compile, and take what
their operands are."""

import os

import lowp
import pytest
from lowp.bench.errors import BenchError
from lowp.bench.products.kinds import KINDS, find_kind, scale_shape
from lowp.bench.products.module_text import module_name, module_text
from lowp.bench.products.problem import Problem, choose_sizes
from lowp.bench.products.shapes import Shape

# See conftest.py.
RUNS_LONG = True

SHAPE = Shape(300, 264, 400)
# A product of any size has many kernels: one kind with scales of blocks and one without, all
# of them if LOWP_LONG_TESTS is set.
SAMPLE = list(KINDS) if os.environ.get("LOWP_LONG_TESTS") else ["tensorwise", "1x32.128x128"]


def compile(problem, sizes):
    text = module_text(problem, choose_sizes(problem.shape, sizes))
    return lowp.compile(text, chip="sm_90a", image_format="ptx")["gemm"]


def sizes_of(argument):
    return tuple(dimension.size for dimension in argument.dimensions)


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_static_sizes(kind):
    function = compile(Problem(kind, SHAPE), "static")
    m, n, k = SHAPE
    expected = [
        (m, k),
        scale_shape(kind.lhs, m, k),
        (n, k),
        scale_shape(kind.rhs, n, k),
    ]
    assert [sizes_of(argument) for argument in function.arguments] == expected
    assert sizes_of(function.results[0]) == (m, n)


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", SAMPLE)
def test_any_size(kind):
    function = compile(Problem(KINDS[kind], SHAPE, "e5m2", "e4m3", "f16"), "dynamic")
    lhs, _lhs_scales, rhs, _rhs_scales = function.arguments
    assert (lhs.type, rhs.type) == ("f8E5M2", "f8E4M3FN")
    assert function.results[0].type == "f16"
    shapes = [(300, 400), None, (264, 400), None]
    # N is not K: each follows from where it is.
    assert rhs.dimensions[0].of(shapes) == 264
    assert rhs.dimensions[1].of(shapes) == 400
    assert [d.of(shapes) for d in function.results[0].dimensions] == [300, 264]


def test_sizes_of_weights():
    function = compile(Problem(KINDS["rowwise"], SHAPE), "weights")
    assert sizes_of(function.arguments[0]) == (-1, 400)
    assert sizes_of(function.arguments[2]) == (264, 400)


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", SAMPLE)
def test_accumulation(kind):
    function = compile(Problem(KINDS[kind], SHAPE, result="f32", accumulate=True), "dynamic")
    assert [argument.type for argument in function.arguments][-1] == "f32"
    shapes = [(300, 400), None, (264, 400), None, (300, 264)]
    accumulator = function.arguments[-1]
    assert [d.of(shapes) for d in accumulator.dimensions] == [300, 264]


def count_copies(function, sizes):
    """Kernels beside that of the product, which has several where any M is to be
    fast."""
    kernels = [kernel.name for kernel in function.program.kernels]
    products = [name for name in kernels if "_gemm_" in name]
    assert len(products) == 1 if sizes == "static" else len(products) > 1
    return len(kernels) - len(products)


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "kind, sizes",
    [(kind, "static") for kind in KINDS] + [(kind, "dynamic") for kind in SAMPLE],
)
def test_transposed(kind, sizes):
    kind = KINDS[kind]
    problem = Problem(kind, SHAPE, lhs_order="m", rhs_order="n")
    function = compile(problem, sizes)
    m, n, k = SHAPE
    lhs, lhs_scales, rhs, _rhs_scales = function.arguments
    if sizes == "static":
        assert [sizes_of(lhs), sizes_of(rhs)] == [(k, m), (k, n)]
        assert sizes_of(lhs_scales) == scale_shape(kind.lhs, m, k)
    # One copy each, and zeros for a K of 0, which only the call may know.
    others = 1 if sizes == "dynamic" else 0
    assert count_copies(function, sizes) == 2 + others
    only_rhs = compile(problem._replace(lhs_order="k"), sizes)
    assert count_copies(only_rhs, sizes) == 1 + others


def test_names():
    problem = Problem(KINDS["rowwise"], SHAPE)
    names = [
        module_name(some, choose_sizes(SHAPE, sizes))
        for some in (
            problem,
            problem._replace(fast=False),
            problem._replace(rhs="e5m2"),
            problem._replace(rhs_order="n"),
            problem._replace(lhs_order="m"),
        )
        for sizes in ("static", "weights", "dynamic")
    ]
    assert names[:3] == [
        "rowwise-e4m3-e4m3-bf16-fast-300x264x400",
        "rowwise-e4m3-e4m3-bf16-fast-Mx264x400",
        "rowwise-e4m3-e4m3-bf16-fast-MxNxK",
    ]
    assert len(set(names)) == len(names)


def test_unknown_kind():
    with pytest.raises(BenchError, match="one of tensorwise, .*got 'columnwise'"):
        find_kind("columnwise")
