# RUN: %python %s %lowp_source_dir %lowp_tools_dir/lowp-opt
"""Writes or checks the table of docs/Targets.md that has what the operations of a layer take
in each format, by the cost model.

Usage: check_layer_prices.py [--write] <root of the source tree> <lowp-opt>
"""

import pathlib
import sys

import generated
from check_predictions import explain

PART = "b200"
FORMATS = ["bf16", "fp8 rowwise", "MXFP8", "NVFP4"]
TOKENS = [16, 512, 8192]
# A layer of Llama-8B: name, N, K.
OPERATIONS = [
    ("queries, keys and values", 6144, 4096),
    ("attention's output", 4096, 4096),
    ("gate and up", 28672, 4096),
    ("down", 4096, 14336),
]


def table(lowp_opt):
    rows = [(tokens, *operation) for tokens in TOKENS for operation in OPERATIONS]
    matmuls = [(format, (m, n, k)) for m, _, n, k in rows for format in FORMATS]
    prices = iter(explain(lowp_opt, PART, matmuls))
    lines = [
        f"| tokens | operation | N x K | {' | '.join(FORMATS)} |",
        "|---" * (3 + len(FORMATS)) + "|",
    ]
    for tokens, name, n, k in rows:
        cells = [f"{next(prices)[0]:.1f}" for _ in FORMATS]
        lines.append(f"| {tokens} | {name} | {n} x {k} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main():
    root, lowp_opt = pathlib.Path(sys.argv[-2]), sys.argv[-1]
    part = generated.Part(root / "docs/Targets.md", "check_layer_prices.py")
    old, new = part.read(), f"\n{table(lowp_opt)}\n"
    if sys.argv[1] == "--write":
        part.write(new)
    elif old != new:
        sys.exit(
            f"docs/Targets.md has:{old}the compiler says:{new}write the table anew: "
            "check_layer_prices.py --write <root of the source tree> <lowp-opt>"
        )


if __name__ == "__main__":
    main()
