"""Linear layers for inference: prepared weights in place of weights."""

from __future__ import annotations

from typing import Any

import torch

from lowp._errors import Error, LaunchError
from lowp.torch import ops
from lowp.torch.linear import Decision, name_layer

_linear_prepared = torch.ops.lowp.linear_prepared.default


class FreedWeightError(Error, AttributeError):
    """The weight of a frozen layer was asked for."""


class FrozenLinear(torch.nn.Linear):
    """A layer of lowp.torch.freeze: buffers prepared0, prepared1, ... hold the
    quantized weight and its scales. Its state_dict has these, and the fingerprint of
    the program as extra state. lowp_program: the program, for ops.find_prepared."""

    recipe: str
    lowp_decision: Decision
    lowp_program: str
    lowp_fingerprint: str
    lowp_names: tuple[str, ...]

    # Short, since it is the host's time of a decode step: no attribute of nn.Module's
    # __getattr__, and the overload instead of its packet.
    def forward(self, input: torch.Tensor) -> torch.Tensor:
        buffers = self._buffers
        prepared = [buffers[name] for name in self.lowp_names]
        try:
            return _linear_prepared(
                input, prepared, self._parameters["bias"], self.lowp_program
            )
        except Error as error:
            raise name_layer(error, self.lowp_decision)

    def __getattr__(self, name: str) -> Any:
        if name == "weight" and name not in self.__dict__.get("_parameters", ()):
            raise FreedWeightError(
                f"'{self.lowp_decision.name}': expected the weight of a layer, got one "
                "that lowp.torch.freeze has freed; keep it by freeze(model, drop=False)"
            )
        return super().__getattr__(name)

    def get_extra_state(self) -> dict[str, str]:
        return {"fingerprint": self.lowp_fingerprint, "program": self.lowp_program}

    def set_extra_state(self, state: dict[str, str]) -> None:
        if state.get("fingerprint") != self.lowp_fingerprint:
            raise LaunchError(
                f"'{self.lowp_decision.name}': expected prepared weights of "
                f"{self.lowp_fingerprint}, got {state.get('fingerprint')}; freeze the "
                "model with this version, chip and recipe"
            )

    def _apply(self, fn, recurse=True):
        """Moves buffers; their types are what the program reads."""
        kept = {
            name: self._buffers.pop(name) for name in self.lowp_names
        }
        super()._apply(fn, recurse)
        for name, buffer in kept.items():
            assert buffer is not None, "freeze_layer registers tensors"
            self._buffers[name] = buffer.to(fn(buffer).device)
        return self

    def extra_repr(self) -> str:
        return f"{super().extra_repr()}, recipe={self.recipe}, frozen"


def freeze_layer(layer: Any, drop: bool) -> None:
    """Makes a FrozenLinear of a lowp.torch.Linear."""
    weight, bias = layer.weight, layer.bias
    n, k = weight.shape
    program = ops.describe_prepared(
        n, k, weight.dtype, bias is not None, layer.recipe, weight.device
    )
    function = ops.find_prepared(program, weight.device)[0]
    prepared = function.prepare(weight.detach().contiguous())
    layer.__class__ = FrozenLinear
    layer.lowp_program = program
    layer.lowp_fingerprint = prepared.fingerprint
    layer.lowp_names = tuple(f"prepared{n}" for n in range(len(prepared.arrays)))
    for name, array in zip(layer.lowp_names, prepared.arrays):
        layer.register_buffer(name, array)
    if bias is not None:
        bias.requires_grad_(False)
    if drop:
        del layer._parameters["weight"]
    else:
        weight.requires_grad_(False)
