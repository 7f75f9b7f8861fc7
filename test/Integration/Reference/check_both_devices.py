# REQUIRES: numpy
# RUN: %python %s --lib=%lowp_lib_dir
"""Whatever compiles for the GPU compiles, and links, for the CPU: every module of the
tests, and of the examples, but external functions without a body. What compiles for the
CPU needs no second answer: only the rest is compiled for the GPU, and must be refused."""

import argparse
import itertools
import os
import pathlib
import sys

from hosts import import_lowp

ROOT = pathlib.Path(__file__).resolve().parents[3]
# One part of so many, and all of them if LOWP_LONG_TESTS is set.
STEP = 1 if os.environ.get("LOWP_LONG_TESTS") else 12
# Fewer modules that compile would mean that this test looks elsewhere.
LEAST = 300 // STEP


def modules():
    for folder in ("test", "docs"):
        for path in sorted((ROOT / folder).rglob("*.mlir")):
            for number, text in enumerate(path.read_text().split("// -----")):
                yield f"{path.relative_to(ROOT)}, part {number}", text


def is_for_gpu(text):
    """Kernels written by hand, and launches that are formed and bufferized already."""
    is_launch = "lowp.gemm" in text or "lowp.launch_" in text
    return "gpu." in text or (is_launch and "memref" in text)


def needs_body(text, reason):
    """An external function without a body is for the GPU alone, and says so."""
    is_external = "lowp.external" in text or "lowp.call_external" in text
    return is_external and "the body of an external function" in reason


def try_cpu(lowp, text):
    """Why it does not compile, or not link, for the CPU; None where it does."""
    try:
        program = lowp.compile(text, device="cpu", host_opt_level=0, use_cache=False)
        for function in program:
            program._handle.find(function.name)
    except (lowp.CompileError, lowp.LaunchError) as error:
        return str(error).splitlines()[0]
    return None


def compiles_for_gpu(lowp, text):
    try:
        lowp.compile(
            text, device="cuda", chip="sm_90a", image_format="ptx", strict=False, use_cache=False
        )
    except lowp.CompileError:
        return False
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lib", required=True)
    lowp = import_lowp(parser.parse_args().lib)
    compiled, failures = 0, []
    for name, text in itertools.islice(modules(), 0, None, STEP):
        if is_for_gpu(text):
            continue
        reason = try_cpu(lowp, text)
        if reason is None:
            compiled += 1
        elif not needs_body(text, reason) and compiles_for_gpu(lowp, text):
            failures.append(f"{name}: {reason}")
    print(f"{compiled} modules compile for the CPU, {len(failures)} for the GPU alone")
    print("\n".join(failures))
    return 1 if failures or compiled < LEAST else 0


sys.exit(main())
