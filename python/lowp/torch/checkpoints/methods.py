"""Which file here reads which method of quantization."""

from __future__ import annotations

from typing import Any

from lowp._errors import LaunchError
from lowp.torch.checkpoints import compressed_tensors, deepseek, gpt_oss, modelopt
from lowp.torch.checkpoints.formats import Rules, refuse

_READERS = {
    "fp8": deepseek.read_rules,
    "mxfp8": deepseek.read_rules,
    "fbgemm_fp8": deepseek.read_fbgemm_rules,
    "compressed-tensors": compressed_tensors.read_rules,
    "modelopt": modelopt.read_rules,
    "mxfp4": gpt_oss.read_rules,
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
