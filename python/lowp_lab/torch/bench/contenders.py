"""The compilers of the layers."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable
from typing import Any

import torch
from torch import nn

import lowp.torch
from lowp.torch.compiling.backend import backend


@dataclasses.dataclass(frozen=True)
class Contender:
    """name: in results. convert: changes a model for training, or None. freeze: the same
    for inference with weights that stay. options: of lowp's backend, None for
    inductor."""

    name: str
    convert: Callable[[nn.Module], Any] | None = None
    freeze: Callable[[nn.Module], Any] | None = None
    options: dict[str, Any] | None = None

    @property
    def holds(self) -> bool:
        return bool((self.options or {}).get("hold"))

    def holding(self, model: nn.Module) -> contextlib.AbstractContextManager[Any]:
        """Holds the weights of a model where the options say so: gives lowp.torch.Held, or None."""
        return lowp.torch.held(model) if self.holds else contextlib.nullcontext()

    def compile(self, layer: nn.Module, frozen: bool = False) -> None:
        """Makes calls of the layer compiled ones. frozen: by lowp with weights that stay."""
        if self.options is None:
            layer.compile()
        else:
            layer.compile(backend=backend, options={**self.options, "freeze": frozen})

    def converted(self, layer: nn.Module, frozen: bool = False) -> nn.Module:
        """What the contender makes of a layer before that is compiled."""
        convert = self.freeze if frozen else self.convert
        return layer if convert is None else convert(layer) or layer


def torchao_training(recipe: str) -> Callable[[nn.Module], Any]:
    """What converts a model by torchao's recipe of this name."""

    def convert(model: nn.Module) -> Any:
        from torchao.float8 import Float8LinearConfig, convert_to_float8_training

        config = Float8LinearConfig.from_recipe_name(recipe)
        return convert_to_float8_training(model, config=config)

    return convert


def _torchao_inference(model: nn.Module) -> None:
    from torchao.quantization import (
        Float8DynamicActivationFloat8WeightConfig,
        PerRow,
        quantize_,
    )

    quantize_(model, Float8DynamicActivationFloat8WeightConfig(granularity=PerRow()))


def contenders(recipes: list[str], options: dict[str, Any], holds: bool = False) -> list[Contender]:
    """inductor in bf16 first, lowp with each recipe, torchao. options: others of the
    backend. holds: whether recipes come again, with weights that are held."""
    ours = [
        Contender(
            f"lowp {recipe}" + " held" * held,
            options={**options, "recipe": recipe, "hold": held},
        )
        for held in ((False, True) if holds else (False,))
        for recipe in recipes
    ]
    peers = [
        Contender(f"torchao {recipe}", torchao_training(recipe), _torchao_inference)
        for recipe in ("rowwise", "tensorwise")
    ]
    return [Contender("inductor bf16"), *ours, *peers]


def fresh() -> None:
    """Forgets what this process compiled, so that nobody gains by another's work."""
    torch._dynamo.reset()
