"""The operators as functions with docstrings."""

from __future__ import annotations

import torch

from lowp.torch import flops, grouped_ops, ops  # noqa: F401, define them


def linear(
    x: torch.Tensor,
    w: torch.Tensor,
    bias: torch.Tensor | None = None,
    *,
    recipe: str,
    seed: torch.Tensor | None = None,
) -> torch.Tensor:
    """torch.nn.functional.linear in low precision, with gradients.

    x: ... x K. w: N x K. bias: N. All bfloat16, float16 or float32, of one type on
    one device; under torch.autocast as that says. recipe: a family such as
    "blockwise_training", a preset such as "rowwise" for all three matmuls,
    "#lowp.training_recipe<...>" or "none". seed: one int64, by which "nvfp4_training"
    rounds gradients; equal seeds round alike. Returns ... x N.

    The backward pass is one program that reads the gradient once; it has no second
    derivative (NotImplementedError). Raises LaunchError for tensors that do not fit,
    ValueError for unknown recipes, CompileError for what lowp refuses."""
    return torch.ops.lowp.linear(x, w, bias, recipe, seed)


def grouped_linear(
    x: torch.Tensor,
    w: torch.Tensor,
    ends: torch.Tensor,
    bias: torch.Tensor | None = None,
    *,
    recipe: str,
    clears: bool = True,
) -> torch.Tensor:
    """Rows of x by the matrix of their group: row m of group g is x[m] @ w[g].T +
    bias[g]. Groups have any size, 0 too, and begin at any row; nothing is padded.

    x: M x K. w: E x N x K. bias: E x N. ends: E numbers in int32 on the same device,
    ascending, ends[g] is the first row after group g. recipe: as for `linear`, or "auto":
    for each of the three matmuls the preset that the cost model finds fastest for 8192
    rows, quantizes of weights that are not held included, or none; none on the CPU.
    clears: whether rows after the last group are 0, which takes one more launch that
    writes them; otherwise they are undefined, as torch._grouped_mm leaves them.

    The backward pass is one program. The gradient of x has the recipe of dgrad, and is 0
    after the last group. That of w has the recipe of wgrad where the cost model finds
    it faster, otherwise it is a product of the type of x; it is 0 for empty groups. There is no second derivative (NotImplementedError).

    Raises LaunchError for tensors that do not fit, and on the CPU for ends that descend
    or lie after the rows; a GPU takes such ends for the nearest that do not, and clears
    rows from ends[-1] on."""
    return torch.ops.lowp.grouped_linear(x, w, ends, bias, recipe, clears)


def quantize(x: torch.Tensor, *, recipe: str, operand: str = "lhs") -> tuple[torch.Tensor, ...]:
    """x in fp8 or fp4, and its scales.

    x: ... x K, quantized as an operand ("lhs" or "rhs") of a matmul with `recipe`, a
    preset such as "rowwise" or "block_1x128_128x128", or a family, whose forward
    recipe counts. The value of an element is data * scale. Scales are f32, or
    float8_e8m0fnu for MX: one per row (... x 1), per tensor (1 x 1), or per block
    (... x ceil(K / 128)). fp4 data are bytes of two elements, the first in the low half.
    NVFP4 has scales in float8_e4m3fn and, third, one f32 that multiplies all of them."""
    return tuple(torch.ops.lowp.quantize(x, recipe, operand))


def scaled_matmul(
    a: torch.Tensor,
    a_scales: torch.Tensor,
    b: torch.Tensor,
    b_scales: torch.Tensor,
    *,
    recipe: str,
    dtype: torch.dtype = torch.bfloat16,
    a_global: torch.Tensor | None = None,
    b_global: torch.Tensor | None = None,
) -> torch.Tensor:
    """a @ b.T of what `quantize` returned for "lhs" and "rhs" of one recipe.

    a: ... x K, b: N x K. dtype: of the result, ... x N. a_global, b_global: of NVFP4, whose
    checkpoints have blocks of 1x16 on both sides, where "nvfp4" has 16x16 of b: with `t` =
    "<f4E2M1FN, #lowp.nvfp4<1x16>, <transformer_engine>>" recipe is
    f"#lowp.matmul_recipe<lhs = {t}, rhs = {t}>".
    Data and scales are also taken as checkpoints have them: fp4 as float4_e2m1fn_x2, scales
    of a tensor as `[1]` or without dimensions, of rows as `[N]`, in bfloat16, and those of
    MX as bytes."""
    return torch.ops.lowp.scaled_matmul(a, a_scales, b, b_scales, recipe, dtype, a_global, b_global)
