"""Programs on a device: what each result is, and whether it may be so."""

import json
import os
import resource
from dataclasses import replace

import numpy as np

from oracle.formats import DTYPES

from .value import bits, find_wrong

POISON = 0xCD
# What no kernel of a chip does, and the documentation says so.
LIMITS = [
    "for its sums are not promoted",
    "batch with scales of rows",
    "compile for a size that the type has",
]
# Chips whose products take scales of blocks of a recipe.
POWERS_OF_TWO = ["sm_100a", "sm_103a"]
# Processor time of one module, and of one program alone; more is a hang.
SECONDS_PER_MODULE, SECONDS_PER_PROGRAM = 60, 20


def poisoned(value):
    dtype = DTYPES.get(value.element, value.want.dtype)
    size = int(np.prod(value.shape)) * dtype.itemsize
    return np.full(size, POISON, np.uint8).view(dtype).reshape(value.shape)


class Device:
    """`cpu`, or the first GPU, which may be the simulator: as `gpu`, a chip of sm_90a, by
    another chip's name, which the simulator takes in its place, or as `native`."""

    def __init__(self, lowp, name, **options):
        self.lowp, self.name = lowp, name
        self.options = (
            {"device": "cpu"}
            if name == "cpu"
            else {
                "device": "cuda",
                "chip": "sm_90a" if name == "gpu" else name,
                "image_format": "auto" if name == "native" else "ptx",
                "allow_emulation": True,
            }
        )
        self.options |= options

    def mix_of(self, mix):
        """What programs are drawn of for this device."""
        return replace(mix, powers_of_two=self.name in POWERS_OF_TWO)

    def compile(self, text):
        return self.lowp.compile(text, use_cache=False, **self.options)

    def store(self, array):
        array = np.array(array, order="C")
        return array if self.name == "cpu" else self.lowp.DeviceArray.from_host(array)

    def load(self, array):
        return array if self.name == "cpu" else array.to_host()

    def call(self, function, program):
        """What is wrong with the results of a call, in words; nothing if all is well."""
        inputs = [
            self.store(each) if isinstance(each, np.ndarray) else each for each in program.inputs
        ]
        updated = set(program.updated.values())
        rest = [number for number in range(len(program.results)) if number not in updated]
        out = [self.store(poisoned(program.results[number])) for number in rest]
        function(*inputs, **({"out": tuple(out)} if out else {}))
        for number, array in zip(rest, out):
            yield from self.compare(f"result {number}", array, program.results[number])
        for argument, number in program.updated.items():
            yield from self.compare(
                f"argument {argument}, which takes result {number}",
                inputs[argument],
                program.results[number],
            )
        for number, (before, after) in enumerate(zip(program.inputs, inputs)):
            if isinstance(before, np.ndarray) and number not in program.updated:
                if (bits(self.load(after)) != bits(before)).any():
                    yield f"argument {number} was overwritten"

    def compare(self, what, array, value):
        got = self.load(array)
        wrong = np.argwhere(find_wrong(got, value))
        if len(wrong):
            at = tuple(int(each) for each in wrong[0])
            yield (
                f"{what}: {len(wrong)} of {got.size} wrong, first at {at}: {got[at]!r} (bits "
                f"{bits(got)[at]:#x}), expected {value.want[at]!r}"
                + ("" if value.is_exact else f" to within {value.bound[at]:.3g}")
            )


def text_of(programs):
    return "\n".join(
        program.text.replace("NAME", f"f{number}") for number, program in enumerate(programs)
    )


def failures_of(device, programs):
    """(number, reason) of each program that fails, all of them in one module."""
    compiled = device.compile(text_of(programs))
    for number, program in enumerate(programs):
        yield from ((number, reason) for reason in device.call(compiled[f"f{number}"], program))


def answer_of(work):
    try:
        return work()
    except Exception as error:  # Of the host's side: the parent says so.
        return f"raises {type(error).__name__}: {str(error)[:400]}"


def in_child(work, seconds):
    """What `work` returns, of lists and numbers; or why its process is dead."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            with os.fdopen(write, "w") as pipe:
                json.dump(answer_of(work), pipe)
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        answer = pipe.read()
    signal = os.waitpid(child, 0)[1] & 127
    if signal in (9, 24):
        return f"did not end within {seconds} s"
    if signal:
        return f"died of signal {signal}"
    return json.loads(answer) if answer else "ended without an answer"


def check(device, programs):
    """(number, reason) of each program that fails. Where they cannot be compiled and
    called together, each is on its own."""

    def work():
        try:
            return list(failures_of(device, programs))
        except device.lowp.CompileError as error:
            return f"is refused: {str(error)[:400]}"
        except device.lowp.LaunchError as error:
            return f"cannot be called: {str(error)[:400]}"

    answer = in_child(work, SECONDS_PER_MODULE if len(programs) > 1 else SECONDS_PER_PROGRAM)
    if not isinstance(answer, str):
        return [tuple(each) for each in answer]
    if len(programs) == 1:
        return [] if any(limit in answer for limit in LIMITS) else [(0, answer)]
    return [
        (number, reason)
        for number, program in enumerate(programs)
        for _, reason in check(device, [program])
    ]
