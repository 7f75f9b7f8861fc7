# RUN: %python %s %lowp_source_dir %lowp_tools_dir/lowp-opt
"""Writes or checks the table of docs/Targets.md that has predicted beside published figures.

Usage: check_predictions.py [--write] <root of the source tree> <lowp-opt>

Each row is a product of a format on a part, of which others have published what their
kernels reach. The prediction is that of --lowp-explain for a matmul that asks for the
format, without what quantizes. The median of the errors is bounded, and what is beyond a
quarter has a reason.
"""

import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

import generated

CUTLASS = "[cutlass 3272](https://github.com/NVIDIA/cutlass/pull/3272)"
QUACK = "[quack 153](https://github.com/Dao-AILab/quack/pull/153)"
PYTORCH = "[pytorch 155991](https://github.com/pytorch/pytorch/pull/155991)"
KERNELS = "[kernels 283](https://github.com/huggingface/kernels/pull/283)"
TRITON = "[triton 10010](https://github.com/triton-lang/triton/pull/10010)"
GLUON = "[triton 9697](https://github.com/triton-lang/triton/pull/9697)"
CUBLAS = "[cuBLAS](https://danielvegamyhre.github.io)"
DEEP_GEMM = "[DeepGEMM 348](https://github.com/deepseek-ai/DeepGEMM/pull/348)"
VLLM = "[vllm 20646](https://github.com/vllm-project/vllm/pull/20646)"
TLX = "[TLX 740](https://github.com/facebookexperimental/triton/pull/740)"

# Element, recipe, numerics of both operands; nothing for bf16.
FORMATS = {
    "bf16": None,
    "fp8 rowwise": ("f8E4M3FN", "rowwise", "torchao_rowwise"),
    "MXFP8": ("f8E4M3FN", "mx<1x32>", "mx_rceil"),
    "MXFP4": ("f4E2M1FN", "mx<1x32>", "mx_rceil"),
    "NVFP4": ("f4E2M1FN", "nvfp4<1x16>", "transformer_engine"),
}

# Part, format, M = N = K or all three, published TFLOPS, by whom. A size that the source does
# not say is None, and predicted as 8192.
ROWS = [
    *(
        ("b200", "MXFP8", size, figure, source)
        for size, figure, source in [
            (2048, 996, CUBLAS),
            (4096, 2538, CUBLAS),
            (8192, 2895, GLUON),
            (16384, 2755, GLUON),
        ]
    ),
    *(
        ("b200", "MXFP4", size, figure, DEEP_GEMM)
        for size, figure in [
            ((512, 7168, 2048), 1439),
            ((1024, 7168, 2048), 2056),
            ((4096, 4096, 7168), 5332),
            (8192, 5702),
        ]
    ),
    ("b200", "NVFP4", (4096, 6144, 4096), 3646, VLLM),
    ("b200", "NVFP4", 8192, 5730, GLUON),
    ("b200", "NVFP4", 16384, 5562, GLUON),
    ("b300", "bf16", 8192, 1746, TLX),
    ("rtx5090", "fp8 rowwise", 4096, 389, PYTORCH),
    *(
        ("rtx5090", "MXFP8", size, figure, QUACK)
        for size, figure in [(2048, 553), (4096, 678), (8192, 653)]
    ),
    *(
        ("rtx5090", "NVFP4", size, figure, QUACK)
        for size, figure in [(2048, 956), (4096, 1310), (8192, 1343)]
    ),
    ("rtx-pro-6000", "MXFP8", 8192, 802, CUTLASS),
    ("rtx-pro-6000", "MXFP4", 8192, 1615, CUTLASS),
    ("rtx-pro-6000", "NVFP4", 8192, 1629, CUTLASS),
    ("gb10", "bf16", None, 92.3, KERNELS),
    ("gb10", "NVFP4", None, 270, TRITON),
]
ASSUMED = 8192

MOST_MEDIAN, MOST_UNEXPLAINED = 0.12, 0.25
COLD = "below 20 us; published times have 3 to 7 us more, as of launches and cold caches"
ONE_FIGURE = "rates follow from one figure of the data sheet; no source says sizes or power"
# By part, format and size, why a prediction is further off.
EXPLAINED = {
    ("b200", "MXFP8", 2048): COLD,
    ("b200", "MXFP4", (512, 7168, 2048)): COLD,
    ("b200", "MXFP4", (1024, 7168, 2048)): COLD,
    ("b200", "NVFP4", (4096, 6144, 4096)): "CUTLASS in vLLM, which DeepGEMM passes by half",
    ("gb10", "bf16", None): ONE_FIGURE,
    ("gb10", "NVFP4", None): ONE_FIGURE,
}

MAPS = [f"affine_map<(m, n, k) -> ({pair})>" for pair in ("m, k", "n, k", "m, n")]


def sizes_of(size):
    """M, N and K of a row."""
    return size if isinstance(size, tuple) else (size or ASSUMED,) * 3


def make_matmul(name, format, size):
    """A function of one matmul, which asks for the format."""
    m, n, k = sizes_of(size)
    x, w, y = (f"tensor<{one}x{other}xbf16>" for one, other in [(m, k), (n, k), (m, n)])
    attributes = f'lowp.name = "{name}"'
    if FORMATS[format]:
        element, recipe, numerics = FORMATS[format]
        operand = f"<{element}, #lowp.{recipe}, <{numerics}>>"
        attributes += f", lowp.recipe = #lowp.matmul_recipe<lhs = {operand}, rhs = {operand}>"
    return (
        f"func.func @f{name}(%x: {x}, %w: {w}, %zero: {y}) -> {y} {{\n"
        f"  %y = linalg.matmul indexing_maps = [{', '.join(MAPS)}] {{{attributes}}}\n"
        f"    ins(%x, %w : {x}, {w}) outs(%zero : {y}) -> {y}\n"
        f"  return %y : {y}\n}}\n"
    )


def explain(lowp_opt, part, matmuls):
    """What the compiler says of each format and size: its microseconds and operations."""
    text = "".join(make_matmul(str(i), *each) for i, each in enumerate(matmuls))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "explained.json")
        options = f"--lowp-explain=part={part} file={path}"
        done = subprocess.run(
            [lowp_opt, "-", options, "-o", "/dev/null"], input=text, capture_output=True, text=True
        )
        if done.returncode:
            sys.exit(f"lowp-opt {options}: {done.stderr[:2000]}")
        found = {one["name"]: one for one in json.loads(path.read_text("utf-8"))["matmuls"]}
    results = []
    for i, (format, _) in enumerate(matmuls):
        one = found[str(i)]
        key = "gemm_us" if FORMATS[format] else "without_us"
        if key not in one:
            sys.exit(f"{part}, {format}: no price: {one['reason']}")
        results.append((one[key], one["flops"]))
    return results


def predict(lowp_opt, part):
    """Predicts the TFLOPS of each row of the part."""
    rows = [row for row in ROWS if row[0] == part]
    results = explain(lowp_opt, part, [row[1:3] for row in rows])
    return {row: flops / us / 1e6 for row, (us, flops) in zip(rows, results)}


def find_error(row, figure):
    """Its share of the published figure; stops where that is large without a reason."""
    error = abs(figure / row[3] - 1)
    if (error > MOST_UNEXPLAINED) != (row[:3] in EXPLAINED):
        sys.exit(
            f"{row[:3]}: expected errors beyond {MOST_UNEXPLAINED:.0%} and no others in "
            f"EXPLAINED, got {error:.0%}"
        )
    return error


def find_median(errors, name):
    median = statistics.median(errors)
    if median > MOST_MEDIAN:
        sys.exit(f"{name}: expected a median error of {MOST_MEDIAN:.0%} at most, got {median:.0%}")
    return f"{median:.0%}".replace("%", " %")


def table(lowp_opt):
    lines = [
        "| part | format | M = N = K, or M x N x K | predicted, TFLOPS | published "
        "| predicted / published | by | why, beyond 25 % |",
        "|---" * 8 + "|",
    ]
    figures = {}
    for part in dict.fromkeys(row[0] for row in ROWS):
        figures |= predict(lowp_opt, part)
    errors = {row: find_error(row, figures[row]) for row in ROWS}
    for row in ROWS:
        part, format, size, published, source = row
        figure = figures[row]
        shown = " x ".join(map(str, size)) if isinstance(size, tuple) else str(size)
        shown = shown if size else f"not said ({ASSUMED})"
        lines.append(
            f"| `{part}` | {format} | {shown} | {figure:.0f} | {published:g} "
            f"| {figure / published:.2f} | {source} | {EXPLAINED.get(row[:3], '')} |"
        )
    of_b200 = [error for row, error in errors.items() if row[0] == "b200"]
    lines += [
        "",
        f"Median error: {find_median(errors.values(), 'all')}; of `b200`: "
        f"{find_median(of_b200, 'b200')}.",
    ]
    return "\n".join(lines) + "\n"


def main():
    write = sys.argv[1] == "--write"
    root, lowp_opt = pathlib.Path(sys.argv[-2]), sys.argv[-1]
    part = generated.Part(root / "docs/Targets.md", "check_predictions.py")
    old, new = part.read(), f"\n{table(lowp_opt)}\n"
    if write:
        part.write(new)
        return 0
    if old == new:
        return 0
    print(
        f"docs/Targets.md has:{old}the compiler says:{new}write the table anew: "
        "check_predictions.py --write <root of the source tree> <lowp-opt>"
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
