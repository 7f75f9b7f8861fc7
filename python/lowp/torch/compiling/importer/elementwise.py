"""Operations on elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from lowp.torch.compiling.errors import Refusal
from lowp.torch.compiling.importer import functions
from lowp.torch.compiling.importer.arguments import argument_of, arguments_of
from lowp.torch.compiling.importer.importer import Importer, Operand, Size
from lowp.torch.compiling.importer.promotion import (
    parameter_type,
    promoted,
    promoted_operands,
)
from lowp.torch.compiling.importer.scalars import Body, Scalar
from lowp.torch.compiling.importer.types import wide
from lowp.torch.compiling.importer.values import Value

aten = torch.ops.aten
prims = torch.ops.prims
Handler = Callable[[Importer, torch.fx.Node], Any]
# What gives the elements of its argument in another type.
CONVERSIONS = frozenset({aten._to_copy.default, prims.convert_element_type.default})


def computed(function: Callable[..., Scalar], count: int) -> Handler:
    """A function of `count` operands."""

    def write(importer: Importer, node: torch.fx.Node) -> Value:
        shape, dtype = importer.result(node)
        operands = [importer.operand(argument) for argument in node.args[:count]]
        return importer.map_elements(operands, shape, dtype, function, wide(dtype))

    return write


def whole_number(function: Callable[[Body, Scalar], Scalar]) -> Handler:
    """A function that integers are left alone by."""

    def write(importer: Importer, node: torch.fx.Node) -> Value:
        if not importer.result(node)[1].is_floating_point:
            return importer.value(node.args[0])
        return computed(function, 1)(importer, node)

    return write


def binary(function: Callable[[Body, Scalar, Scalar], Scalar]) -> Handler:
    """A function of two operands. alpha multiplies the second."""

    def write(importer: Importer, node: torch.fx.Node) -> Value:
        shape, dtype = importer.result(node)
        operands = [importer.operand(argument) for argument in node.args[:2]]
        rounded = promoted_operands(node)
        if (alpha := arguments_of(node).get("alpha", 1)) != 1:
            operands.append(importer.operand(alpha))
            rounded.append(parameter_type(node))

        def compute(body: Body, x: Scalar, y: Scalar, *factors: Scalar) -> Scalar:
            for factor in factors:
                y = body.arithmetic("mul", y, factor)
            return function(body, x, y)

        return importer.map_elements(operands, shape, dtype, compute, wide(dtype), rounded)

    return write


def comparison(predicate: str) -> Handler:
    def write(importer: Importer, node: torch.fx.Node) -> Value:
        shape, dtype = importer.result(node)
        operands = [importer.operand(argument) for argument in node.args[:2]]
        common = promoted(node)

        def compare(body: Body, x: Scalar, y: Scalar) -> Scalar:
            return body.compare(predicate, x, y)

        return importer.map_elements(operands, shape, dtype, compare, wide(common), [common] * 2)

    return write


def select(importer: Importer, node: torch.fx.Node) -> Value:
    """where: elements are not widened."""
    shape, dtype = importer.result(node)
    operands = [importer.operand(argument) for argument in node.args[:3]]

    def compute(body: Body, condition: Scalar, yes: Scalar, no: Scalar) -> Scalar:
        condition = body.cast(condition, torch.bool)
        return body.select(condition, body.cast(yes, dtype), body.cast(no, dtype))

    return importer.map_elements(operands, shape, dtype, compute)


def clamp(importer: Importer, node: torch.fx.Node) -> Value:
    shape, dtype = importer.result(node)
    _value, *given = arguments_of(node).values()
    both = zip((functions.maximum, functions.minimum), given)
    bounds = [(function, bound) for function, bound in both if bound is not None]
    operands: list[Operand] = [importer.value(node.args[0])]
    operands += [importer.operand(bound) for _function, bound in bounds]

    def compute(body: Body, x: Scalar, *limits: Scalar) -> Scalar:
        for (function, _bound), limit in zip(bounds, limits):
            x = function(body, x, limit)
        return x

    return importer.map_elements(operands, shape, dtype, compute, wide(dtype))


def power(importer: Importer, node: torch.fx.Node) -> Value:
    """x to the power of a number."""
    shape, dtype = importer.result(node)
    x, exponent = importer.value(node.args[0]), node.args[1]
    if not isinstance(exponent, (int, float)):
        raise Refusal(f"expected a power that is a number, got {exponent}")
    if dtype.is_floating_point:
        exponent = torch.tensor(exponent, dtype=parameter_type(node)).item()

    def compute(body: Body, scalar: Scalar) -> Scalar:
        if not dtype.is_floating_point:
            return functions.whole_power(body, scalar, int(exponent))
        return functions.power(body, scalar, exponent)

    return importer.map_elements([x], shape, dtype, compute, wide(dtype))


def gelu(importer: Importer, node: torch.fx.Node) -> Value:
    is_tanh = argument_of(node, "approximate") == "tanh"
    return computed(functions.gelu_tanh if is_tanh else functions.gelu, 1)(importer, node)


def converted(place: int) -> Handler:
    """Elements of an argument, in the shape and type of the result."""

    def write(importer: Importer, node: torch.fx.Node) -> Value:
        shape, dtype = importer.result(node)
        return importer.cast(importer.value(node.args[place]), dtype).expand(shape)

    return write


def full(importer: Importer, node: torch.fx.Node) -> Value:
    """full, full_like and scalar_tensor."""
    shape, dtype = importer.result(node)
    number = node.args[0 if node.target is aten.scalar_tensor.default else 1]
    return constant(importer, importer.operand(number), shape, dtype)


def constant(importer: Importer, number: Operand, shape: Any, dtype: torch.dtype) -> Value:
    """Equal elements, stored as one."""
    if isinstance(number, (Value, Size)):
        result = importer.map_elements([number], (), dtype, lambda _body, x: x)
    else:
        result = importer.fill(number, (), dtype)
    return result.expand(shape)


def filled(number: int) -> Handler:
    return lambda importer, node: constant(importer, number, *importer.result(node))


# What the dialect math has by torch's name.
_MATH = "cos erf exp exp2 expm1 log log1p log2 rsqrt sin sqrt tanh".split()
_UNARY = {
    **{getattr(aten, name): functions.simple(f"math.{name}") for name in _MATH},
    aten.abs: functions.absolute,
    aten.neg: functions.negate,
    aten.reciprocal: functions.reciprocal,
    aten.relu: functions.relu,
    aten.sigmoid: functions.sigmoid,
    aten.silu: functions.silu,
}
_WHOLE_NUMBERS = {
    **{
        getattr(aten, name): functions.simple(f"math.{name}") for name in ("ceil", "floor", "trunc")
    },
    aten.round: functions.simple("math.roundeven"),
}
_BINARY = {
    aten.add: functions.add,
    aten.sub: functions.subtract,
    aten.rsub: lambda body, x, y: functions.subtract(body, y, x),
    aten.mul: functions.multiply,
    aten.div: functions.divide,
    aten.maximum: functions.maximum,
    aten.minimum: functions.minimum,
}


def _overloads(packet: Any, *names: str) -> list[Any]:
    return [getattr(packet, name) for name in names if name in packet.overloads()]


def _make_operations() -> dict[Any, Handler]:
    table: dict[Any, Handler] = {}
    for packet, one in _UNARY.items():
        table[packet.default] = computed(one, 1)
    for packet, one in _WHOLE_NUMBERS.items():
        table[packet.default] = whole_number(one)
    for packet, two in _BINARY.items():
        for target in _overloads(packet, "Tensor", "Scalar", "default"):
            table[target] = binary(two)
    for predicate in ("eq", "ne", "lt", "le", "gt", "ge"):
        for target in _overloads(getattr(aten, predicate), "Tensor", "Scalar"):
            table[target] = comparison(predicate)
    for name, operation in (("and", "andi"), ("or", "ori"), ("xor", "xori")):
        masks = functions.simple(f"arith.{operation}")
        table[getattr(aten, f"logical_{name}").default] = computed(masks, 2)
        for target in _overloads(getattr(aten, f"bitwise_{name}"), "Tensor", "Scalar"):
            table[target] = computed(masks, 2)
    return table


OPERATIONS: dict[Any, Handler] = {
    **_make_operations(),
    aten.logical_not.default: computed(functions.invert, 1),
    aten.bitwise_not.default: computed(functions.invert, 1),
    aten.where.self: select,
    aten.clamp.default: clamp,
    aten.clamp.Tensor: clamp,
    aten.clamp_min.default: clamp,
    aten.clamp_max.default: computed(functions.minimum, 2),
    aten.pow.Tensor_Scalar: power,
    aten.gelu.default: gelu,
    **dict.fromkeys(CONVERSIONS, converted(0)),
    aten.copy.default: converted(1),
    aten.full.default: full,
    aten.full_like.default: full,
    aten.scalar_tensor.default: full,
    aten.zeros_like.default: filled(0),
    aten.ones_like.default: filled(1),
}
