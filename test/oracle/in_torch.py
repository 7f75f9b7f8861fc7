"""The scale formulas of training libraries, in torch's operations.

numpy's oracle and lowp could share a mistake in how they read a formula; torch's
amax, division, logarithm and casts are other people's. Formats that torch has no
cast for are rounded with its arithmetic.
"""

import torch
import torch.nn.functional

from .amax import WHOLE
from .formats import DTYPES, LARGEST, MANTISSA

FLOAT8 = {"f8E4M3FN": torch.float8_e4m3fn, "f8E5M2": torch.float8_e5m2}
E8M0 = torch.float8_e8m0fnu
NAN_CODE = 255


def block_amax(x, block):
    """Largest magnitude of each block; torch's amax passes NaN on."""
    rows, columns = (size if extent == WHOLE else extent for size, extent in zip(x.shape, block))
    padded = torch.nn.functional.pad(
        x.float().abs(), (0, -x.shape[1] % columns, 0, -x.shape[0] % rows)
    )
    tiles = padded.reshape(len(padded) // rows, rows, padded.shape[1] // columns, columns)
    return tiles.amax(dim=(1, 3))


def spread(factors, block, shape):
    for dim in (0, 1):
        count = shape[dim] if block[dim] == WHOLE else block[dim]
        factors = factors.repeat_interleave(count, dim)
    return factors[: shape[0], : shape[1]]


def torchao_factor(amax, largest, power_of_two):
    """f64 with a smallest amax of 1e-12, one rounding; rowwise takes the power
    of two below. The logarithm is in f64: torch's in f32 rounds to the next
    integer just below a power."""
    factor = (largest / amax.double().clamp(min=1e-12)).float()
    if power_of_two:
        factor = factor.double().log2().floor().exp2().float()
    return factor


def transformer_engine_factor(amax, largest, source=torch.float32, eps=0.0):
    """f32; blocks without an ordinary amax are not scaled, and the largest factor is
    the largest value of the input's type. torch multiplies a number and a tensor with the
    reciprocal, and divides two tensors."""
    amax = torch.where(amax < eps, torch.tensor(eps), amax)
    factor = torch.tensor(largest) / amax
    factor = torch.where(factor == torch.inf, torch.finfo(source).max, factor)
    return torch.where(torch.isfinite(amax) & (amax > 0), factor, 1.0)


def deep_gemm_decode_factor(amax, largest, power_of_two):
    """The factor that is stored; data are multiplied with its reciprocal. Powers of
    two are above it."""
    factor = amax.clamp(1e-4) / largest
    if power_of_two:
        factor = factor.double().log2().ceil().exp2().float()
    return factor


def rceil_codes(amax, largest):
    """torch's cast to e8m0 goes to the nearest code; take the next one where the
    result is too small."""
    ratio = amax * (1.0 / largest)
    near = ratio.to(E8M0)
    code = near.view(torch.uint8).to(torch.int32)
    down = torch.where(near.float() > ratio, code - 1, code).clamp(min=0)
    value = down.to(torch.uint8).view(E8M0).float()
    return torch.where(torch.isfinite(amax), down + (value < ratio), NAN_CODE)


def mx_codes(amax, element, mode):
    """e8m0 codes under mx_floor, mx_ceil, mx_even or mx_rceil."""
    largest = LARGEST[element]
    if mode == "mx_rceil":
        return rceil_codes(amax, largest).to(torch.uint8)
    wide = amax.double()
    if mode == "mx_even":
        # Half of the last mantissa bit that the element keeps, then cut: in f64,
        # which has an exponent for what becomes 2^128.
        dropped = 52 - MANTISSA[element][0]
        bits = wide.view(torch.int64) + (1 << (dropped - 1))
        wide = (bits >> dropped << dropped).view(torch.float64)
    exponent = wide.log2()
    exponent = exponent.ceil() if mode == "mx_ceil" else exponent.floor()
    exponent -= torch.tensor(largest).double().log2().floor()
    codes = exponent.clamp(-127, 127) + 127
    return torch.where(torch.isfinite(amax), codes, NAN_CODE).to(torch.uint8)


def mx_factors(codes):
    """2^(127 - code) in f32; NaN for the code of NaN."""
    powers = (127.0 - codes.double()).exp2().float()
    return torch.where(codes == NAN_CODE, torch.nan, powers)


def nvfp4_factors(amax, total):
    """The scales of blocks in e4m3, the decode factor of the matrix, and what
    data are multiplied with."""
    encode = transformer_engine_factor(total, 448.0 * 6.0)
    decode = 1.0 / encode
    scales = (amax / 6.0 * encode).clamp(max=448.0).to(torch.float8_e4m3fn)
    largest = torch.tensor(torch.finfo(torch.float32).max)
    return scales, decode, torch.minimum(1.0 / (scales.float() * decode), largest)


def cast(values, element):
    """Saturates, then rounds to nearest even; as numpy's array of the format."""
    largest = LARGEST[element]
    values = values.clamp(-largest, largest)
    if element in FLOAT8:
        codes = values.to(FLOAT8[element]).view(torch.uint8).numpy()
        return codes.view(DTYPES[element])
    mantissa, smallest = MANTISSA[element]
    wide = torch.where(torch.isnan(values), largest, values).double()
    exponent = wide.abs().log2().floor().clamp(min=smallest) - mantissa
    rounded = torch.ldexp(torch.ldexp(wide, -exponent).round(), exponent)
    return torch.copysign(rounded, wide).float().numpy().astype(DTYPES[element])
