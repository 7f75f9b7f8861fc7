"""The formats of weights in checkpoints: names of tensors, geometry, convention of scales."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lowp._errors import LaunchError
from lowp._linear.scaled_texts import Scaled
from lowp.torch.scaled_layers import BLOCKS, MX, NVFP4, ROWS, TENSOR, Format

E4M3, E2M1 = "f8E4M3FN", "f4E2M1FN"

FP8_TENSOR = Format("fp8 by tensor", Scaled(E4M3, "tensorwise", (0, 0)), ROWS)
FP8_ROW = Format("fp8 by row", Scaled(E4M3, "rowwise", (1, 0)), ROWS)
FP8_BLOCK = Format("fp8 by 128x128", Scaled(E4M3, "block", (128, 128)), BLOCKS)
MXFP8 = Format("mxfp8", Scaled(E4M3, "mx", (1, 32)), MX)
MXFP4 = Format("mxfp4", Scaled(E2M1, "mx", (1, 32)), MX)
NVFP4_BLOCK = Format("nvfp4", Scaled(E2M1, "nvfp4", (1, 16)), NVFP4)


def with_static(format: Format, name: str) -> Format:
    """`format` with one scale of the input, the tensor of this name."""
    return format._replace(
        name=f"{format.name}, input by a static scale", input=TENSOR, input_scale=name
    )


def with_input_as_it_is(format: Format) -> Format:
    """`format`, whose weight is widened for inputs that nothing quantizes."""
    return format._replace(name=f"{format.name}, input as it is", input=None)


# The format of the layer of this name; None of one that is not quantized.
Rules = Callable[[str], Format | None]


def refuse(method: str, what: str) -> LaunchError:
    return LaunchError(
        f"{method}: expected weights in fp8, mxfp8, mxfp4 or nvfp4, got {what}; lowp "
        "multiplies no integers: quantize the model anew, or load it by the library that "
        "wrote it"
    )


def get(config: dict[str, Any], name: str, default: Any = None) -> Any:
    """An entry that may be there with the value null."""
    value = config.get(name)
    return default if value is None else value
