# REQUIRES: numpy, torch
# RUN: %python %s
"""The oracle against torch on the CPU: casts of fp8, and e8m0.

torch has no cast to fp4 or fp6; ml_dtypes has (check_casts.py). What lowp computes
is compared with torch in check_torch_quantize.py.
"""

import sys

import numpy as np
import torch

from harness import same_bits, sample_size
from oracle import mx
from oracle.formats import DTYPES
from oracle.in_torch import FLOAT8, rceil_codes
from oracle.quantize import PRESETS, cast


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
    for element, dtype in FLOAT8.items():
        with np.errstate(all="ignore"):
            want = cast(x, element, "saturate")
        largest = float(torch.finfo(dtype).max)
        got = torch.from_numpy(x).clamp(-largest, largest).to(dtype).view(torch.uint8)
        yield element, ~same_bits(got.numpy().view(DTYPES[element]), want)


def check_codes():
    """Every code of every format that torch decodes."""
    codes = np.arange(256, dtype=np.uint8)
    for element, dtype in {**FLOAT8, "f8E8M0FNU": torch.float8_e8m0fnu}.items():
        want = codes.view(DTYPES[element]).astype(np.float32)
        got = torch.from_numpy(codes).view(dtype).to(torch.float32).numpy()
        yield f"{element} decoded", ~same_bits(got, want)


def check_scales():
    amax = np.abs(random_values())
    for element, largest in [("f8E4M3FN", 448.0), ("f4E2M1FN", 6.0)]:
        with np.errstate(all="ignore"):
            _, want = mx.scales(amax, element, PRESETS["mx_rceil"], "decode")
        got = rceil_codes(torch.from_numpy(amax), largest).numpy()
        yield f"mx_rceil {element}", got != want.view(np.uint8)


wrong = 0
for check in [check_casts, check_codes, check_scales]:
    for label, mask in check():
        wrong += int(mask.sum())
        print(f"{label}: {len(mask)} values, {int(mask.sum())} wrong")
sys.exit(1 if wrong else 0)
