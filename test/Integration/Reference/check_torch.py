"""The oracle against torch on the CPU: casts of fp8, and e8m0.

torch has no cast to fp4 or fp6; ml_dtypes has (check_casts.py).
"""

import sys

import numpy as np
import torch

from harness import same_bits, sample_size
from oracle import mx
from oracle.formats import DTYPES
from oracle.quantize import PRESETS, cast

FORMATS = {"f8E4M3FN": torch.float8_e4m3fn, "f8E5M2": torch.float8_e5m2}


def random_values():
    rng = np.random.default_rng(11)
    count = sample_size(100000)
    bits = rng.integers(0, 2**32, count, np.uint32).view(np.float32)
    near = rng.standard_normal(count) * np.exp2(rng.uniform(-20, 18, count))
    special = [0.0, -0.0, np.inf, -np.inf, np.nan, 448, 449, 464, 465, 57344, 61440, 65536]
    return np.concatenate([bits, near.astype(np.float32), np.float32(special)])


def check_casts():
    """Saturating casts, for values that saturate before the cast as well."""
    x = random_values()
    for element, dtype in FORMATS.items():
        with np.errstate(all="ignore"):
            want = cast(x, element, "saturate")
        largest = float(torch.finfo(dtype).max)
        got = torch.from_numpy(x).clamp(-largest, largest).to(dtype).view(torch.uint8)
        yield element, ~same_bits(got.numpy().view(DTYPES[element]), want)


def check_codes():
    """Every code of every format that torch decodes."""
    codes = np.arange(256, dtype=np.uint8)
    for element, dtype in {**FORMATS, "f8E8M0FNU": torch.float8_e8m0fnu}.items():
        want = codes.view(DTYPES[element]).astype(np.float32)
        got = torch.from_numpy(codes).view(dtype).to(torch.float32).numpy()
        yield f"{element} decoded", ~same_bits(got, want)


def mx_rceil(amax, largest):
    """The scale by torch alone: round up by taking the next code if too small."""
    ratio = amax * (1.0 / largest)
    near = ratio.to(torch.float8_e8m0fnu)
    code = near.view(torch.uint8).to(torch.int32)
    down = torch.where(near.to(torch.float32) > ratio, code - 1, code).clamp(min=0)
    value = down.to(torch.uint8).view(torch.float8_e8m0fnu).to(torch.float32)
    up = down + (value < ratio)
    return torch.where(torch.isfinite(amax), up, 255).to(torch.uint8)


def check_scales():
    amax = np.abs(random_values())
    for element, largest in [("f8E4M3FN", 448.0), ("f4E2M1FN", 6.0)]:
        with np.errstate(all="ignore"):
            _, want = mx.scales(amax, element, PRESETS["mx_rceil"], "decode")
        got = mx_rceil(torch.from_numpy(amax), largest).numpy()
        yield f"mx_rceil {element}", got != want.view(np.uint8)


wrong = 0
for check in [check_casts, check_codes, check_scales]:
    for label, mask in check():
        wrong += int(mask.sum())
        print(f"{label}: {len(mask)} values, {int(mask.sum())} wrong")
sys.exit(1 if wrong else 0)
