"""Functions of scalars, as torch computes them."""

from __future__ import annotations

import math
from collections.abc import Callable

import torch

from lowp.torch.compiling.importer.scalars import Body, Scalar


def simple(operation: str) -> Callable[..., Scalar]:
    """One operation on operands of one type."""
    return lambda body, *operands: body.apply(operation, *operands)


def _arithmetic(name: str) -> Callable[[Body, Scalar, Scalar], Scalar]:
    return lambda body, x, y: body.arithmetic(name, x, y)


add, subtract, multiply = map(_arithmetic, ("add", "sub", "mul"))
divide = simple("arith.divf")


def _extreme(kind: str) -> Callable[[Body, Scalar, Scalar], Scalar]:
    """kind: max or min. NaN where one is; truth values are unsigned."""

    def write(body: Body, x: Scalar, y: Scalar) -> Scalar:
        if x.dtype.is_floating_point:
            return body.apply(f"arith.{kind}imumf", x, y)
        return body.apply(f"arith.{kind}{'u' if x.dtype is torch.bool else 's'}i", x, y)

    return write


maximum, minimum = _extreme("max"), _extreme("min")


def negate(body: Body, x: Scalar) -> Scalar:
    if x.dtype.is_floating_point:
        return body.apply("arith.negf", x)
    return subtract(body, body.constant(0, x.dtype), x)


def absolute(body: Body, x: Scalar) -> Scalar:
    return body.apply("math.absf" if x.dtype.is_floating_point else "math.absi", x)


def invert(body: Body, x: Scalar) -> Scalar:
    """All bits, or a truth value."""
    ones = True if x.dtype is torch.bool else -1
    return body.apply("arith.xori", x, body.constant(ones, x.dtype))


def reciprocal(body: Body, x: Scalar) -> Scalar:
    return divide(body, body.constant(1, x.dtype), x)


def relu(body: Body, x: Scalar) -> Scalar:
    return maximum(body, x, body.constant(0, x.dtype))


def sigmoid(body: Body, x: Scalar) -> Scalar:
    one = body.constant(1, x.dtype)
    small = body.apply("math.exp", body.apply("arith.negf", x))
    return divide(body, one, add(body, one, small))


def silu(body: Body, x: Scalar) -> Scalar:
    return multiply(body, x, sigmoid(body, x))


def _times_half(body: Body, x: Scalar, bell: Scalar) -> Scalar:
    """x / 2 times 1 and `bell`."""
    bell = add(body, body.constant(1, x.dtype), bell)
    return multiply(body, multiply(body, x, body.constant(0.5, x.dtype)), bell)


def gelu(body: Body, x: Scalar) -> Scalar:
    scaled = multiply(body, x, body.constant(math.sqrt(0.5), x.dtype))
    return _times_half(body, x, body.apply("math.erf", scaled))


def gelu_tanh(body: Body, x: Scalar) -> Scalar:
    cube = multiply(body, multiply(body, x, x), x)
    inner = add(body, x, multiply(body, cube, body.constant(0.044715, x.dtype)))
    inner = multiply(body, inner, body.constant(math.sqrt(2 / math.pi), x.dtype))
    return _times_half(body, x, body.apply("math.tanh", inner))


def power(body: Body, x: Scalar, exponent: int | float) -> Scalar:
    """Small powers by multiplication, as torch."""
    if exponent in (0.5, -0.5):
        return body.apply("math.sqrt" if exponent > 0 else "math.rsqrt", x)
    if exponent not in (-2, -1, 0, 1, 2, 3):
        return body.apply("math.powf", x, body.constant(exponent, x.dtype))
    product = x
    for _ in range(abs(int(exponent)) - 1):
        product = multiply(body, product, x)
    if exponent == 0:
        return body.constant(1, x.dtype)
    return reciprocal(body, product) if exponent < 0 else product


def whole_power(body: Body, x: Scalar, exponent: int) -> Scalar:
    """Raises integers to a power, by squaring. torch refuses negative exponents."""
    product = body.constant(1, x.dtype)
    while exponent > 0:
        if exponent % 2:
            product = multiply(body, product, x)
        exponent //= 2
        x = multiply(body, x, x)
    return product
