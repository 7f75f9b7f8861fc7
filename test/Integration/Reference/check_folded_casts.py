# Casts of constants, of tensors and of what is not known: the same values. The simulator is the
# GPU here.
#
# REQUIRES: numpy
# RUN: env LOWP_SIMULATOR_SMS=2 %lowp_tools_dir/lowp-simulate \
# RUN:   %python %s --lib=%lowp_lib_dir
"""Casts of small floats of all special values: of constants, which something may fold, and
of values of the run time; scalars, splats, fills and tensors; on the CPU and as kernels."""

import argparse
import os
import sys

import numpy as np

from harness import FAST, same_bits
from hosts import import_lowp, poisoned

from fused_inputs import constant
from oracle.formats import DTYPES, LARGEST, WIDTH, round_to_format

LONG = "LOWP_LONG_TESTS" in os.environ
WIDE = ["f32", "f64", "f16", "bf16"]
# The GPU shares the code of the others.
ON_GPU = WIDE if LONG else ["f32"]


def special_values(small, wide):
    """What the wide format has of infinities, NaN, limits and middles of the small one."""
    largest = LARGEST[small]
    step = np.spacing(np.float32(largest)) * 2.0**20
    values = [
        np.inf,
        -np.inf,
        np.nan,
        -np.nan,
        0.0,
        -0.0,
        1.0,
        -1.0,
        largest,
        -largest,
        largest + step,
        largest * 1.5,
        -largest * 2,
        2.0**-20,
        -(2.0**-20),
        0.3,
    ]
    smallest = np.arange(1, 16).astype(np.uint8).view(DTYPES[small]).astype(np.float32)
    values = np.array(values + list(smallest) + list(smallest / 2), np.float32)
    with np.errstate(all="ignore"):
        return values.astype(DTYPES[wide])


def rounded(values, small):
    """Rounded to the small format and back."""
    with np.errstate(all="ignore"):
        narrow = values.astype(np.float32)
        if small in WIDTH:
            narrow = np.where(
                np.isnan(narrow), narrow, np.clip(narrow, -LARGEST[small], LARGEST[small])
            )
        return round_to_format(narrow, small).astype(np.float32).astype(values.dtype)


class Cast:
    """From elements `given` to `to`, by way of `way` if there is one."""

    def __init__(self, label, given, element, way, to, wanted):
        self.label, self.given, self.wanted = label, given, wanted
        self.element, self.way, self.to = element, way, to

    def text(self, value, result, shape):
        """The casts of `value`; `shape` is "4x" or empty for a scalar."""
        kind = (lambda element: f"tensor<{shape}{element}>") if shape else (lambda element: element)
        if self.way is None:
            return f"  {result} = arith.extf {value} : {kind(self.element)} to {kind(self.to)}\n"
        return (
            f"  {result}_small = arith.truncf {value} : {kind(self.element)} to "
            f"{kind(self.way)}\n  {result} = arith.extf {result}_small : "
            f"{kind(self.way)} to {kind(self.to)}\n"
        )

    def functions(self):
        """(Form, text with NAME, whether it takes the values, wanted)."""
        n = len(self.given)
        kind, to = f"tensor<{n}x{self.element}>", f"tensor<{n}x{self.to}>"
        yield (
            "of the run time",
            f"""func.func @NAME(%x: {kind}) -> {to} {{
{self.text("%x", "%y", f"{n}x")}  return %y : {to}
}}""",
            True,
            self.wanted,
        )
        anchor = "%x: tensor<1xf32>"
        codes = self.given.tobytes().hex().upper()
        yield (
            "constant",
            f"""func.func @NAME({anchor}) -> {to} {{
  %c = arith.constant dense<"0x{codes}"> : {kind}
{self.text("%c", "%y", f"{n}x")}  return %y : {to}
}}""",
            False,
            self.wanted,
        )
        body = names = ""
        for number, value in enumerate(self.given):
            body += (
                f"  %c{number} = arith.constant {constant(value, self.element)} : {self.element}\n"
            )
            body += self.text(f"%c{number}", f"%y{number}", "")
            names += f"%y{number}, "
        yield (
            "scalars",
            f"""func.func @NAME({anchor}) -> {to} {{
{body}  %y = tensor.from_elements {names[:-2]} : {to}
  return %y : {to}
}}""",
            False,
            self.wanted,
        )
        for number, value in enumerate(self.given[:3]):
            code = constant(value, self.element)
            yield (
                f"splat of {value}",
                f"""func.func @NAME({anchor}) -> tensor<4x{self.to}> {{
  %c = arith.constant dense<{code}> : tensor<4x{self.element}>
{self.text("%c", "%y", "4x")}  return %y : tensor<4x{self.to}>
}}""",
                False,
                np.repeat(self.wanted[number], 4),
            )
            yield (
                f"scalar {value}",
                f"""func.func @NAME({anchor}) -> tensor<4x{self.to}> {{
  %c = arith.constant {code} : {self.element}
{self.text("%c", "%s", "")}  %y = tensor.splat %s : tensor<4x{self.to}>
  return %y : tensor<4x{self.to}>
}}""",
                False,
                np.repeat(self.wanted[number], 4),
            )
            yield (
                f"fill of {value}",
                f"""func.func @NAME({anchor}) -> tensor<4x{self.to}> {{
  %c = arith.constant {code} : {self.element}
  %e = tensor.empty() : tensor<4x{self.element}>
  %f = linalg.fill ins(%c : {self.element}) outs(%e : tensor<4x{self.element}>)
    -> tensor<4x{self.element}>
  %o = tensor.empty() : tensor<4x{self.to}>
  %y = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}} ins(%f : tensor<4x{self.element}>)
      outs(%o : tensor<4x{self.to}>) {{
  ^bb0(%a: {self.element}, %old: {self.to}):
{self.text("%a", "%b", "")}    linalg.yield %b : {self.to}
  }} -> tensor<4x{self.to}>
  return %y : tensor<4x{self.to}>
}}""",
                False,
                np.repeat(self.wanted[number], 4),
            )


def casts(wide):
    for small in LARGEST:
        values = special_values(small, wide)
        yield Cast(f"{wide} to {small}", values, wide, small, wide, rounded(values, small))
    for small in [*LARGEST, "f8E8M0FNU"]:
        count = 2 ** WIDTH.get(small, 8)
        # NaN of f8E8M0FNU first, as those that splats take.
        codes = np.roll(np.arange(count, dtype=np.uint8), 3).view(DTYPES[small])
        with np.errstate(all="ignore"):
            yield Cast(
                f"{small} to {wide}",
                codes,
                small,
                None,
                wide,
                codes.astype(np.float32).astype(DTYPES[wide]),
            )


def run(lowp, host, wide):
    cases = [
        (f"{cast.label}, {form}", text, cast.given if takes else np.zeros(1, np.float32), wanted)
        for cast in casts(wide)
        for form, text, takes, wanted in cast.functions()
    ]
    # A GPU takes no elements of less than 8 bits, and makes no tensors of single ones.
    if host == "gpu":
        cases = [
            case
            for case in cases
            if "from_elements" not in case[1]
            and not any(f"x{small}>) ->" in case[1] for small in WIDTH)
        ]
    text = "\n".join(case[1].replace("NAME", f"f{n}") for n, case in enumerate(cases))
    options = (
        dict(device="cpu")
        if host == "cpu"
        else dict(device="cuda", chip="sm_90a", image_format="ptx")
    )
    # LLVM folds what it optimizes, of one format in the check.
    if not (LONG or wide == "f32"):
        options["host_opt_level"] = FAST
    program = lowp.compile(text, use_cache=False, **options)
    move = np.asarray if host == "cpu" else lowp.DeviceArray.from_host
    for number, (label, _, given, wanted) in enumerate(cases):
        out = move(poisoned(wanted.shape, wanted.dtype))
        program[f"f{number}"](move(given), out=out)
        got = out if host == "cpu" else out.to_host()
        wrong = np.argwhere(~same_bits(got, wanted))
        if len(wrong):
            at = int(wrong[0][0])
            yield f"{host}, {label}: {len(wrong)} wrong, first {at}: {got[at]!r}, not {wanted[at]!r}"
    print(f"{host}, {wide}: {len(cases)} functions", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lib", required=True)
    lowp = import_lowp(parser.parse_args().lib)
    failures = []
    for wide in WIDE:
        for host in ["cpu", "gpu"] if wide in ON_GPU else ["cpu"]:
            failures += run(lowp, host, wide)
    print(f"{len(failures)} differences")
    print("\n".join(failures[:40]))
    return 1 if failures else 0


sys.exit(main())
