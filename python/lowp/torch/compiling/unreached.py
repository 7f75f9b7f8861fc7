"""Layers that a recipe was asked for, and that it does not reach."""

from __future__ import annotations

import warnings
from collections.abc import Iterable

import torch

from lowp.torch.compiling.errors import RegionWarning
from lowp.torch.compiling.linears import module_path
from lowp.torch.compiling.settings import Settings


def tell_unreached(matmuls: Iterable[torch.fx.Node], settings: Settings) -> None:
    """Says which layers compute without the recipe; an error under `strict`."""
    layers = {module_path(node): node for node in matmuls}
    for name, node in layers.items():
        dtype = str(node.meta["val"].dtype).removeprefix("torch.")
        message = (
            f"lowp leaves {f'the layer {name}' if name else 'a layer'} to torch, in {dtype}: "
            f"expected a parameter as the weight that the recipe {settings.recipe!r} is for, got "
            "one that is computed in the graph; let it be a parameter, or deny the layer"
        )
        if settings.strict:
            raise RuntimeError(message)
        warnings.warn(message, RegionWarning, stacklevel=2)
