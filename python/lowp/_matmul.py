"""One product in low precision, without any MLIR."""

from __future__ import annotations

import functools
from typing import Any

from lowp._errors import LaunchError
from lowp._exchange import NO_STREAM
from lowp._layouts import Array
from lowp._linear import recipes, texts
from lowp.arrays import read, read_for_stream, understand
from lowp.compiler import compile
from lowp.device import device_info
from lowp.program import Function

_TYPES = ("bf16", "f16", "f32")


def _look_at(array: Any) -> Array:
    """Type, sizes, strides and device of an array."""
    value, layout = read(array)
    if layout is None:
        layout = read_for_stream(value, NO_STREAM, [])[1]
    result = understand(layout)
    if result is None:
        raise LaunchError(f"lowp.matmul: expected a matrix, got {array!r}")
    return result


@functools.lru_cache(maxsize=256)
def _program(n: int, k: int, type: str, turned: bool, recipe: str, device: int) -> Function:
    is_auto = recipe in ("auto", "none")
    chosen = None if is_auto else recipes.matmul_recipe(recipe)
    text = texts.linear((n, k), type, False, chosen, turned=turned)
    info = device_info(device) if device >= 0 else None
    program = compile(
        text,
        device="cpu" if info is None else "cuda",
        chip=None if info is None else info.chip,
        part=None if info is None else info.part,
        recipe="auto" if recipe == "auto" else None,
    )
    return program.functions[0]


def matmul(x: Any, w: Any, *, recipe: str, out: Any = None, stream: Any = None) -> Any:
    """x @ w in low precision; both are quantized in the call.

    x: M x K. w: K x N; a transpose of rows, such as `weight.T`, is read as it is.
    Both bf16, f16 or f32, of one library as for `Function.__call__`, on one device: a
    GPU, or the CPU, where it is slow. recipe: a preset, e.g. "rowwise" or
    "block_1x128_128x128"; a family, whose forward recipe counts; "auto" for the
    fastest on this GPU; "none". out, stream: as for `Function.__call__`.

    Returns M x N of the type of x. The program of each K x N is compiled once and
    kept (see lowp.cache). Has no gradient: lowp.torch.linear has one. Raises
    LaunchError for arrays that do not fit, ValueError for unknown recipes."""
    left, right = _look_at(x), _look_at(w)
    for name, array in (("x", left), ("w", right)):
        if len(array.shape) != 2 or array.type not in _TYPES:
            raise LaunchError(
                f"lowp.matmul: expected {name} to be a matrix of bf16, f16 or f32, got "
                f"shape {tuple(array.shape)} of {array.type}"
            )
    k, n = right.shape
    if left.shape[1] != k or left.type != right.type:
        raise LaunchError(
            "lowp.matmul: expected x of M x K and w of K x N of one type, got "
            f"{tuple(left.shape)} of {left.type} and {tuple(right.shape)} of {right.type}"
        )
    is_transpose = tuple(right.strides) == (1, k) and n > 1 and k > 1
    if is_transpose:
        w = w.T
    function = _program(n, k, left.type, not is_transpose, recipe, left.device)
    return function(x, w, out=out, stream=stream)
