"""Quantizer "lowp" of transformers: from_pretrained of what lowp.torch.freeze has frozen."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

import torch
from transformers.quantizers import HfQuantizer
from transformers.quantizers.auto import register_quantization_config, register_quantizer
from transformers.utils.quantization_config import QuantizationConfigMixin

from lowp._errors import LaunchError
from lowp.torch.frozen import freeze_layer
from lowp.torch.linear import Decision, Linear
from lowp.torch.ops import read_prepared
from lowp.torch.prepared_state import Freezing, Identity
from lowp.torch.transformers.marks import METHOD

_STATE = "._extra_state"


class LowpConfig(QuantizationConfigMixin):
    """The entry of config.json. Which layers are frozen, and how, their states say."""

    def __init__(self, **_others: Any) -> None:
        self.quant_method = METHOD


def _read_states(files: list[str]) -> Iterator[tuple[str, Any]]:
    """The name of each frozen layer in files of safetensors, and its state."""
    from safetensors import safe_open

    for path in files:
        if not os.fspath(path).endswith(".safetensors"):
            raise LaunchError(
                f"{path}: expected safetensors, which frozen models are saved in, got "
                "another kind of file; save the model by save_pretrained"
            )
        with safe_open(path, framework="pt") as file:
            for key in file.keys():
                if key.endswith(_STATE):
                    yield key.removesuffix(_STATE), file.get_tensor(key)


def _find_layer(model: Any, name: str) -> tuple[str, torch.nn.Module] | None:
    """The layer that a file calls `name`, which may have been written by a model with a
    head, or be read into one."""
    prefix = f"{model.base_model_prefix}."
    for each in (name, name.removeprefix(prefix), prefix + name):
        try:
            return each, model.get_submodule(each)
        except AttributeError:
            continue
    return None


def _freeze_empty(layer: Any, name: str, identity: Identity) -> None:
    """Makes a frozen layer without values of a plain one on meta."""
    chip, recipe = read_prepared(identity.program)[4:]
    layer.__class__, layer.recipe = Linear, recipe
    layer.lowp_decision = Decision(name, recipe, "frozen in its checkpoint")
    device = torch.device("cpu" if chip == "cpu" else "cuda")
    if device.type == "cuda" and not torch.cuda.is_available():
        raise LaunchError(
            f"'{name}': expected a GPU of {chip}, which its weights were prepared for, got a "
            "torch that has none; freeze and save the model for this machine"
        )
    freeze_layer(layer, Freezing(drop=True, trained=set(), device=device))
    layer.check_identity(identity)


class LowpQuantizer(HfQuantizer):
    """Reads layers as they were frozen, for the same version, chip and recipe."""

    requires_calibration = True

    def _process_model_before_weight_loading(
        self, model: Any, checkpoint_files: list[str] | None = None, **_others: Any
    ) -> Any:
        for name, state in _read_states(checkpoint_files or []):
            found = _find_layer(model, name)
            # Heads that the model lacks: transformers lists them.
            if found is None:
                continue
            identity = Identity.read(state)
            if identity is None:
                raise LaunchError(
                    f"'{name}': expected the state of a layer that lowp.torch.freeze has "
                    "frozen, got another; freeze and save the model with this version"
                )
            where, layer = found
            if not isinstance(layer, torch.nn.Linear):
                raise LaunchError(
                    f"'{where}': expected an nn.Linear, which its checkpoint has frozen, got "
                    f"{type(layer).__name__}"
                )
            _freeze_empty(layer, where, identity)
            # The empty one, which stops whoever reads the file without lowp.
            ignored = set(model._keys_to_ignore_on_load_unexpected or ())
            model._keys_to_ignore_on_load_unexpected = ignored | {rf"{re.escape(name)}\.weight$"}
        return model

    def is_serializable(self) -> bool:
        return True

    @property
    def is_trainable(self) -> bool:
        return False

    @property
    def is_compileable(self) -> bool:
        return True


def register() -> None:
    register_quantization_config(METHOD)(LowpConfig)
    register_quantizer(METHOD)(LowpQuantizer)
