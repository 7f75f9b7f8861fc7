"""What a function does with its arguments and results: donated ones, writable ones,
results that are arguments, and many of them."""

import numpy as np

from .elementwise import combine


def is_tensor(kind):
    return kind.startswith("tensor")


def donate(b):
    """An argument that takes a result."""
    taken = set(b.updated.values())
    pairs = [
        (number, output)
        for number, (_, kind, said) in enumerate(b.parameters)
        for output, value in enumerate(b.results)
        if is_tensor(kind)
        and not said
        and kind == value.type
        and output not in taken
        and b.inputs[number].shape == value.shape
    ]
    if pairs:
        number, output = b.choose(pairs)
        b.parameters[number][2] = f" {{lowp.aliasing_output = {output} : i64}}"
        b.updated[number] = output


def return_argument(b):
    tensors = [value for value in b.values if value.name.startswith("%a")]
    if tensors:
        b.results.append(b.choose(tensors))


def return_value(b):
    b.results.append(b.choose(b.values[-4:]))


def many_results(b):
    """A step of an optimizer: every state is an argument and a result."""
    shape = (b.size(), b.size())
    rate = b.argument(shape, "f32", wild=False)
    for _ in range(int(b.rng.integers(3, 12))):
        state = b.argument(shape, "f32", wild=False)
        want, _ = combine("mulf", rate, state)
        step = b.define(
            f"arith.mulf {rate.name}, {state.name} : {state.type}", (state.type, "f32"), want
        )
        want, _ = combine("subf", state, step)
        b.results.append(
            b.define(
                f"arith.subf {state.name}, {step.name} : {state.type}",
                (state.type, "f32"),
                np.asarray(want),
            )
        )
