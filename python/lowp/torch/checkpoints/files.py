"""A folder with config.json and safetensors."""

from __future__ import annotations

import importlib
import json
import os
import pathlib
from typing import Any

import torch

from lowp._errors import LaunchError


def find_safetensors(module: str, what: Any) -> Any:
    """A module of safetensors for `what`. Raises LaunchError without the library."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise LaunchError(
            f"{what}: expected the package safetensors, got none; pip install 'lowp[checkpoints]'"
        ) from None


def open_safetensors(path: Any, device: str = "cpu") -> Any:
    """A file, of which no tensor has been read."""
    return find_safetensors("safetensors", path).safe_open(path, framework="pt", device=device)


class Folder:
    """The tensors of all files, by name. device: where they are read to."""

    def __init__(self, path: str | os.PathLike, device: torch.device) -> None:
        self.path = pathlib.Path(path)
        result = sorted(self.path.glob("*.safetensors"))
        if not result:
            raise LaunchError(
                f"{self.path}: expected a folder with *.safetensors and config.json, got none"
            )
        self._files = {file: open_safetensors(file, str(device)) for file in result}
        self._where = {name: file for file, held in self._files.items() for name in held.keys()}

    def names(self) -> list[str]:
        return list(self._where)

    def place_of(self, name: str) -> str:
        """The file that has a tensor, for errors."""
        return str(self._where[name].name)

    def read(self, name: str) -> torch.Tensor:
        return self._files[self._where[name]].get_tensor(name)

    def quantization(self) -> dict[str, Any]:
        """What the checkpoint says of how it was quantized; empty for plain ones."""
        config = self._read_json("config.json")
        text = config.get("text_config") or {}
        result = config.get("quantization_config") or text.get("quantization_config")
        if result:
            return result
        other = self._read_json("hf_quant_config.json").get("quantization")
        return {"quant_method": "modelopt", **other} if other else {}

    def _read_json(self, name: str) -> dict[str, Any]:
        try:
            return json.loads((self.path / name).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
