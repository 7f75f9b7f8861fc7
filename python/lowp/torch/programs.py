"""The programs of the operators, compiled once per process and key.

A key is what the text depends on, with the chip. The number of rows is not in it, but
for backward programs on a GPU: see linear_backward.
lowp's cache on disk keeps programs between processes.
"""

from __future__ import annotations

import functools
import threading
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from lowp._errors import CompileError, Error, LaunchError
from lowp.compiler import compile
from lowp.device import device_count, device_info
from lowp.program import Function, Program
from lowp._linear import grouped_gradients, recipes, scaled_texts, texts
from lowp.torch.scaled import kind_of
from lowp.torch.seeds import refuse_seeds, takes_seed

ELEMENTS = {torch.bfloat16: "bf16", torch.float16: "f16", torch.float32: "f32"}

# What torch.set_float32_matmul_precision says, as lowp's option f32_matmuls.
_F32_MATMULS = {"highest": "exact", "high": "tf32", "medium": "bf16"}

_lock = threading.Lock()
# By key: one lock each, so that equal layers wait and others do not.
_under_way: dict[tuple, threading.Lock] = {}
_functions: dict[tuple, Function] = {}


def element_of(dtype: torch.dtype, what: str) -> str:
    element = ELEMENTS.get(dtype)
    if element is None:
        raise LaunchError(f"{what}: expected tensors of bfloat16, float16 or float32, got {dtype}")
    return element


def dtype_of(element: str) -> torch.dtype:
    """The type that has this name. Raises StopIteration for others."""
    return next(dtype for dtype, name in ELEMENTS.items() if name == element)


@functools.cache
def chip_of(device: torch.device) -> str | None:
    """The chip of a device; None for the CPU."""
    if device.type == "cpu":
        return None
    if device.type != "cuda":
        advice = "; give it memory, e.g. by to_empty(device=...), or freeze it with device="
        hint = advice if device.type == "meta" else ""
        raise LaunchError(f"expected tensors on cpu or cuda, got {device}{hint}")
    return device_info(device.index or 0).chip


@functools.cache
def part_of(device: torch.device) -> str | None:
    """What a GPU is to the cost models; None where lowp has no figures of it."""
    return device_info(device.index or 0).part


def find_part(device: torch.device | None) -> str | None:
    """The same; the first GPU's of what is on none, and None where there is none, or no driver."""
    try:
        if device is not None and device.type == "cuda":
            return part_of(device)
        return device_info(0).part if device_count() else None
    except LaunchError:
        return None


def options_of(device: torch.device) -> dict[str, Any]:
    """What programs on a device are compiled for."""
    chip = chip_of(device)
    part = part_of(device) if chip else None
    return {"device": device.type, "chip": chip, "part": part}


def f32_matmuls() -> str:
    """What operands in f32 are multiplied in, as torch was told."""
    return _F32_MATMULS[torch.get_float32_matmul_precision()]


# What to take where a chip has no kernels for a format.
_ALTERNATIVES = (
    "; take a recipe of fp8 with scales in f32, such as 'rowwise_training' or "
    "'blockwise_training', or torch.compile with backend='lowp' and "
    "options={'compile': {'allow_emulation': True}}"
)


def _compile(
    what: str, device: torch.device, write: Callable[[], str], emulates: bool = False
) -> Program:
    try:
        return compile(
            write(),
            **options_of(device),
            f32_matmuls=f32_matmuls(),
            source_name=what,
            allow_emulation=emulates,
        )
    except CompileError as error:
        # Places in the text begin with the name that it has.
        if not any(each.file == what for each in error.diagnostics):
            error.args = (f"{what}: {error}",)
        raise
    except Error as error:
        raise LaunchError(f"{what}: {error}") from None


def _emulate(what: str, device: torch.device, write: Callable[[], str]) -> Program | None:
    """The program with other matmuls in place of those that the chip lacks; None where
    it is refused even so."""
    try:
        return _compile(what, device, write, emulates=True)
    except CompileError:
        return None


def _refuse(what: str, device: torch.device, write: Callable[[], str]) -> Program:
    """Compiles as the chip can, or says what to take."""
    try:
        return _compile(what, device, write)
    except CompileError as error:
        if _emulate(what, device, write):
            error.args = (f"{error}{_ALTERNATIVES}",)
        raise


def _load(
    what: str, device: torch.device, write: Callable[[], str], compiles: Callable[..., Program]
) -> Function:
    if device.type == "cuda" and torch.cuda.is_current_stream_capturing():
        raise LaunchError(
            f"expected kernels of {what} to be loaded before a CUDA graph is captured; "
            "call the module once, or lowp.torch.preload(model)"
        )
    program = compiles(what, device, write)
    if device.type == "cuda":
        program.preload(device.index or 0)
    return program._get_only()


def get(
    what: str,
    key: tuple,
    device: torch.device,
    write: Callable[[], str],
    compiles: Callable[..., Program] = _refuse,
) -> Function:
    """The function that `write` gives the text of, loaded on `device`.

    what: the operator and its sizes, for errors. key: what the text depends on.
    compiles: makes the program.
    Raises CompileError where lowp refuses the text, and LaunchError while a CUDA
    graph is captured, when nothing may be loaded."""
    # The precision of f32 products is an option of torch's, of no meaning to others.
    full = (what, key, device, f32_matmuls() if torch.float32 in key else "exact")
    result = _functions.get(full)
    if result is not None:
        return result
    with _lock:
        lock = _under_way.setdefault(full, threading.Lock())
    with lock:
        result = _functions.get(full)
        if result is None:
            result = _load(what, device, write, compiles)
            _functions[full] = result
    with _lock:
        _under_way.pop(full, None)
    return result


def names_of(**operands: Sequence[torch.Tensor]) -> str:
    """Which operands come as data and scales: `scaled` of the functions below."""
    return "".join(name for name, parts in operands.items() if len(parts) == 2)


def _types_of_scaled(sizes: tuple[int, ...], recipe: str, names: str) -> dict[str, str]:
    """The types that the operands in `names`, of "x", "w" and "g", have as data and
    scales: those of the forward matmul, whose input g stands for."""
    family, (*groups, n, k) = recipes.read(recipe), sizes
    made = {"x": (0, None, k), "w": (1, n, k), "g": (0, None, n)}
    types = {name: family.type(*made[name]) for name in names}
    if groups and "w" in types:
        types["w"] = kind_of(recipe, "rhs").kept.type(*sizes)
    return types


def _name_of(sizes: tuple[int, ...], suffix: str, recipe: str) -> str:
    kind = "grouped_linear" if len(sizes) == 3 else "linear"
    return f"{kind}{suffix}({'x'.join(map(str, sizes))}, {recipe})"


def linear(
    sizes: tuple[int, ...],
    dtype: torch.dtype,
    bias: bool,
    recipe: str,
    device: torch.device,
    scaled: str = "",
    *,
    clears: bool = True,
    prepared: bool = False,
) -> Function:
    """sizes: N x K, or G x N x K of experts. scaled: which of x and w come as data and scales.
    clears: whether rows after the last expert's are 0. prepared: whether w comes as
    lowp.Function.prepare returns it, after all other arguments."""
    what = _name_of(sizes, "_prepared" if prepared else "", recipe)
    element = element_of(dtype, what)

    def write() -> str:
        forward = recipes.forward_of(recipe)
        if prepared:
            _require_quantized(forward, what, recipe)
        types = _types_of_scaled(sizes, recipe, scaled)
        return texts.linear(
            sizes, element, bias, forward, clears=clears, parameter=prepared, scaled=types
        )

    return get(what, (dtype, bias, clears, scaled), device, write)


def linear_backward(
    sizes: tuple[int, ...],
    dtype: torch.dtype,
    needed: tuple[bool, bool, bool],
    recipe: str,
    device: torch.device,
    *,
    parameter: bool = False,
    into: torch.dtype | None = None,
    scaled: str = "",
) -> Function:
    """sizes: N x K, or G x N x K of experts, of whose recipe dgrad counts and, where groups take
    it and it pays or is spelled out, wgrad. An argument is a seed where `takes_seed` says so.
    into: the type of the next, which the gradient of w is added to in place, if it is.
    parameter: whether w is prepared, and after all other arguments. scaled: which of g, x and w
    come as data and scales."""
    what = _name_of(sizes, "_backward", recipe)
    element = element_of(dtype, what)

    def write() -> str:
        options: dict[str, Any] = {
            "parameter": parameter,
            "into": None if into is None else element_of(into, what),
            "scaled": _types_of_scaled(sizes, recipe, scaled),
        }
        try:
            family = recipes.resolve(recipe)
        except ValueError as error:
            raise ValueError(f"{what}: {error}") from None
        if len(sizes) == 2:
            seeded = takes_seed(recipe, needed)
            return texts.linear_backward(sizes, element, needed, family, seeded=seeded, **options)
        refuse_seeds(recipe, needed, what)
        # Recipes that are spelled out are compared with nothing.
        chip = None if recipe.startswith("#") else chip_of(device)
        wgrad = grouped_gradients.recipe_of_sums(sizes, element, family.get("wgrad"), chip)
        return texts.linear_backward(sizes, element, needed, family | {"wgrad": wgrad}, **options)

    return get(what, (dtype, needed, parameter, into, scaled), device, write)


def several(text: str, device: torch.device, options: Mapping[str, Any]) -> Function:
    """What `text` computes, which lowp._parts.join wrote. options: of lowp.compile."""

    def compiles(what: str, _device: torch.device, write: Callable[[], str]) -> Program:
        return compile(write(), source_name=what, **options)

    key = text, tuple(sorted((name, repr(value)) for name, value in options.items()))
    return get("held weights", key, device, lambda: text, compiles)


def order_rows(groups: int, element: str, device: torch.device) -> Function:
    """element: of the groups' indices, "i32" or "i64"."""
    what = f"order_rows({groups})"
    return get(what, (element,), device, lambda: texts.order_rows(groups, element))


def _widen(what: str, device: torch.device, write: Callable[[], str]) -> Program:
    """As another matmul where the chip has no kernel for a format, with a warning."""
    try:
        return _compile(what, device, write)
    except CompileError:
        program = _emulate(what, device, write)
        if program is None:
            raise
    warnings.warn(
        f"{what}: expected kernels of {chip_of(device)} for the format, got none: weights are "
        "widened in each call, which is slower; lowp.torch.load takes those of fp4 as fp8 by "
        "fp4='exact' and fp4='rounded'",
        stacklevel=2,
    )
    return program


def scaled_linear(form: Any, dtype: torch.dtype, bias: bool, device: torch.device) -> Function:
    """form: lowp.torch.scaled_ops.Form."""
    what = f"scaled_linear({form})"
    element = element_of(dtype, what)
    sizes, weight, input, is_static = form
    return get(
        what,
        (dtype, bias),
        device,
        lambda: scaled_texts.linear(sizes, element, weight, input, is_static=is_static, bias=bias),
        _widen,
    )


def scaled_linear_backward(form: Any, dtype: torch.dtype, device: torch.device) -> Function:
    what = f"scaled_linear_backward({form})"
    element = element_of(dtype, what)
    return get(
        what,
        (dtype,),
        device,
        lambda: scaled_texts.input_gradient(form.sizes, element, form.weight),
        _widen,
    )


def _require_quantized(forward: str | None, what: str, recipe: str) -> None:
    """Weights are prepared for a recipe of the forward matmul alone."""
    if forward is None:
        raise ValueError(
            f"{what}: expected a recipe that quantizes the forward matmul, got {recipe!r}"
        )


def quantize(
    shape: tuple[int | None, int],
    dtype: torch.dtype,
    recipe: str,
    operand: scaled_texts.Scaled,
    device: torch.device,
) -> Function:
    """operand: what the recipe makes of one. None: dynamic rows."""
    rows, k = shape
    what = f"quantize({k}, {recipe}, {'lhs' if rows is None else 'rhs'})"
    element = element_of(dtype, what)
    return get(
        what, (dtype, rows), device, lambda: scaled_texts.quantize(rows, k, element, operand)
    )


def scaled_matmul(
    n: int,
    k: int,
    dtype: torch.dtype,
    recipe: str,
    operands: tuple[scaled_texts.Scaled, scaled_texts.Scaled],
    device: torch.device,
) -> Function:
    what = f"scaled_matmul({n}x{k}, {recipe})"
    element = element_of(dtype, what)
    return get(what, (dtype,), device, lambda: scaled_texts.scaled_matmul(n, k, operands, element))
