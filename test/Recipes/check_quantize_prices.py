# RUN: %python %s lowp-opt
"""Holds the price of a matmul's quantizes to the launches that it gets.

Usage: check_quantize_prices.py <lowp-opt>

`quantize_us` of the explained recipes is compared with what the traffic report predicts
for all launches but the gemm, of linear layers, of their gradients, and of experts, whose
weights a gradient reads down the columns. Prints what is more than a fifth apart, and
exits with 1 if there is anything.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

MOST = 0.2
RECIPES = ("rowwise", "tensorwise", "block_1x128_128x128")
# What the operands of y = x w^T, dx = dy w and dw = dy^T x are of loops m, n and k.
DENSE = {"forward": ("mk", "nk"), "dgrad": ("mk", "kn"), "wgrad": ("km", "kn")}
SIZES = {"m": 8192, "n": 4096, "k": 4096}


def tensor(loops, experts=""):
    return f"tensor<{experts}{'x'.join(str(SIZES[loop]) for loop in loops)}xbf16>"


def write_dense(operands):
    x, w, y = (*map(tensor, operands), tensor("mn"))
    maps = ", ".join(
        f"affine_map<(m, n, k) -> ({', '.join(loops)})>" for loops in (*operands, "mn")
    )
    return f"""
func.func @f(%x: {x}, %w: {w}) -> {y} {{
  %zero = arith.constant 0.0 : bf16
  %empty = tensor.empty() : {y}
  %init = linalg.fill ins(%zero : bf16) outs(%empty : {y}) -> {y}
  %y = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel", "parallel", "reduction"]}}
      ins(%x, %w : {x}, {w}) outs(%init : {y}) {{
  ^bb0(%a: bf16, %b: bf16, %c: bf16):
    %p = arith.mulf %a, %b : bf16
    %s = arith.addf %c, %p : bf16
    linalg.yield %s : bf16
  }} -> {y}
  return %y : {y}
}}"""


def write_experts(is_turned):
    x, y, read = tensor("mk"), tensor("mn"), tensor("nk", "8x")
    stored = tensor("kn", "8x") if is_turned else read
    turn = f"""  %empty = tensor.empty() : {read}
  %turned = linalg.transpose ins(%w : {stored}) outs(%empty : {read}) permutation = [0, 2, 1]
"""
    return f"""
func.func @f(%x: {x}, %w: {stored}, %ends: tensor<8xi32>) -> {y} {{
{turn if is_turned else ""}  %y = lowp.grouped_matmul %x, {"%turned" if is_turned else "%w"} ends(%ends : tensor<8xi32>)
      : {x}, {read} -> {y}
  return %y : {y}
}}"""


def report(tool, source, pipeline, option, recipe):
    path = source.with_suffix(".json")
    options = f"chip=sm_90a part=h200 recipe={recipe} {option}={path}"
    subprocess.run([tool, str(source), f"--{pipeline}={options}", "-o", "/dev/null"], check=True)
    return json.loads(path.read_text(encoding="utf-8"))


def compare(tool, source, recipe):
    """Microseconds of the price, and of the launches."""
    (matmul,) = report(tool, source, "lowp-explain", "file", recipe)["matmuls"]
    (function,) = report(tool, source, "lowp-traffic", "traffic-file", recipe)["functions"]
    return matmul["quantize_us"], sum(
        launch["predicted_us"] for launch in function["launches"] if launch["kind"] != "gemm"
    )


def main(tool):
    programs = {name: write_dense(operands) for name, operands in DENSE.items()}
    programs |= {"experts": write_experts(False), "experts' dgrad": write_experts(True)}
    prices, failures = {}, []
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "program.mlir"
        for name, text in programs.items():
            source.write_text(text, encoding="utf-8")
            for recipe in RECIPES:
                price, launches = compare(tool, source, recipe)
                prices[name, recipe] = price
                if abs(price - launches) > MOST * launches:
                    failures.append(
                        f"{name}, {recipe}: expected about {launches:.1f} us of "
                        f"launches, got a price of {price:.1f} us"
                    )
    # The maxima of columns need a pass of their own.
    turned, plain = (prices[name, "rowwise"] for name in ("experts' dgrad", "experts"))
    if turned < 1.5 * plain:
        failures.append(f"experts' dgrad: expected more than {plain:.1f} us, got {turned:.1f}")
    print("\n".join(failures) or f"{len(prices)} prices are those of launches")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
