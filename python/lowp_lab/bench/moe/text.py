"""The program of a layer: docs/examples/moe.mlir at any sizes, in FP8 or in bf16."""

from __future__ import annotations

from lowp._linear.texts import ordered
from lowp._mlir.activations import swiglu
from lowp._mlir.function import Function
from lowp._mlir.types import scaled, tensor
from lowp._mlir.value import Value
from lowp.bench.products.kernels import FUNCTION
from lowp_lab.bench.moe.case import LayerCase


def _choose(function: Function, scores: Value, count: int) -> list[Value]:
    """The best scores of each token, and whose they are."""
    best = function.fill(tensor(None, count, element="f32"), "0xFF800000")
    chosen = function.empty(best.type.of("i32"))
    types = f"{best.type}, {chosen.type}"

    def is_before(one: Value, other: Value) -> Value:
        return function.compare("ogt", one, other)

    return function.add_several(
        f"tm_tensor.topk dimension(1) ins({scores.name} : {scores.type}) "
        f"outs({best.name}, {chosen.name} : {types})",
        [best.type, chosen.type],
        function.block(["f32", "f32"], is_before, "tm_tensor.yield"),
        f" -> {types}",
    )


def _weigh(function: Function, best: Value) -> Value:
    """The softmax of two scores of each token, or of one."""
    if best.type.sizes[1] == 1:
        return function.fill(best.type, 1.0)

    def weight(_old: Value) -> Value:
        token, choice = function.index(0), function.index(1)
        mine, theirs = (function.extract(best, token, each) for each in (choice, 1 - choice))
        return 1.0 / ((theirs - mine).math("exp") + 1.0)

    return function.generic("ij", [], function.empty(best.type), weight)


def _gather(function: Function, x: Value, rows: Value, choices: int) -> Value:
    """The token of each row."""

    def read(row: Value, _old: Value) -> Value:
        token = row.to("index").apply("arith.divui", choices)
        return function.extract(x, token, function.index(1))

    return function.generic("ij", [rows.along("i")], function.empty(x.type), read)


def _multiply(function: Function, rows: Value, weights: Value, ends: Value, is_fp8: bool) -> Value:
    """A product of each expert's rows and its weights, quantized for FP8."""
    result = tensor(None, weights.type.sizes[1])
    if is_fp8:
        rows, weights = (
            function.quantize(
                each, scaled(each.type.sizes, "f8E4M3FN", f"block<{block}>"), "numerics <torchao>"
            )
            for each, block in ((rows, "1x128"), (weights, "128x128"))
        )
    return function.product(rows, weights, result, ("ends", ends))


def _halves(function: Function, both: Value, inner: int) -> list[Value]:
    """Gate and up."""
    half = tensor(None, inner)
    assert function.rows is not None
    sizes = f"[{function.rows.name}, {inner}] [1, 1]"
    return [
        function.add(
            f"tensor.extract_slice {both.name}[0, {first}] {sizes} : {both.type} to {half}", half
        )
        for first in (0, inner)
    ]


def _sum_up(function: Function, weights: Value, outputs: Value, places: Value) -> Value:
    """Each token finds its rows at the places that they were brought to."""
    zeros = function.fill(outputs.type.of("f32")).along("hi")

    def add(weight: Value, total: Value) -> Value:
        token, column, choice = map(function.index, range(3))
        row = token * weights.type.sizes[1] + choice
        place = function.extract(places, row).to("index")
        return total + weight * function.extract(outputs, place, column).to("f32")

    sums = function.generic("hij", [weights.along("hj")], zeros, add)
    return function.elementwise([sums.along("ij")], lambda total: total)


def layer_text(case: LayerCase, is_fp8: bool) -> str:
    """A module with a function of tokens, the router, gate and up of each expert
    and down, for any number of tokens."""
    experts, hidden, inner = case.experts, case.hidden, case.inner
    function = Function(FUNCTION)
    x = function.argument(tensor(None, hidden), "x")
    router = function.argument(tensor(experts, hidden), "w_router")
    # Only what is computed of weights can be prepared.
    mark = "lowp.parameter" * is_fp8
    gate_up = function.argument(tensor(experts, 2 * inner, hidden), "w_gate_up", mark)
    down = function.argument(tensor(experts, hidden, inner), "w_down", mark)
    tokens = function.rows = function.size(x)
    scores = function.matmul(x, router, tensor(None, experts, element="f32"))
    best, chosen = _choose(function, scores, case.choices)
    weights = _weigh(function, best)
    flat = tensor(None, element="i32")
    ids = function.add(
        f"tensor.collapse_shape {chosen.name} [[0, 1]] : {chosen.type} into {flat}", flat
    )
    rows, places, ends = ordered(function, ids, experts)
    function.rows = function.size(ids)
    gathered = _gather(function, x, rows, case.choices)
    both = _multiply(function, gathered, gate_up, ends, is_fp8)
    activated = function.elementwise(_halves(function, both, inner), swiglu)
    outputs = _multiply(function, activated, down, ends, is_fp8)
    function.rows = tokens
    function.give(_sum_up(function, weights, outputs, places))
    return str(function)
