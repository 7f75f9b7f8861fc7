"""Layers by given data and scales, under the names that a checkpoint has for them."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch

from lowp._errors import LaunchError
from lowp._linear.scaled_texts import Scaled
from lowp.torch import scaled_ops  # noqa: F401, defines the operators
from lowp.torch.absent import AbsentWeight, is_absent, refuse_division
from lowp.torch.checks import describe
from lowp.torch.linear import Decision, name_layer
from lowp.torch.prepared_state import move_bytes, move_parameter
from lowp.torch.scaled import TYPES, as_type, has_sizes
from lowp.torch.scaled_ops import Form

# Formats that inputs are quantized to.
ROWS = Scaled("f8E4M3FN", "rowwise", (1, 0), "numerics <torchao>")
TENSOR = Scaled("f8E4M3FN", "tensorwise", (0, 0), "numerics <torchao>")
BLOCKS = Scaled("f8E4M3FN", "block", (1, 128), "numerics <torchao>")
MX = Scaled("f8E4M3FN", "mx", (1, 32), "numerics <mx_rceil>")
NVFP4 = Scaled("f4E2M1FN", "nvfp4", (1, 16), "numerics <transformer_engine>")


class Format(NamedTuple):
    """What a layer has of a weight, and for its input.

    name: for reports. weight: how data and scales are to be read. input: what the input is
    quantized to, None for a weight that is widened instead. data, scales, second: the
    names of the tensors, second that of a scale of the whole weight. is_reciprocal: whether
    the second divides. input_scale: the name of a static scale of the input. unused: names
    of tensors for the input that lowp computes from each input instead."""

    name: str
    weight: Scaled
    input: Scaled | None
    data: str = "weight"
    scales: str = "weight_scale"
    second: str | None = None
    is_reciprocal: bool = False
    input_scale: str | None = None
    unused: tuple[str, ...] = ()

    @property
    def tensors(self) -> tuple[str, ...]:
        """The names of all that the weight is."""
        names = (self.data, self.scales, self.second)
        return tuple(each for each in names if each is not None)

    @property
    def held(self) -> tuple[str, ...]:
        """The names of all that a layer has, but for a bias."""
        return (*self.tensors, self.input_scale) if self.input_scale else self.tensors


def read_data(tensor: torch.Tensor, weight: Scaled, sizes: tuple[int, ...], name: str):
    """The data of a weight of these sizes. Raises LaunchError for others."""
    result, expected = as_type(tensor, weight.element), weight.data_shape(*sizes)
    if result is None or tuple(result.shape) != tuple(expected):
        kinds = str(TYPES[weight.element][0]).removeprefix("torch.")
        shape = "x".join(map(str, expected))
        raise LaunchError(
            f"'{name}': expected data of {shape} in {kinds}, got {describe(tensor)}; the sizes "
            "are those of the model's config"
        )
    return result.contiguous()


def read_scales(tensor: torch.Tensor, weight: Scaled, sizes: tuple[int, ...], name: str):
    """The scales of a weight of these sizes, of any shape with as many elements in order:
    `[1]` and none, `[N]` and `[N, 1]`."""
    kind = weight.scales
    result, expected = as_type(tensor, kind), weight.scales_shape(*sizes)
    if result is None or not has_sizes(result.shape, expected):
        shape = "x".join(map(str, expected))
        raise LaunchError(
            f"'{name}': expected scales of {shape} for {weight.family}, in {kind}, got "
            f"{describe(tensor)}"
        )
    return result.reshape(expected).contiguous()


class _Bytes(NamedTuple):
    """A tensor of a type of one byte."""

    dtype: torch.dtype
    data: torch.Tensor

    @classmethod
    def of(cls, tensor: torch.Tensor | None) -> Any:
        if tensor is None or tensor.element_size() > 1:
            return tensor
        return cls(tensor.dtype, tensor.detach().view(torch.uint8))

    def read(self) -> torch.Tensor:
        return self.data.view(self.dtype)


class _Scaled(torch.nn.Module):
    """Before both layers. lowp_format: of the tensors. lowp_sizes: of the weight. lowp_form:
    the program's text."""

    lowp_format: Format
    lowp_sizes: tuple[int, ...]
    lowp_form: str
    lowp_decision: Decision
    bias: torch.Tensor | None

    def read(self) -> tuple[list[torch.Tensor], list[torch.Tensor]]:
        """The weight as programs take it, and what quantizes the input to a static scale.
        Data and scales of blocks are the layer's own memory; others are converted again
        where one of them has been written or moved."""
        held = {name: getattr(self, name) for name in self.lowp_format.held}
        if torch.compiler.is_compiling():
            return self._convert(held)
        key = [
            (each.data_ptr(), 0 if each.is_inference() else each._version, each.device, each.dtype)
            for each in held.values()
        ]
        kept = self.__dict__.get("_lowp_read")
        if kept is None or kept[0] != key:
            kept = self.__dict__["_lowp_read"] = (key, self._convert(held))
        return kept[1]

    def _convert(self, held: dict[str, torch.Tensor]):
        format, sizes, name = self.lowp_format, self.lowp_sizes, self.lowp_decision.name
        where = {each: f"{name}.{each}" for each in held}
        data = read_data(held[format.data], format.weight, sizes, where[format.data])
        scales = read_scales(held[format.scales], format.weight, sizes, where[format.scales])
        weight = [data, scales]
        if format.second is not None:
            weight.append(self._read_second(held[format.second], where[format.second]))
        static = []
        if format.input_scale is not None:
            # One for each of several that are one layer here.
            scale = held[format.input_scale].float().max().reshape(1, 1)
            static = [scale.reciprocal(), scale]
        return weight, static

    def _read_second(self, tensor: torch.Tensor, name: str) -> torch.Tensor:
        groups = self.lowp_sizes[:-2]
        count = torch.Size(groups).numel()
        if not tensor.is_floating_point() or tensor.numel() != count:
            raise LaunchError(
                f"'{name}': expected {count} scales of whole weights in f32, got {describe(tensor)}"
            )
        second = tensor.float().reshape((*groups, 1))
        return second.reciprocal() if self.lowp_format.is_reciprocal else second

    def __getstate__(self) -> dict[str, Any]:
        """Small types as bytes: torch cannot read storages of fp8 that pickle has written."""
        state = {key: each for key, each in self.__dict__.items() if key != "_lowp_read"}
        for kind in ("_buffers", "_parameters"):
            state[kind] = {name: _Bytes.of(each) for name, each in state[kind].items()}
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        for name, each in self._buffers.items():
            self._buffers[name] = each.read() if isinstance(each, _Bytes) else each
        for name, held in self._parameters.items():
            if isinstance(held, _Bytes):
                self._parameters[name] = torch.nn.Parameter(held.read(), requires_grad=False)

    def _apply(self, fn, recurse=True):
        """Moves tensors; their types are what the format says."""
        for name, each in self._buffers.items():
            self._buffers[name] = None if each is None else move_bytes(each, fn)
        for name, parameter in self._parameters.items():
            if parameter is not None:
                self._parameters[name] = move_parameter(parameter, fn)
        return self

    def extra_repr(self) -> str:
        sizes = "x".join(map(str, self.lowp_sizes))
        return f"{sizes}, {self.lowp_format.name}, bias={self.bias is not None}"


class ScaledLinear(_Scaled, torch.nn.Linear):  # type: ignore[misc] # A bias may be no parameter.
    """nn.Linear whose weight is given as data and scales; neither has a gradient, the input
    has one."""

    def __init__(
        self,
        in_features: int,
        out_features: int,
        format: Format,
        *,
        name: str = "",
        bias: torch.Tensor | None = None,
        **tensors: torch.Tensor,
    ) -> None:
        """tensors: by the names of the format."""
        torch.nn.Module.__init__(self)
        become_scaled(self, (out_features, in_features), format, name)
        for each in format.held:
            if each not in tensors:
                raise LaunchError(f"'{name}': expected the tensor {each} of {format.name}")
            self.register_buffer(each, tensors.pop(each))
        if tensors:
            names = ", ".join(format.held)
            raise LaunchError(f"'{name}': expected tensors {names}, got {', '.join(tensors)}")
        self.register_buffer("bias", bias)
        self.read()

    # What adapters of others are made in: data have a type for themselves alone.
    compute_dtype = torch.float32

    def __getattr__(self, name: str) -> Any:
        if is_absent(self, name) and self.lowp_format.data != name:
            data = getattr(self, self.lowp_format.data)
            advice = f"'{self.lowp_decision.name}': expected a weight, got {self.lowp_format.name}"
            return AbsentWeight.of(self.lowp_sizes, self.compute_dtype, data.device, advice)
        refuse_division(self.lowp_decision.name, name)
        return super().__getattr__(name)

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        try:
            weight, scale = self.read()
            return torch.ops.lowp.scaled_linear(
                input, weight, scale, None, self.bias, self.lowp_form
            )
        except Exception as error:
            raise name_layer(error, self.lowp_decision)


class ScaledGroupedLinear(_Scaled):
    """A ScaledLinear for each expert; rows of one are neighbours."""

    def forward(self, input: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
        return self.add_to(self.bias, input, ends)

    def add_to(
        self, bias: torch.Tensor | None, input: torch.Tensor, ends: torch.Tensor
    ) -> torch.Tensor:
        """The product and a bias, which need not be the layer's."""
        try:
            weight, scale = self.read()
            return torch.ops.lowp.scaled_linear(input, weight, scale, ends, bias, self.lowp_form)
        except Exception as error:
            raise name_layer(error, self.lowp_decision)


def become_scaled(layer: Any, sizes: tuple[int, ...], format: Format, name: str) -> None:
    """Makes a scaled layer of one that has the tensors of `format`, or will have them."""
    layer.__class__ = ScaledLinear if len(sizes) == 2 else ScaledGroupedLinear
    layer.lowp_sizes, layer.lowp_format = sizes, format
    is_static = format.input_scale is not None
    layer.lowp_form = str(Form(tuple(sizes), format.weight, format.input, is_static))
    layer.out_features, layer.in_features = sizes[-2:]
    if len(sizes) == 3:
        layer.groups = sizes[0]
    layer.lowp_decision = Decision(name, format.name, "quantized in its checkpoint", given=True)
    layer.__dict__.pop("_lowp_read", None)
