"""Chooses configs for matmuls of unknown M, many of each recipe, and assembles kernels.

    sweep.py LOWP_OPT CHIP [--shard I/N]

Every matmul must get a config. Four kernels of 24 matmuls go through ptxas, with
LOWP_LONG_TESTS all of 1,620 and more: none may need more registers than there are, or
more shared memory. A shard takes every N-th of these kernels, for a machine of many cores.
"""

import argparse
import itertools
import os
import random
import re
import subprocess
import sys

KS = (16, 32, 64, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048)
NS = (64, 128, 256, 512, 768, 1024, 2048, 4096, 8192)
RESULTS = ("bf16", "f16", "f32")
RECIPES = ("dense", "tensorwise", "rowwise", "block_1x128_128x128", "block_1x128_1x128")
# Element, its bytes, block of K, scale and recipe, of chips that take the scales.
FORMATS = {
    "mxfp8": ("f8E4M3FN", 1, 32, "f8E8M0FNU", "mx"),
    "mxfp4": ("f4E2M1FN", 2, 32, "f8E8M0FNU", "mx"),
    "nvfp4": ("f4E2M1FN", 2, 16, "f8E4M3FN", "nvfp4"),
}
# Where sums lie in tensor memory nothing is promoted.
IN_PLACE = ("dense", "tensorwise", "rowwise")
CHIPS = {
    "sm_90a": RECIPES,
    "sm_100a": (*IN_PLACE, *FORMATS),
    "sm_120a": (*RECIPES, *FORMATS),
    "sm_121a": (*RECIPES, *FORMATS),
}
# Seen to run out of registers before loops of kernels were kept from being unrolled.
KNOWN = [("block_1x128_128x128", "bf16", 1024, 1024), ("block_1x128_128x128", "f32", 1024, 4096)]
MAPS = [f"affine_map<(m, n, k) -> ({pair})>" for pair in ("m, k", "n, k", "m, n")]
SPILL = re.compile(r"kernel 'f(\d+)_gemm_\w+' runs out of registers: ([^;\n]*)")
# Bytes of shared memory that a CTA may use.
MOST_SHARED = {"sm_90a": 232448, "sm_100a": 232448, "sm_120a": 101376, "sm_121a": 101376}
SAMPLE, TAKEN, CHUNK = 24, 4, 24
SEED = 7


def blocks(size, block):
    return -(-size // block)


def describe_operand(recipe, rows, k, is_lhs):
    """The recipe of an operand and its scales."""
    if recipe == "tensorwise":
        return "#lowp.tensorwise", "1x1"
    if recipe == "rowwise":
        return "#lowp.rowwise", f"{rows}x1"
    if recipe == "block_1x128_1x128" or is_lhs:
        return (
            "#lowp.block<1x128>, scales = #lowp.mn_major<alignment = 4>",
            f"{blocks(k, 128)}x{rows}",
        )
    return "#lowp.block<128x128>", f"{blocks(rows, 128)}x{blocks(k, 128)}"


def describe_format(recipe, rows, k):
    """The buffers of an operand whose scales products take, and its type."""
    element, per_byte, block, scale, family = FORMATS[recipe]
    data = (
        f"memref<{rows}x{k}x{element}>" if per_byte == 1 else f"memref<{rows}x{k // per_byte}xi8>"
    )
    atoms = rows if rows == "?" else blocks(rows, 128)
    buffers = [data, f"memref<{atoms}x{blocks(k, 4 * block)}x32x4x4x{scale}>"]
    buffers += ["memref<1xf32>"] if family == "nvfp4" else []
    packing = ", packing = dense" if per_byte > 1 else ""
    return buffers, (
        f"!lowp.scaled<{rows}x{k}x{element}, #lowp.{family}<1x{block}>{packing}, "
        "scales = #lowp.swizzled>"
    )


def make_format_gemm(recipe, result, k, n, config):
    """The same of operands whose scales products take."""
    (left, lhs), (right, rhs) = (describe_format(recipe, rows, k) for rows in ("?", n))
    types = [*left, *right, f"memref<?x{n}x{result}>"]
    names = [f"%{i}" for i in range(len(types))]
    split = len(left)
    attributes = [f"lhs_type = {lhs}", f"rhs_type = {rhs}"] + ([config] if config else [])
    return types, (
        f"lowp.gemm lhs({', '.join(names[:split])} : {', '.join(left)}) "
        f"rhs({', '.join(names[split:-1])} : {', '.join(right)}) "
        f"outs({names[-1]} : {types[-1]}) {{{', '.join(attributes)}}}"
    )


def make_gemm(recipe, result, k, n, config=""):
    """A gemm on buffers of the function's arguments, and their types."""
    config = f"lowp_gpu.config = #lowp_gpu.config{config}" if config else ""
    if recipe in FORMATS:
        return make_format_gemm(recipe, result, k, n, config)
    if recipe == "dense":
        types = [f"memref<?x{k}xbf16>", f"memref<{n}x{k}xbf16>", f"memref<?x{n}x{result}>"]
        attributes = [f"indexing_maps = [{', '.join(MAPS)}]"] + ([config] if config else [])
        return types, (
            f"lowp.gemm lhs(%0 : {types[0]}) rhs(%1 : {types[1]}) "
            f"outs(%2 : {types[2]}) {{{', '.join(attributes)}}}"
        )
    (lhs, lhs_scales), (rhs, rhs_scales) = (
        describe_operand(recipe, rows, k, is_lhs) for rows, is_lhs in (("?", True), (n, False))
    )
    types = [
        f"memref<?x{k}xf8E4M3FN>",
        f"memref<{lhs_scales}xf32>",
        f"memref<{n}x{k}xf8E4M3FN>",
        f"memref<{rhs_scales}xf32>",
        f"memref<?x{n}x{result}>",
    ]
    attributes = [
        f"lhs_type = !lowp.scaled<?x{k}xf8E4M3FN, {lhs}>",
        f"rhs_type = !lowp.scaled<{n}x{k}xf8E4M3FN, {rhs}>",
    ]
    if recipe in ("rowwise", "tensorwise"):
        attributes.append("fast_accumulation")
    attributes += [config] if config else []
    return types, (
        f"lowp.gemm lhs(%0, %1 : {types[0]}, {types[1]}) rhs(%2, %3 : {types[2]}, {types[3]}) "
        f"outs(%4 : {types[4]}) {{{', '.join(attributes)}}}"
    )


def make_module(problems, chip):
    """A function for each problem, a tuple of what `make_gemm` takes."""
    functions = []
    for number, problem in enumerate(problems):
        types, gemm = make_gemm(*problem)
        arguments = ", ".join(f"%{i}: {kind}" for i, kind in enumerate(types))
        functions.append(f"func.func @f{number}({arguments}) {{\n  {gemm}\n  return\n}}")
    header = f'module attributes {{lowp_gpu.chip = "{chip}"}} {{\n'
    return header + "\n".join(functions) + "\n}\n"


def run(tool, text, *options):
    done = subprocess.run([tool, "-", *options], input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr[:4000])
    return done.stdout


def list_problems(chip):
    # Rows of data are a multiple of 16 bytes.
    return [
        (recipe, result, k, n)
        for recipe, result, k, n in itertools.product(CHIPS[chip], RESULTS, KS, NS)
        if recipe not in FORMATS or k // FORMATS[recipe][1] >= 16
    ]


def choose(tool, problems, chip):
    """The configs of each problem."""
    text = run(tool, make_module(problems, chip), "--lowp-select-kernel-config")
    aliases = dict(re.findall(r"^(#config\w*) = #lowp_gpu\.config(?:_table)?(<.*>)$", text, re.M))
    chosen = []
    for function in text.split("func.func ")[1:]:
        found = re.search(
            r"lowp_gpu\.config = (?:(#config\w*)|#lowp_gpu\.config(?:_table)?(<.*>))", function
        )
        if not found:
            sys.exit(f"no config: {function}")
        table = aliases[found[1]] if found[1] else found[2]
        chosen.append(re.findall(r"<tile = [^>]*>", table))
    return chosen


def list_kernels(problems, chosen):
    """A problem with a config for each kernel that differs by more than N and the order of tiles."""
    kernels = {}
    for (recipe, result, k, n), configs in zip(problems, chosen):
        for config in configs:
            order = re.sub(r"group_m = \d+", "", config)
            kernels.setdefault((recipe, result, k, order), (recipe, result, k, n, config))
    return list(kernels.values())


def assemble(tool, kernels, chip):
    """All in one image. A config that a program names is not dropped: it must fit. Says
    of each kernel that does not what ptxas says of it, and of all their shared memory."""
    command = [tool, "-", "--lowp-compile-kernels=format=bin strict=false"]
    done = subprocess.run(
        command, input=make_module(kernels, chip), capture_output=True, text=True, errors="replace"
    )
    if done.returncode:
        sys.exit(done.stderr[:4000])
    spills = [f"{kernels[int(number)]}: {what}" for number, what in SPILL.findall(done.stderr)]
    shared = [int(size) for size in re.findall(r"\bshared_bytes = (\d+)", done.stdout)]
    if len(shared) != len(kernels):
        sys.exit(f"expected shared memory of {len(kernels)} kernels, got {len(shared)}")
    return spills, max(shared)


def sample(rng, problems):
    known = [problem for problem in problems if problem in KNOWN]
    return known + rng.sample(problems, SAMPLE - len(known))


def parse_shard(text):
    found = re.fullmatch(r"(\d+)/(\d+)", text)
    if not found or int(found[1]) >= int(found[2]):
        raise argparse.ArgumentTypeError(f"expected I/N with I below N, got {text}")
    return int(found[1]), int(found[2])


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("chip", choices=CHIPS)
    parser.add_argument("--shard", type=parse_shard, default=(0, 1), metavar="I/N")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    tool, chip = arguments.tool, arguments.chip
    number, count = arguments.shard
    is_long = bool(os.environ.get("LOWP_LONG_TESTS"))
    rng = random.Random(SEED)
    problems = list_problems(chip) if is_long else sample(rng, list_problems(chip))
    kernels = list_kernels(problems, choose(tool, problems, chip))
    taken = kernels
    if not is_long:
        known = [kernel for kernel in kernels if kernel[:4] in KNOWN]
        known = rng.sample(known, min(2, len(known)))
        taken = known + rng.sample(kernels, TAKEN - len(known))
    taken = taken[number::count]
    spills, most = [], 0
    for first in range(0, len(taken), CHUNK):
        found, shared = assemble(tool, taken[first : first + CHUNK], chip)
        spills, most = spills + found, max(most, shared)
    print("\n".join(spills))
    print(
        f"{len(problems)} matmuls, {len(kernels)} kernels, {len(taken)} of them assembled, "
        f"{len(spills)} without registers enough, {most} bytes of shared memory at most"
    )
    if spills or most > MOST_SHARED[chip]:
        sys.exit(1)


if __name__ == "__main__":
    main()
