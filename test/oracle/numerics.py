"""Parameters of numerics, and the presets that stand for libraries."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Numerics:
    eps: float = 0.0
    division: str = "f32"
    power_of_two: bool = False
    degenerate: str = "propagate"
    saturation: str = "saturate"
    scale_rounding: str = "none"
    rounding: str = "nearest"
    quotient: str = "encode"
    largest_factor: str = "input"
    small_scales: str = "exact"
    matrix_scale: str = "amax"


TORCHAO = Numerics(eps=1e-12, division="f64")
TRANSFORMER_ENGINE = Numerics(degenerate="unit")
MX = Numerics(power_of_two=True)
ROUNDINGS = ["floor", "ceil", "even", "rceil"]


def torchao_mx(rounding):
    """An infinite amax has a finite scale; of the smallest scales, torchao reads
    the exponent as that of a normal f32, but for rceil."""
    return replace(
        MX,
        scale_rounding=rounding,
        degenerate="saturate",
        small_scales="unit" if rounding == "rceil" else "normal",
    )


PRESETS = {
    "torchao": TORCHAO,
    "torchao_rowwise": replace(TORCHAO, power_of_two=True),
    "transformer_engine": TRANSFORMER_ENGINE,
    "transformer_engine_stochastic": replace(TRANSFORMER_ENGINE, rounding="stochastic"),
    "deep_gemm": Numerics(eps=1e-4, quotient="decode"),
    **{f"mx_{name}": replace(MX, scale_rounding=name) for name in ROUNDINGS},
    **{f"torchao_mx_{name}": torchao_mx(name) for name in ROUNDINGS},
    "deep_gemm_ue8m0": replace(MX, eps=1e-4, degenerate="saturate", scale_rounding="rceil"),
    "torchao_nvfp4": Numerics(quotient="decode", small_scales="normal", matrix_scale="unit"),
}
