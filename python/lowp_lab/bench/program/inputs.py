"""Inputs of a program: random ones, or those of the user's file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lowp._descriptions import Argument
from lowp._types import accepted_types, torch_type, torch_types
from lowp.bench.errors import BenchError
from lowp_lab.bench.program.user_module import TorchFunction, describe_failure

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


class Sizes:
    """Shapes of arguments whose dynamic dimensions users name. lists: whose dimensions
    refer to places in the same list. others: names of sizes that may be given, too."""

    def __init__(
        self,
        lists: Sequence[Sequence[Argument]],
        given: dict[str, int],
        others: Sequence[str] = (),
    ) -> None:
        self._given = given
        self._named = [ALL]
        self.shapes: dict[str, tuple[int, ...]] = {}
        for arguments in lists:
            for argument in arguments:
                shape = self._shape_of(argument, arguments)
                self.shapes[argument.name] = shape
        self._named += others
        self._refuse_others()

    def _shape_of(self, argument: Argument, arguments: Sequence[Argument]) -> tuple[int, ...]:
        shape = []
        for dimension in argument.dimensions:
            size = dimension.size
            if size < 0:
                root = arguments[dimension.argument].name
                size = dimension.following(self._look_up(f"{root}.{dimension.dimension}"))
            shape.append(size)
        return tuple(shape)

    def _look_up(self, name: str) -> int:
        self._named.append(name)
        size = self._given.get(name, self._given.get(ALL))
        if size is None:
            raise BenchError(
                f"expected --shape for {name}, which only the caller knows, got none; "
                f"give --shape {name}=SIZE, or --shape {ALL}=SIZE for all"
            )
        return size

    def _refuse_others(self) -> None:
        named = list(dict.fromkeys(self._named))
        for name in self._given:
            if len(named) == 1:
                raise BenchError(
                    f"expected no --shape, since the program knows all sizes, got {name!r}"
                )
            if name not in named:
                raise BenchError(
                    f"expected --shape to name one of {', '.join(named)}, got {name!r}"
                )


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
    sizes: Sizes,
    seed: int,
    device: str = "cuda",
) -> list[Any]:
    """A tensor for each argument, the same for the same seed and device. Raises
    BenchError for arguments that are no tensors."""
    import torch

    generator = torch.Generator(device=device)
    generator.manual_seed(seed)
    for argument in arguments:
        if argument.is_scalar:
            raise BenchError(
                f"expected tensors, got {argument}, which is a number; write "
                "make_inputs() into the file of --torch"
            )
    return [
        _random(argument, sizes.shapes[argument.name], generator, device) for argument in arguments
    ]


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
    try:
        returned = function.make_inputs()
    except Exception as error:  # noqa: BLE001
        raise BenchError(
            f"expected make_inputs() to return tensors, got {describe_failure(error)}"
        ) from None
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
