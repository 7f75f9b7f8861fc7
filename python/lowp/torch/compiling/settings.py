"""Options of the backend."""

from __future__ import annotations

import dataclasses
import hashlib
import inspect
import json
from collections.abc import Mapping
from typing import Any

import torch

import lowp
from lowp._recipe_options import RecipeOptions
from lowp._version import __version__
from lowp._linear import prices
from lowp._linear.adapted import adapt
from lowp.torch.compiling.recipes import Recipes
from lowp.torch.compiling.target import Target
from lowp.torch.programs import f32_matmuls

_CHOICES = {
    "rest": ("inductor", "eager"),
    "attention": ("torch", "lowp"),
    "save": ("bf16", "time", "memory"),
}
_COMPILE_NAMES = tuple(inspect.signature(lowp.compile).parameters)[1:]


@dataclasses.dataclass(frozen=True)
class Settings:
    """Options of the backend; docs/PyTorch.md has them from here.

    Args:
        rest: who computes what is outside of regions: `"inductor"`, or `"eager"`, which needs
            neither Triton nor a C++ compiler.
        recipe: `"auto"`, `None`, a family, a preset, a dict from `"forward"`, `"dgrad"` and
            `"wgrad"` to presets, or `lowp.RecipeOptions`, which have `allow` and `deny`, too.
        allow: patterns of module paths, as `named_modules()` of what is compiled has them; one
            that matches no layer gets a warning.
        deny: patterns of layers to keep.
        attention: who computes matmuls of two computed operands, and softmaxes: `"torch"` or
            `"lowp"`.
        save: what is kept for the backward pass: `"bf16"`, `"time"`, `"memory"`; gradients are
            the same, bit for bit.
        freeze: whether weights keep their values in graphs without gradients, so that they are
            prepared once.
        hold: whether regions read the weights that `lowp.torch.hold` holds, which are prepared
            once for each step of the optimizer; a count: of a step's microbatches.
        strict: whether what lowp refuses is an error.
        compile: options of `lowp.compile`: `{"math": "fast"}`; on the CPU
            `{"host_opt_level": 0}`, which compiles faster.
    """

    rest: str = "inductor"
    recipe: Any = "auto"
    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()
    attention: str = "torch"
    save: str = "bf16"
    freeze: bool = False
    hold: int = False
    strict: bool = False
    compile: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    @staticmethod
    def read(options: Mapping[str, Any] | None) -> tuple[Settings, dict[str, Any]]:
        """The settings, and the options that are inductor's. Raises ValueError, and
        TypeError for values of other types."""
        options = dict(options or {})
        own = {name: options.pop(name) for name in NAMES if name in options}
        for name, choices in _CHOICES.items():
            if own.get(name, choices[0]) not in choices:
                expected = " or ".join(map(repr, choices))
                raise ValueError(f"expected {name} to be {expected}, got {own[name]!r}")
        patterns = {name: own.get(name) for name in ("allow", "deny")}
        chosen = RecipeOptions.read(own.get("recipe", "auto"), **patterns)
        own |= {"recipe": chosen.recipe, "allow": chosen.allow, "deny": chosen.deny}
        settings = Settings(**own)
        if "mode" in options:
            raise ValueError(
                f"expected mode beside backend, got {options['mode']!r} as an option; torch takes "
                "no options beside it: what 'reduce-overhead' does is 'triton.cudagraphs': True"
            )
        if options and settings.rest == "eager":
            raise ValueError(
                f"expected options {', '.join(NAMES)} with rest='eager', got {sorted(options)}"
            )
        settings._check()
        if "recipe" in settings.compile or "device" in settings.compile:
            raise ValueError(
                "expected recipe beside compile, and the device from the tensors, got "
                f"{dict(settings.compile)}"
            )
        settings.recipes()
        if more := chosen.choices():
            settings = dataclasses.replace(settings, compile={**settings.compile, **more})
        return settings, options

    def _check(self) -> None:
        for name in ("freeze", "strict"):
            if not isinstance(getattr(self, name), bool):
                raise ValueError(
                    f"expected {name} to be True or False, got {getattr(self, name)!r}"
                )
        if not isinstance(self.hold, int) or self.hold < 0:
            raise ValueError(
                "expected hold to be True, False or how many calls a step of the optimizer has, "
                f"got {self.hold!r}"
            )
        if self.save == "time" and self.recipe is None:
            raise ValueError(
                "expected a recipe beside save='time', since what is quantized is saved, got None"
            )
        if not isinstance(self.compile, Mapping):
            raise TypeError(
                f"expected compile to be a dict of options of lowp.compile, got {self.compile!r}"
            )
        unknown = sorted(set(self.compile) - set(_COMPILE_NAMES))
        if unknown:
            raise ValueError(
                f"expected compile to have options of lowp.compile, {', '.join(_COMPILE_NAMES)}, "
                f"got {', '.join(map(repr, unknown))}"
            )
        if part := self.compile.get("part"):
            prices.check_part(part)

    def recipes(self) -> Recipes:
        return Recipes(self.recipe_options())

    def recipe_options(self) -> RecipeOptions:
        return RecipeOptions(self.recipe, self.allow, self.deny)

    def can_choose(self, device: str) -> bool:
        """Whether there is a GPU to choose for: on the CPU nothing is faster than torch,
        unless one is named whose choice is wanted."""
        return device != "cpu" or not {"part", "part_file", "chip"}.isdisjoint(self.compile)

    def f32_matmuls(self) -> str:
        """What operands in f32 are multiplied in where they get no recipe: as torch was
        told, unless the options say."""
        return self.compile.get("f32_matmuls", f32_matmuls())

    def leaves_f32(self, device: str) -> bool:
        """Whether matmuls in f32 without a recipe are torch's: tensor cores of a GPU, also
        of one that is named, do not multiply f32 exactly, and torch has other kernels."""
        return self.can_choose(device) and self.f32_matmuls() == "exact"

    def options(self, device: str) -> dict[str, Any]:
        """Options of lowp.compile for regions on a device."""
        options = dict(self.compile)
        if self.can_choose(device):
            options["f32_matmuls"] = self.f32_matmuls()
        return options

    def adapt(self, recipe: str, device: torch.device) -> str:
        """The recipe of a matmul as regions on a device take it where they quantize both of its
        operands: what is quantized for others is equal to that."""
        return adapt(recipe, *Target.of(device.type, self.compile))

    def digest(self) -> str:
        """What tells programs of other settings or versions apart."""
        fields = dataclasses.asdict(self)
        fields["recipe"] = self.recipe if isinstance(self.recipe, str) else repr(self.recipe)
        versions = [__version__, torch.__version__, self.f32_matmuls()]
        text = json.dumps([versions, fields], sort_keys=True, default=repr)
        return hashlib.sha256(text.encode()).hexdigest()


NAMES = tuple(field.name for field in dataclasses.fields(Settings))
