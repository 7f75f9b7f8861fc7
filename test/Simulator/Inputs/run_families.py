"""Runs the families of kernels of a chip against the CPU, of several shapes and in several orders.

    lowp-simulate run_families.py LIB [--most N] [--only FAMILY] [--pairs]

The chip is that of LOWP_SIMULATOR_CHIP.

`--pairs` takes those that CTAs multiply in pairs, by configs of pairs. `--most` takes so many families and shapes of all, evenly; all if LOWP_LONG_TESTS is set. The
simulator is strict, and asks for fences after reads.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

import numpy as np
from kernel_families import (
    PAIR_COLUMNS,
    PAIR_SHAPES,
    SHAPES,
    list_names,
    list_pair_names,
    make_family,
)
from pair_configs import write_configs

CHIP, SEEDS = os.environ["LOWP_SIMULATOR_CHIP"], (0, 1, 2)
LONG = "LOWP_LONG_TESTS" in os.environ
# The simulator reads PTX, and other tests assemble kernels of the families.
IMAGES = {} if LONG else {"image_format": "ptx"}
# Shares of the largest element: sums are f32 on both sides, in another order.
ERRORS = {np.dtype(np.float32): 2.0**-18}
ROUNDED, TF32_ERROR = 2.0**-7, 2.0**-9


def compile_pairs(lowp, family, shape, compiler):
    flags = [f"--{key.replace('_', '-')}={value}" for key, value in family.options.items()]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "configs.json"
        write_configs(family.text, CHIP, compiler, PAIR_COLUMNS[shape], path, flags)
        options = family.options | IMAGES | {"config_file": path}
        return lowp.compile(family.text, chip=CHIP, use_cache=False, **options)


def check(lowp, name, shape, compiler):
    """`compiler` is lowp-compile where CTAs multiply in pairs, else None."""
    family = make_family(name, CHIP, shape, compiler is not None)
    error = TF32_ERROR if name == "tf32" else ERRORS.get(family.result.dtype, ROUNDED)

    def run(program, move=np.asarray):
        """Starts with zeros, which stay in rows of no group."""
        result = move(np.zeros_like(family.result))
        program["product"](*map(move, family.inputs), out=result)
        return result if move is np.asarray else result.to_host()

    want = run(lowp.compile(family.text, device="cpu", use_cache=False)).astype(np.float64)
    if compiler:
        program = compile_pairs(lowp, family, shape, compiler)
    else:
        program = lowp.compile(family.text, chip=CHIP, use_cache=False, **family.options, **IMAGES)
    results = []
    for seed in SEEDS:
        os.environ["LOWP_SIMULATOR_SEED"] = str(seed)
        results.append(run(program, lowp.DeviceArray.from_host).astype(np.float64))
        assert (results[-1] == results[0]).all(), (name, shape, seed)
    got = results[0]
    assert np.abs(want).max() > 1 and np.isfinite(got).all(), (name, shape)
    off = np.abs(got - want).max() / np.abs(want).max()
    assert off <= error, (name, shape, off)
    print("right:", name, shape, f"{off:.1e}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("lib", type=Path)
    parser.add_argument("--most", type=int)
    parser.add_argument("--only")
    parser.add_argument("--pairs", action="store_true")
    options = parser.parse_args()
    os.environ["LOWP_LIBRARY"] = str(options.lib / "liblowp-c.so")
    sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "python"))
    import lowp

    names = list_pair_names(CHIP) if options.pairs else list_names(CHIP)
    shapes = PAIR_SHAPES if options.pairs else SHAPES
    compiler = options.lib.parent / "bin" / "lowp-compile" if options.pairs else None
    cases = [(name, shape) for name in names for shape in shapes if options.only in (None, name)]
    most = len(cases) if LONG else options.most or len(cases)
    for i in range(most):
        check(lowp, *cases[i * len(cases) // most], compiler)
    print(f"{most} of {len(cases)} families and shapes are right")


main()
