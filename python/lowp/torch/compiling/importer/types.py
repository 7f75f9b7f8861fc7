"""Element types of torch and of MLIR."""

from __future__ import annotations

import torch

from lowp.torch.compiling.errors import Refusal

NAMES = {
    torch.float64: "f64",
    torch.float32: "f32",
    torch.bfloat16: "bf16",
    torch.float16: "f16",
    torch.int64: "i64",
    torch.int32: "i32",
    torch.int16: "i16",
    torch.int8: "i8",
    torch.bool: "i1",
}
# Tensors of these are read by products with scales and by casts, and computed by nothing.
FP8 = {torch.float8_e4m3fn: "f8E4M3FN", torch.float8_e5m2: "f8E5M2"}
# Scales of blocks, read by nothing but products with scales.
SCALES = {torch.float8_e8m0fnu: "f8E8M0FNU"}
# Bytes of two elements each, read by nothing but products with scales.
PAIRS = {torch.float4_e2m1fn_x2: "i8"}
_NAMES = {**NAMES, **FP8, **SCALES, **PAIRS}
_DTYPES = {name: dtype for dtype, name in {**PAIRS, **SCALES, **FP8, **NAMES}.items()}


def name_of(dtype: torch.dtype) -> str:
    name = _NAMES.get(dtype)
    if name is None:
        raise Refusal(f"expected elements of a type that lowp computes, got {dtype}")
    return name


def dtype_of(name: str) -> torch.dtype:
    """The type of torch that MLIR calls so."""
    return _DTYPES[name]


def width_of(dtype: torch.dtype) -> int:
    """Bits of a type of floating point."""
    return 8 * dtype.itemsize


def wide(dtype: torch.dtype) -> torch.dtype:
    """The type that torch computes elements of `dtype` in."""
    narrow = dtype in (torch.bfloat16, torch.float16)
    return torch.float32 if narrow else dtype
