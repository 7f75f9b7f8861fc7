# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Weights that are prepared once, against the same program that prepares them in each
call: every bit of every result. What is handed over is what the oracle quantizes."""

import argparse
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

from harness import FAST, as_dtype, same_bits
from hosts import LONG, import_lowp
from oracle.layouts import store_data, store_scales
from oracle.quantize import PRESETS, quantize

RNG = np.random.default_rng(11)
MARK = " {lowp.parameter}"
# One of so many programs is run by lowp-run, too.
TOOL_STEP = 4
TRANSPOSED = (
    "[affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, "
    "affine_map<(m, n, k) -> (m, n)>]"
)


def random(*shape, element="bf16"):
    return as_dtype(RNG.standard_normal(shape), element)


class Case:
    """A program with MARK after its weights. prepared: the tensors that are handed over
    as the oracle has them, None: not compared. numPrepared: how many of them."""

    def __init__(self, label, text, inputs, count, prepared=None):
        self.label, self.text, self.inputs = label, text, inputs
        self.count, self.prepared = count, prepared


def matmul(result, lhs, rhs, types, maps="", recipe=""):
    """A matmul of m rows into bf16 as lines of MLIR."""
    a, b, n = types
    attribute = f" {{lowp.recipe = #lowp.matmul_recipe<{recipe}>}}" if recipe else ""
    indexing = f" indexing_maps = {maps}" if maps else ""
    return f"""
  %{result}_e = tensor.empty(%m) : tensor<?x{n}xbf16>
  %{result}_i = linalg.fill ins(%zero : bf16) outs(%{result}_e : tensor<?x{n}xbf16>)
    -> tensor<?x{n}xbf16>
  %{result} = linalg.matmul{indexing}{attribute}
    ins(%{lhs}, %{rhs} : {a}, {b}) outs(%{result}_i : tensor<?x{n}xbf16>)
    -> tensor<?x{n}xbf16>"""


HEAD = """
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : bf16
  %m = tensor.dim %x, %c0 : tensor<?x256xbf16>"""


def linear(recipe, rows=64):
    """Two weights, stored [K, N] and [N, K], and one that is read as it is."""
    w, v, x = random(256, 128), random(384, 256), random(rows, 256)
    types = [
        ("tensor<?x256xbf16>", "tensor<256x128xbf16>", 128),
        ("tensor<?x256xbf16>", "tensor<384x256xbf16>", 384),
    ]
    text = f"""
func.func @f(%g: tensor<128xbf16>MARK, %w: tensor<256x128xbf16>MARK,
             %x: tensor<?x256xbf16>, %v: tensor<384x256xbf16>MARK)
    -> (tensor<?x384xbf16>, tensor<?x128xbf16>, tensor<128xbf16>) {{{HEAD}
{matmul("y", "x", "v", types[1], TRANSPOSED, recipe)}
{matmul("z", "x", "w", types[0], "", recipe)}
  return %y, %z, %g : tensor<?x384xbf16>, tensor<?x128xbf16>, tensor<128xbf16>
}}"""
    prepared = None
    if recipe == "block_1x128_128x128":
        parts = [
            quantize(a, "f8E4M3FN", "#lowp.block<128x128>", PRESETS["torchao"]) for a in (v, w.T)
        ]
        prepared = [
            t
            for data, scales in parts
            for t in (store_data(data, (0, 1)), store_scales(scales, "#lowp.compact"))
        ]
    return Case(f"linear {recipe}, {rows} rows", text, [random(128), w, x, v], 4, prepared)


def swiglu(recipe):
    """Gate and up are slices of one weight; silu(gate) * up goes into down."""
    weight, half = "tensor<512x256xbf16>", "tensor<256x256xbf16>"
    a = "tensor<?x256xbf16>"
    text = f"""
func.func @f(%x: {a}, %gu: {weight}MARK, %d: {half}MARK) -> {a} {{{HEAD}
  %g = tensor.extract_slice %gu[0, 0] [256, 256] [1, 1] : {weight} to {half}
  %u = tensor.extract_slice %gu[256, 0] [256, 256] [1, 1] : {weight} to {half}
{matmul("gate", "x", "g", (a, half, 256), TRANSPOSED, recipe)}
{matmul("up", "x", "u", (a, half, 256), TRANSPOSED, recipe)}
  %e = tensor.empty(%m) : {a}
  %h = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>,
      affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}}
      ins(%gate, %up : {a}, {a}) outs(%e : {a}) {{
  ^bb0(%p: bf16, %q: bf16, %o: bf16):
    %one = arith.constant 1.0 : f32
    %pf = arith.extf %p : bf16 to f32
    %qf = arith.extf %q : bf16 to f32
    %n = arith.negf %pf : f32
    %ex = math.exp %n : f32
    %s = arith.addf %ex, %one : f32
    %r = arith.divf %pf, %s : f32
    %t = arith.mulf %r, %qf : f32
    %b = arith.truncf %t : f32 to bf16
    linalg.yield %b : bf16
  }} -> {a}
{matmul("y", "h", "d", (a, half, 256), TRANSPOSED, recipe)}
  return %y : {a}
}}"""
    return Case(f"swiglu {recipe}", text, [random(40, 256), random(512, 256), random(256, 256)], 6)


def norm():
    """1 + w is as small as w, and computed ahead; the widened product is not."""
    text = """
func.func @f(%x: tensor<64x256xf32>, %w: tensor<256xf32>MARK) -> tensor<64x256xf32> {
  %one = arith.constant dense<1.0> : tensor<256xf32>
  %s = arith.addf %w, %one : tensor<256xf32>
  %e = tensor.empty() : tensor<64x256xf32>
  %b = linalg.broadcast ins(%s : tensor<256xf32>) outs(%e : tensor<64x256xf32>) dimensions = [0]
  %y = arith.mulf %x, %b : tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}"""
    w = random(256, element="f32")
    return Case("norm", text, [random(64, 256, element="f32"), w], 1, [w + np.float32(1)])


def experts():
    """A stack of matrices, of which one is dequantized for a loop's sum."""
    stack, scaled = (
        "tensor<3x128x256xbf16>",
        "!lowp.scaled<3x128x256xf8E4M3FN, #lowp.block<128x128>>",
    )
    text = f"""
func.func @f(%w: {stack}MARK, %n: index, %x: tensor<3x128x256xf32>) -> tensor<3x128x256xf32> {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (tensor<3x128x256xf32>) {{
    %q = lowp.quantize %w numerics <torchao> : {stack} -> {scaled}
    %d = lowp.dequantize %q : {scaled} -> tensor<3x128x256xf32>
    %t = arith.addf %s, %d : tensor<3x128x256xf32>
    scf.yield %t : tensor<3x128x256xf32>
  }}
  return %y : tensor<3x128x256xf32>
}}"""
    w = random(3, 128, 256)
    parts = [quantize(m, "f8E4M3FN", "#lowp.block<128x128>", PRESETS["torchao"]) for m in w]
    return Case(
        "experts in a loop",
        text,
        [w, np.array(3, np.int64), random(3, 128, 256, element="f32")],
        2,
        [np.stack(part) for part in list(zip(*parts))],
    )


def batched():
    """Experts as one batched matmul: weights stored [E, K, N], read as [E, N, K]."""
    x, w = random(3, 40, 256), random(3, 256, 128)
    types = "tensor<3x40x256xbf16>", "tensor<3x256x128xbf16>", "tensor<3x40x128xbf16>"
    text = f"""
func.func @f(%x: {types[0]}, %w: {types[1]}MARK) -> {types[2]} {{
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : {types[2]}
  %i = linalg.fill ins(%zero : bf16) outs(%e : {types[2]}) -> {types[2]}
  %y = linalg.batch_matmul {{lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>}}
    ins(%x, %w : {types[0]}, {types[1]}) outs(%i : {types[2]}) -> {types[2]}
  return %y : {types[2]}
}}"""
    parts = [quantize(m.T, "f8E4M3FN", "#lowp.block<128x128>", PRESETS["torchao"]) for m in w]
    return Case("batched experts", text, [x, w], 2, [np.stack(part) for part in list(zip(*parts))])


def dynamic():
    scaled = "!lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>"
    text = f"""
func.func @f(%w: tensor<?x256xf32>MARK) -> tensor<?x256xf32> {{
  %q = lowp.quantize %w numerics <torchao> : tensor<?x256xf32> -> {scaled}
  %d = lowp.dequantize %q : {scaled} -> tensor<?x256xf32>
  return %d : tensor<?x256xf32>
}}"""
    w = random(70, 256, element="f32")
    parts = quantize(w, "f8E4M3FN", "#lowp.block<1x128>", PRESETS["torchao"])
    return Case("rows of unknown number", text, [w], 2, list(parts[:2]))


def kept():
    """A matmul without recipe reads its weight, transposed or not, as it is."""
    types = ("tensor<?x256xbf16>", "tensor<128x256xbf16>", 128)
    text = f"""
func.func @f(%x: tensor<?x256xbf16>, %w: tensor<128x256xbf16>MARK) -> tensor<?x128xbf16> {{{HEAD}
{matmul("y", "x", "w", types, TRANSPOSED)}
  return %y : tensor<?x128xbf16>
}}"""
    return Case("kept", text, [random(48, 256), random(128, 256)], 0)


CASES = [
    linear("block_1x128_128x128"),
    linear("block_1x128_128x128", 1),
    linear("rowwise"),
    linear("block_1x128_1x128"),
    linear("mxfp8"),
    swiglu("block_1x128_128x128"),
    swiglu("rowwise"),
    norm(),
    experts(),
    batched(),
    dynamic(),
    kept(),
]


class Device:
    """Calls on the CPU, or on the first GPU."""

    def __init__(self, lowp, on_gpu):
        self.lowp, self.on_gpu = lowp, on_gpu

    def compile(self, text):
        options = {"device": "cuda", "chip": "native"} if self.on_gpu else {"device": "cpu"}
        options["host_opt_level"] = FAST
        return self.lowp.compile(text, use_cache=False, **options)

    def give(self, array):
        if not array.shape:
            return int(array)
        return self.lowp.DeviceArray.from_host(array) if self.on_gpu else array

    def take(self, made):
        arrays = made if isinstance(made, tuple) else (made,)
        return [a.to_host() if self.on_gpu else a for a in arrays]


def compare(what, got, want):
    """The mistakes, in words."""
    if len(got) != len(want):
        yield f"{what}: expected {len(want)} tensors, got {len(got)}"
    for number, (a, b) in enumerate(zip(got, want)):
        b = np.asarray(b)
        if a.shape != b.shape or a.dtype.itemsize != b.dtype.itemsize:
            yield f"{what}, {number}: expected {b.shape} {b.dtype}, got {a.shape} {a.dtype}"
        elif not same_bits(a.view(b.dtype), b).all():
            yield f"{what}, {number}: {(~same_bits(a.view(b.dtype), b)).sum()} of {a.size} wrong"


def call_prepared(device, case):
    """The results, and what was handed over."""
    program = device.compile(case.text.replace("MARK", MARK))
    function = program["f"]
    given = {f"argument{i}": device.give(a) for i, a in enumerate(case.inputs)}
    handed = [a for a in function.arguments if a.name.startswith("prepared")]
    if len(handed) != case.count:
        raise AssertionError(f"expected {case.count} prepared tensors, got {handed}")
    kept = [given[a.name] for a in function.arguments if a not in handed]
    if not handed:
        return device.take(program(*kept)), []
    prepared = program.prepare(*(given[a.name] for a in program["f$prepare"].arguments))
    first = device.take(program(*kept, prepared))
    # Another call, on weights that were prepared again in place.
    program.prepare(*(given[a.name] for a in program["f$prepare"].arguments), out=prepared)
    second = device.take(program(*kept, prepared))
    assert not list(compare("second call", second, first))
    return first, device.take(prepared.arrays)


def run_tool(tools, case, want, on_gpu):
    """The same by lowp-run, which prepares by itself."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "module.mlir"
        source.write_text(case.text.replace("MARK", MARK))
        for number, array in enumerate(case.inputs):
            np.ascontiguousarray(array).tofile(f"{folder}/argument{number}.bin")
        command = [
            pathlib.Path(tools) / "lowp-run",
            source,
            f"--inputs={folder}",
            f"--dump-outputs={folder}",
            f"--host-opt-level={FAST}",
            f"--device={'gpu' if on_gpu else 'cpu'}",
        ]
        if "?" in case.text:
            rows = next(
                a.shape[0]
                for a in case.inputs
                if a.shape and a.shape[0] not in (128, 256, 384, 512)
            )
            command.append(f"--shape=M={rows}")
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        got = [
            np.fromfile(f"{folder}/result{number}.bin", np.uint8).view(a.dtype).reshape(a.shape)
            for number, a in enumerate(want)
        ]
    return list(compare(f"{case.label}: lowp-run", got, want))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--lib", required=True)
    parser.add_argument("--gpu", action="store_true")
    options = parser.parse_args()
    lowp = import_lowp(options.lib)
    device = Device(lowp, options.gpu)
    failures, runs = [], 0
    for case in CASES:
        try:
            plain = device.compile(case.text.replace("MARK", ""))
        except lowp.CompileError as error:
            if not options.gpu:
                raise
            print(f"refused: {case.label}: {str(error).splitlines()[0]}")
            continue
        want = device.take(plain(*map(device.give, case.inputs)))
        got, prepared = call_prepared(device, case)
        failures += compare(case.label, got, want)
        # Kernels have layouts of their own for scales.
        if case.prepared and not options.gpu:
            failures += compare(f"{case.label}: prepared", prepared, case.prepared)
        if LONG or runs % TOOL_STEP == 0:
            failures += run_tool(options.bin, case, want, options.gpu)
        runs += 1
    print(f"{runs} programs, {len(failures)} mistakes")
    print("\n".join(failures[:20]))
    sys.exit(1 if failures or runs < len(CASES) - 2 else 0)


main()
