"""Sums as front ends write them: in f32, rounded once."""

from __future__ import annotations

from typing import Any

from lowp.bench.products.kernels import FUNCTION


def _map(loops: int, results: list[int]) -> str:
    names = [f"d{loop}" for loop in range(loops)]
    read = ", ".join(names[loop] for loop in results)
    return f"affine_map<({', '.join(names)}) -> ({read})>"


def _tensor(sizes: list[str], element: str) -> str:
    return f"tensor<{''.join(size + 'x' for size in sizes)}{element}>"


def _rounded(case: Any, kept: list[str]) -> str:
    """The sums as elements of the result."""
    same = _map(len(kept), list(range(len(kept))))
    kinds = ", ".join(['"parallel"'] * len(kept))
    wide, narrow = _tensor(kept, "f32"), _tensor(kept, case.element)
    return f"""  %none = tensor.empty() : {narrow}
  %y = linalg.generic {{indexing_maps = [{same}, {same}], iterator_types = [{kinds}]}}
      ins(%sum : {wide}) outs(%none : {narrow}) {{
  ^bb0(%a: f32, %b: {case.element}):
    %c = arith.truncf %a : f32 to {case.element}
    linalg.yield %c : {case.element}
  }} -> {narrow}
"""


def sum_text(case: Any) -> str:
    """A module with one function, of the matrix. case: lowp_lab.bench.reductions.case.SumCase."""
    loops = len(case.sizes)
    sizes = [str(size) for size in case.sizes]
    if case.is_dynamic:
        sizes[0] = "?"
    kept = [sizes[dim] for dim in case.kept]
    matrix, wide = _tensor(sizes, case.element), _tensor(kept, "f32")
    maps = f"{_map(loops, list(range(loops)))}, {_map(loops, case.kept)}"
    kinds = ", ".join('"reduction"' if dim in case.dims else '"parallel"' for dim in range(loops))
    is_narrow = case.element != "f32"
    widen = f"    %w = arith.extf %a : {case.element} to f32\n" if is_narrow else ""
    rounded = _rounded(case, kept) if is_narrow else ""
    result = "%y" if is_narrow else "%sum"
    return f"""func.func @{FUNCTION}(%x: {matrix}) -> {_tensor(kept, case.element)} {{
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : {wide}
  %start = linalg.fill ins(%zero : f32) outs(%empty : {wide}) -> {wide}
  %sum = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}
      ins(%x : {matrix}) outs(%start : {wide}) {{
  ^bb0(%a: {case.element}, %old: f32):
{widen}    %s = arith.addf %old, {"%w" if is_narrow else "%a"} : f32
    linalg.yield %s : f32
  }} -> {wide}
{rounded}  return {result} : {_tensor(kept, case.element)}
}}
"""
