# Random programs on the CPU and on the simulator, against numpy; more of them:
#
#   build/bin/lowp-simulate python3 test/Fuzz/check_values.py --lib build/lib --programs 1000 --seed 7
#
# Chips in turns, with more quantizes and unknown sizes, and functions by approximations:
#
# REQUIRES: numpy
# RUN: env LOWP_SIMULATOR_SMS=2 PYTHONDONTWRITEBYTECODE=1 %lowp_tools_dir/lowp-simulate %python %s --lib=%lowp_lib_dir --programs=6
# RUN: env LOWP_SIMULATOR_SMS=2 PYTHONDONTWRITEBYTECODE=1 %lowp_tools_dir/lowp-simulate %python %s --lib=%lowp_lib_dir --programs=8 --per-module=4 --seed=2 --unknown=0.4 --quantizes=0.33 --devices=cpu,sm_90a,sm_120a,sm_100a --turns
# RUN: env LOWP_SIMULATOR_SMS=2 PYTHONDONTWRITEBYTECODE=1 %lowp_tools_dir/lowp-simulate %python %s --lib=%lowp_lib_dir --programs=2 --seed=3 --math=fast --devices=gpu
"""Random programs on the CPU and on GPUs, which may be the simulator's: every result is what
numpy says, to the bit or within the bound that the Specification names; outputs are poisoned
before, arguments compared afterwards, and programs that fail are made smaller.

usage: lowp-simulate check_values.py --lib FOLDER [--programs N] [--seed S] [--only SEED]
           [--devices cpu,sm_90a,sm_120a,sm_100a] [--turns] [--unknown SHARE]
           [--quantizes SHARE] [--math fast] [--families concats,slices] [--jobs N]

A real GPU needs no simulator: check_values.py --lib FOLDER --devices native
"""

import argparse
import os
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "test"), str(ROOT / "python"), str(pathlib.Path(__file__).parent)]

from values import failures  # noqa: E402  (needs the paths above)
from values.devices import Device, check  # noqa: E402
from values.generate import forms_of, generate  # noqa: E402
from values.mix import Mix  # noqa: E402
from values.shrink import shrink  # noqa: E402
from values.table import FAMILIES  # noqa: E402


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lib", help="where liblowp-c.so is; the installed package's if not given")
    parser.add_argument("--programs", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="the program of this seed alone")
    parser.add_argument("--devices", default="cpu,gpu", help="cpu, chips, or native")
    parser.add_argument(
        "--turns",
        action="store_true",
        help="programs take turns on the GPUs, each on one and on the CPU",
    )
    parser.add_argument("--steps", type=int, default=Mix.steps, help="the most forms of a program")
    parser.add_argument("--dims", default="2,4", help="the fewest and the most dimensions")
    parser.add_argument(
        "--unknown",
        type=float,
        default=Mix.unknown,
        help="the share of tensors and parts of unknown sizes",
    )
    parser.add_argument(
        "--quantizes",
        type=float,
        default=Mix.quantizes,
        help="the share of quantizes among the forms",
    )
    parser.add_argument("--math", default="exact", choices=["exact", "fast"])
    parser.add_argument("--families", default="", help=", ".join(FAMILIES))
    parser.add_argument(
        "--all-forms", action="store_true", help="with the forms that wait for a fault to be mended"
    )
    parser.add_argument(
        "--per-module",
        type=int,
        default=15,
        help="functions of one module: fewer modules are compiled faster, until one of them fails",
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the programs")
    parser.add_argument("--minutes", type=float, default=1e6, help="when to end at the latest")
    parser.add_argument("--shrink-seconds", type=float, default=30)
    parser.add_argument("--failures", help="a folder for programs that fail")
    return parser.parse_args()


def mix_of(options):
    return Mix(
        options.steps,
        tuple(map(int, options.dims.split(","))),
        options.unknown,
        options.quantizes,
        options.math,
        tuple(filter(None, options.families.split(","))),
        "native" in options.devices,
        options.all_forms,
    )


def again(options, seed, device):
    """The command line that draws one program again."""
    said = [f"--only {seed} --devices {device.name}"]
    for name in ("steps", "dims", "unknown", "quantizes", "math", "families", "all_forms"):
        value = getattr(options, name)
        if value is True or value and value != "exact":
            said.append(f"--{name.replace('_', '-')}" + ("" if value is True else f" {value}"))
    return " ".join(said)


class Campaign:
    """The programs of some seeds on devices."""

    def __init__(self, options, lowp):
        self.options, self.mix = options, mix_of(options)
        extra = {"math": options.math, "host_opt_level": 0}
        self.devices = [Device(lowp, name, **extra) for name in options.devices.split(",")]
        self.failed = self.done = 0

    def devices_of(self, turn):
        """All of them, or the CPU and one GPU in its turn."""
        gpus = [device for device in self.devices if device.name != "cpu"]
        if not self.options.turns or len(gpus) < 2:
            return self.devices
        return [each for each in self.devices if each.name == "cpu"] + [gpus[turn % len(gpus)]]

    def run(self, seeds, turn):
        drawn = {}
        for device in self.devices_of(turn):
            mix = device.mix_of(self.mix)
            programs = drawn.get(mix) or [generate(seed, mix) for seed in seeds]
            drawn[mix] = programs
            for number, reason in dict(reversed(check(device, programs))).items():
                self.failed += 1
                self.report(device, seeds[number], programs[number], reason)
        self.done += len(seeds)

    def report(self, device, seed, program, reason):
        said = dict(reversed(check(device, [program]))).get(0)
        alone = said or f"not on its own: {reason}"
        if said:
            kind = failures.kind_of(said)

            def fails(candidate):
                return any(failures.kind_of(each) == kind for _, each in check(device, [candidate]))

            program = shrink(program, fails, self.options.shrink_seconds)
        forms = " ".join(form.add.__name__ for form in forms_of(seed, self.mix))
        lines = [
            f"FAILED on the {device.name}, {again(self.options, seed, device)} ({forms}):",
            alone,
        ]
        print("\n".join([*lines, program.text]), flush=True)
        if self.options.failures:
            failures.keep(self.options.failures, f"{seed}-{device.name}", program, lines)


def work(options, lowp, seeds, job):
    """The share of one process; returns what failed."""
    campaign = Campaign(options, lowp)
    end = time.monotonic() + 60 * options.minutes
    for turn, first in enumerate(range(0, len(seeds), options.per_module)):
        if turn % options.jobs == job:
            campaign.run(seeds[first : first + options.per_module], turn)
        if time.monotonic() > end:
            break
    print(f"{campaign.done} programs, {campaign.failed} failures", flush=True)
    return campaign.failed


def in_processes(options, lowp, seeds):
    children = []
    for job in range(options.jobs):
        child = os.fork()
        if child == 0:
            os._exit(1 if work(options, lowp, seeds, job) else 0)
        children.append(child)
    return sum(os.waitpid(child, 0)[1] != 0 for child in children)


def main():
    options = parse()
    if options.lib:
        os.environ["LOWP_LIBRARY"] = str(pathlib.Path(options.lib) / "liblowp-c.so")
    os.environ.setdefault("LOWP_CACHE_BYTES", "0")
    import lowp

    lowp.chips()  # Loads the library once, before processes part.
    count = 10000 if os.environ.get("LOWP_LONG_TESTS") else options.programs
    seeds = (
        [options.only]
        if options.only is not None
        else [options.seed * 1000000 + number for number in range(count)]
    )
    failed = (
        work(options, lowp, seeds, 0) if options.jobs == 1 else in_processes(options, lowp, seeds)
    )
    return 1 if failed or not seeds else 0


sys.exit(main())
