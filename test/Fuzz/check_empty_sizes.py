# Matmuls without rows, columns, products or matrices; the whole table with LOWP_LONG_TESTS=1.
#
# REQUIRES: numpy
# RUN: env LOWP_SIMULATOR_SMS=2 PYTHONDONTWRITEBYTECODE=1 %lowp_tools_dir/lowp-simulate %python %s --lib=%lowp_lib_dir
"""Matmuls in which some of M, N, K and the number of matrices are 0, on the CPU and on a GPU,
which may be the simulator: nothing, zeros, or what the matmul starts from and what follows it.

usage: lowp-simulate check_empty_sizes.py --lib FOLDER [--all] [--only NUMBER]
"""

import argparse
import itertools
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "test"), str(ROOT / "python"), str(pathlib.Path(__file__).parent)]

import numpy as np  # noqa: E402  (needs the paths above)

from oracle.formats import DTYPES  # noqa: E402
from values.devices import Device, check  # noqa: E402
from values.program import Program, statements  # noqa: E402
from values.value import Value, type_of  # noqa: E402

# M, N, K, and the number of matrices before them.
SIZES = [
    (8, 0, 64),
    (0, 16, 64),
    (8, 16, 0),
    (0, 0, 64),
    (0, 0, 0),
    (8, 0, 4096),
    (0, 4, 64, 64),
    (3, 8, 0, 64),
    (3, 8, 16, 0),
    (0, 0, 0, 0),
]
RECIPES = [
    None,
    "tensorwise",
    "rowwise",
    "block_1x128_128x128",
    "block_1x128_1x128",
    "mxfp8",
    "nvfp4",
]
# What the sums start from, and what is done with them.
ENDS = ["zeros", "init", "bias", "residual", "relu", "column bias as init"]
ELEMENTS = ["bf16", "f32"]


class Text:
    """A function, written from its first line to the last."""

    def __init__(self, sizes, is_dynamic):
        *batch, m, n, k = sizes
        self.batch, self.sizes = "b" * len(batch), dict(zip("bmnk", [*(batch or [1]), m, n, k]))
        self.is_dynamic = is_dynamic
        self.lines, self.parameters, self.inputs = [], [], []

    def shape(self, dims):
        return [self.sizes[dim] for dim in dims]

    def type(self, dims, element):
        unknown = range(len(dims)) if self.is_dynamic else ()
        return type_of(self.shape(dims), element, unknown)

    def argument(self, name, dims, element, values=None):
        """An argument, and the numbers in it."""
        self.parameters.append((f"%{name}", self.type(dims, element), ""))
        if values is None:
            values = np.arange(np.prod(self.shape(dims), dtype=int)) % 7 - 3
        array = np.asarray(values, np.float32).reshape(self.shape(dims)).astype(DTYPES[element])
        self.inputs.append(array)
        return array.astype(np.float32)

    def empty(self, dims, element):
        """A tensor of the result's sizes."""
        sizes = []
        for place, dim in enumerate(dims if self.is_dynamic else ""):
            source = "x" if dim in "bm" else "w"
            own = self.batch + ("mk" if source == "x" else "kn")
            operand = self.type(own, self.element)
            self.lines += [
                f"%i{place} = arith.constant {own.index(dim)} : index",
                f"%d{place} = tensor.dim %{source}, %i{place} : {operand}",
            ]
            sizes.append(f"%d{place}")
        self.lines.append(f"%e = tensor.empty({', '.join(sizes)}) : {self.type(dims, element)}")


def start(text, end, result):
    """What the sums start from: its name and numbers."""
    dims = text.batch + "mn"
    kind = text.type(dims, result)
    text.empty(dims, result)
    if end == "init":
        return "%init", text.argument("init", dims, result)
    if end == "column bias as init":
        column = text.argument("start", "n", result)
        before = ", ".join(map(str, range(len(dims) - 1)))
        text.lines.append(
            f"%s = linalg.broadcast ins(%start : {text.type('n', result)}) outs(%e : {kind}) "
            f"dimensions = [{before}]"
        )
        return "%s", np.broadcast_to(column, text.shape(dims))
    text.lines += [
        f"%zero = arith.constant 0.0 : {result}",
        f"%z = linalg.fill ins(%zero : {result}) outs(%e : {kind}) -> {kind}",
    ]
    return "%z", np.zeros(text.shape(dims), np.float32)


def finish(text, end, result, sums):
    """What follows the matmul: the name and numbers of what is returned."""
    dims = text.batch + "mn"
    if end not in ("bias", "residual", "relu"):
        return "%y", sums
    loops = ", ".join(dims)
    own = {"bias": "n", "residual": dims, "relu": ""}[end]
    kinds = ", ".join(['"parallel"'] * len(dims))
    inputs, types, block = "%y", text.type(dims, result), f"%p: {result}"
    maps = [dims, dims]
    if own:
        other = text.argument("other", own, result)
        inputs, types = inputs + ", %other", f"{types}, {text.type(own, result)}"
        block += f", %q: {result}"
        maps.insert(1, own)
        body, want = f"arith.addf %p, %q : {result}", sums + other
    else:
        body, want = f"arith.maximumf %p, %zero : {result}", np.maximum(sums, 0)
    maps = ", ".join(f"affine_map<({loops}) -> ({', '.join(each)})>" for each in maps)
    kind = text.type(dims, result)
    text.lines += [
        f"%f = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} "
        f"ins({inputs} : {types}) outs(%e : {kind}) {{",
        f"^bb0({block}, %o: {result}):",
        f"  %r = {body}",
        f"  linalg.yield %r : {result}",
        f"}} -> {kind}",
    ]
    return "%f", want


def build(sizes, recipe, end, result, is_dynamic):
    text = Text(sizes, is_dynamic)
    text.element = "bf16"
    own = text.batch + "mk", text.batch + "kn", text.batch + "mn"
    types = [text.type(own[0], "bf16"), text.type(own[1], "bf16"), text.type(own[2], result)]
    text.argument("x", own[0], "bf16")
    text.argument("w", own[1], "bf16")
    init, sums = start(text, end, result)
    name = "batch_matmul" if text.batch else "matmul"
    attribute = f" {{lowp.recipe = #lowp.matmul_recipe<{recipe}>}}" if recipe else ""
    text.lines.append(
        f"%y = linalg.{name}{attribute} ins(%x, %w : {types[0]}, {types[1]}) "
        f"outs({init} : {types[2]}) -> {types[2]}"
    )
    value, want = finish(text, end, result, sums)
    want = np.asarray(want).astype(DTYPES[result])
    body = statements(f"  {line}" for line in text.lines)
    return Program(text.parameters, body, text.inputs, [Value(value, types[2], result, want)])


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lib", required=True, help="where liblowp-c.so is")
    parser.add_argument("--all", action="store_true", help="the whole table")
    parser.add_argument("--only", type=int, help="this row of the whole table alone")
    parser.add_argument("--devices", default="cpu,gpu")
    return parser.parse_args()


def main():
    options = parse()
    os.environ["LOWP_LIBRARY"] = str(pathlib.Path(options.lib) / "liblowp-c.so")
    os.environ.setdefault("LOWP_CACHE_BYTES", "0")
    import lowp

    # Batches of formats that a chip lacks are refused, whatever their sizes.
    table = [
        row
        for row in itertools.product(SIZES, RECIPES, ENDS, ELEMENTS, (False, True))
        if len(row[0]) == 3 or row[1] not in ("mxfp8", "nvfp4")
    ]
    # A step that shares no factor with the lengths of the table's sides.
    step = 1 if options.all or os.environ.get("LOWP_LONG_TESTS") else 173
    rows = [options.only] if options.only is not None else range(0, len(table), step)
    failed, batch = 0, 60
    for name in options.devices.split(","):
        device = Device(lowp, name)
        device.options["host_opt_level"] = 0
        for first in range(0, len(rows), batch):
            numbers = rows[first : first + batch]
            programs = [build(*table[number]) for number in numbers]
            for place, reason in check(device, programs):
                failed += 1
                print(
                    f"FAILED on the {name}, --only {numbers[place]} {table[numbers[place]]}: "
                    f"{reason}\n{programs[place].text}",
                    flush=True,
                )
    print(f"{len(rows)} matmuls, {failed} failures")
    return 1 if failed or not rows else 0


sys.exit(main())
