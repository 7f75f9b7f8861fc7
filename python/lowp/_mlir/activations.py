"""Activations, of elements in f32."""

from __future__ import annotations

from lowp._mlir.value import Value


def _denominator(x: Value) -> Value:
    """1 + exp(-x), the reciprocal of the sigmoid."""
    return (-x).math("exp") + 1.0


def sigmoid(x: Value) -> Value:
    return 1.0 / _denominator(x)


def swiglu(gate: Value, up: Value) -> Value:
    """silu(gate) * up."""
    return gate / _denominator(gate) * up
