"""Takes the order out of lowp's own kernels, one mistake at a time: the simulator has to see it.

    lowp-simulate mutate_kernels.py LOWP_COMPILE [FAMILY...] [--most N]

Each family is a matmul that lowp-compile makes a library of. Mistakes change the PTX in it; a
trial is caught if the simulator complains or the result has other bits. `--most` takes so
many mistakes of all, evenly; all of them if LOWP_LONG_TESTS is set. Prints how many are
caught, and the others. Ends with an error if fewer than 97 of 100 are.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import ml_dtypes
import numpy as np
from device import Device, DeviceError
from kernel_mutations import Kernel
from library_call import CallError, call_function, make_tensor

MARKER = b"\n//LOWP-PTX\n"
SECONDS = 60
MX = "#lowp.mx<1x32>"
ROWS, BLOCKS = "#lowp.block<1x128>", "#lowp.block<128x128>"
# Type of elements, scales of A and B, numerics, M, N and K: several tiles for a block, more
# blocks of K than stages, ragged ends.
SCALED = {
    "mxfp8": ("f8E4M3FN", MX, MX, "mx_rceil", 200, 136, 336),
    "mxfp4": ("f4E2M1FN", MX, MX, "mx_rceil", 200, 136, 672),
    "nvfp4": ("f4E2M1FN", "#lowp.nvfp4<1x16>", "#lowp.nvfp4<1x16>", "transformer_engine", 200, 136,
              352),
    "tensorwise": ("f8E4M3FN", "#lowp.tensorwise", "#lowp.tensorwise", "torchao", 200, 136, 528),
    "rowwise": ("f8E4M3FN", "#lowp.rowwise", "#lowp.rowwise", "torchao", 200, 136, 528),
    "rows": ("f8E4M3FN", ROWS, ROWS, "torchao", 200, 136, 528),
    "blocks": ("f8E4M3FN", ROWS, BLOCKS, "torchao", 200, 136, 528),
}
FLOATS = {"bf16": (200, 136, 264), "f16": (200, 136, 264), "f32": (200, 136, 132)}
FAMILIES = [f"sm_120a/{name}" for name in (*SCALED, *FLOATS)]


def program(name):
    """MLIR of the function `product`, and its sizes."""
    if name in FLOATS:
        m, n, k = FLOATS[name]
        tensors = [f"tensor<{x}x{y}x{t}>" for x, y, t in ((m, k, name), (n, k, name),
                                                            (m, n, "f32"))]
        return f"""
func.func @product(%x: {tensors[0]}, %w: {tensors[1]}) -> {tensors[2]} {{
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : {tensors[2]}
  %init = linalg.fill ins(%zero : f32) outs(%empty : {tensors[2]}) -> {tensors[2]}
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %w : {tensors[0]}, {tensors[1]}) outs(%init : {tensors[2]}) -> {tensors[2]}
  return %y : {tensors[2]}
}}""", (m, n, k)
    kind, scales_a, scales_b, numerics, m, n, k = SCALED[name]
    a, b = f"!lowp.scaled<{m}x{k}x{kind}, {scales_a}>", f"!lowp.scaled<{n}x{k}x{kind}, {scales_b}>"
    x, w, y = f"tensor<{m}x{k}xbf16>", f"tensor<{n}x{k}xbf16>", f"tensor<{m}x{n}xf32>"
    return f"""
func.func @product(%x: {x}, %w: {w}) -> {y} {{
  %a = lowp.quantize %x numerics <{numerics}> : {x} -> {a}
  %b = lowp.quantize %w numerics <{numerics}> : {w} -> {b}
  %y = lowp.scaled_matmul %a, %b : {a}, {b} -> {y}
  return %y : {y}
}}""", (m, n, k)


def run(path, arrays):
    """The bytes of the result, or the message of the error."""
    device = Device("libcuda.so.1")
    addresses = [device.upload(array) for array in arrays]
    tensors = [make_tensor(address.value, array.shape)
               for address, array in zip(addresses, arrays)]
    result = arrays[-1].copy()
    try:
        call_function(path, "product", tensors, lambda size: device.allocate(size).value)
        device.download(addresses[-1], result)
    except (CallError, DeviceError) as error:
        return b"!" + str(error).encode()
    return result.tobytes()


def run_apart(path, arrays, seed):
    """The same in a process of its own, which may die or go on without an end."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        os.environ["LOWP_SIMULATOR_SEED"] = str(seed)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        with os.fdopen(writer, "wb") as file:
            file.write(run(path, arrays))
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        result = file.read()
    _, status = os.waitpid(child, 0)
    return result if status == 0 else b"!" + f"ended by {status}".encode()


class Family:
    def __init__(self, compiler, name, folder):
        self.name, (chip, kind) = name, name.split("/")
        os.environ["LOWP_SIMULATOR_CHIP"] = chip
        self.chip, self.path = chip, Path(folder) / f"{chip}-{kind}.so"
        text, (m, n, k) = program(kind)
        source = self.path.with_suffix(".mlir")
        source.write_text(text)
        subprocess.run([compiler, source, f"--chip={chip}", "-o", self.path], check=True)
        random = np.random.default_rng(23)
        types = {"f32": np.float32, "f16": np.float16}
        self.arrays = [random.normal(size=size).astype(types.get(kind, ml_dtypes.bfloat16))
                       for size in ((m, k), (n, k))] + [np.zeros((m, n), np.float32)]
        self.bytes = self.path.read_bytes()
        self.start = self.bytes.index(MARKER) + len(MARKER)
        self.end = self.bytes.index(b"\0", self.start)
        self.kernel = Kernel(self.bytes[self.start:self.end].decode(), r"gemm_\d+")
        os.environ["LOWP_SIMULATOR_CHIP"] = chip
        self.right = self.run(self.kernel.units, 0)
        if self.right[:1] == b"!" and len(self.right) < 600:
            sys.exit(f"{name}: {self.right.decode()}")

    def run(self, units, seed):
        text = "\n".join(units).encode()
        room = self.end - self.start
        path = self.path.with_name("mutated.so")
        path.write_bytes(self.bytes[:self.start] + text.ljust(room, b" ") + self.bytes[self.end:])
        assert len(text) <= room
        os.environ["LOWP_SIMULATOR_CHIP"] = self.chip
        return run_apart(str(path), self.arrays, seed)

    def catches(self, mutation):
        return any(self.run(mutation.units, seed) != self.right for seed in (0, 1, 2))


def evenly(items, most):
    return [items[i * len(items) // most] for i in range(most)] if most < len(items) else items


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("compiler")
    parser.add_argument("families", nargs="*", default=FAMILIES)
    parser.add_argument("--most", type=int)
    options = parser.parse_intermixed_args()
    most = None if os.environ.get("LOWP_LONG_TESTS") else options.most
    caught, equivalent, missed = 0, 0, []
    with tempfile.TemporaryDirectory() as folder:
        for number, name in enumerate(options.families):
            family = Family(options.compiler, name, folder)
            mutations = family.kernel.mutations
            if most:
                share = most * (number + 1) // len(options.families)
                share -= most * number // len(options.families)
                mutations = evenly(mutations, share)
            results = [family.catches(each) for each in mutations]
            caught += sum(results)
            equivalent += len(family.kernel.equivalent)
            missed += [(name, each) for each, is_caught in zip(mutations, results) if not is_caught]
            print(f"{name}: {sum(results)} of {len(results)}", flush=True)
    print(f"caught {caught} of {caught + len(missed)}, and {equivalent} change nothing")
    for name, each in missed:
        text = " ".join(each.text.split())
        print(f"missed: {name}: {each.what}: {text} (statement {each.number}, behind {each.before})")
    sys.exit(100 * caught < 97 * (caught + len(missed)))


main()
