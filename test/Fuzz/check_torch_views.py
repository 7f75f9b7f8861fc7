# Random modules of views and products through torch's door, forward and backward, against torch in
# f64; more of them:
#
#   build/bin/lowp-simulate python3 test/Fuzz/check_torch_views.py --lib build/lib --modules 100 --seed 7
#
# REQUIRES: numpy, torch
# RUN: env LOWP_SIMULATOR_SMS=2 PYTHONDONTWRITEBYTECODE=1 %lowp_tools_dir/lowp-simulate %python %s --lib=%lowp_lib_dir --modules=3 --seed=5
"""Random modules of torch, of views and products, through the backend: results and gradients,
computed by programs for a GPU, which may be the simulator, against torch in f64.

usage: lowp-simulate check_torch_views.py --lib FOLDER [--modules N] [--seed S] [--only SEED]
           [--chip sm_90a]
"""

import argparse
import os
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "test"), str(ROOT / "python"), str(pathlib.Path(__file__).parent)]

from values.devices import in_child  # noqa: E402  (needs the paths above)

SECONDS = 120
# Modules of one child.
PER_PROCESS = 8
# Messages about sizes that kernels do not take: torch computes these.
LIMITS = ["pad it"]


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lib", help="where liblowp-c.so is; the installed package's if not given")
    parser.add_argument("--modules", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="the module of this seed alone")
    parser.add_argument("--chip", default="sm_90a", help="a chip, native, or cpu")
    parser.add_argument("--math", default="exact", choices=["exact", "fast"])
    parser.add_argument("--minutes", type=float, default=1e6, help="when to end at the latest")
    return parser.parse_args()


def check(seeds, options):
    """(seed, reason) of each failure, and how many programs ran."""
    from torch_views import simulated
    from torch_views.compare import failures
    from torch_views.draw import draw

    simulated.use(options.chip)
    found = []
    for seed in seeds:
        drawn, recipe = draw(seed)
        found += [
            [seed, reason]
            for reason in guarded(failures, drawn, recipe, options.math)
            if not any(limit in reason for limit in LIMITS)
        ]
    return {"found": found, "calls": simulated.OnGpu.called}


def guarded(failures, drawn, recipe, math):
    try:
        return list(failures(drawn, recipe, math))
    except Exception as error:  # Whatever torch or lowp raises is what is looked for.
        return [f"raises {type(error).__name__}: {str(error)[:400]}"]


def run(seeds, options):
    answer = in_child(lambda: check(seeds, options), SECONDS * (3 if len(seeds) > 1 else 1))
    if not isinstance(answer, str):
        return answer
    if len(seeds) == 1:
        return {"found": [[seeds[0], answer]], "calls": 0}
    parts = [run([seed], options) for seed in seeds]
    return {
        "found": [each for part in parts for each in part["found"]],
        "calls": sum(part["calls"] for part in parts),
    }


def main():
    options = parse()
    if options.lib:
        os.environ["LOWP_LIBRARY"] = str(pathlib.Path(options.lib) / "liblowp-c.so")
    os.environ.setdefault("LOWP_CACHE_BYTES", "0")
    import torch

    torch.set_num_threads(1)
    from torch_views import simulated  # noqa: F401  (once, before processes part)
    from torch_views.draw import draw

    count = 1000 if os.environ.get("LOWP_LONG_TESTS") else options.modules
    seeds = (
        [options.only]
        if options.only is not None
        else [options.seed * 1000000 + number for number in range(count)]
    )
    failed = calls = done = 0
    end = time.monotonic() + 60 * options.minutes
    for first in range(0, len(seeds), PER_PROCESS):
        if time.monotonic() > end:
            break
        batch = seeds[first : first + PER_PROCESS]
        answer = run(batch, options)
        calls, done = calls + answer["calls"], done + len(batch)
        for seed, reason in answer["found"]:
            failed += 1
            drawn, recipe = draw(seed)
            shapes = ", ".join(
                f"{name} {list(value.shape)} {value.dtype}"
                for name, value in [*drawn.arguments.items(), *drawn.parameters.items()]
            )
            print(
                f"FAILED, --only {seed} --chip {options.chip}, recipe {recipe}: {reason}\n"
                f"{shapes}\n{drawn.text}",
                flush=True,
            )
    print(f"{done} modules, {calls} programs ran, {failed} failures")
    return 1 if failed or not calls else 0


sys.exit(main())
