"""What has been read of a checkpoint, and what of it is left."""

from __future__ import annotations

import torch

from lowp._errors import LaunchError
from lowp.torch import programs
from lowp.torch.checkpoints import fp4_as_fp8
from lowp.torch.checkpoints.files import Folder
from lowp.torch.scaled_layers import Format
from lowp.torch.transformers.names import model_name, renamings


class Loading:
    """A model, a folder, and what has been read. tensors: names of the file by those of the
    model. fp4: as in `load`."""

    def __init__(self, model: torch.nn.Module, folder: Folder, device: torch.device, fp4: str):
        self.model, self.folder, self.device, self.fp4 = model, folder, device, fp4
        result = renamings(model)
        self.tensors = {model_name(result, name): name for name in folder.names()}
        self.used: set[str] = set()

    def has(self, name: str) -> bool:
        return name in self.tensors

    def read(self, name: str) -> torch.Tensor:
        """A tensor by the model's name. Raises LaunchError for one that no file has."""
        if name not in self.tensors:
            raise LaunchError(
                f"'{name}': expected a tensor in {self.folder.path}, got none; the model and "
                "the checkpoint differ in their layers or formats"
            )
        self.used.add(name)
        return self.folder.read(self.tensors[name])

    def skip(self, layer: str, format: Format) -> None:
        """Passes over what files have for inputs and lowp computes instead."""
        names = (format.input_scale, *format.unused)
        self.used.update(f"{layer}.{each}" for each in names if self.has(f"{layer}.{each}"))

    def place_of(self, name: str) -> str:
        return self.folder.place_of(self.tensors[name])

    def wants_fp8(self, format: Format) -> bool:
        """Whether a weight is taken as fp8."""
        if not format.weight.is_packed or self.fp4 == "keep":
            return False
        if self.fp4 != "auto":
            return True
        chip = programs.chip_of(self.device) or ""
        return chip.startswith("sm_90") and not format.weight.has_global

    def take_as_fp8(
        self, format: Format, weight: list[torch.Tensor], sizes: tuple[int, ...], name: str
    ) -> fp4_as_fp8.Converted:
        if format.weight.has_global and self.fp4 != "rounded":
            raise LaunchError(
                f"'{name}': expected {format.name} to be kept, since fp8 does not hold it, got "
                f"fp4={self.fp4!r}; fp4='rounded' takes it as fp8 and reports what that adds"
            )
        result = fp4_as_fp8.convert(format, weight, sizes)
        fp4_as_fp8.check(result, name, format, rounds=self.fp4 == "rounded")
        return result
