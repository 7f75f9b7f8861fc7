"""What element by element operations compute, in f32. The same in torch is in
lowp_lab.bench.quantize.producers."""

from __future__ import annotations

from lowp._mlir.activations import sigmoid
from lowp._mlir.value import Value


def relu(x: Value) -> Value:
    return x.apply("arith.maximumf", 0.0)


def d_up(gate: Value, gradient: Value) -> Value:
    """The gradient of `up` of SwiGLU."""
    return gate * sigmoid(gate) * gradient


def d_gate(gate: Value, gradient: Value, up: Value) -> Value:
    """The gradient of `gate` of SwiGLU."""
    share = sigmoid(gate)
    slope = share * (gate * (1.0 - share) + 1.0)
    return gradient * up * slope


def bias_gelu(x: Value, bias: Value) -> Value:
    """By tanh."""
    total = x + bias
    inner = (total + total * total * total * 0.044715) * 0.7978845608
    share = inner.math("tanh") + 1.0
    return total * 0.5 * share
