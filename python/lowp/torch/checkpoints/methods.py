"""Which file here reads which method of quantization."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lowp._errors import LaunchError
from lowp.torch.checkpoints import compressed_tensors, deepseek, modelopt
from lowp.torch.checkpoints.formats import FP8_ROW, MXFP4, Rules, refuse

_MXFP4_EXPERTS = MXFP4._replace(data="blocks", scales="scales")
_READERS: dict[str, Callable[[dict[str, Any]], Rules]] = {
    "fp8": deepseek.read_rules,
    "mxfp8": deepseek.read_rules,
    "fbgemm_fp8": lambda config: lambda name: FP8_ROW,
    "compressed-tensors": compressed_tensors.read_rules,
    "modelopt": modelopt.read_rules,
    # Experts of gpt-oss; layers beside them are not quantized.
    "mxfp4": lambda config: lambda name: _MXFP4_EXPERTS,
}
# Methods whose weights are integers.
_INTEGERS = ("awq", "gptq", "bitsandbytes", "aqlm", "hqq", "quanto", "eetq", "auto-round")


def read_rules(config: dict[str, Any], where: str) -> Rules:
    """config: quantization_config. Raises LaunchError for methods that lowp does not
    read."""
    method = str(config.get("quant_method"))
    if method in _INTEGERS:
        raise refuse(where, f"integers of method '{method}'")
    reader = _READERS.get(method)
    if reader is None:
        hint = "; from_pretrained reads it" if method == "lowp" else ""
        raise LaunchError(
            f"{where}: expected a quant_method of {', '.join(_READERS)}, got '{method}'{hint}"
        )
    return reader(config)
