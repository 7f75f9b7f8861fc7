"""What layers with prepared weights have in common: how they become such, and their state,
copied, moved, written and read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import torch

from lowp._errors import LaunchError
from lowp._prepared import Prepared
from lowp._types import stand_in, torch_type
from lowp.program import Function
from lowp.torch.absent import AbsentWeight


class Identity(NamedTuple):
    """What prepared weights are of. program: the text that their operator takes.
    fingerprint: the compiler's, of the function that reads them."""

    program: str
    fingerprint: str

    def write(self) -> torch.Tensor:
        """Both as bytes, since safetensors holds tensors alone."""
        return torch.tensor(list("\n".join(self).encode()), dtype=torch.uint8)

    @classmethod
    def read(cls, state: Any) -> Identity | None:
        """What `write` returned; None of all else."""
        if not isinstance(state, torch.Tensor) or state.dtype is not torch.uint8:
            return None
        program, result, fingerprint = (
            bytes(state.tolist()).decode(errors="replace").partition("\n")
        )
        return cls(program, fingerprint) if result else None


class PreparedState(torch.nn.Module):
    """Before the class of a layer. Buffers prepared0, prepared1, ... hold the quantized
    weight and its scales; its state_dict has these, and their identity as extra state.
    Where the weight is freed, state_dict has an empty one in its place: whoever reads it
    without lowp meets a wrong size, and no layer keeps random weights. lowp_name: the
    layer's, for errors. lowp_trained: names of the parameters that required gradients
    before."""

    lowp_name: str
    lowp_program: str
    lowp_fingerprint: str
    lowp_names: tuple[str, ...]
    lowp_trained: tuple[str, ...]

    def identity(self) -> Identity:
        return Identity(self.lowp_program, self.lowp_fingerprint)

    def get_extra_state(self) -> torch.Tensor:
        return self.identity().write()

    def set_extra_state(self, state: Any) -> None:
        self.check_identity(Identity.read(state))

    def check_identity(self, found: Identity | None) -> None:
        """Raises LaunchError for prepared weights that the program does not read."""
        expected = self.identity()
        if found == expected:
            return
        # The first of the two says most: sizes, types, chip and recipe.
        names = ("program", "fingerprint")
        name, wanted, came = next(
            (name, ours, theirs)
            for name, ours, theirs in zip(names, expected, found or (None, None))
            if ours != theirs
        )
        raise LaunchError(
            f"'{self.lowp_name}': expected prepared weights of {name} '{wanted}', got "
            f"{came!r}; freeze the model with this version, chip, type and recipe"
        )

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        # Shapes alone are no checkpoint: transformers takes them for what it is to read.
        if not any(each.is_meta for each in self._prepared().values()):
            destination.setdefault(f"{prefix}weight", torch.empty(0))

    def _load_from_state_dict(self, state_dict, prefix, *others):
        """others: of torch, which end with the list of errors. What was prepared of
        another weight would stay, also where torch is not strict."""
        weight = f"{prefix}weight"
        has_prepared = f"{prefix}prepared0" in state_dict
        if has_prepared and weight in state_dict and state_dict[weight].numel() == 0:
            # A copy: torch's caller keeps its own.
            state_dict = {key: each for key, each in state_dict.items() if key != weight}
        super()._load_from_state_dict(state_dict, prefix, *others)
        if weight in state_dict and not has_prepared:
            others[-1].append(
                f"'{self.lowp_name}': expected prepared weights, got a weight; load it into "
                "the model before lowp.torch.freeze"
            )

    def absent(self, sizes: tuple[int, ...], dtype: torch.dtype) -> AbsentWeight:
        """What stands for the weight that has been freed."""
        advice = (
            f"'{self.lowp_name}': expected the weight of a layer, got one that lowp.torch.freeze "
            "has freed; keep it by freeze(model, drop=False)"
        )
        return AbsentWeight.of(sizes, dtype, self._buffers[self.lowp_names[0]].device, advice)  # type: ignore[union-attr]

    def _prepared(self) -> dict[str, Any]:
        return {name: self._buffers[name] for name in self.lowp_names}

    def prepared_list(self) -> list[Any]:
        return list(self._prepared().values())

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
        """Moves buffers and the bias; their types are what the program reads."""
        kept, bias = self._prepared(), self._parameters.get("bias")
        for name in kept:
            del self._buffers[name]
        self._parameters["bias"] = None
        super()._apply(fn, recurse)
        for name, buffer in kept.items():
            self._buffers[name] = move_bytes(buffer, fn)
        self._parameters["bias"] = None if bias is None else move_parameter(bias, fn)
        return self


def move_bytes(buffer: torch.Tensor, fn: Callable[[torch.Tensor], torch.Tensor]) -> torch.Tensor:
    """What `fn` makes of a buffer's bytes, which casts of floats leave as they are."""
    raw = (buffer if buffer.dim() else buffer.view(1)).resolve_neg().view(torch.uint8)
    moved = fn(raw)
    # nn.Module.type() casts all that there is.
    moved = moved if moved.dtype is torch.uint8 else raw.to(moved.device)
    return moved.view(buffer.dtype).view(buffer.shape)


def move_parameter(
    parameter: torch.nn.Parameter, fn: Callable[[torch.Tensor], torch.Tensor]
) -> torch.nn.Parameter:
    """The same for a parameter, which stays the object that it is where torch lets it."""
    moved = move_bytes(parameter.detach(), fn)
    if not torch._has_compatible_shallow_copy_type(parameter, moved):
        return torch.nn.Parameter(moved, parameter.requires_grad)
    parameter.data = moved
    return parameter


def trained_in(model: torch.nn.Module) -> set[int]:
    """The ids of parameters that require gradients, and may again: those that were made
    in inference mode may not outside of it."""
    return {id(p) for p in model.parameters() if p.requires_grad and not p.is_inference()}


class Freezing(NamedTuple):
    """What `lowp.torch.freeze` wants of all layers. drop: whether weights are freed.
    trained: the ids of parameters that required gradients; layers may share some.
    device: where weights on meta will be; None where there are none."""

    drop: bool
    trained: set[int]
    device: torch.device | None = None

    def place_of(self, weight: torch.Tensor) -> torch.device:
        """Where a weight is, or will be."""
        return self.device if weight.is_meta and self.device is not None else weight.device

    def apply(
        self, layer: Any, kind: type[PreparedState], name: str, program: str, prepared: Prepared
    ) -> None:
        """Makes a `kind` of a layer of its other base class."""
        layer.__class__, layer.lowp_name, layer.lowp_program = kind, name, program
        layer.lowp_fingerprint = prepared.fingerprint
        layer.lowp_names = tuple(f"prepared{n}" for n in range(len(prepared.arrays)))
        for buffer, array in zip(layer.lowp_names, prepared.arrays):
            layer.register_buffer(buffer, array)
        trained = {n: p for n, p in layer.named_parameters() if id(p) in self.trained}
        layer.lowp_trained = tuple(trained)
        for parameter in trained.values():
            parameter.requires_grad_(False)
        if self.drop:
            del layer._parameters["weight"]


def check_whole(weight: torch.Tensor, name: str) -> None:
    """Raises LaunchError for a weight of layer `name` that devices share."""
    placements = getattr(weight, "placements", None)
    if placements is not None:
        raise LaunchError(
            f"'{name}': expected a weight that this device has whole, got a DTensor "
            f"({placements}); freeze a model that is not sharded, or keep this one converted"
        )


def prepare(function: Function, weight: torch.Tensor) -> Prepared:
    """What `function` reads in place of a weight; on meta for one without memory."""
    if not weight.is_meta:
        return function.prepare(weight.detach().resolve_neg().contiguous())
    kinds = [argument for argument in function.arguments if argument.is_prepared]
    arrays = [
        torch.empty(
            [dimension.size for dimension in kind.dimensions],
            dtype=torch_type(torch, stand_in(kind.type) or kind.type),
            device="meta",
        )
        for kind in kinds
    ]
    return Prepared(arrays, function.fingerprint or "")


def thaw_state(layer: Any, kind: type[torch.nn.Module]) -> None:
    """Makes a `kind` again of a layer that has been frozen and has its weight."""
    for name in layer.lowp_names:
        del layer._buffers[name]
    for name in layer.lowp_trained:
        layer.get_parameter(name).requires_grad_(True)
    for name in ("name", "program", "fingerprint", "names", "trained"):
        delattr(layer, f"lowp_{name}")
    layer.__class__ = kind


def refuse_prepared(state_dict, prefix: str, errors: list[str]) -> None:
    """Adds an error where a layer that has its weight is given a prepared one."""
    if f"{prefix}prepared0" in state_dict:
        errors.append(
            f"'{prefix.rstrip('.')}': expected the weight of a layer, got one that is "
            "prepared; call lowp.torch.freeze(model) before load_state_dict"
        )
