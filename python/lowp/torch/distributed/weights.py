"""Weights under FSDP2 that are gathered quantized.

fully_shard asks a parameter's local tensor what is to be gathered of it, and what to make of
what came: its hooks, which plain tensors can have, too. Model, state_dict and optimizer keep
plain parameters; data and scales of all weights of a module travel in FSDP2's one buffer,
and it frees what was gathered as it frees its own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import torch

from lowp._errors import LaunchError
from lowp.torch.adapted_recipes import recipe_on
from lowp.torch.distributed.formats import WIDE_TYPES, check_weight, reason_against_weight
from lowp.torch.distributed.fsdp import gathers_of, parameters_of
from lowp.torch.distributed.held_shards import HeldShards
from lowp.torch.distributed.pieces import Pieces
from lowp.torch.distributed.shards import QuantizeShards
from lowp.torch.grouped import GroupedLinear
from lowp.torch.grouped_recipes import is_auto, resolve
from lowp.torch.linear import Linear
from lowp.torch.scaled import kind_of
from lowp.torch.scaled_tensor import Scaled

try:
    from torch.distributed.fsdp._fully_shard._fsdp_param import FSDPParam, ShardedState
except ImportError as error:
    raise ImportError(
        "lowp.torch.distributed: expected the parameters of fully_shard as torch 2.11 to 2.13 has "
        f"them, got torch {torch.__version__}; gather in 16 bits"
    ) from error


class Gather(NamedTuple):
    """What travels of one parameter.

    name: in the model. recipe: that it is quantized with, None where it travels as it is.
    reason: why. sizes: what one device gathers. wide: bytes of a rank in the type that
    matmuls read. bytes: those that it sends."""

    name: str
    recipe: str | None
    reason: str
    sizes: tuple[int, ...]
    wide: int
    bytes: int

    def __str__(self) -> str:
        if self.recipe is None:
            return f"gathered in 16 bits, {self.wide:,} bytes of a rank: {self.reason}"
        share = f"{self.bytes:,} bytes of a rank, {self.wide:,} in 16 bits"
        return f"gathered as data and scales, {share}"


class _Gathered:
    """The quantized parameters of one all-gather, which the first of them sends for all. held:
    what is kept of them between gathers, if lowp.torch.hold says so."""

    held: HeldShards | None = None

    def __init__(self, parameters: list[Any]) -> None:
        self.parameters = parameters
        recipes = [each.lowp_recipe for each in parameters]
        self._quantize = QuantizeShards(recipes, _gathered_type(parameters[0]))
        self._made: dict[int, Scaled] = {}
        # All that has come, which FSDP2 frees and makes again.
        self._memory: torch.UntypedStorage | None = None
        self._bytes = 0

    def take(self) -> list[torch.Tensor]:
        """Bytes of data and scales, parameter by parameter."""
        shards = [each._sharded_local_tensor for each in self.parameters]
        held = self.held
        return [*(self._quantize(shards) if held is None else held.read(shards, self._quantize))]

    def open(self, device: torch.device) -> list[torch.Tensor]:
        """What comes of all ranks is copied to these bytes, in one memory."""
        parts = [_parts_of(each) for each in self.parameters]
        sizes = [math.prod(shape) * kind.itemsize for pair in parts for shape, kind in pair]
        pieces = Pieces(sizes)
        memory = torch.empty(pieces.bytes, dtype=torch.uint8, device=device)
        self._memory, self._bytes = memory.untyped_storage(), pieces.bytes
        found = pieces.split(memory)
        for each, pair, came in zip(self.parameters, parts, zip(found[::2], found[1::2])):
            data, scales = (part.view(kind).view(shape) for part, (shape, kind) in zip(came, pair))
            # Scales of blocks by expert.
            scales = scales.view(*data.shape[:-2], -1, scales.shape[-1])
            about = each.lowp_recipe, "rhs", _gathered_type(each)
            self._made[id(each)] = Scaled(data, scales, *about)
        return [*found]

    def read(self, parameter: Any) -> Scaled:
        """What has come of a parameter."""
        return self._made[id(parameter)]

    def resize(self, *, is_kept: bool) -> None:
        """Makes the memory of what comes, or frees it."""
        size = self._bytes if is_kept else 0
        if self._memory is not None and self._memory.size() != size:
            self._memory.resize_(size)


class _QuantizedParam(FSDPParam):
    """A parameter of fully_shard with hooks. lowp_recipe: of its layer, as the
    chip takes it. lowp_gathered: with which it is gathered.

    FSDP2 calls hooks, allocates and frees for each parameter: one does it for all here, which is
    the host's time of each layer."""

    lowp_recipe: str
    lowp_gathered: _Gathered

    @property
    def _is_first(self) -> bool:
        return self.lowp_gathered.parameters[0] is self

    @property
    def _sharded_local_tensor(self) -> torch.Tensor:
        # Loading and moving a model may have made another tensor.
        local: Any = self.sharded_param._local_tensor  # type: ignore[attr-defined]
        if not hasattr(local, "fsdp_pre_all_gather"):
            local.fsdp_pre_all_gather, local.fsdp_post_all_gather = self._make_hooks()
        return local

    def _make_hooks(self) -> tuple[Any, Any]:
        # FSDP2 asks whether there is one, and calls `all_gather_inputs` of all parameters.
        def before(mesh, outer_size, outer_stride, module, policy):
            return tuple(self.all_gather_inputs), None

        def after(_parts, _metadata, _dtype, *, out=None):
            # What was made first stands for its memory.
            return None if out is not None else (self.lowp_gathered.read(self), ())

        return before, after

    @property
    def all_gather_inputs(self) -> list[torch.Tensor]:
        if self.sharded_state is not ShardedState.SHARDED:
            return super().all_gather_inputs
        return self.lowp_gathered.take() if self._is_first else []

    def init_all_gather_outputs(self, *_sizes: Any, **_others: Any) -> None:
        if self._is_first and not self.all_gather_outputs:
            self.all_gather_outputs = self.lowp_gathered.open(self.device)

    def alloc_all_gather_outputs(self) -> None:
        if self._is_first:
            self.lowp_gathered.resize(is_kept=True)

    def free_unsharded_param(self) -> None:
        if self._is_first:
            self.lowp_gathered.resize(is_kept=False)

    def init_unsharded_param(self) -> None:
        if not hasattr(self, "_unsharded_param"):
            super().init_unsharded_param()


def _parts_of(parameter: Any) -> list[tuple[tuple, torch.dtype]]:
    """Shapes and types of data and scales of the whole weight."""
    return kind_of(parameter.lowp_recipe, "rhs").parts(tuple(parameter._orig_size))


def _gathered_type(parameter: Any) -> torch.dtype:
    return parameter.mp_policy.param_dtype or parameter.sharded_param.dtype


def _reason_against(parameter: Any, rows: int) -> str | None:
    """Why a weight is gathered in 16 bits. rows: that one scale is of."""
    size = parameter.mesh_info.shard_mesh_size
    local, rest = divmod(parameter._orig_size[0], size)
    experts = parameter._orig_size[0] if len(parameter._orig_size) == 3 else None
    dtype = _gathered_type(parameter)
    after = parameter.post_forward_mesh_info
    if size == 1:
        return "one rank has all of it"
    if parameter.offload_to_cpu:
        return "it is offloaded to the CPU"
    if parameter.fsdp_placement.dim != 0:
        return f"it is sharded along dimension {parameter.fsdp_placement.dim}, not its rows"
    if dtype not in WIDE_TYPES:
        kind = str(dtype).removeprefix("torch.")
        return f"it is gathered as {kind}: MixedPrecisionPolicy(param_dtype=torch.bfloat16)"
    if after is not None and after is not parameter.mesh_info:
        return "reshard_after_forward is an integer: fewer ranks keep it in 16 bits"
    if rest:
        kind = "rows" if experts is None else "experts"
        return f"{size} ranks do not share its {parameter._orig_size[0]} {kind} evenly"
    if experts is not None:
        n = parameter._orig_size[1]
        cuts = rows and n % rows
        return f"the {n} rows of an expert are no multiple of blocks of {rows}" if cuts else None
    if local % rows:
        return f"the {local} rows of a rank are no multiple of blocks of {rows}"
    return None


def _bytes_of(shape: tuple[int, ...], recipe: str) -> int:
    with torch.device("meta"):
        made = torch.ops.lowp.quantize(torch.empty(shape, dtype=torch.bfloat16), recipe, "rhs")
    return sum(part.nbytes for part in made[:2])


def _layers_of(parameter: Any) -> list[Any]:
    info = parameter._module_info
    return [info.module, *info.shared_modules]


def _recipe_of(parameter: Any) -> str | None:
    """That of the layers whose weight a parameter is; None for others."""
    kinds = (Linear, GroupedLinear)
    found = {layer.recipe if isinstance(layer, kinds) else None for layer in _layers_of(parameter)}
    found = {None if each is None or each == "none" or is_auto(each) else each for each in found}
    is_weight = parameter._module_info.param_name == "weight"
    return found.pop() if is_weight and len(found) == 1 else None


def _reason_of_layer(parameter: Any) -> str:
    """Why a parameter is no weight with a recipe."""
    layers = _layers_of(parameter)
    if any(isinstance(each, GroupedLinear) for each in layers) and len(parameter._orig_size) == 3:
        chosen = "'auto' chooses no recipe whose weights travel, or none"
        return chosen if is_auto(layers[0].recipe) else "its recipe is 'none'"
    decision = getattr(layers[0], "lowp_decision", None)
    if parameter._module_info.param_name != "weight" or decision is None:
        return "no weight of a converted layer"
    return decision.reason if decision.recipe is None else "layers with other recipes share it"


def _settle_auto(parameter: Any, what: str) -> None:
    """Gives experts of the recipe "auto" what it is for weights that are quantized before a call,
    if they can travel so. All ranks find the same."""
    layers = _layers_of(parameter)
    is_weight = parameter._module_info.param_name == "weight"
    if not is_weight or not all(
        isinstance(each, GroupedLinear) and is_auto(each.recipe) for each in layers
    ):
        return
    about = tuple(parameter._orig_size), _gathered_type(parameter), parameter.device
    found = {resolve(each.recipe, *about, prepared=True) for each in layers}
    recipe = found.pop()
    if found or recipe == "none" or not _travels(parameter, recipe, what):
        return
    for each in layers:
        each.recipe = recipe


def _travels(parameter: Any, recipe: str, what: str) -> bool:
    try:
        rows = check_weight(recipe, what).block[0]
    except ValueError:
        return False
    return _reason_against(parameter, rows) is None and reason_against_weight(recipe) is None


def _decide(parameter: Any, recipe: str | None, name: str, what: str) -> Gather:
    shape = tuple(parameter._orig_size)
    local = tuple(parameter.padded_sharded_param_size)
    wide = torch.Size(local).numel() * _gathered_type(parameter).itemsize
    if recipe is None:
        return Gather(name, None, _reason_of_layer(parameter), shape, wide, wide)
    rows = check_weight(recipe, f"{what}: '{name}'").block[0]
    against = _reason_against(parameter, rows) or reason_against_weight(recipe)
    if against is not None:
        return Gather(name, None, against, shape, wide, wide)
    sent = _bytes_of(local, recipe)
    return Gather(name, recipe, "quantized by each rank", shape, wide, sent)


def _named(model: torch.nn.Module) -> Iterator[tuple[str, Any]]:
    names = {id(module): name for name, module in model.named_modules()}
    for parameter in parameters_of(model):
        info = parameter._module_info
        yield f"{names[id(info.module)]}.{info.param_name}".lstrip("."), parameter


def _check_states(found: list[tuple[Gather, Any]], what: str) -> None:
    for gather, parameter in found:
        if parameter.sharded_state is not ShardedState.SHARDED:
            raise LaunchError(
                f"{what}: expected '{gather.name}' to be sharded, got it gathered; call it "
                "after fully_shard before the first step, or after model.reshard()"
            )
        gathered = getattr(parameter, "lowp_gathered", None)
        if gathered is not None and gathered.held is not None:
            raise LaunchError(
                f"{what}: expected '{gather.name}' not to be held, got it held; call it before "
                "lowp.torch.hold, or release() what that returned"
            )


def _forget_gathered(parameter: Any) -> None:
    """Drops what was made for gathers of another form."""
    parameter.all_gather_outputs = []
    parameter.__dict__.pop("_unsharded_param", None)


def _restore(parameter: Any) -> None:
    if not hasattr(parameter, "lowp_recipe"):
        return
    local = parameter._sharded_local_tensor
    del parameter.lowp_recipe, parameter.lowp_gathered
    del local.fsdp_pre_all_gather, local.fsdp_post_all_gather
    parameter.__class__ = FSDPParam
    _forget_gathered(parameter)


def _set(parameter: Any, recipe: str) -> None:
    parameter.__class__ = _QuantizedParam
    parameter.lowp_recipe = recipe_on(recipe, parameter.device)
    _forget_gathered(parameter)
    parameter._init_extensions()


def quantize_weights(model: torch.nn.Module, what: str) -> list[Gather]:
    """Lets fully_shard gather weights of converted layers as they are quantized anyway."""
    named = list(_named(model))
    for _, parameter in named:
        _settle_auto(parameter, what)
    found = [(_decide(each, _recipe_of(each), name, what), each) for name, each in named]
    _check_states(found, what)
    for gather, parameter in found:
        _restore(parameter)
        # For reports.
        parameter.lowp_gather = gather
        if gather.recipe is not None:
            _set(parameter, gather.recipe)
    for parameters in gathers_of(model):
        by_type: dict[torch.dtype, list[Any]] = {}
        for each in parameters:
            if isinstance(each, _QuantizedParam):
                by_type.setdefault(_gathered_type(each), []).append(each)
        for alike in map(_Gathered, by_type.values()):
            for each in alike.parameters:
                each.lowp_gathered = alike
    return [gather for gather, _ in found]
