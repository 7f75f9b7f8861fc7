# Functions of the math dialect, within the bounds of the specification: on the CPU, and in the
# simulator in both modes.
#
# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir --math=cpu
# RUN: %lowp_tools_dir/lowp-simulate %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir --math=exact
# RUN: %lowp_tools_dir/lowp-simulate %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir --math=fast
"""Every function of the math dialect that lowp takes, against libm in f64.

Inputs are special values, bits at random, positions from 0 to 2^20, multiples of
pi / 2 and numbers of the sizes that functions like. All functions are one module.
"""

import argparse
import math
import sys

import numpy as np

import check_fast_math
import hosts
from harness import DTYPES, sample_size

np.seterr(all="ignore")
RNG = np.random.default_rng(11)
# Units in the last place of f32 that results may differ by, beside half a unit of
# the type: section 8 of the specification.
UNITS = {"cpu": 4, "exact": 5, "fast": 5}
SPECIAL = np.float32(
    [
        0.0,
        -0.0,
        np.nan,
        np.inf,
        -np.inf,
        1,
        -1,
        0.5,
        -0.5,
        2,
        -2,
        3,
        -3,
        3.4028234e38,
        -3.4028234e38,
        2.0**-126,
        -(2.0**-126),
        2.0**-127,
        -(2.0**-130),
        2.0**-149,
        -(2.0**-149),
        88.7,
        88.72,
        88.73,
        89,
        89.4,
        90,
        -87.3,
        -103.9,
        -104,
        127.9,
        128,
        -149,
        -149.5,
        -150,
        1e10,
        -1e10,
        131072,
        1 - 2.0**-24,
        -1 + 2.0**-24,
        1 + 2.0**-23,
    ]
)
erf, erfc = (np.vectorize(f, otypes=[np.float64]) for f in (math.erf, math.erfc))
ONE = {
    "absf": np.abs,
    "acos": np.arccos,
    "acosh": np.arccosh,
    "asin": np.arcsin,
    "asinh": np.arcsinh,
    "atan": np.arctan,
    "atanh": np.arctanh,
    "cbrt": np.cbrt,
    "ceil": np.ceil,
    "cos": np.cos,
    "cosh": np.cosh,
    "erf": erf,
    "erfc": erfc,
    "exp": np.exp,
    "exp2": np.exp2,
    "expm1": np.expm1,
    "floor": np.floor,
    "log": np.log,
    "log10": np.log10,
    "log1p": np.log1p,
    "log2": np.log2,
    "round": lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x),
    "roundeven": np.rint,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "sin": np.sin,
    "sinh": np.sinh,
    "sqrt": np.sqrt,
    "tan": np.tan,
    "tanh": np.tanh,
    "trunc": np.trunc,
}
TWO = {"atan2": np.arctan2, "copysign": np.copysign, "powf": np.power}
EXPONENTS = [-3.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 31.0]
FAST = {name: (function, bound) for name, function, bound in check_fast_math.FUNCTIONS}


def sample(element="f32"):
    count = sample_size(10**4)
    parts = [
        SPECIAL,
        RNG.integers(0, 2**32, count, np.uint64).astype(np.uint32).view(np.float32),
        RNG.uniform(-160, 130, count // 5),
        RNG.uniform(-1.2, 1.2, count // 5),
        np.exp(RNG.uniform(-30, 0, count // 10)) * RNG.choice([-1, 1], count // 10),
        RNG.uniform(0.4, 2.1, count // 10),
        RNG.integers(0, 2**20, count // 4),
        np.arange(100),
        np.float32(np.pi / 2) * np.arange(1, count // 20),
    ]
    # Few numbers of 16 bits suffice: they are computed in f32.
    if element != "f32":
        bits = RNG.integers(0, 2**16, count // 10).astype(np.uint16).view(DTYPES[element])
        parts = [SPECIAL, bits.astype(np.float32)]
    return np.concatenate([np.asarray(p, np.float32) for p in parts]).astype(DTYPES[element])


def unit(value, element):
    """The last place of numbers of `element` near `value`."""
    bits, least = {"f32": (23, -149), "bf16": (7, -133), "f16": (10, -24)}[element]
    exponent = np.floor(np.log2(np.where(value == 0, 1, np.abs(value))))
    return np.exp2(np.maximum(np.where(value == 0, -1000, exponent) - bits, least))


def are_close(got, want, units, element):
    """Near in value; the same NaN, infinity, and sign of zero."""
    dtype, wide = DTYPES[element], got.astype(np.float64)
    bound = units * unit(want, "f32")
    if element != "f32":
        bound = bound + 0.5 * unit(want, element)
    largest = float(np.finfo(dtype).max) if element != "bf16" else check_fast_math.LIMITS["bf16"][1]
    same = (wide == want) | (np.isnan(wide) & np.isnan(want))
    same &= ~((want == 0) & (np.signbit(wide) != np.signbit(want)))
    # Beyond the largest number there is infinity, and a bound before it.
    overflow = np.isinf(wide) & (np.sign(wide) == np.sign(want)) & (np.abs(want) + bound > largest)
    below = np.isinf(want.astype(dtype)) & (np.abs(wide) >= largest * (1 - 2.0**-20))
    below &= np.sign(wide) == np.sign(want)
    return same | (np.abs(wide - want) <= bound) | overflow | below


class Cases:
    def __init__(self, mode):
        self.mode, self.texts, self.calls = mode, [], []

    def add(self, label, op, inputs, function, element="f32", constants="", units=None):
        """`op` is the operation's text, with TYPE and the operands %0 and %1."""
        kind = f"tensor<{inputs[0].size}x{element}>"
        name = f"case_{len(self.calls)}"
        arguments = ", ".join(f"%{n}: {kind}" for n in range(len(inputs)))
        self.texts.append(
            f"func.func @{name}({arguments}) -> {kind} {{\n{constants.replace('TYPE', kind)}"
            f"  %r = {op.replace('TYPE', kind)}\n  return %r : {kind}\n}}"
        )
        self.calls.append((f"{label} of {element}", name, inputs, function, element, units))

    def add_all(self):
        # What is written out in both modes is the same.
        for element in ("f32",) if self.mode == "fast" else ("f32", "bf16", "f16"):
            x = sample(element)
            for op, function in ONE.items():
                self.add(
                    op,
                    f"math.{op} %0 : TYPE",
                    [x],
                    function,
                    element,
                    units="fast" if self.mode == "fast" and op in FAST else None,
                )
            y = RNG.permutation(x)
            pairs = [
                np.concatenate([a, b]).astype(DTYPES[element])
                for a, b in (
                    (x, np.repeat(SPECIAL, SPECIAL.size)),
                    (y, np.tile(SPECIAL, SPECIAL.size)),
                )
            ]
            for op, function in TWO.items():
                self.add(op, f"math.{op} %0, %1 : TYPE", pairs, function, element)
        x = sample()
        for exponent in EXPONENTS:
            # numpy makes a square root of a number as exponent, which is NaN of -inf.
            self.add(
                f"powf {exponent}",
                "math.powf %0, %c : TYPE",
                [x],
                lambda x, e=exponent: np.power(x, np.full(x.shape, e)),
                constants=f"  %c = arith.constant dense<{exponent:e}> : TYPE\n",
            )
            if exponent == int(exponent):
                whole = f"tensor<{x.size}xi32>"
                self.add(
                    f"fpowi {exponent}",
                    f"math.fpowi %0, %c : TYPE, {whole}",
                    [x],
                    lambda x, e=exponent: np.power(x, e),
                    constants=f"  %c = arith.constant dense<{int(exponent)}> : {whole}\n",
                )

    def compare(self, call, got):
        label, _, inputs, function, element, units = call
        if units == "fast":
            function, bound = FAST[label.split()[0]]
            return check_fast_math.expect_function(function, bound, inputs, element)[2](got)
        want = function(*(array.astype(np.float64) for array in inputs))
        return are_close(got, want, UNITS[self.mode], element)

    def run(self, lowp):
        target = (
            {"device": "cpu"}
            if self.mode == "cpu"
            else {"chip": "sm_90a", "image_format": "ptx", "math": self.mode, "host_opt_level": 0}
        )
        program = lowp.compile("\n".join(self.texts), use_cache=False, **target)
        for call in self.calls:
            label, name, inputs, *_ = call
            if self.mode == "cpu":
                got = program[name](*inputs)
            else:
                got = program[name](*map(lowp.DeviceArray.from_host, inputs)).to_host()
            wrong = np.argwhere(~self.compare(call, got))[:, 0]
            if len(wrong):
                at = [array[wrong[0]] for array in inputs]
                yield f"{label}: {len(wrong)} wrong, first of {at}: {got[wrong[0]]!r}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--lib", required=True)
    parser.add_argument("--math", required=True, choices=UNITS)
    options = parser.parse_args()
    cases = Cases(options.math)
    cases.add_all()
    wrong = list(cases.run(hosts.import_lowp(options.lib)))
    print(f"{len(cases.calls)} functions, {len(wrong)} wrong")
    print("\n".join(wrong))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
