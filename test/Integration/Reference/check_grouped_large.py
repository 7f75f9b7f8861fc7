"""Grouped matmuls of more than 2^31 elements: places in operands are no 32-bit numbers.

Only the rows and the weights that a product reads are written; what else the operands
hold is what the driver left there. This takes too much of the simulator's time and memory for
every run: there LOWP_LONG_TESTS=1 asks for it.
"""

import ctypes
import os
import sys

import numpy as np

import lowp
from lowp.arrays import reinterpret
from lowp.check.driver_memory import DeviceMemory, open_driver
from lowp.check.float_formats import decode, decode_result, encode

RNG = np.random.default_rng(6)
GROUPS = 1024


class Memory(DeviceMemory):
    """An array on the device of which parts are written and read."""

    def _part(self, index, count):
        """The address of `count` elements after element `index`, and their bytes."""
        size = int(self.typestr[2:])
        return ctypes.c_uint64(self.address + index * size), ctypes.c_size_t(count * size)

    def put(self, index, values):
        address, size = self._part(index, values.size)
        assert open_driver().cuMemcpyHtoD_v2(address, values.tobytes(), size) == 0

    def get(self, index, count):
        values = np.empty(count, self.typestr)
        address, size = self._part(index, count)
        pointer = values.ctypes.data_as(ctypes.c_void_p)
        assert open_driver().cuMemcpyDtoH_v2(pointer, address, size) == 0
        return values


def fill(*shape):
    values = np.full(shape, 0.5, np.float32)
    memory = Memory(shape, 4)
    memory.put(0, values)
    return memory


def numbers(values):
    memory = Memory((len(values),), 4)
    memory.put(0, np.array(values, np.int32))
    return memory


def draw(*shape):
    return encode(RNG.standard_normal(shape), "e4m3")


def compile(lhs, rhs, result, groups):
    """With scales of tensors: one for each matrix."""
    keyword = "counts" if len(lhs) == 3 else "ends"

    def scaled(shape):
        return f"!lowp.scaled<{'x'.join(map(str, shape))}xf8E4M3FN, #lowp.tensorwise>"

    out = f"tensor<{'x'.join(map(str, result))}xf32>"
    return lowp.compile(
        f"""
func.func @f(%a: {scaled(lhs)}, %b: {scaled(rhs)}, %n: tensor<{groups}xi32>) -> {out} {{
  %y = lowp.grouped_scaled_matmul %a, %b {keyword}(%n : tensor<{groups}xi32>)
     : {scaled(lhs)}, {scaled(rhs)} -> {out}
  return %y : {out}
}}""",
        chip="sm_90a",
    )["f"]


def run(function, lhs, rhs, groups, result):
    scales = [
        fill(*((memory.shape[0], 1, 1) if len(memory.shape) == 3 else (1, 1)))
        for memory in (lhs, rhs)
    ]
    arguments = [
        reinterpret(lhs, "f8E4M3FN"),
        reinterpret(scales[0], "f32"),
        reinterpret(rhs, "f8E4M3FN"),
        reinterpret(scales[1], "f32"),
        reinterpret(groups, "i32"),
    ]
    function(*arguments, out=(reinterpret(result, "f32"),))


def compare(got, a, b, what):
    want = decode(a, "e4m3") @ decode(b, "e4m3").T / 4
    error = np.linalg.norm(decode_result(got, "f32").reshape(want.shape) - want) / np.linalg.norm(
        want
    )
    assert error < 1e-3, f"{what}: relative error {error}"
    print(f"{what}: right")


def check_rows_of_a_batch():
    """2.1e9 elements of the left operand, of which the last rows of few matrices count."""
    m, n, k = 4100, 16, 512
    lhs, rhs = Memory((GROUPS, m, k), 1), Memory((GROUPS, n, k), 1)
    result, counts, rows = Memory((GROUPS, m, n), 4), [0] * GROUPS, {}
    for group, count in ((3, 2), (GROUPS - 1, 70)):
        counts[group] = count
        rows[group] = draw(count, k), draw(n, k)
        lhs.put(group * m * k, rows[group][0])
        rhs.put(group * n * k, rows[group][1])
    function = compile(lhs.shape, rhs.shape, result.shape, GROUPS)
    run(function, lhs, rhs, numbers(counts), result)
    for group, (a, b) in rows.items():
        compare(result.get(group * m * n, len(a) * n), a, b, f"batch, group {group}")


def check_weights():
    """2.1e9 elements of weights, of which those of the last group are read."""
    m, n, k = 5, 136, 15424
    lhs, rhs, result = Memory((m, k), 1), Memory((GROUPS, n, k), 1), Memory((m, n), 4)
    a, b = draw(m, k), draw(n, k)
    lhs.put(0, a)
    rhs.put((GROUPS - 1) * n * k, b)
    function = compile(lhs.shape, rhs.shape, result.shape, GROUPS)
    run(function, lhs, rhs, numbers([0] * (GROUPS - 1) + [m]), result)
    compare(result.get(0, m * n), a, b, "weights of the last group")


def main():
    is_simulated = "LOWP_SIMULATOR_SMS" in os.environ and "--gpu" not in sys.argv
    if is_simulated and os.environ.get("LOWP_LONG_TESTS") != "1":
        print("left out: set LOWP_LONG_TESTS=1")
        return
    open_driver()
    check_rows_of_a_batch()
    check_weights()


if __name__ == "__main__":
    main()
