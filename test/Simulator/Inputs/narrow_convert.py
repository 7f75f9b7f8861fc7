"""cvt of formats of 4, 6 and 8 bits and of scales, against ml_dtypes.

narrow_convert.py LIBCUDA
"""

import sys

import ml_dtypes
import numpy as np
from device import Device, entry, place

FORMATS = {
    "e4m3": (ml_dtypes.float8_e4m3fn, 8),
    "e5m2": (ml_dtypes.float8_e5m2, 8),
    "e2m3": (ml_dtypes.float6_e2m3fn, 6),
    "e3m2": (ml_dtypes.float6_e3m2fn, 6),
    "e2m1": (ml_dtypes.float4_e2m1fn, 4),
}
RANDOM = np.random.default_rng(3)


def run(device, line, results, inputs):
    """`line` sets %r2 or %h2 from %r0 and %r1, one thread for each of the pairs."""
    to_half = "  cvt.u32.u16 %r2, %h2;" if "%h2" in line else ""
    body = f"""
  mov.u32 %r9, %ctaid.x;
  mul.lo.u32 %r9, %r9, 32;
  add.u32 %lane, %lane, %r9;
{place("%d0", 0, 8)}
  ld.global.v2.b32 {{%r0, %r1}}, [%d0];
{line}
{to_half}
{place("%d1", 1, 4)}
  st.global.b32 [%d1], %r2;"""
    device.launch(
        device.load(entry(body, 2), "kernel"), [inputs, results], grid=(len(inputs) // 32, 1, 1)
    )


def decode_all(device, name, source, target):
    """Each pattern of two elements beside another one."""
    kind, bits = FORMATS[name]
    dtype = {"f16x2": np.float16, "bf16x2": ml_dtypes.bfloat16}[target]
    low = np.arange(256) % (1 << bits)
    high = RANDOM.integers(0, 1 << bits, 256)
    packed = low | high << (4 if bits == 4 else 8)
    inputs = np.stack([packed, packed], 1).astype(np.uint32)
    results = np.zeros(256, np.uint32)
    run(device, f"  cvt.u16.u32 %h0, %r0;\n  {source} %r2, %h0;", results, inputs)
    values = np.stack([low, high], 1).astype(np.uint8).view(kind).astype(dtype)
    got = results.view(np.uint16).reshape(256, 2).view(dtype)
    assert np.array_equal(got.astype(np.float32), values.astype(np.float32), equal_nan=True), source
    print("right:", source)


def samples(kind, bits):
    """All values, those between two, their neighbours, and what is out of range."""
    with np.errstate(invalid="ignore"):
        values = np.arange(1 << bits).astype(np.uint8).view(kind).astype(np.float32)
    values = np.unique(values[np.isfinite(values)])
    middles = (values[1:] + values[:-1]) / 2
    points = np.concatenate(
        [
            values,
            middles,
            np.nextafter(middles, np.float32(np.inf)),
            np.nextafter(middles, np.float32(-np.inf)),
            values[-1] * np.float32([1.01, 1.5, 100]),
            -values[-1:] * 3,
        ]
    )
    points = np.concatenate([points, np.float32([np.inf, -np.inf, np.nan, 0.0, -0.0])])
    return np.resize(points, -(-len(points) // 64) * 64).astype(np.float32)


def encode_all(device, name):
    kind, bits = FORMATS[name]
    points = samples(kind, bits).reshape(-1, 2)
    results = np.zeros(len(points), np.uint32)
    opcode = f"cvt.rn.satfinite.{name}x2.f32"
    run(device, f"  {opcode} %h2, %r0, %r1;", results, points.view(np.uint32))
    largest = float(ml_dtypes.finfo(kind).max)
    limited = np.clip(points, -largest, largest)
    # ml_dtypes has no NaN to give in formats without one; the hardware gives the largest value.
    with np.errstate(invalid="ignore"):
        expected = limited.astype(kind).view(np.uint8).astype(np.uint32)
    expected[np.isnan(points)] = 0x7F if bits == 8 else (1 << (bits - 1)) - 1
    shift = 4 if bits == 4 else 8
    assert (results == (expected[:, 0] << shift | expected[:, 1])).all(), opcode
    print("right:", opcode)


def scale_exponent(value, is_up, is_finite):
    """The exponent of the power of two around |value|, from its fraction and exponent."""
    if np.isnan(value):
        return 255
    if np.isinf(value):
        return 254 if is_finite else 255
    if value == 0:
        return 0
    fraction, exponent = np.frexp(np.abs(np.float64(value)))  # fraction in [0.5, 1)
    exponent = exponent - 1 + (is_up and fraction > 0.5)
    if exponent > 127:
        return 254 if is_finite else 255
    return max(exponent + 127, 0)


def encode_scales(device):
    patterns = RANDOM.integers(0, 1 << 32, 1000, dtype=np.uint32).view(np.float32)
    powers = np.exp2(np.arange(-127, 128, dtype=np.float64)).astype(np.float32)
    points = np.concatenate(
        [
            patterns,
            powers,
            np.nextafter(powers, np.float32(np.inf)),
            np.nextafter(powers, np.float32(0)),
            np.float32([0, np.inf, np.nan, 1e-45, 3.4e38, -3.4e38]),
        ]
    )
    points = np.resize(points, -(-len(points) // 64) * 64).astype(np.float32).reshape(-1, 2)
    for mode in ("rz", "rp"):
        for finite in ("", ".satfinite"):
            opcode = f"cvt.{mode}{finite}.ue8m0x2.f32"
            results = np.zeros(len(points), np.uint32)
            run(device, f"  {opcode} %h2, %r0, %r1;", results, points.view(np.uint32))
            expected = [
                scale_exponent(high, mode == "rp", bool(finite)) << 8
                | scale_exponent(low, mode == "rp", bool(finite))
                for high, low in points
            ]
            assert (results == np.uint32(expected)).all(), opcode
            print("right:", opcode)
    packed = np.arange(256, dtype=np.uint32) | 127 << 8
    results = np.zeros(256, np.uint32)
    run(
        device,
        "  cvt.u16.u32 %h0, %r0;\n  cvt.rn.bf16x2.ue8m0x2 %r2, %h0;",
        results,
        np.stack([packed, packed], 1),
    )
    got = results.view(np.uint16).view(ml_dtypes.bfloat16).astype(np.float32).reshape(256, 2)
    expected = np.arange(256).astype(np.uint8).view(ml_dtypes.float8_e8m0fnu).astype(np.float32)
    assert np.array_equal(got[:, 0], expected, equal_nan=True) and (got[:, 1] == 1).all()
    print("right: cvt.rn.bf16x2.ue8m0x2")


def main():
    device = Device(sys.argv[1])
    for name in FORMATS:
        for target in ("f16x2", "bf16x2"):
            decode_all(device, name, f"cvt.rn.{target}.{name}x2", target)
        encode_all(device, name)
    encode_scales(device)


main()
