"""A program that fails, with fewer operations: values become arguments that hold what they
should, results become values on the way to them, and what nobody needs is dropped."""

import re
import time
from dataclasses import replace

import numpy as np

from oracle.formats import DTYPES

from .program import Program, defined, needed


def base(name):
    return name.split("#")[0]


def without_dead(program):
    """The program without what no result needs; an argument that takes a result stays."""
    body, live = needed(program.body, {base(value.name) for value in program.results})
    kept = [
        number
        for number, (name, _, _) in enumerate(program.parameters)
        if name in live or number in program.updated
    ]
    updated = {
        place: program.updated[number]
        for place, number in enumerate(kept)
        if number in program.updated
    }
    names = {name for statement in body for name in defined(statement)}
    names |= {program.parameters[number][0] for number in kept}
    return Program(
        [program.parameters[number] for number in kept],
        body,
        [program.inputs[number] for number in kept],
        program.results,
        [value for value in program.values if base(value.name) in names],
        updated,
    )


def not_donated(program):
    parameters = [(name, kind, "") for name, kind, _ in program.parameters]
    return replace(program, parameters=parameters, updated={})


def renamed(program, old, new):
    """With another name for one of several results of an operation."""
    if "#" not in old:
        return program
    text = re.compile(re.escape(old) + r"\b")

    def rename(value):
        return replace(value, name=new) if value.name == old else value

    return replace(
        program,
        body=[text.sub(new, each) for each in program.body],
        results=[rename(each) for each in program.results],
        values=[rename(each) for each in program.values],
    )


def with_argument(program, value):
    """The program with an argument in place of a value, which holds what that should be."""
    name = value.name.replace("#", "_")
    array = np.asarray(value.want).astype(DTYPES.get(value.element, value.want.dtype))
    program = renamed(program, value.name, name)
    body = [each for each in program.body if "#" in value.name or name not in defined(each)]
    return replace(
        program,
        parameters=[*program.parameters, (name, value.type, "")],
        body=body,
        inputs=[*program.inputs, array],
    )


def smaller(program):
    """Programs with less, those with the least first."""
    plain = not_donated(program)
    if program.updated:
        yield plain
    if len(program.results) > 1:
        for value in program.results:
            yield replace(plain, results=[value])
    arguments = {name for name, _, _ in program.parameters}
    returned = {value.name for value in program.results}
    inner = [
        value
        for value in program.values
        if value.name not in arguments | returned
        and value.want.size
        and value.type.startswith("tensor")
    ]
    for value in inner:
        yield replace(plain, results=[value])
    for value in reversed(inner):
        if value.element in DTYPES:
            yield with_argument(program, value)


def shrink(program, fails, seconds):
    """The smallest program found within a time for which `fails` still says the same."""
    end = time.monotonic() + seconds
    if fails(without_dead(program)):
        program = without_dead(program)
    while time.monotonic() < end:
        for candidate in map(without_dead, smaller(program)):
            is_smaller = len(candidate.body) < len(program.body) or (
                len(candidate.body) == len(program.body)
                and (len(candidate.results) < len(program.results) or program.updated)
            )
            if is_smaller and fails(candidate):
                program = candidate
                break
            if time.monotonic() > end:
                return program
        else:
            break
    return program
