# REQUIRES: numpy
# RUN: env PYTHONDONTWRITEBYTECODE=1 %python %s
"""What a failure becomes: programs that a device which is at fault refuses get smaller until
the operation at fault is left, and one wrong bit of a result is a failure.

usage: check_shrinking.py
"""

import itertools
import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

from values.generate import generate  # noqa: E402  (needs the paths above)
from values.mix import Mix  # noqa: E402
from values.program import defined  # noqa: E402
from values.shrink import shrink  # noqa: E402
from values.value import bits, find_wrong  # noqa: E402

# Operations, and how many others of a tensor a program with one of them needs at most.
OPERATIONS = {
    "tensor.pad": 0,
    "tensor.concat": 0,
    "linalg.transpose": 0,
    "tensor.insert_slice": 2,
    "lowp.quantize": 1,
    "linalg.softmax": 0,
    "tensor.expand_shape": 0,
}
OF_SIZES = ["arith.constant", "tensor.dim", "tensor.empty", "arith.divui"]


def programs_with(operation):
    for seed in range(400):
        program = generate(seed, Mix(unknown=0.3, quantizes=0.2))
        if operation in program.text:
            yield seed, program


def is_whole(program):
    """Whether all that is read is defined before."""
    known = {name for name, _, _ in program.parameters}
    for statement in program.body:
        known |= set(defined(statement))
    return all(value.name.split("#")[0] in known for value in program.results) and len(
        program.inputs
    ) == len(program.parameters)


def check_shrinking(operation, others):
    found = list(itertools.islice(programs_with(operation), 3))
    assert len(found) == 3, f"expected programs with {operation}, found {len(found)}"
    for seed, program in found:
        small = shrink(program, lambda candidate: operation in candidate.text, 10)
        assert operation in small.text and is_whole(small), (operation, seed, small.text)
        of_tensors = [each for each in small.body if not any(size in each for size in OF_SIZES)]
        assert len(of_tensors) <= others + 1, (operation, seed, small.text)
        assert len(small.results) == 1 and not small.updated, (operation, seed, small.text)


def check_one_bit():
    """Each bit of exact results counts; of others what is beyond the bound."""
    counts = [0, 0]
    for seed in range(100):
        for value in generate(seed).results:
            if not value.want.size or value.want.dtype.itemsize < 2 or value.want.dtype.kind == "i":
                continue
            if value.is_exact:
                got = np.array(value.want, order="C")
                assert not find_wrong(got, value).any(), (seed, value.name)
                bits(got).reshape(-1)[0] ^= 1
            elif np.isfinite(value.bound.flat[0]) and np.isfinite(value.want.flat[0]):
                got = np.array(value.want, order="C")
                assert not find_wrong(got, value).any(), (seed, value.name)
                got.reshape(-1)[0] += max(2 * value.bound.flat[0], 1e-6 * abs(got.flat[0]), 1e-30)
            else:
                continue
            is_nan = value.want.flat[0] != value.want.flat[0]
            assert find_wrong(got, value).any() or is_nan, (seed, value.name)
            counts[value.is_exact] += 1
    assert min(counts) > 20, counts


for name, most in OPERATIONS.items():
    check_shrinking(name, most)
check_one_bit()
