"""Takes the order out of lowp's own kernels, one mistake at a time: the simulator has to see it.

    lowp-simulate mutate_kernels.py LOWP_COMPILE CHIP[/FAMILY][+pairs|+wide]... [--most N] [--of WORD]

Each family is a matmul that lowp-compile makes a library of; a chip has all of its own. With
`+pairs` CTAs multiply in pairs, with `+wide` tiles have 256 columns, whose sums have two places
that overlap.
Mistakes change the PTX in it; a trial is caught if the simulator complains in one of three
orders or the result has other bits. `--most` takes so many mistakes of all, or of those whose
words have that of `--of`, evenly; all of all families of the chips if LOWP_LONG_TESTS is set.
Prints how many are caught, the others, and how many change nothing for which reason. Ends with an
error if fewer than 97 of 100 are caught.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from device import Device, DeviceError
from kernel_families import PAIR_COLUMNS, WIDE_NAMES, list_names, list_pair_names, make_family
from kernel_mutations import Kernel, statements
from library_call import CallError, call_function, make_tensor
from pair_configs import write_configs

MARKER = b"\n//LOWP-PTX\n"
SECONDS, SEEDS = 60, (0, 1, 2)
# Kernels whose sums, or many operands, have stages need more tiles a CTA.
SHAPES = {"sm_100a": "odd_tiles", "sm_90a": "more_blocks"}
# The end of names of families that CTAs multiply in pairs, and their shape.
PAIRS, PAIR_SHAPE = "+pairs", "odd_tiles"
# That of families with wide tiles, and their columns.
WIDE, WIDE_COLUMNS = "+wide", 256
LISTS = {PAIRS: list_pair_names, WIDE: lambda chip: WIDE_NAMES, "": list_names}


def run(path, arrays):
    """The bytes of the result, or the message of the error."""
    device = Device("libcuda.so.1")
    addresses = [device.upload(array) for array in arrays]
    tensors = [make_tensor(address.value, array.shape) for address, array in zip(addresses, arrays)]
    result = arrays[-1].copy()
    try:
        call_function(path, "product", tensors, lambda size: device.allocate(size).value)
        device.download(addresses[-1], result)
    except (CallError, DeviceError) as error:
        return b"!" + str(error).encode()
    return result.tobytes()


def run_apart(path, arrays, seed):
    """The same in a process of its own, which may die or go on without an end."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        os.environ["LOWP_SIMULATOR_SEED"] = str(seed)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        with os.fdopen(writer, "wb") as file:
            file.write(run(path, arrays))
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        result = file.read()
    _, status = os.waitpid(child, 0)
    return result if status == 0 else b"!" + f"ended by {status}".encode()


class Part:
    """The PTX of a library's image that ends before `end`, and the kernels of it that are
    gemms. Alone in an image, a kernel has its name in the machine code only."""

    def __init__(self, library, end):
        self.start, self.end = library.rindex(MARKER, 0, end) + len(MARKER), end
        self.text = library[self.start : end].decode()
        code = library[library.rindex(b"\x7fELF", 0, self.start) : self.start]
        self.has_gemm = re.search(rb"\.text\.\w*gemm_", code) is not None
        names = re.findall(r"\.visible \.entry ([\w$]+)", self.text)
        self.names = [name for name in names if "gemm_" in name or name.startswith("$")]


def parts_of(library):
    """Collects all images with gemms."""
    starts = [found.end() for found in re.finditer(re.escape(MARKER), library)]
    parts = [Part(library, library.index(b"\0", start)) for start in starts]
    return [part for part in parts if part.has_gemm]


class Family:
    def __init__(self, compiler, name, folder):
        self.name, (chip, kind) = name, divide(name)[0].split("/")
        os.environ["LOWP_SIMULATOR_CHIP"] = chip
        self.chip, self.path = chip, Path(folder) / f"{chip}-{kind}.so"
        is_of_pairs = name.endswith(PAIRS)
        shape = PAIR_SHAPE if is_of_pairs else SHAPES.get(chip, "ragged")
        family = make_family(kind, chip, shape, is_of_pairs)
        source = self.path.with_suffix(".mlir")
        source.write_text(family.text)
        options = [f"--{key.replace('_', '-')}={value}" for key, value in family.options.items()]
        if is_of_pairs or name.endswith(WIDE):
            configs = self.path.with_suffix(".json")
            columns = PAIR_COLUMNS[shape] if is_of_pairs else WIDE_COLUMNS
            write_configs(family.text, chip, compiler, columns, configs, options, pairs=is_of_pairs)
            options.append(f"--config-file={configs}")
        subprocess.run([compiler, source, f"--chip={chip}", *options, "-o", self.path], check=True)
        self.arrays = [*family.inputs, family.result]
        self.bytes = self.path.read_bytes()
        self.parts = parts_of(self.bytes)
        if not self.parts:
            sys.exit(f"{name}: expected a gemm kernel, got none")
        units = statements(self.parts[0].text)
        self.right = self.run(self.parts[0], units, SEEDS[0])
        if self.right[:1] == b"!" and len(self.right) < 600:
            sys.exit(f"{name}: {self.right.decode()}")
        if self.catches(self.parts[0], units):
            sys.exit(f"{name}: expected the same without a mistake in each order")

    def run(self, part, units, seed):
        text = "\n".join(units).encode()
        room = part.end - part.start
        path = self.path.with_name("mutated.so")
        path.write_bytes(self.bytes[: part.start] + text.ljust(room, b" ") + self.bytes[part.end :])
        assert len(text) <= room
        os.environ["LOWP_SIMULATOR_CHIP"] = self.chip
        return run_apart(str(path), self.arrays, seed)

    def find_kernels(self):
        """The gemm kernels that run with these sizes, and their parts: those of a table are
        for others, too."""
        kernels = [
            (part, Kernel(part.text, re.escape(name))) for part in self.parts for name in part.names
        ]
        ran = [
            (part, each)
            for part, each in kernels
            if self.run(part, each.without_body(), 0) != self.right
        ]
        if not ran:
            sys.exit(f"{self.name}: expected a gemm kernel that runs, got none")
        return ran

    def catches(self, part, units):
        return any(self.run(part, units, seed) != self.right for seed in SEEDS)


def evenly(items, most):
    return [items[i * len(items) // most] for i in range(most)] if most < len(items) else items


def divide(name):
    """The name of a family or chip without its end, and the end."""
    end = next((each for each in (PAIRS, WIDE) if name.endswith(each)), "")
    return name.removesuffix(end), end


def families_of(chips):
    """All families of chips, or of those whose names end so all that pairs multiply, or wide."""
    return [
        f"{chip}/{name}{end}"
        for chip, end in map(divide, dict.fromkeys(chips))
        for name in LISTS[end](chip)
    ]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("compiler")
    parser.add_argument("families", nargs="+")
    parser.add_argument("--most", type=int)
    parser.add_argument("--of")
    options = parser.parse_intermixed_args()
    families, most = options.families, options.most
    if os.environ.get("LOWP_LONG_TESTS"):
        families, most = [re.sub(r"/\w+", "", name) for name in families], None
        options.of = None
    families = [
        each for name in families for each in ([name] if "/" in name else families_of([name]))
    ]
    caught, equivalent, missed = 0, Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        for number, name in enumerate(families):
            family = Family(options.compiler, name, folder)
            kernels = family.find_kernels()
            mutations = [
                (part, each)
                for part, kernel in kernels
                for each in kernel.mutations
                if options.of is None or options.of in each.what
            ]
            if most:
                share = most * (number + 1) // len(families)
                share -= most * number // len(families)
                mutations = evenly(mutations, share)
            results = [family.catches(part, each.units) for part, each in mutations]
            caught += sum(results)
            for _, kernel in kernels:
                equivalent.update(reason for reason, _ in kernel.equivalent)
            missed += [
                (name, each) for (_, each), is_caught in zip(mutations, results) if not is_caught
            ]
            print(f"{name}: {sum(results)} of {len(results)}", flush=True)
    print(f"caught {caught} of {caught + len(missed)}, and {equivalent.total()} change nothing")
    for reason, count in equivalent.most_common():
        print(f"  {count}: {reason}")
    for name, each in missed:
        text = " ".join(each.text.split())
        print(
            f"missed: {name}: {each.what}: {text} (statement {each.number}, behind {each.before})"
        )
    sys.exit(100 * caught < 97 * (caught + len(missed)))


main()
