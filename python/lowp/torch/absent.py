"""What stands for a weight that a layer does not have as a tensor: what others ask of weights
is answered, what they compute with them is an error."""

from __future__ import annotations

from typing import Any

import torch

from lowp._errors import Error, LaunchError


class FreedWeightError(Error):
    """The weight of a frozen or scaled layer was computed with."""

    names_layer = True


class AbsentWeight(torch.Tensor):
    """Size, type and device of a weight. Operators raise FreedWeightError with `advice`."""

    advice: str
    __torch_function__ = torch._C._disabled_torch_function_impl  # type: ignore[assignment]

    @staticmethod
    def of(
        sizes: tuple[int, ...], dtype: torch.dtype, device: torch.device, advice: str
    ) -> AbsentWeight:
        make: Any = torch.Tensor._make_wrapper_subclass  # type: ignore[attr-defined]
        result = make(AbsentWeight, sizes, dtype=dtype, device=device)
        result.advice = advice
        return result

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):  # type: ignore[override]
        leaves = torch.utils._pytree.tree_leaves((args, kwargs or {}))
        raise FreedWeightError(next(each for each in leaves if isinstance(each, cls)).advice)

    def __repr__(self) -> str:  # type: ignore[override]
        sizes = "x".join(map(str, self.shape))
        return f"AbsentWeight({sizes} of {self.dtype} on {self.device})"


def is_absent(layer: torch.nn.Module, name: str) -> bool:
    """Whether `name`, an attribute that a layer was asked for in vain, is its weight."""
    held = (layer.__dict__.get(kind, ()) for kind in ("_parameters", "_buffers"))
    return name == "weight" and all(name not in each for each in held)


def refuse_division(layer: str, name: str) -> None:
    """Raises LaunchError where `name`, an attribute that a layer was asked for in vain, is what
    torch's distribute_module asks before it divides the tensors of a module."""
    if name == "_distribute_module_applied":
        raise LaunchError(
            f"layer '{layer}': expected a layer whose weight can be divided over devices, got one "
            "that has it quantized; call parallelize_module on a converted model, not on a frozen "
            "or loaded one"
        )
