"""What is kept of a failure."""

import pathlib
import re

import numpy as np


def kind_of(reason):
    """What stays the same while a program gets smaller: the sort of failure, and of a
    refusal what it says, without names of kernels and types."""
    if "wrong, first at" in reason:
        return "wrong"
    words = re.sub(r"'[^']*[0-9_@<][^']*'|@\w+|%\w+|<[^<>]*>", "", reason)
    return re.sub(r"[0-9]+", "#", words)[:80]


def as_bits(array):
    array = np.asarray(array)
    return array if array.dtype.kind != "V" else array.view(f"u{array.dtype.itemsize}")


def keep(folder, name, program, lines):
    """Writes the program with `lines` in front, its inputs and what it should return."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    said = "".join(f"// {line}\n" for text in lines for line in text.splitlines())
    (folder / f"{name}.mlir").write_text(said + program.text.replace("NAME", "f"))
    arrays = {f"input{number}": as_bits(array) for number, array in enumerate(program.inputs)}
    arrays |= {
        f"result{number}": as_bits(value.want) for number, value in enumerate(program.results)
    }
    np.savez(folder / f"{name}.npz", **arrays)
