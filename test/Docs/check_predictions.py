# RUN: %python %s %lowp_source_dir %lowp_tools_dir/lowp-opt
"""Writes or checks the table of docs/Targets.md that has predicted beside published figures.

Usage: check_predictions.py [--write] <root of the source tree> <lowp-opt>

Each row is a product of a format on a part, of which others have published what their
kernels reach. The prediction is that of --lowp-explain for a matmul that asks for the
format, without what quantizes.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import generated

CUTLASS = "[cutlass 3272](https://github.com/NVIDIA/cutlass/pull/3272)"
QUACK = "[quack 153](https://github.com/Dao-AILab/quack/pull/153)"
PYTORCH = "[pytorch 155991](https://github.com/pytorch/pytorch/pull/155991)"
KERNELS = "[kernels 283](https://github.com/huggingface/kernels/pull/283)"
TRITON = "[triton 10010](https://github.com/triton-lang/triton/pull/10010)"

# Element, recipe, numerics of both operands; nothing for bf16.
FORMATS = {
    "bf16": None,
    "fp8 rowwise": ("f8E4M3FN", "rowwise", "torchao_rowwise"),
    "MXFP8": ("f8E4M3FN", "mx<1x32>", "mx_rceil"),
    "MXFP4": ("f4E2M1FN", "mx<1x32>", "mx_rceil"),
    "NVFP4": ("f4E2M1FN", "nvfp4<1x16>", "transformer_engine"),
}

# Part, format, M = N = K, published TFLOPS, by whom. A size that the source does not say
# is None, and predicted as 8192.
ROWS = [
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

MAPS = [f"affine_map<(m, n, k) -> ({pair})>" for pair in ("m, k", "n, k", "m, n")]


def make_matmul(name, format, size):
    """A function of one matmul, which asks for the format."""
    kind = f"tensor<{size}x{size}xbf16>"
    attributes = f'lowp.name = "{name}"'
    if FORMATS[format]:
        element, recipe, numerics = FORMATS[format]
        operand = f"<{element}, #lowp.{recipe}, <{numerics}>>"
        attributes += f", lowp.recipe = #lowp.matmul_recipe<lhs = {operand}, rhs = {operand}>"
    return (
        f"func.func @f{name}(%x: {kind}, %w: {kind}, %zero: {kind}) -> {kind} {{\n"
        f"  %y = linalg.matmul indexing_maps = [{', '.join(MAPS)}] {{{attributes}}}\n"
        f"    ins(%x, %w : {kind}, {kind}) outs(%zero : {kind}) -> {kind}\n"
        f"  return %y : {kind}\n}}\n"
    )


def predict(lowp_opt, part):
    """Predicts the TFLOPS of each row of the part."""
    rows = [row for row in ROWS if row[0] == part]
    text = "".join(make_matmul(str(i), row[1], row[2] or ASSUMED) for i, row in enumerate(rows))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "explained.json")
        options = f"--lowp-explain=part={part} file={path}"
        done = subprocess.run(
            [lowp_opt, "-", options, "-o", "/dev/null"], input=text, capture_output=True, text=True
        )
        if done.returncode:
            sys.exit(f"lowp-opt {options}: {done.stderr[:2000]}")
        matmuls = json.loads(path.read_text(encoding="utf-8"))["matmuls"]
    found = {one["name"]: one for one in matmuls}
    figures = []
    for i in range(len(rows)):
        one = found[str(i)]
        key = "gemm_us" if FORMATS[rows[i][1]] else "without_us"
        if key not in one:
            sys.exit(f"{part}, {rows[i][1]}: no price: {one['reason']}")
        microseconds = one[key]
        figures.append(one["flops"] / microseconds / 1e6)
    return dict(zip(rows, figures))


def table(lowp_opt):
    lines = [
        "| part | format | M = N = K | predicted, TFLOPS | published | predicted / published "
        "| by |",
        "|---|---|---|---|---|---|---|",
    ]
    figures = {}
    for part in dict.fromkeys(row[0] for row in ROWS):
        figures |= predict(lowp_opt, part)
    for row in ROWS:
        part, format, size, published, source = row
        figure = figures[row]
        shown = str(size) if size else f"not said ({ASSUMED})"
        lines.append(
            f"| `{part}` | {format} | {shown} | {figure:.0f} | {published:g} "
            f"| {figure / published:.2f} | {source} |"
        )
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
