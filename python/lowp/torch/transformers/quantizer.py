"""Quantizer "lowp" of transformers: from_pretrained of what lowp.torch.freeze has frozen."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any, cast

import torch
from transformers.quantizers import HfQuantizer
from transformers.quantizers.auto import register_quantization_config, register_quantizer
from transformers.utils.quantization_config import QuantizationConfigMixin

from lowp._errors import LaunchError
from lowp.torch.freeze_layers import freeze_layer
from lowp.torch.linear import Decision, Linear
from lowp.torch.prepared_program import PreparedProgram
from lowp.torch.prepared_state import Freezing, Identity
from lowp.torch.transformers import converted_experts, experts
from lowp.torch.transformers.marks import METHOD
from lowp.torch.transformers.names import model_name, renamings

_STATE = "._extra_state"


class LowpConfig(QuantizationConfigMixin):
    """The entry of config.json. Which layers are frozen, and how, their states say."""

    def __init__(self, **_others: Any) -> None:
        self.quant_method = cast(Any, METHOD)  # The class has an enumeration of its own.


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
    """The layer of this name, by a model with a head or by one without."""
    prefix = f"{model.base_model_prefix}."
    for each in (name, name.removeprefix(prefix), prefix + name):
        try:
            return each, model.get_submodule(each)
        except AttributeError:
            continue
    return None


def _freezing_for(chip: str, name: str) -> Freezing:
    """Returns how to freeze layers on meta whose weights were prepared for this chip, "cpu"
    too."""
    device = torch.device("cpu" if chip == "cpu" else "cuda")
    if device.type == "cuda" and not torch.cuda.is_available():
        raise LaunchError(
            f"'{name}': expected a GPU of {chip}, which its weights were prepared for, got a "
            "torch that has none; freeze and save the model for this machine"
        )
    return Freezing(drop=True, trained=set(), device=device)


_REASON = "frozen in its checkpoint"


def _freeze_linear(layer: Any, name: str, identity: Identity) -> None:
    """Makes a frozen layer without values of a plain one on meta."""
    if not issubclass(type(layer), torch.nn.Linear):
        raise LaunchError(
            f"'{name}': expected an nn.Linear, which its checkpoint has frozen, got "
            f"{type(layer).__name__}"
        )
    *_sizes, chip, recipe = PreparedProgram.parse(identity.program)
    freezing = _freezing_for(chip, name)
    layer.__class__, layer.recipe = Linear, recipe
    layer.lowp_decision = Decision(name, recipe, _REASON)
    freeze_layer(layer, freezing)
    layer.check_identity(identity)
    # It has no weight that transformers would draw.
    layer._is_hf_initialized = True


def _freeze_experts(module: Any, name: str, found: dict[str, Identity]) -> None:
    """The same for experts; found: by the names of their parameters."""
    names = list(experts.weight_names(module)) if experts.is_experts(module) else []
    if sorted(names) != sorted(found):
        raise LaunchError(
            f"'{name}': expected experts with {', '.join(sorted(found))}, which its checkpoint "
            f"has frozen, got {type(module).__name__} with {', '.join(names) or 'none'}"
        )
    about = PreparedProgram.parse(found[names[0]].program, 3)
    freezing = _freezing_for(about.chip, name)
    converted_experts.apply(
        module, {each: Decision(f"{name}.{each}", about.recipe, _REASON) for each in names}
    )
    converted_experts.freeze_module(module, name, freezing)
    # Otherwise transformers would draw the weights that are freed.
    module._is_hf_initialized = True
    for each, identity in found.items():
        module.get_submodule(experts.frozen_name(each)).check_identity(identity)


class LowpQuantizer(HfQuantizer):
    """Reads layers as they were frozen, for the same version, chip and recipe."""

    requires_calibration = True

    def _process_model_before_weight_loading(
        self, model: Any, checkpoint_files: list[str] | None = None, **_others: Any
    ) -> Any:
        grouped: dict[str, dict[str, Identity]] = {}
        # Empty weights, which stop whoever reads the file without lowp.
        marks = set()
        found_names = renamings(model)
        for written, state in _read_states(checkpoint_files or []):
            name = model_name(found_names, f"{written}.").removesuffix(".")
            parent, _, last = name.rpartition(".")
            parameter = experts.parameter_name(last)
            result = _find_layer(model, parent if parameter else name)
            # Heads that the model lacks: transformers lists them.
            if result is None:
                continue
            identity = Identity.read(state)
            if identity is None:
                raise LaunchError(
                    f"'{name}': expected the state of a layer that lowp.torch.freeze has "
                    "frozen, got another; freeze and save the model with this version"
                )
            where, layer = result
            marks.add(rf"{re.escape(name)}\.weight$")
            if parameter:
                grouped.setdefault(where, {})[parameter] = identity
                marks.add(rf"{re.escape(parent)}\.{parameter}$")
            else:
                _freeze_linear(layer, where, identity)
        for where, identities in grouped.items():
            _freeze_experts(model.get_submodule(where), where, identities)
        ignored = set(model._keys_to_ignore_on_load_unexpected or ())
        model._keys_to_ignore_on_load_unexpected = ignored | marks
        return model

    def is_serializable(self) -> bool:
        return True

    @property
    def is_trainable(self) -> bool:
        """Adapters are, by gradients of inputs; of models without any transformers says so."""
        return True

    @property
    def is_compileable(self) -> bool:
        return True


def register() -> None:
    register_quantization_config(METHOD)(LowpConfig)
    register_quantizer(METHOD)(LowpQuantizer)
