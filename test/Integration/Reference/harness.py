"""Runs functions of generated MLIR on the CPU and collects what is wrong.

One `Suite` is one module: cases add a function, its inputs and the outputs they
expect; `run` lowers the module once and makes all calls.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from oracle.formats import DTYPES  # noqa: E402  (needs the path above)


def sample_size(default):
    """How many random values a suite takes: 10^7 if LOWP_LONG_TESTS is set."""
    return 10**7 if os.environ.get("LOWP_LONG_TESTS") else default


def bits(array):
    return array.view(np.dtype(f"u{array.dtype.itemsize}"))


def same_bits(got, want):
    """Equal bit for bit; every NaN equals every other NaN."""
    with np.errstate(all="ignore"):
        both_nan = (got != got) & (want != want)
    return (bits(got) == bits(want)) | both_nan


def expect_bits(want):
    """An output that must be `want`, bit for bit."""
    want = np.ascontiguousarray(want)
    return want.shape, want.dtype, lambda got: same_bits(got, want)


def expect_within(want, bound, dtype):
    """An output that may differ from `want` by `bound`; NaN must be NaN."""

    def check(got):
        wide = got.astype(np.float64)
        with np.errstate(all="ignore"):
            close = np.abs(wide - want) <= bound
        return close | (wide == want) | (np.isnan(wide) & np.isnan(want))

    return want.shape, dtype, check


class Suite:
    def __init__(self):
        parser = argparse.ArgumentParser()
        parser.add_argument("--exec", required=True, help="path of lowp-exec")
        self.program = parser.parse_args().exec
        # Cases that differ in their inputs alone share a function.
        self.functions, self.cases = {}, []

    def add(self, label, function, inputs, outputs):
        """`function` is MLIR with NAME for the name of the function."""
        name = self.functions.setdefault(function, f"case_{len(self.cases)}")
        self.cases.append((label, name, inputs, outputs))

    def run(self, complain=lambda: []):
        """Exits with 0 only if every case is as expected and `complain`, called
        after all comparisons, has nothing to say."""
        with tempfile.TemporaryDirectory() as folder:
            self._execute(pathlib.Path(folder))
            failures = [
                message
                for index, case in enumerate(self.cases)
                for message in self._compare(pathlib.Path(folder), index, case)
            ]
        failures += complain()
        print(f"{len(self.cases)} cases, {len(failures)} wrong outputs")
        print("\n".join(failures[:20]))
        sys.exit(1 if failures or not self.cases else 0)

    def _execute(self, folder):
        calls = []
        for index, (_, name, inputs, outputs) in enumerate(self.cases):
            words = [name]
            for i, array in enumerate(inputs):
                path = folder / f"{index}.in{i}"
                np.ascontiguousarray(array).tofile(path)
                words.append(describe("in", array.shape, array.dtype, path))
            for i, (shape, dtype, _) in enumerate(outputs):
                path = folder / f"{index}.out{i}"
                words.append(describe("out", shape, dtype, path))
            calls.append(" ".join(words))
        module = folder / "module.mlir"
        module.write_text("\n".join(
            text.replace("NAME", name) for text, name in self.functions.items()))
        subprocess.run(
            [self.program, module], input="\n".join(calls), text=True, check=True
        )

    def _compare(self, folder, index, case):
        label, _, _, outputs = case
        for i, (shape, dtype, check) in enumerate(outputs):
            raw = np.fromfile(folder / f"{index}.out{i}", np.uint8)
            got = raw.view(dtype).reshape(shape)
            wrong = np.argwhere(~check(got))
            if len(wrong):
                first = tuple(int(k) for k in wrong[0])
                yield (
                    f"{label}: output {i}: {len(wrong)} of {got.size} wrong, "
                    f"first at {first}: {got[first]!r} (bits {bits(got)[first]:#x})"
                )


def describe(direction, shape, dtype, path):
    sizes = "x".join(str(size) for size in shape)
    return f"{direction}:{dtype.itemsize}:{sizes}:{path}"


def tensor_type(shape, element, dynamic=False):
    sizes = ["?", "?"] if dynamic else [str(size) for size in shape]
    return f"tensor<{'x'.join(sizes)}x{element}>"


def scaled_type(shape, element, recipe, order=(0, 1), layout="#lowp.compact",
                convention="decode", dynamic=False, packing="bytes", data="#lowp.plain"):
    sizes = ["?", "?"] if dynamic else [str(size) for size in shape]
    return (
        f"!lowp.scaled<{'x'.join(sizes)}x{element}, {recipe}, "
        f"order = [{order[0]}, {order[1]}], data = {data}, scales = {layout}, "
        f"convention = {convention}, packing = {packing}>"
    )


def numerics_text(numerics):
    """All parameters, so that no preset stands between test and oracle."""
    flag = "true" if numerics.power_of_two else "false"
    return (
        f"<eps = {numerics.eps:e}, division = {numerics.division}, "
        f"power_of_two = {flag}, degenerate = {numerics.degenerate}, "
        f"saturation = {numerics.saturation}, "
        f"scale_rounding = {numerics.scale_rounding}, "
        f"rounding = {numerics.rounding}, quotient = {numerics.quotient}, "
        f"largest_factor = {numerics.largest_factor}, "
        f"small_scales = {numerics.small_scales}, "
        f"matrix_scale = {numerics.matrix_scale}>"
    )


def as_dtype(array, element):
    with np.errstate(all="ignore"):
        return np.ascontiguousarray(array.astype(DTYPES[element]))
