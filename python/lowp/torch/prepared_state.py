"""What layers with prepared weights have in common: their state, copied, moved, written
and read."""

from __future__ import annotations

from typing import Any

import torch

from lowp._errors import LaunchError


class PreparedState(torch.nn.Module):
    """Before the class of a layer. Buffers prepared0, prepared1, ... hold the quantized
    weight and its scales; its state_dict has these, and the fingerprint of the program as
    extra state. lowp_name: the layer's, for errors."""

    lowp_name: str
    lowp_program: str
    lowp_fingerprint: str
    lowp_names: tuple[str, ...]

    def get_extra_state(self) -> torch.Tensor:
        """The fingerprint as bytes, since safetensors holds tensors alone."""
        return torch.tensor(list(self.lowp_fingerprint.encode()), dtype=torch.uint8)

    def set_extra_state(self, state: Any) -> None:
        fingerprint = None
        if isinstance(state, torch.Tensor) and state.dtype == torch.uint8:
            fingerprint = bytes(state.tolist()).decode(errors="replace")
        if fingerprint != self.lowp_fingerprint:
            raise LaunchError(
                f"'{self.lowp_name}': expected prepared weights of {self.lowp_fingerprint}, "
                f"got {fingerprint}; freeze the model with this version, chip and recipe"
            )

    def _load_from_state_dict(self, state_dict, prefix, *others):
        """others: of torch, which end with the list of errors. What was prepared of
        another weight would stay, also where torch is not strict."""
        super()._load_from_state_dict(state_dict, prefix, *others)
        if f"{prefix}weight" in state_dict and f"{prefix}prepared0" not in state_dict:
            others[-1].append(
                f"'{self.lowp_name}': expected prepared weights, got a weight; load it into "
                "the model before lowp.torch.freeze"
            )

    def _prepared(self) -> dict[str, Any]:
        return {name: self._buffers[name] for name in self.lowp_names}

    def __getstate__(self) -> dict[str, Any]:
        """Prepared weights as bytes: torch cannot read storages of fp8 that pickle has
        written."""
        kept = self._prepared()
        types = {name: buffer.dtype for name, buffer in kept.items()}
        raw = {name: buffer.view(torch.uint8) for name, buffer in kept.items()}
        buffers = {**self._buffers, **raw}
        return {**self.__dict__, "lowp_types": types, "_buffers": buffers}

    def __setstate__(self, state: dict[str, Any]) -> None:
        state = dict(state)
        types = state.pop("lowp_types")
        super().__setstate__(state)
        for name, buffer in self._prepared().items():
            self._buffers[name] = buffer.view(types[name])

    def _apply(self, fn, recurse=True):
        """Moves buffers; their types are what the program reads."""
        kept = self._prepared()
        for name in kept:
            del self._buffers[name]
        super()._apply(fn, recurse)
        for name, buffer in kept.items():
            self._buffers[name] = buffer.to(fn(buffer).device)
        return self


def refuse_prepared(state_dict, prefix: str, errors: list[str]) -> None:
    """Adds an error where a layer that has its weight is given a prepared one."""
    if f"{prefix}prepared0" in state_dict:
        errors.append(
            f"'{prefix.rstrip('.')}': expected the weight of a layer, got one that is "
            "prepared; call lowp.torch.freeze(model) before load_state_dict"
        )
