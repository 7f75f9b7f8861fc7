"""Calls to torchao: what it makes of a matrix, as arrays of numpy.

Everything is computed by torchao itself; here it is only unpacked. Kernels of
torchao need a GPU, so these are the functions in plain torch.
"""

import importlib
import sys
from unittest import mock

import torch
from torchao.float8.config import ScalingGranularity
from torchao.float8.float8_training_tensor import hp_tensor_and_scale_to_float8
from torchao.float8.float8_utils import tensor_to_scale
from torchao.prototype.mx_formats.config import ScaleCalculationMode
from torchao.prototype.mx_formats.constants import DTYPE_FP6_E2M3, DTYPE_FP6_E3M2
from torchao.prototype.mx_formats.mx_tensor import to_mx
from torchao.prototype.mx_formats.nvfp4_tensor import nvfp4_quantize, per_tensor_amax_to_scale

from harness import DTYPES


def import_blockwise():
    """The module also has kernels in triton, which torch for the CPU comes without:
    these are defined with a triton that does nothing, and never called."""
    triton = mock.MagicMock()
    with mock.patch.dict(sys.modules, {"triton": triton, "triton.language": triton.language}):
        return importlib.import_module("torchao.prototype.blockwise_fp8_training.kernels")


blockwise = import_blockwise()
FLOAT8 = {"f8E4M3FN": torch.float8_e4m3fn, "f8E5M2": torch.float8_e5m2}
ELEMENTS = {
    **FLOAT8,
    "f6E2M3FN": DTYPE_FP6_E2M3,
    "f6E3M2FN": DTYPE_FP6_E3M2,
    "f4E2M1FN": torch.float4_e2m1fn_x2,
}


def to_torch(x):
    if x.dtype == DTYPES["bf16"]:
        return torch.from_numpy(x.view("int16")).view(torch.bfloat16)
    return torch.from_numpy(x)


def codes(tensor, element):
    """Data of torchao as an array of the element type: e2m1 comes in pairs, the
    first one in the low half."""
    raw = tensor.contiguous().view(torch.uint8)
    if element == "f4E2M1FN":
        raw = torch.stack([raw & 15, raw >> 4], dim=-1).flatten(-2)
    return raw.numpy().view(DTYPES[element])


def float8(x, element, dim=None):
    """Data and encode factors, of the tensor or along `dim` of each row or column
    and then powers of two."""
    x, rowwise = to_torch(x), dim is not None
    granularity = ScalingGranularity.AXISWISE if rowwise else ScalingGranularity.TENSORWISE
    scale = tensor_to_scale(
        x,
        FLOAT8[element],
        scaling_granularity=granularity,
        axiswise_dim=dim,
        round_scales_to_power_of_2=rowwise,
    )
    data = hp_tensor_and_scale_to_float8(x, scale, FLOAT8[element])._data
    return codes(data, element), scale.reshape(-1, 1) if dim == 1 else scale.reshape(1, -1)


BLOCKWISE = {
    "#lowp.block<1x128>": blockwise.torch_blockwise_scale_act_quant_lhs,
    "#lowp.block<128x1>": blockwise.torch_blockwise_scale_act_quant_rhs,
    "#lowp.block<128x128>": blockwise.torch_blockwise_scale_weight_quant,
}


def float8_blocks(x, recipe):
    """Data and decode factors of blocks of 128."""
    data, scale = BLOCKWISE[recipe](to_torch(x))
    return codes(data, "f8E4M3FN"), scale.contiguous().numpy()


def mx(x, element, mode):
    """Data and e8m0 codes of blocks of 32 along rows."""
    scale, data = to_mx(to_torch(x), ELEMENTS[element], 32, ScaleCalculationMode[mode.upper()])
    return codes(data, element), scale.view(torch.uint8).numpy().view(DTYPES["f8E8M0FNU"])


def nvfp4(x, two_levels):
    """Data, scales of blocks, and that of the matrix: 1 for one level."""
    x, matrix = to_torch(x), None
    if two_levels:
        matrix = per_tensor_amax_to_scale(x.abs().max())
    scale, data = nvfp4_quantize(x, per_tensor_scale=matrix)
    return (
        codes(data, "f4E2M1FN"),
        scale.view(torch.uint8).numpy().view(DTYPES["f8E4M3FN"]),
        (torch.ones(()) if matrix is None else matrix).reshape(1).numpy(),
    )
