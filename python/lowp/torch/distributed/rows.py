"""Rows that are gathered quantized: inputs of modules under sequence parallelism."""

from __future__ import annotations

from typing import Any

import torch
from torch.distributed.device_mesh import DeviceMesh
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard
from torch.distributed.tensor.parallel import ParallelStyle

from lowp._errors import LaunchError
from lowp.torch import direct_linear
from lowp.torch.adapted_recipes import recipe_on
from lowp.torch.checks import describe
from lowp.torch.distributed.agreement import SharedRows, agree_on_rows
from lowp.torch.distributed.collectives import gather_rows, quantize_rows, scatter_rows_now
from lowp.torch.distributed.formats import WIDE_TYPES, warn_of_uneven_rows
from lowp.torch.distributed.sharded_linear import place
from lowp.torch.linear import Linear
from lowp.torch.scaled_tensor import parts_of


def _in_graphs(x: torch.Tensor, recipe: str) -> torch.Tensor:
    """Rows that are quantized and widened, which backend="lowp" does after the gather."""
    recipe = recipe_on(recipe, x.device)
    made = torch.ops.lowp.quantize(x.flatten(0, -2), recipe)
    return torch.ops.lowp.dequantize(*made, recipe, "lhs", x.dtype).view(x.shape)


def round_rows(x: torch.Tensor, recipe: str) -> torch.Tensor:
    """Rows as they are to travel."""
    return _in_graphs(x, recipe) if torch.compiler.is_compiling() else quantize_rows(x, recipe)


class _Quantize(torch.autograd.Function):
    """Rows by data and scales; the gradient passes."""

    @staticmethod
    def forward(ctx, x, recipe):
        return round_rows(x, recipe)

    @staticmethod
    def backward(ctx, g):
        return g, None


class _GatherNow(torch.autograd.Function):
    """Rows of all ranks by data and scales, as DTensor gathers them, without its dispatch; the
    gradient is summed and scattered."""

    @staticmethod
    def forward(ctx, x, recipe, mesh, layout):
        ctx.about = mesh, layout
        own = quantize_rows(x, recipe)
        group = mesh.get_group()
        parts = gather_rows(parts_of(own), group.size(), group.group_name, layout.dim % x.dim())
        whole = own.like(*parts)
        return place(whole, mesh, (Replicate(),), whole.shape)

    @staticmethod
    def backward(ctx, g):
        mesh, layout = ctx.about
        is_sum = type(g) is DTensor and g.placements == (Partial(),)
        if not is_sum or torch.is_grad_enabled() or not direct_linear.is_at_once(g):
            return g.redistribute(mesh, [layout]).to_local(), None, None, None
        group, local = mesh.get_group(), g._local_tensor
        sums = local, group.size(), group.group_name
        return scatter_rows_now(*sums, layout.dim % local.dim()), None, None, None


def _gathers_now(x: torch.Tensor, mesh: DeviceMesh) -> bool:
    """Whether nothing but autograd sees how rows are gathered."""
    if torch.compiler.is_compiling() or mesh.ndim != 1:
        return False
    return direct_linear.is_plain(x) and direct_linear.is_at_once(x)


class QuantizedInput(ParallelStyle):
    """Gathers the rows of a module's input as data and scales, once for all its layers, in
    place of PrepareModuleInput(input_layouts=layout, desired_input_layouts=Replicate()).

    layout: how rows lie on ranks: Shard of a dimension but the last. recipe: of the layers
    that read the input; if not given, that of the module's ColwiseParallel layers, or of the
    module. argument: index or name of the input among the module's arguments.

    What reads the input and is no layer of lowp sees the values; the layers save data and
    scales for their backward pass. The gradient is reduced and scattered in its own type.
    Graphs of torch.compile send data and scales with backend="lowp" alone, with others the rows
    as they are widened.
    A recipe whose scales are of whole tensors, or whose gradients of weights read rows in 16
    bits, is a ValueError that names what to take, in the first call, as are, on all ranks, other
    recipes or, in one of the first eight shapes, other rows of one of them. A DTensor that ranks share unevenly is gathered as it is, with
    a warning, and the input of layers without a recipe."""

    def __init__(
        self, layout: Any = Shard(0), *, recipe: str | None = None, argument: int | str = 0
    ) -> None:
        if not isinstance(layout, Shard):
            raise ValueError(f"QuantizedInput: expected layout to be Shard(dim), got {layout!r}")
        super().__init__()
        self.layout, self.recipe, self.argument = layout, recipe, argument

    def _apply(self, module: torch.nn.Module, device_mesh: DeviceMesh) -> torch.nn.Module:
        gather = _Gather(self, device_mesh)
        module.register_forward_pre_hook(gather, with_kwargs=True)
        return module


class _Gather:
    """The hook of one module."""

    def __init__(self, style: QuantizedInput, mesh: DeviceMesh) -> None:
        self.style, self.mesh = style, mesh
        # Graphs have no use for the group itself, which inductor does not know.
        self.group_name = mesh.get_group().group_name
        self.is_decided = False
        self.recipe: str | None = None
        self.shared = SharedRows()

    def __call__(self, module: Any, arguments: tuple, named: dict) -> tuple[tuple, dict]:
        key = self.style.argument
        values: Any = named if isinstance(key, str) else list(arguments)
        if (key not in values) if isinstance(key, str) else (len(values) <= key):
            raise LaunchError(
                f"QuantizedInput: expected argument {key!r} of {type(module).__name__}, got "
                f"{len(arguments)} and {', '.join(named) or 'none by name'}"
            )
        if not isinstance(values[key], torch.Tensor):  # type: ignore[index]
            raise LaunchError(
                f"QuantizedInput: expected argument {key!r} of {type(module).__name__} to be a "
                f"tensor, got {type(values[key]).__name__}"  # type: ignore[index]
            )
        what = f"QuantizedInput of {type(module).__name__}"
        recipe = self._recipe_for(module, what)
        values[key] = self._gather(values[key], recipe, what)  # type: ignore[index]
        return (arguments, values) if isinstance(key, str) else (tuple(values), named)

    def _recipe_for(self, module: torch.nn.Module, what: str) -> str | None:
        """What is decided in the first call. Graphs have it as a constant: nothing may be
        written where torch.utils.checkpoint is traced."""
        if torch.compiler.is_compiling():
            if self.is_decided:
                return self.recipe
            recipe = self._decide(module, what)
            if self.mesh.size() > 1:
                agree_on_rows(recipe, self.group_name, what)
            return recipe
        if not self.is_decided:
            self.recipe, self.is_decided = self._decide(module, what), True
        return self.recipe

    def _decide(self, module: torch.nn.Module, what: str) -> str | None:
        recipe = self.style.recipe or _recipe_of_readers(module, what)
        return None if self.mesh.size() == 1 else recipe

    def _gather(self, x: torch.Tensor, recipe: str | None, what: str) -> torch.Tensor:
        layout = [self.style.layout]
        if isinstance(x, DTensor):
            if x.placements != tuple(layout):
                # The caller has gathered it.
                return x.redistribute(self.mesh, [Replicate()])
            if not is_even(x):
                if recipe is not None and x.dtype in WIDE_TYPES:
                    warn_of_uneven_rows(what)
                return x.redistribute(self.mesh, [Replicate()])
            x = x.to_local()
        if self.mesh.size() > 1 and not torch.compiler.is_compiling():
            self.shared.expect_alike(x, recipe, self.group_name, lambda: what)
        if recipe is not None and x.dtype in WIDE_TYPES:
            if not -x.dim() <= layout[0].dim < x.dim() or layout[0].dim % x.dim() == x.dim() - 1:
                raise LaunchError(
                    "QuantizedInput: expected its layout to be Shard of a dimension of rows, any "
                    f"but the last, got {layout[0]} of an input of {describe(x)}"
                )
            if _gathers_now(x, self.mesh):
                return _GatherNow.apply(x, recipe, self.mesh, layout[0])
            x = _Quantize.apply(x, recipe)
        made = DTensor.from_local(x, self.mesh, layout, run_check=False)
        return made.redistribute(self.mesh, [Replicate()])


def is_even(x: DTensor) -> bool:
    """Whether ranks have equal parts."""
    sizes = x.device_mesh.shape
    return not any(
        isinstance(each, Shard) and x.shape[each.dim] % size
        for each, size in zip(x.placements, sizes)
    )


def is_sharded(layer: torch.nn.Module, dim: int) -> bool:
    """Whether tensor parallelism has divided a layer's weight along a dimension."""
    weight: Any = layer._parameters.get("weight")
    found: Any = weight.placements if isinstance(weight, DTensor) else ()
    return any(isinstance(each, Shard) and each.dim == dim for each in found)


def _recipe_of_readers(module: torch.nn.Module, what: str) -> str | None:
    readers = [each for each in module.modules() if isinstance(each, torch.nn.Linear)]
    if module not in readers:
        readers = [each for each in readers if is_sharded(each, 0)]
    found = {each.recipe if isinstance(each, Linear) else None for each in readers}
    if len(found) > 1:
        names = ", ".join(sorted(map(str, found)))
        raise ValueError(
            f"{what}: expected layers that read the input with one recipe, got {names}; say "
            "by recipe= which one it is gathered for"
        )
    return found.pop() if found else None
