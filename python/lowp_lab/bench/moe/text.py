"""The program of a layer: docs/examples/moe.mlir at any sizes, in FP8 or in bf16."""

from __future__ import annotations

from lowp_lab.bench.moe.case import LayerCase
from lowp.bench.products.kernels import FUNCTION

_PARALLEL = '"parallel", "parallel"'
_HEAD = """
#tokens_by_inputs = affine_map<(t, e, k) -> (t, k)>
#experts_by_inputs = affine_map<(t, e, k) -> (e, k)>
#tokens_by_experts = affine_map<(t, e, k) -> (t, e)>
#row = affine_map<(m, n) -> (m)>
#element = affine_map<(m, n) -> (m, n)>
#token_choice = affine_map<(t, n, j) -> (t, j)>
#token_output = affine_map<(t, n, j) -> (t, n)>
"""
# The best scores of each token, and whose they are.
_ROUTER = """
  %c0 = arith.constant 0 : index
  %choices = arith.constant {k} : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %t = tensor.dim %x, %c0 : {x}
  %scores_empty = tensor.empty(%t) : {scores}
  %scores_zero = linalg.fill ins(%zero : f32) outs(%scores_empty : {scores}) -> {scores}
  %scores = linalg.matmul
      indexing_maps = [#tokens_by_inputs, #experts_by_inputs, #tokens_by_experts]
      ins(%x, %w_router : {x}, {router}) outs(%scores_zero : {scores}) -> {scores}
  %best_empty = tensor.empty(%t) : {best}
  %best_lowest = linalg.fill ins(%lowest : f32) outs(%best_empty : {best}) -> {best}
  %chosen_empty = tensor.empty(%t) : {chosen}
  %best:2 = tm_tensor.topk dimension(1) ins(%scores : {scores})
      outs(%best_lowest, %chosen_empty : {best}, {chosen}) {{
  ^bb0(%a: f32, %b: f32):
    %is_before = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %is_before : i1
  }} -> {best}, {chosen}
  %weights_empty = tensor.empty(%t) : {best}
"""
# The softmax of two scores.
_WEIGHTS_OF_TWO = """
  %weights = linalg.generic
      {{indexing_maps = [#element], iterator_types = [{parallel}]}}
      outs(%weights_empty : {best}) {{
  ^bb0(%o: f32):
    %token = linalg.index 0 : index
    %choice = linalg.index 1 : index
    %c1 = arith.constant 1 : index
    %other = arith.subi %c1, %choice : index
    %mine = tensor.extract %best#0[%token, %choice] : {best}
    %theirs = tensor.extract %best#0[%token, %other] : {best}
    %difference = arith.subf %theirs, %mine : f32
    %exp = math.exp %difference : f32
    %sum = arith.addf %exp, %one : f32
    %weight = arith.divf %one, %sum : f32
    linalg.yield %weight : f32
  }} -> {best}
"""
_WEIGHT_OF_ONE = """
  %weights = linalg.fill ins(%one : f32) outs(%weights_empty : {best}) -> {best}
"""
# Each expert's rows become neighbours.
_ORDER = """
  %ids = tensor.collapse_shape %best#1 [[0, 1]] : {chosen} into {ids}
  %rows, %places, %ends = lowp.order_rows %ids : {ids} -> {ids}, {ids}, {ends}
  %m = tensor.dim %ids, %c0 : {ids}
  %gathered_empty = tensor.empty(%m) : {x}
  %gathered = linalg.generic
      {{indexing_maps = [#row, #element], iterator_types = [{parallel}]}}
      ins(%rows : {ids}) outs(%gathered_empty : {x}) {{
  ^bb0(%row: i32, %o: bf16):
    %number = arith.index_cast %row : i32 to index
    %token = arith.divui %number, %choices : index
    %column = linalg.index 1 : index
    %value = tensor.extract %x[%token, %column] : {x}
    linalg.yield %value : bf16
  }} -> {x}
"""
_SWIGLU = """
  %gate = tensor.extract_slice %hidden[0, 0] [%m, {inner}] [1, 1] : {both} to {half}
  %up = tensor.extract_slice %hidden[0, {inner}] [%m, {inner}] [1, 1] : {both} to {half}
  %swiglu_empty = tensor.empty(%m) : {half}
  %swiglu = linalg.generic
      {{indexing_maps = [#element, #element, #element], iterator_types = [{parallel}]}}
      ins(%gate, %up : {half}, {half}) outs(%swiglu_empty : {half}) {{
  ^bb0(%g: bf16, %u: bf16, %o: bf16):
    %g_wide = arith.extf %g : bf16 to f32
    %u_wide = arith.extf %u : bf16 to f32
    %negative = arith.negf %g_wide : f32
    %exp = math.exp %negative : f32
    %sum = arith.addf %exp, %one : f32
    %silu = arith.divf %g_wide, %sum : f32
    %product = arith.mulf %silu, %u_wide : f32
    %rounded = arith.truncf %product : f32 to bf16
    linalg.yield %rounded : bf16
  }} -> {half}
"""
# Each token finds its rows at the places that they were brought to.
_SUM = """
  %sums_empty = tensor.empty(%t) : {wide}
  %sums_zero = linalg.fill ins(%zero : f32) outs(%sums_empty : {wide}) -> {wide}
  %sums = linalg.generic
      {{indexing_maps = [#token_choice, #token_output],
       iterator_types = ["parallel", "parallel", "reduction"]}}
      ins(%weights : {best}) outs(%sums_zero : {wide}) {{
  ^bb0(%weight: f32, %so_far: f32):
    %token = linalg.index 0 : index
    %column = linalg.index 1 : index
    %choice = linalg.index 2 : index
    %first = arith.muli %token, %choices : index
    %row = arith.addi %first, %choice : index
    %place = tensor.extract %places[%row] : {ids}
    %at = arith.index_cast %place : i32 to index
    %output = tensor.extract %outputs[%at, %column] : {x}
    %output_wide = arith.extf %output : bf16 to f32
    %term = arith.mulf %weight, %output_wide : f32
    %sum = arith.addf %so_far, %term : f32
    linalg.yield %sum : f32
  }} -> {wide}
  %y_empty = tensor.empty(%t) : {x}
  %y = linalg.generic
      {{indexing_maps = [#element, #element], iterator_types = [{parallel}]}}
      ins(%sums : {wide}) outs(%y_empty : {x}) {{
  ^bb0(%sum: f32, %o: bf16):
    %rounded = arith.truncf %sum : f32 to bf16
    linalg.yield %rounded : bf16
  }} -> {x}
  return %y : {x}
}}
"""


def _tensor(*sizes: int | str, element: str = "bf16") -> str:
    return f"tensor<{'x'.join(map(str, sizes))}x{element}>"


def _scaled(sizes: tuple[int | str, ...], block: str) -> str:
    text = "x".join(map(str, sizes))
    return f"!lowp.scaled<{text}xf8E4M3FN, #lowp.block<{block}>>"


def _types(case: LayerCase) -> dict[str, object]:
    experts, hidden, inner, k = case.experts, case.hidden, case.inner, case.choices
    return {
        "k": k,
        "inner": inner,
        "parallel": _PARALLEL,
        "x": _tensor("?", hidden),
        "wide": _tensor("?", hidden, element="f32"),
        "router": _tensor(experts, hidden),
        "scores": _tensor("?", experts, element="f32"),
        "best": _tensor("?", k, element="f32"),
        "chosen": _tensor("?", k, element="i32"),
        "ids": _tensor("?", element="i32"),
        "ends": _tensor(experts, element="i32"),
        "both": _tensor("?", 2 * inner),
        "half": _tensor("?", inner),
    }


def _product(
    result: str, rows: str, weights: str, n: int, k: int, case: LayerCase, is_fp8: bool
) -> str:
    """A product of each expert's rows and its weights, quantized for FP8."""
    x, w, y = _tensor("?", k), _tensor(case.experts, n, k), _tensor("?", n)
    ends = f"ends(%ends : {_tensor(case.experts, element='i32')})"
    if not is_fp8:
        return f"  %{result} = lowp.grouped_matmul %{rows}, %{weights} {ends} : {x}, {w} -> {y}\n"
    x_q, w_q = _scaled(("?", k), "1x128"), _scaled((case.experts, n, k), "128x128")
    return (
        f"  %{rows}_q = lowp.quantize %{rows} numerics <torchao> : {x} -> {x_q}\n"
        f"  %{weights}_q = lowp.quantize %{weights} numerics <torchao> : {w} -> {w_q}\n"
        f"  %{result} = lowp.grouped_scaled_matmul %{rows}_q, %{weights}_q {ends}\n"
        f"      : {x_q}, {w_q} -> {y}\n"
    )


def _signature(case: LayerCase, is_fp8: bool) -> str:
    # Only what is computed of weights can be prepared.
    parameter = " {lowp.parameter}" if is_fp8 else ""
    x = _tensor("?", case.hidden)
    return (
        f"func.func @{FUNCTION}(%x: {x}, %w_router: {_tensor(case.experts, case.hidden)},\n"
        f"    %w_gate_up: {_tensor(case.experts, 2 * case.inner, case.hidden)}{parameter},\n"
        f"    %w_down: {_tensor(case.experts, case.hidden, case.inner)}{parameter}) -> {x} {{"
    )


def layer_text(case: LayerCase, is_fp8: bool) -> str:
    """A module with a function of tokens, the router, gate and up of each expert
    and down, for any number of tokens."""
    hidden, inner, types = case.hidden, case.inner, _types(case)
    weights = _WEIGHTS_OF_TWO if case.choices == 2 else _WEIGHT_OF_ONE
    parts = [
        *(part.format(**types) for part in (_ROUTER, weights, _ORDER)),
        _product("hidden", "gathered", "w_gate_up", 2 * inner, hidden, case, is_fp8),
        _SWIGLU.format(**types),
        _product("outputs", "swiglu", "w_down", hidden, inner, case, is_fp8),
        _SUM.format(**types),
    ]
    return _HEAD + _signature(case, is_fp8) + "".join(parts)
