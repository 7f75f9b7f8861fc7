"""Whatever compiles for the GPU compiles, and links, for the CPU: every module of the
tests, and of the examples, but external functions without a body."""

import argparse
import pathlib
import sys

from hosts import import_lowp

ROOT = pathlib.Path(__file__).resolve().parents[3]
# Fewer modules that compile for both would mean that this test looks elsewhere.
LEAST = 80


def modules():
    for folder in ("test", "docs"):
        for path in sorted((ROOT / folder).rglob("*.mlir")):
            for number, text in enumerate(path.read_text().split("// -----")):
                yield f"{path.relative_to(ROOT)}, part {number}", text


def is_for_gpu(text):
    """Kernels written by hand, and gemms that are formed and bufferized already."""
    return "gpu." in text or ("lowp.gemm" in text and "memref" in text)


def needs_body(text, reason):
    """An external function without a body is for the GPU alone, and says so."""
    is_external = "lowp.external" in text or "lowp.call_external" in text
    return is_external and "the body of an external function" in reason


def compile_for(lowp, text, **options):
    """The program; None, and the reason, where it is refused."""
    try:
        return lowp.compile(text, use_cache=False, **options), ""
    except lowp.CompileError as error:
        return None, str(error).splitlines()[0]


def link(program):
    for function in program:
        program._handle.find(function.name)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lib", required=True)
    lowp = import_lowp(parser.parse_args().lib)
    both, failures = 0, []
    for name, text in modules():
        if is_for_gpu(text):
            continue
        gpu, _ = compile_for(lowp, text, device="cuda", chip="sm_90a", image_format="ptx",
                             strict=False)
        if gpu is None:
            continue
        cpu, reason = compile_for(lowp, text, device="cpu")
        if cpu is None and needs_body(text, reason):
            continue
        if cpu is None:
            failures.append(f"{name}: {reason}")
            continue
        try:
            link(cpu)
            both += 1
        except lowp.LaunchError as error:
            failures.append(f"{name}: {error}")
    print(f"{both} modules compile for both devices, {len(failures)} for the GPU alone")
    print("\n".join(failures))
    return 1 if failures or both < LEAST else 0


sys.exit(main())
