"""One thing to measure: what lowp compiles, and the same in torch."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from lowp._mlir.function import Function
from lowp.bench.products.kernels import FUNCTION
from lowp.bench.products.operands import torch_type
from lowp_lab.bench.quantize.agreement import Agreement, compare_codes
from lowp_lab.bench.quantize.eager import quantize
from lowp_lab.bench.quantize.producers import Producer
from lowp_lab.bench.quantize.scheme import Scheme

# The deviation of data in e4m3 that fill the range as data that were quantized do.
E4M3_DEVIATION = 96.0


class Drawn(NamedTuple):
    """What an input is filled with: normal values times `factor`; of f32, e8m0 and
    ue4m3, scales near it; of u8, any bytes."""

    type: str
    factor: float = 1.0


class Case(NamedTuple):
    """text: a function `run` of tensors of `element`. inputs: their sizes. eager: the
    same of torch tensors, whose results have the storage of lowp's. flops: of a
    function with matmuls, else 0. compare: results with those of `exact`, or else of
    `eager`. peer: what `torch.compile` is given where that is another function, which
    quantizes too. contents: of each input, where they are not all normal values of
    `element`. baseline: the name of the case of this shape that it is compared with."""

    name: str
    sizes: tuple[int, ...]
    text: str
    inputs: tuple[tuple[int, ...], ...]
    eager: Callable[..., tuple]
    flops: float = 0.0
    compare: Callable[[Sequence[Any], Sequence[Any]], Agreement] = compare_codes
    peer: Callable[..., tuple] | None = None
    element: str = "bf16"
    exact: Callable[..., tuple] | None = None
    contents: tuple[Drawn, ...] = ()
    baseline: str = ""

    @property
    def drawn(self) -> tuple[Drawn, ...]:
        """What each input is filled with."""
        return self.contents or (Drawn(self.element),) * len(self.inputs)

    @property
    def shape(self) -> str:
        return "x".join(map(str, self.sizes))

    @property
    def file_name(self) -> str:
        """What tells it from other cases, fit for the name of a file."""
        return "-".join(re.findall(r"\w+", str(self)))

    @property
    def bytes(self) -> int:
        """Each input once, each output once, scales included."""
        import torch

        inputs = [
            torch.empty(sizes, dtype=torch_type(one.type), device="meta")
            for sizes, one in zip(self.inputs, self.drawn)
        ]
        return sum(one.nbytes for one in [*inputs, *self.eager(*inputs)])

    def __str__(self) -> str:
        return f"{self.name} {self.shape}"


def make_case(
    name: str, sizes: Sequence[int], producer: Producer, schemes: Sequence[Scheme]
) -> Case:
    """Quantizes of what a producer gives, to each of the schemes; then the values
    that are results themselves."""
    function = Function(FUNCTION)
    values = producer.values(function, sizes)
    for value in values[: producer.quantized]:
        for scheme in schemes:
            type = scheme.type(value.type.sizes)
            function.give(function.quantize(value, type, f"numerics <{scheme.numerics}>"))
    function.give(*values[producer.quantized :])

    def eager(*arrays: Any) -> tuple:
        made = producer.eager(*arrays)
        results: list[Any] = []
        for value in made[: producer.quantized]:
            for scheme in schemes:
                results += quantize(value, scheme)
        return (*results, *made[producer.quantized :])

    inputs = tuple(argument.type.sizes for argument in function.arguments)
    return Case(name, tuple(sizes), str(function), inputs, eager)
