"""Options of `--program`."""

from __future__ import annotations

import argparse

from lowp.bench.errors import BenchError
from lowp_lab.bench.suite import refuse

# fp8 costs 0.03 to 0.07 a product on random data; of wrong results nothing is left.
MOST_ERROR = 0.15
ONCE, EACH_CALL = "once", "each-call"
# Options that say nothing without a program.
_OWN = ("torch", "part_file")
# Options that choose what else is measured: with a program they would be ignored.
_OTHERS = (
    "set",
    "shapes",
    "shapes_file",
    "kinds",
    "m",
    "cases",
    "modules",
    "precompile",
    "first_call",
    "plots",
)


def add_program(parser: argparse.ArgumentParser) -> None:
    """Adds the options; --math, --chip, --config-file, --peers and others are shared."""
    group = parser.add_argument_group("a whole program instead")
    add = group.add_argument
    add("--program", metavar="FILE", help="the module whose function is measured")
    add("--function", metavar="NAME", help="may be left out if there is one")
    add(
        "--torch",
        metavar="FILE.py:FUNCTION",
        help="the same in torch, of tensors in the order of the program's arguments; "
        "make_inputs() of the file, if there is one, returns these tensors",
    )
    add("--recipe", metavar="NAME", help="preset of all matmuls, or auto")
    add(
        "--part-file",
        metavar="FILE",
        help="what lowp.calibrate wrote: compile and predict with it",
    )
    add(
        "--shape",
        metavar="NAME=SIZE",
        action="append",
        default=[],
        help="size of dynamic dimensions: argument0.1=64 for one of them, M=4096 for all others",
    )
    add(
        "--parameters",
        choices=(ONCE, EACH_CALL),
        default=ONCE,
        help="when arguments marked lowp.parameter are prepared: once, which is not "
        "timed, or in each call",
    )
    add(
        "--external",
        metavar="NAME=FILE.py:FUNCTION",
        action="append",
        default=[],
        help="the external function NAME of the program, as Program.bind takes it, of "
        "torch tensors",
    )
    add("--seed", type=int, default=0, help="of random inputs (default: 0)")
    add(
        "--most-error",
        type=float,
        default=MOST_ERROR,
        help=f"relative error of results above which they count as wrong (default: {MOST_ERROR})",
    )


def is_asked_for(options: argparse.Namespace) -> bool:
    """Whether a whole program is to be measured."""
    if not options.program:
        for name in _OWN:
            if getattr(options, name):
                flag = f"--{name.replace('_', '-')}"
                raise BenchError(f"expected --program with {flag}, got no program")
        return False
    refuse(options, "--program", _OTHERS)
    return True
