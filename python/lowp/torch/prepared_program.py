"""The text `program` of lowp::linear_prepared and lowp::grouped_linear_prepared."""

from __future__ import annotations

from typing import NamedTuple

import torch

from lowp._errors import LaunchError
from lowp.program import Function
from lowp.torch import programs
from lowp.torch.checks import describe


class PreparedProgram(NamedTuple):
    """What the text says, in its order. sizes: N x K, or G x N x K of experts, whose text also
    says whether rows after the last group are cleared. chip: that weights are prepared for."""

    sizes: tuple[int, ...]
    element: str
    bias: bool
    clears: bool
    chip: str
    recipe: str

    @classmethod
    def of(
        cls,
        weight: torch.Tensor,
        bias: bool,
        recipe: str,
        device: torch.device,
        clears: bool = True,
    ) -> PreparedProgram:
        """For a weight that is prepared on `device`: layouts are the chip's."""
        element = programs.element_of(weight.dtype, "a program of prepared weights")
        chip = programs.chip_of(device) or "cpu"
        return cls(tuple(weight.shape), element, bias, clears, chip, recipe)

    @classmethod
    def parse(cls, text: str, dimensions: int = 2) -> PreparedProgram:
        """dimensions: of the weight. Raises LaunchError for other texts."""
        words = text.split(" ", 2 * dimensions + 1)
        try:
            sizes = tuple(map(int, words[:dimensions]))
            element, bias, *clears, chip, recipe = words[dimensions:]
            made = cls(sizes, element, bias == "1", clears != ["0"], chip, recipe)
            if len(clears) == dimensions - 2 and made.dtype:
                return made
        except (ValueError, StopIteration):
            pass
        raise LaunchError(
            f"{_name(dimensions)}: expected program to be that of a layer that "
            f"lowp.torch.freeze has frozen, got {text!r}"
        )

    def __str__(self) -> str:
        clears = [self.clears] if len(self.sizes) == 3 else []
        flags = (int(flag) for flag in (self.bias, *clears))
        return " ".join(map(str, (*self.sizes, self.element, *flags, self.chip, self.recipe)))

    @property
    def dtype(self) -> torch.dtype:
        return programs.dtype_of(self.element)

    def find(self, device: torch.device) -> Function:
        """The function. Raises LaunchError for weights of another chip."""
        chip = programs.chip_of(device) or "cpu"
        if self.chip != chip:
            raise LaunchError(
                f"{_name(len(self.sizes))}: expected weights prepared for {chip}, where the "
                f"input is, got ones for {self.chip}; call lowp.torch.freeze there"
            )
        about = self.sizes, self.dtype, self.bias, self.recipe, device
        return programs.linear(*about, clears=self.clears, prepared=True)

    def check_type(self, x: torch.Tensor) -> None:
        """Raises LaunchError for an input of another type than weights were prepared for."""
        if x.dtype is not self.dtype:
            raise LaunchError(
                f"{_name(len(self.sizes))}: expected an input of {self.dtype}, which the weights "
                f"were prepared for, got {describe(x)}; convert it, or freeze a model of its type"
            )


def _name(dimensions: int) -> str:
    return f"lowp::{'grouped_' if dimensions == 3 else ''}linear_prepared"
