# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""docs/examples/moe.mlir against numpy, with the oracle's quantization: router, order of
the rows, experts, weighted sums. Also with experts that no token chooses, one token, none,
and in bf16. With --gpu one compiled program has all of them, and gives the same bits twice.
--formats names others than FP8 in blocks, which some chips multiply.
"""

import argparse
import pathlib
import re
import sys

import numpy as np

from harness import DTYPES, as_dtype
from hosts import import_lowp, takes_ptx
from oracle.quantize import PRESETS, dequantize, quantize

EXAMPLE = pathlib.Path(__file__).resolve().parents[3] / "docs/examples/moe.mlir"
EXPERTS, HIDDEN, INNER = 8, 256, 128
# Element, recipes of rows and of weights, numerics, and how far results may be off. A hidden
# element that rounds the other way may be one step of its format away: more of them on a card,
# whose sums of FP8 keep 14 bits between promotions. A row elsewhere is off by 1.
FORMATS = {
    "fp8": ("f8E4M3FN", "#lowp.block<1x128>", "#lowp.block<128x128>", "torchao", 1e-2),
    "mxfp8": ("f8E4M3FN", "#lowp.mx<1x32>", "#lowp.mx<1x32>", "mx_rceil", 1e-2),
    "mxfp4": ("f4E2M1FN", "#lowp.mx<1x32>", "#lowp.mx<1x32>", "mx_rceil", 4e-2),
    "nvfp4": ("f4E2M1FN", "#lowp.nvfp4<1x16>", "#lowp.nvfp4<16x16>", "transformer_engine", 4e-2),
}
BF16_BOUND = 1e-2
RNG = np.random.default_rng(43)


def random(*shape, scale=1.0):
    return as_dtype(RNG.standard_normal(shape) * scale, "bf16")


def make_quantized(name):
    """What a format makes of a matrix, of rows or of weights."""
    element, rows, weights, numerics, _ = FORMATS[name]

    def quantized(x, is_weight):
        recipe = weights if is_weight else rows
        data, scales, *rest = quantize(x, element, recipe, PRESETS[numerics])
        return dequantize(
            data, scales, recipe, dtype=np.float64, global_scale=rest[0] if rest else None
        )

    return quantized


def bf16(x):
    return as_dtype(x, "bf16")


def swiglu(hidden):
    gate, up = np.split(hidden.astype(np.float32), 2, axis=1)
    return bf16(gate / (np.exp(-gate) + np.float32(1)) * up)


def choose(x, router):
    """The two best experts of each token, and their weights."""
    scores = x.astype(np.float64) @ router.astype(np.float64).T
    chosen = np.argsort(-scores, axis=1, kind="stable")[:, :2]
    best = np.take_along_axis(scores, chosen, 1)
    powers = np.exp(best - best.max(1, keepdims=True, initial=-np.inf))
    return chosen, powers / powers.sum(1, keepdims=True)


def exact(x, is_weight):
    """What bf16 makes of a matrix."""
    return x.astype(np.float64)


def layer(x, router, gate_up, down, rounded):
    """Token by token: nothing is ordered here."""
    result = np.zeros((len(x), HIDDEN))
    if not len(x):
        return result
    chosen, weights = choose(x, router)
    experts = [(rounded(g, True), rounded(d, True)) for g, d in zip(gate_up, down)]
    rows = rounded(x, False).repeat(2, 0)
    # Scales may follow from all rows, choices of a token among them.
    inner = rounded(
        np.concatenate(
            [
                swiglu(bf16(row[None] @ experts[expert][0].T))
                for row, expert in zip(rows, chosen.ravel())
            ]
        ),
        False,
    )
    for number, (row, expert) in enumerate(zip(inner, chosen.ravel())):
        output = bf16(row @ experts[expert][1].T).astype(np.float64)
        result[number // 2] += weights.ravel()[number] * output
    return result


def with_format(text, name):
    """The example with another format than its own."""
    element, rows, weights, numerics, _ = FORMATS[name]
    packing = ", packing = dense" if element == "f4E2M1FN" else ""
    for old, new in (("1x128", rows), ("128x128", weights)):
        text = text.replace(f"xf8E4M3FN, #lowp.block<{old}>>", f"x{element}, {new}{packing}>")
    return text.replace("<torchao>", f"<{numerics}>")


def without_scales(text):
    """The example in bf16: what would be quantized is multiplied as it is."""
    types = re.findall(r"(!\w+) = !lowp.scaled<(\S+?)xf8E4M3FN", text)
    text = re.sub(r"\n!\w+ = .*", "", text)
    text = re.sub(r"\n  %\w+_q = lowp.quantize .*", "", text)
    text = re.sub(r"(%\w+)_q\b", r"\1", text)
    text = text.replace("lowp.grouped_scaled_matmul", "lowp.grouped_matmul")
    for name, shape in types:
        text = re.sub(rf"{name}\b", f"tensor<{shape}xbf16>", text)
    return text


def call(lowp, function, arguments, gpu):
    if not gpu:
        return np.asarray(function(*arguments)).view(DTYPES["bf16"])
    to_device = lowp.DeviceArray.from_host
    runs = [function(*map(to_device, arguments)).to_host() for _ in range(2)]
    assert runs[0].tobytes() == runs[1].tobytes(), "two runs differ"
    return runs[0].view(DTYPES["bf16"])


def is_wrong(what, got, want, bound):
    got = got.astype(np.float64)
    if got.shape != want.shape:
        return f"{what}: expected {want.shape}, got {got.shape}"
    error = np.linalg.norm(got - want) / max(np.linalg.norm(want), 1e-30)
    return f"{what}: relative error {error:.2e}" if not error < bound else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin")
    parser.add_argument("--lib", required=True)
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--formats", default="fp8,bf16", help="with commas between them")
    places = parser.parse_args()
    lowp = import_lowp(places.lib)
    text = EXAMPLE.read_text(encoding="utf-8").replace(" {lowp.parameter}", "")
    target = dict(device="cuda", chip="native", expected_m=64) if places.gpu else dict(device="cpu")
    if places.gpu and takes_ptx():
        target["image_format"] = "ptx"
    kinds = {}
    for name in places.formats.split(","):
        program, rounded, bound = (
            (without_scales(text), exact, BF16_BOUND)
            if name == "bf16"
            else (with_format(text, name), make_quantized(name), FORMATS[name][-1])
        )
        compiled = lowp.compile(program, use_cache=False, **target)
        kinds[name] = compiled["moe"], rounded, bound
    gate_up = random(EXPERTS, 2 * INNER, HIDDEN, scale=HIDDEN**-0.5)
    down = random(EXPERTS, HIDDEN, INNER, scale=INNER**-0.5)
    router = random(EXPERTS, HIDDEN)
    lonely = router.copy()
    # All tokens have one element in common, and two experts want it.
    lonely[[2, 7], 0] = 400
    cases = {
        "21 tokens": (random(21, HIDDEN), router),
        "1 token": (random(1, HIDDEN), router),
        "no token": (random(0, HIDDEN), router),
    }
    shared = random(9, HIDDEN)
    shared[:, 0] = 1
    cases["two experts of eight"] = (shared, lonely)
    mistakes = []
    for kind, (function, rounded, bound) in kinds.items():
        for what, (x, scores) in cases.items():
            arguments = x, scores, gate_up, down
            got = call(lowp, function, arguments, places.gpu)
            mistakes.append(is_wrong(f"{kind}, {what}", got, layer(*arguments, rounded), bound))
    sys.exit("\n".join(filter(None, mistakes)) or 0)


if __name__ == "__main__":
    main()
