"""Runs the kernels of lane-row-kernels.mlir in the simulator, against numpy."""

import ctypes
import pathlib
import sys

import ml_dtypes
import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / "Simulator" / "Inputs"))
from device import Device

ROWS, COLUMNS = 200, 72
BF16 = ml_dtypes.bfloat16


def check_epilogue(device, text):
    """Tiles of 256 x 64, which reach beyond the last row and column."""
    random = np.random.default_rng(3)
    factors = random.standard_normal(ROWS).astype(np.float32)
    bias = random.standard_normal(COLUMNS).astype(np.float32)
    residual = random.standard_normal((ROWS, COLUMNS)).astype(BF16)
    low = np.full((ROWS, COLUMNS), 7, BF16)
    high = np.full((ROWS, COLUMNS), 7, np.float32)
    for column in range(0, COLUMNS, 64):
        device.launch(
            device.load(text, "epilogue"),
            [factors, bias, residual, low, high, ctypes.c_uint32(column)],
            block=256,
            shared=49152,
        )
    wide = residual.astype(np.float32)
    # LLVM may fuse the product and the sum.
    np.testing.assert_allclose(high, wide * factors[:, None] + bias, rtol=1e-6, atol=1e-6)
    np.testing.assert_array_equal(low, (wide + wide).astype(BF16))
    print("right: epilogue")


def check_shared(device, text):
    """A tile with factors and a matrix in shared memory."""
    random = np.random.default_rng(4)
    rows = random.standard_normal(128).astype(np.float32)
    columns = random.standard_normal(64).astype(np.float32)
    matrix = random.standard_normal((128, 64)).astype(BF16)
    out = np.full((128, 64), 7, np.float32)
    device.launch(
        device.load(text, "shared"), [rows, columns, matrix, out], block=128, shared=35072
    )
    sums = matrix.astype(np.float32)
    sums[:, :32] += sums[:, 32:] * rows[:, None]
    np.testing.assert_allclose(out, sums * rows[:, None] * columns, rtol=1e-5, atol=1e-5)
    print("right: shared")


if __name__ == "__main__":
    device = Device(sys.argv[1])
    text = pathlib.Path(sys.argv[2]).read_text()
    check_epilogue(device, text)
    check_shared(device, text)
