# Inputs of every kind for each fused operation. The simulator is the GPU here, so no other one is
# needed.
#
# REQUIRES: numpy
# RUN: env LOWP_SIMULATOR_SMS=2 %lowp_tools_dir/lowp-simulate \
# RUN:   %python %s --lib=%lowp_lib_dir
"""Every way in which a tensor can be an input of a fused operation times every such
operation: on the CPU, in one module of kernels per operation, and in numpy."""

import argparse
import itertools
import os
import sys

import numpy as np

from harness import FAST, same_bits
from hosts import import_lowp, poisoned

from fused_inputs import ALL_DTYPES, Space, ways_for
from fused_operations import MODULES

LONG = "LOWP_LONG_TESTS" in os.environ
SPACES = {"": Space(dict(m=64, n=256, u=1, b=2, c=8, p=512, t=8))}
MORE_SPACES = {
    "any size": Space(dict(m=40, n=200, u=1, b=2, c=7, p=400, t=8), dynamic="mn"),
    "any rows": Space(dict(m=40, n=200, u=1, b=2, c=7, p=400, t=8), dynamic="m"),
    "one element": Space(dict(m=1, n=1, u=1, b=1, c=1, p=2, t=8)),
    "one row": Space(dict(m=1, n=256, u=1, b=2, c=8, p=512, t=8)),
    "one column": Space(dict(m=64, n=1, u=1, b=1, c=1, p=2, t=8)),
    "ragged": Space(dict(m=77, n=136, u=1, b=2, c=5, p=272, t=8)),
    "no rows": Space(dict(m=0, n=256, u=1, b=2, c=8, p=512, t=8)),
    "no rows at run time": Space(dict(m=0, n=200, u=1, b=2, c=7, p=400, t=8), dynamic="m"),
    "no elements at run time": Space(dict(m=0, n=0, u=1, b=0, c=0, p=0, t=8), dynamic="mn"),
}
# Without LOWP_LONG_TESTS each way and each operation are met, not each pair.
STEP = 101
# Functions of a module: compilation takes longer than in proportion.
MOST = 200


class Case:
    def __init__(self, label, space, given, fused, returns_input):
        self.label, self.given, self.fused = label, given, fused
        self.shape = space.shape(fused.letters)
        results = list(fused.results)
        if returns_input:
            results.append(("%h", space.type(fused.letters, fused.element)))
        self.returns_input = returns_input
        like = space.type("mn", "i8")
        parameters = [f"%like: {like}", *given.parameters, *fused.parameters]
        self.arrays = [np.zeros(space.shape("mn"), np.int8), *given.arrays, *fused.arrays]
        sizes = "".join(
            f"  %{letter}_dim = arith.constant {dim} : index\n"
            f"  %{letter} = tensor.dim %like, %{letter}_dim : {like}\n"
            for dim, letter in enumerate("mn")
        )
        kinds = ", ".join(kind for _, kind in results)
        self.text = f"""func.func @NAME({", ".join(parameters)}) -> ({kinds}) {{
{sizes}{given.text}{fused.text}  return {", ".join(name for name, _ in results)} : {kinds}
}}
"""

    def computed(self):
        """What numpy computes, or None; of zeros where nobody has written %h."""
        if not self.fused.want:
            return None
        given = self.given.values
        if given is None:
            given = np.zeros(self.shape, ALL_DTYPES[self.fused.element])
        with np.errstate(all="ignore"):
            results = self.fused.want(given) + [given] * self.returns_input
        return [np.ascontiguousarray(array) for array in results]

    def differences(self, got, want, who):
        for number, (a, b) in enumerate(zip(got, want, strict=True)):
            b = np.ascontiguousarray(b)
            a = np.ascontiguousarray(a)
            if a.shape != b.shape:
                yield f"{who}: result {number}: shape {a.shape}, not {b.shape}"
                continue
            if a.dtype != b.dtype:
                b = b.view(a.dtype)
            with np.errstate(all="ignore"):
                x, y = a.astype(np.float64), b.astype(np.float64)
                good = same_bits(a, b) | (
                    np.abs(x - y) <= self.fused.bound * np.abs(y) + self.fused.besides
                )
            wrong = np.argwhere(~good)
            if len(wrong):
                at = tuple(int(k) for k in wrong[0])
                yield (
                    f"{who}: result {number}: {len(wrong)} of {a.size} differ, first at "
                    f"{at}: {a[at]!r}, not {b[at]!r}"
                )


def cases_of(module):
    chosen, met = itertools.count(), set()
    spaces = SPACES | MORE_SPACES
    for (label, space), (name, make) in itertools.product(spaces.items(), MODULES[module].items()):
        fused = make(space)
        if fused.knows_columns and "n" in space.dynamic:
            continue
        for way, give in ways_for(space, fused.element, more=LONG).items():
            number = next(chosen)
            if not LONG and number % STEP and name in met:
                continue
            met.add(name)
            # What nobody has written is no number of a row.
            if fused.element == "i32" and way == "never written":
                continue
            given = give(space, fused.letters, fused.element)
            yield Case(
                f"{module}, {name} of {way}{label and ', ' + label}",
                space,
                given,
                fused,
                returns_input=number % 3 == 0 or way == "argument",
            )


def call(function, arrays, computed, to_device):
    """The results; places that nobody writes show where their shapes are known."""
    given = [to_device(a) if isinstance(a, np.ndarray) else a for a in arrays]
    if computed is None:
        results = function(*given)
        return results if isinstance(results, tuple) else (results,)
    out = tuple(to_device(poisoned(a.shape, a.dtype)) for a in computed)
    function(*given, out=out)
    return out


def check(lowp, cases):
    text = "".join(case.text.replace("NAME", f"f{n}") for n, case in enumerate(cases))
    cpu = lowp.compile(text, device="cpu", use_cache=False, host_opt_level=FAST)
    gpu = lowp.compile(
        text,
        device="cuda",
        chip="sm_90a",
        image_format="ptx",
        use_cache=False,
        strict=False,
        host_opt_level=FAST,
    )
    for number, case in enumerate(cases):
        computed, found = case.computed(), []
        on_cpu = call(cpu[f"f{number}"], case.arrays, computed, np.asarray)
        on_gpu = [
            array.to_host()
            for array in call(gpu[f"f{number}"], case.arrays, computed, lowp.DeviceArray.from_host)
        ]
        if case.given.values is None:
            continue
        found += case.differences(on_gpu, on_cpu, "GPU and CPU")
        if computed:
            found += case.differences(on_cpu, computed, "CPU and numpy")
        for line in found:
            yield f"{case.label}: {line}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lib", required=True)
    parser.add_argument("modules", nargs="*")
    options = parser.parse_args()
    lowp = import_lowp(options.lib)
    failures = []
    for module in options.modules or MODULES:
        cases = list(cases_of(module))
        print(f"{module}: {len(cases)} cases", flush=True)
        for first in range(0, len(cases), MOST):
            failures += check(lowp, cases[first : first + MOST])
    print(f"{len(failures)} differences")
    print("\n".join(failures[:40]))
    return 1 if failures else 0


sys.exit(main())
