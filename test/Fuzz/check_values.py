"""Random programs on the CPU and on a GPU, which may be the simulator: every result is
what numpy says, to the bit or within the bound that the Specification names.

usage: lowp-simulate check_values.py --lib FOLDER [--programs N] [--seed S] [--only SEED]
"""

import argparse
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "test"), str(ROOT / "python"), str(pathlib.Path(__file__).parent)]

from values.devices import Device, check  # noqa: E402  (needs the paths above)
from values.generate import forms_of, generate  # noqa: E402

# Functions of one module: fewer modules are compiled faster, until one of them fails.
PER_MODULE = 15


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lib", required=True, help="where liblowp-c.so is")
    parser.add_argument("--programs", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="the program of this seed alone")
    parser.add_argument("--devices", default="cpu,gpu")
    parser.add_argument("--all-forms", action="store_true",
                        help="with the forms that wait for a fault to be mended")
    return parser.parse_args()


def describe(seed, with_waiting):
    return " ".join(form.add.__name__ for form in forms_of(seed, with_waiting))


def shrink(device, seed, with_waiting):
    """The program of the fewest steps that still fails, and why."""
    for steps in range(len(forms_of(seed, with_waiting)) + 1):
        program = generate(seed, steps, with_waiting)
        for _, reason in check(device, [program]):
            return program, reason
    return generate(seed, None, with_waiting), "not on its own"


def main():
    options = parse()
    os.environ["LOWP_LIBRARY"] = str(pathlib.Path(options.lib) / "liblowp-c.so")
    os.environ.setdefault("LOWP_CACHE_BYTES", "0")
    import lowp

    devices = [Device(lowp, name) for name in options.devices.split(",")]
    count = 10000 if os.environ.get("LOWP_LONG_TESTS") else options.programs
    seeds = [options.only] if options.only is not None else \
        [options.seed * 1000000 + number for number in range(count)]
    failed = 0
    for first in range(0, len(seeds), PER_MODULE):
        batch = seeds[first : first + PER_MODULE]
        programs = [generate(seed, None, options.all_forms) for seed in batch]
        for device in devices:
            for number in sorted({number for number, _ in check(device, programs)}):
                failed += 1
                seed = batch[number]
                program, reason = shrink(device, seed, options.all_forms)
                print(f"FAILED on the {device.name}, --only {seed} "
                      f"({describe(seed, options.all_forms)}): {reason}\n{program.text}",
                      flush=True)
    print(f"{len(seeds)} programs, {failed} failures")
    return 1 if failed or not seeds else 0


sys.exit(main())
