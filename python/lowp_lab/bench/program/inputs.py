"""Inputs of a program: random ones, or those of the user's file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lowp._descriptions import Argument, Dimension
from lowp._types import accepted_types, torch_type, torch_types
from lowp.bench.errors import BenchError
from lowp_lab.bench.program.user_module import TorchFunction, expecting

# The size of all dynamic dimensions that have no other.
ALL = "M"
# Small floats hold data that were scaled to fill their range.
_NARROW_DEVIATION = 96.0
# Scales are powers of two from 2^-9 on, up to 2^-3: products stay near one.
_LEAST_SCALE, _SCALES = -9.0, 6.0
_E8M0_BIAS = 127
# Whole numbers are less than this.
_WHOLE = 16


def parse_sizes(entries: Sequence[str]) -> dict[str, int]:
    """Sizes by name of "M=4096" and "argument0.1=64". Raises BenchError."""
    sizes: dict[str, int] = {}
    for entry in entries:
        name, _, size = entry.partition("=")
        if not name or not size.isdecimal():
            raise BenchError(
                f"expected --shape NAME=SIZE, as M=4096 or argument1.0=64, got {entry!r}"
            )
        if sizes.setdefault(name, int(size)) != int(size):
            raise BenchError(
                f"expected one size for {name}, got {sizes[name]} and {size}; drop one --shape"
            )
    return sizes


def shape_arguments(
    lists: Sequence[Sequence[Argument]], given: dict[str, int], others: Sequence[str] = ()
) -> dict[str, tuple[int, ...]]:
    """Shapes of arguments by name, whose dynamic dimensions users name. lists: whose dimensions
    refer to places in the same list. others: names of sizes that may be given, too. Raises
    BenchError for a size that is missing, and for one that nothing has."""
    named = {ALL: None}

    def size_of(dimension: Dimension, arguments: Sequence[Argument]) -> int:
        if dimension.size >= 0:
            return dimension.size
        name = f"{arguments[dimension.argument].name}.{dimension.dimension}"
        named[name] = None
        size = given.get(name, given.get(ALL))
        if size is None:
            raise BenchError(
                f"expected --shape for {name}, which only the caller knows, got none; "
                f"give --shape {name}=SIZE, or --shape {ALL}=SIZE for all"
            )
        return dimension.following(size)

    shapes = {
        argument.name: tuple(size_of(each, arguments) for each in argument.dimensions)
        for arguments in lists
        for argument in arguments
    }
    _refuse_others(given, [*named, *others])
    return shapes


def _refuse_others(given: dict[str, int], named: Sequence[str]) -> None:
    for name in given:
        if len(named) == 1:
            raise BenchError(
                f"expected no --shape, since the program knows all sizes, got {name!r}"
            )
        if name not in named:
            raise BenchError(f"expected --shape to name one of {', '.join(named)}, got {name!r}")


def _random(argument: Argument, shape: tuple[int, ...], generator, device: str):
    """One tensor: normal floats, small whole numbers, scales that are powers of two."""
    import torch

    def uniform():
        return torch.rand(shape, device=device, generator=generator)

    type = torch_type(torch, argument.type)
    if argument.type == "f8E8M0FNU":
        codes = (uniform() * _SCALES + _LEAST_SCALE + _E8M0_BIAS).to(torch.uint8)
        return codes.view(type)
    if not type.is_floating_point:
        most = 2 if argument.type == "i1" else _WHOLE
        return (uniform() * most).to(type)
    if argument.name.endswith(".scales"):
        return torch.exp2(uniform() * _SCALES + _LEAST_SCALE).to(type)
    deviation = _NARROW_DEVIATION if type.itemsize == 1 else 1.0
    normal = torch.randn(shape, device=device, generator=generator)
    return (normal * deviation).to(type)


def make_random(
    arguments: Sequence[Argument],
    shapes: dict[str, tuple[int, ...]],
    seed: int,
    device: str = "cuda",
) -> list[Any]:
    """A tensor for each argument, the same for the same seed and device. Raises
    BenchError for arguments that are no tensors."""
    import torch

    generator = torch.Generator(device=device).manual_seed(seed)
    for argument in arguments:
        if argument.is_scalar:
            raise BenchError(
                f"expected tensors, got {argument}, which is a number; write "
                "make_inputs() into the file of --torch"
            )
    return [_random(each, shapes[each.name], generator, device) for each in arguments]


def _fits(given: Any, argument: Argument) -> bool:
    import torch

    if argument.is_scalar:
        return isinstance(given, (int, float))
    if not isinstance(given, torch.Tensor) or given.dim() != len(argument.dimensions):
        return False
    is_type = torch_types(torch).get(given.dtype) in accepted_types(argument.type)
    return is_type and all(
        dimension.size < 0 or dimension.size == size
        for dimension, size in zip(argument.dimensions, given.shape)
    )


def _describe(given: Any) -> str:
    import torch

    if not isinstance(given, torch.Tensor):
        return type(given).__name__
    return f"{'x'.join(map(str, (*given.shape, given.dtype)))}"


def make_given(
    arguments: Sequence[Argument],
    function: TorchFunction,
    seed: int,
    device: str = "cuda",
) -> list[Any]:
    """What make_inputs() of the user's file returns, on the device and with rows
    without gaps; torch's seed is set before. Raises BenchError for what does not fit
    the arguments."""
    import torch

    assert function.make_inputs, "the caller has looked"
    torch.manual_seed(seed)
    with expecting("make_inputs() to return tensors"):
        returned = function.make_inputs()
    given = list(returned) if isinstance(returned, (list, tuple)) else [returned]
    if len(given) != len(arguments):
        expected = ", ".join(map(str, arguments))
        raise BenchError(
            f"expected make_inputs() to return {len(arguments)} values ({expected}), "
            f"got {len(given)}"
        )
    for number, (one, argument) in enumerate(zip(given, arguments)):
        if not _fits(one, argument):
            raise BenchError(
                f"expected value {number} of make_inputs() to fit {argument}, got {_describe(one)}"
            )
    return [
        one.detach().to(device).contiguous() if isinstance(one, torch.Tensor) else one
        for one in given
    ]
