"""Models in low precision: the class of their layers changes, not the objects."""

from __future__ import annotations

import collections
import functools
import operator
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import torch

from lowp._errors import LaunchError
from lowp._linear import prices, recipes
from lowp._option_text import to_text
from lowp._recipe_options import RecipeOptions
from lowp.torch import programs
from lowp.torch.checks import check_module, check_tokens
from lowp.torch.fast_paths import update_fast_paths
from lowp.torch.distributed.local_sizes import LocalSizes
from lowp.torch.freeze_experts import freeze_experts, recipe_to_freeze, thaw_experts
from lowp.torch.freeze_layers import freeze_layer, parts_to_keep, thaw_layer
from lowp.torch.frozen import FrozenLinear
from lowp.torch.transformers import converted_experts as experts
from lowp.torch.transformers import marks as frozen_models
from lowp.torch.grouped import FrozenGroupedLinear, GroupedLinear, preload_experts
from lowp.torch.grouped_recipes import AutoRecipe
from lowp.torch.grouped_recipes import decide as decide_experts
from lowp.torch.linear import Decision, Linear
from lowp.torch.prepared_state import Freezing, PreparedState, trained_in
from lowp.torch.scaled_layers import ScaledLinear
from lowp.torch.seeds import NAME as SEED
from lowp.torch.seeds import seeds_from

# Rows that layers are priced for where nobody says how many there are.
DEFAULT_TOKENS = 4096


def convert(
    model: torch.nn.Module,
    recipe: str | Mapping[str, str | None] | RecipeOptions | None = "auto",
    *,
    allow: str | Iterable[str] | None = None,
    deny: str | Iterable[str] | None = None,
    filter: Callable[[torch.nn.Module, str], bool] | None = None,
    tokens: int | None = None,
    part: str | None = None,
    seed: int | None = None,
    parallel: Mapping[str, str] | None = None,
    parallel_size: int | None = None,
) -> torch.nn.Module:
    """Computes the nn.Linear layers of `model`, and the experts of transformers, in low
    precision, gradients included.

    recipe: as for torch.compile's backend: a family, e.g. "blockwise_training", a preset,
        the text of an attribute, a dict from "forward", "dgrad" and "wgrad" to these, or
        "auto": what the compiler chooses for the three matmuls of each layer together,
        none where none makes one of them 1.03 times as fast; or RecipeOptions.
    allow, deny: patterns of names, e.g. ["layers.*.wq"]: only layers that the first
        matches, if given, and none that the second matches.
    filter: called with each layer, experts too, and its name; False keeps the layer.
    tokens: rows of a call, for "auto"; 4096 if not given. Experts have as many for each that
        a token chooses.
    part: the GPU to think of, e.g. "h200"; by default that of the weights, with
        "auto" otherwise the first GPU. Layers that it has no kernels for are kept.
    seed: of families that round gradients at random ("nvfp4_training"): each layer draws
        its own, in a buffer, which each call that trains counts on. Equal seeds give equal
        gradients.
    parallel: how layers will be divided over devices, where they are not sharded yet:
        patterns of names with "columns" (ColwiseParallel) or "rows" (RowwiseParallel), for
        "auto", which prices what one device computes. DTensors say so themselves.
    parallel_size: the devices that each of these layers is divided over.

    A layer with a side of 128 or less, 16 times shorter than the other, is kept under a
    recipe that is named, unless a pattern of `allow` takes it. Warns where nothing is
    converted, with the commonest reason.

    Returns `model`. Only the class of a layer changes: parameters, hooks, ties,
    optimizers and the keys of state_dict stay. Subclasses of nn.Linear, layers with
    parametrizations or a forward of their own, and weights shared with other kinds of
    modules are kept; `lowp.torch.report(model)` says why. nn.TransformerEncoderLayer
    calls its converted layers in inference, too, where it would take its fast path.
    Raises ValueError for an unknown recipe or part, and for a recipe that needs a seed
    where there is none, TypeError for what is no module, and for recipes, patterns and
    seeds of other types, before anything is changed, and LaunchError for a converted layer
    whose class or forward others have changed since. Converted layers are decided anew,
    frozen ones stay with a warning."""
    check_module(model, "lowp.torch.convert")
    check_tokens(tokens, "lowp.torch.convert")
    if seed is not None and not hasattr(seed, "__index__"):
        raise TypeError(f"lowp.torch.convert: expected seed to be an integer, got {seed!r}")
    try:
        options = RecipeOptions.read(recipe, allow=allow, deny=deny)
        text = _read(options.recipe, seed)
    except (TypeError, ValueError) as error:
        raise type(error)(f"lowp.torch.convert: {error}") from None
    _refuse_changed(model, (Linear,), "convert")
    asked: list[str] = []
    sizes = _local_sizes(model, parallel, parallel_size)
    shared = _weights_of_others(model)
    choices = to_text(options.choices())
    decided, grouped, frozen = [], [], []
    for name, layer in model.named_modules():
        if experts.expert_parameters(layer, name) or experts.is_frozen(layer):
            if experts.is_frozen(layer):
                frozen.append(name)
                continue
            asked.append(name)
            against = _reason_of_options(layer, name, options, filter)
            rows = (tokens or DEFAULT_TOKENS) * experts.count_chosen(layer)
            choose = functools.partial(
                _decide_experts, recipe=text, rows=rows, part=part, choices=choices
            )
            result = experts.decide(layer, name, text, against, choose)
            grouped.append((layer, result))
        if not isinstance(layer, torch.nn.Linear) or isinstance(layer, ScaledLinear):
            continue
        if isinstance(layer, FrozenLinear):
            frozen.append(name)
            continue
        asked.append(name)
        reason = _reason_to_keep(layer, name, options, filter, shared)
        if reason is None and text != "auto" and not options.allow:
            reason = _reason_of_rank(layer.weight)
        if reason is not None:
            decided.append((layer, Decision(name, None, reason)))
        else:
            local = sizes.of(name, layer.weight)
            decided.append((layer, _decide(layer.weight, name, text, tokens, part, choices, local)))
    for each in options.unmatched(asked):
        warnings.warn(f"lowp.torch.convert: {each}", stacklevel=2)
    if frozen:
        warnings.warn(
            "lowp.torch.convert: expected layers that have weights, got frozen ones, which "
            f"stay as they are: {', '.join(frozen)}",
            stacklevel=2,
        )
    for layer, decision in decided:
        _apply(layer, decision)
    for module, decisions in grouped:
        experts.apply(module, decisions)
    all_made = [each for _, each in decided]
    all_made += [each for _, decisions in grouped for each in decisions.values()]
    if all_made and not any(each.converts for each in all_made):
        _warn_of_nothing(all_made)
    if seed is not None:
        _add_seeds([layer for layer, decision in decided if decision.recipe], seed)
    update_fast_paths(model)
    return model


def _read(recipe: str | Mapping[str, str | None] | None, seed: int | None) -> str:
    """The text of a recipe for layers; "auto" stays. Raises TypeError and ValueError."""
    if recipe == "auto":
        return "auto"
    result = recipes.read_option(recipe)
    recipes.check_seeds(result, seeded=seed is not None)
    return result.text


def _add_seeds(layers: list[Any], seed: int) -> None:
    """Gives the layers with seeds one each, by their order."""
    seeded = [layer for layer in layers if recipes.seeded_roles(layer.recipe)]
    for layer, drawn in zip(seeded, seeds_from(operator.index(seed), len(seeded))):
        layer.register_buffer(SEED, drawn, persistent=False)


def _weights_of_others(model: torch.nn.Module) -> dict[int, str]:
    """Names of modules other than nn.Linear, by the ids of their parameters."""
    return {
        id(parameter): f"{name} ({type(module).__name__})"
        for name, module in model.named_modules()
        if not isinstance(module, torch.nn.Linear)
        for parameter in module.parameters(recurse=False)
    }


def _reason_of_options(layer, name, options, filter) -> str | None:
    """Why patterns or a filter keep a layer."""
    against = options.reason_against(name)
    if against is None and filter is not None and not filter(layer, name):
        return "kept by filter"
    return against


def _reason_to_keep(layer, name, options, filter, shared) -> str | None:
    if any(kind.__name__ == "FSDPModule" for kind in type(layer).__mro__):
        return "it is sharded by fully_shard: convert before that"
    taken = _taken_by_others(layer)
    if taken is not None:
        return f"{taken}: lowp.torch.adopt(model) computes it as it is"
    if type(layer) not in (torch.nn.Linear, Linear):
        return f"a subclass of nn.Linear: {type(layer).__module__}.{type(layer).__name__}"
    if (against := _reason_of_options(layer, name, options, filter)) is not None:
        return against
    if "forward" in layer.__dict__:
        return "its forward was replaced, as by hooks of accelerate: convert before that"
    if "weight" not in layer._parameters:
        return "its weight is computed by a parametrization"
    if id(layer.weight) in shared:
        return f"its weight is shared with {shared[id(layer.weight)]}"
    if layer.weight.numel() == 0:
        return "its weight has no elements"
    if layer.weight.dtype not in programs.ELEMENTS:
        return f"its weight is of {layer.weight.dtype}"
    return None


def _taken_by_others(layer: Any) -> str | None:
    """Which library has quantized a layer."""
    if getattr(layer, "quantization_scheme", None) is not None:
        return "compressed-tensors has quantized it"
    if type(layer).__name__ == "FP8Linear":
        return "transformers has quantized it"
    weight = layer._parameters.get("weight")
    if type(weight).__module__.split(".")[0] == "torchao":
        return f"its weight is a {type(weight).__name__} of torchao"
    return None


# A side that is this short, and so many times shorter than the other, is a rank of an
# adapter, a router or a head of few classes.
_RANK, _RATIO = 128, 16


def _reason_of_rank(weight: torch.Tensor) -> str | None:
    short, long = sorted(weight.shape)
    if short > _RANK or long < _RATIO * short:
        return None
    return f"{short} is a rank, a router or a small head; a pattern of allow= takes it"


def _warn_of_nothing(kept: list[Decision]) -> None:
    """Warns of a call that has converted no layer."""
    counts = collections.Counter(each.reason for each in kept)
    reason, count = counts.most_common(1)[0]
    warnings.warn(
        f"lowp.torch.convert: expected layers that it converts, got none: {count} of "
        f"{len(kept)} are kept since {reason}; lowp.torch.report(model) has all",
        stacklevel=3,
    )


def _part_of(weight: torch.Tensor) -> str:
    result = programs.find_part(weight.device)
    if result:
        return result
    raise ValueError(
        "lowp.torch.convert: expected part=, e.g. 'h200', since 'auto' chooses by the "
        "predicted times of a GPU, got a machine without one that lowp has figures of"
    )


def _local_sizes(
    model: torch.nn.Module, parallel: Mapping[str, str] | None, size: int | None
) -> LocalSizes:
    try:
        return LocalSizes(model, parallel, size, are_alike=True)
    except ValueError as error:
        raise ValueError(f"lowp.torch.convert: {error}") from None


# How much more a held weight gains for a decision to tell it.
_MORE = 1.01


def _decide(
    weight: torch.Tensor,
    name: str,
    recipe: str,
    tokens: int | None,
    part: str | None,
    choices: str,
    sizes: tuple[int, int] | None = None,
) -> Decision:
    """By the cost model, which is told `choices`, for a weight of `sizes` if that is not
    its shape; without a GPU a recipe that is named is taken as it is."""
    if recipe != "auto" and part is None and weight.device.type != "cuda":
        return Decision(name, recipe, "the recipe of all", tokens)
    part = part or _part_of(weight)
    m = tokens or DEFAULT_TOKENS
    n, k = sizes or weight.shape
    is_trained = weight.requires_grad
    element = programs.ELEMENTS[weight.dtype]
    # Products of f32 become 16-bit ones under autocast alone.
    element = "bf16" if element == "f32" else element
    layer = prices.Layer(m, n, k, element, (is_trained, is_trained))
    assumed = "" if tokens else f"; {m} tokens assumed"
    result = prices.price(layer, recipe, part, choices)
    reason = result.reason + assumed
    if recipe == "auto" and is_trained:
        held = prices.held_speedup(layer, part, choices)
        if held * (result.us or result.without_us) > _MORE * result.without_us:
            reason += f"; held: {held:.2f} times as fast"
    return Decision(name, result.recipe, reason, m, result.us, result.without_us)


def _decide_experts(
    weight: torch.Tensor, name: str, recipe: str, rows: int, part: str | None, choices: str
) -> Decision:
    """The same for weights of experts, E x N x K, with so many rows together."""
    if recipe != "auto" and part is None and weight.device.type != "cuda":
        return Decision(name, recipe, "the recipe of all", rows)
    known = part or _part_of(weight)
    auto = AutoRecipe(rows, known, choices)
    if recipe != "auto":
        result = auto.price(tuple(weight.shape), weight.dtype, known, recipe=recipe)
        return Decision(name, result.recipe, result.reason, rows, result.us, result.without_us)
    return decide_experts(str(auto), name, weight)


def _apply(layer: Any, decision: Decision) -> None:
    _drop_seed(layer)
    if decision.recipe is None:
        _make_plain(layer)
    else:
        layer.__class__ = Linear
        layer.recipe = decision.recipe
    layer.lowp_decision = decision


def _drop_seed(layer: Any) -> None:
    if SEED in layer._buffers:
        delattr(layer, SEED)


def _make_plain(layer: Any) -> None:
    if isinstance(layer, Linear):
        object.__setattr__(layer, "__class__", torch.nn.Linear)
        del layer.recipe
        _drop_seed(layer)
    layer.__dict__.pop("lowp_decision", None)


def restore(model: torch.nn.Module) -> torch.nn.Module:
    """Makes nn.Linear again of all layers that `convert` changed, and GroupedLinear of
    those that `freeze` did, whose parameters require gradients as before. Returns the
    model. Raises LaunchError for a layer whose weight `freeze` has freed, and for one
    whose class or forward others have changed since."""
    check_module(model, "lowp.torch.restore")
    _refuse_changed(model, (Linear, FrozenLinear), "restore")
    parts = {
        id(part)
        for module in model.modules()
        if experts.is_frozen(module) and not experts.is_freed(module)
        for part in module.children()
    }
    for name, layer in model.named_modules():
        if (
            isinstance(layer, PreparedState)
            and "weight" not in layer._parameters
            and id(layer) not in parts
        ):
            raise LaunchError(
                f"'{name}': expected a layer with its weight, got one that "
                "lowp.torch.freeze has freed; load the weights into a new model"
            )
    for layer in list(model.modules()):
        if experts.is_frozen(layer):
            experts.thaw_module(layer)
        experts.undo(layer)
        if id(layer) in parts:
            continue
        if isinstance(layer, FrozenLinear):
            thaw_layer(layer)
        elif isinstance(layer, FrozenGroupedLinear):
            thaw_experts(layer)
        if isinstance(layer, torch.nn.Linear) and not isinstance(layer, ScaledLinear):
            _make_plain(layer)
    update_fast_paths(model)
    frozen_models.unmark(model)
    return model


def _refuse_changed(model: torch.nn.Module, kinds: tuple, verb: str) -> None:
    """A forward of the object, which calls the one that its class had, stays; so does
    a class that others have made of ours."""
    for name, layer in model.named_modules():
        if not isinstance(layer, kinds):
            continue
        if type(layer) not in kinds and "lowp_is_own" not in vars(type(layer)):
            kind = f"{type(layer).__module__}.{type(layer).__name__}"
            raise LaunchError(
                f"'{name}': expected a layer whose class is as lowp has left it, got {kind}; "
                f"{verb} before fully_shard and without parametrizations"
            )
        if "forward" in layer.__dict__:
            raise LaunchError(
                f"'{name}': expected a layer whose forward is its class's, got one whose "
                f"object has a forward, as by hooks of accelerate; {verb} before that, "
                "or remove them"
            )


def _to_freeze(
    model: torch.nn.Module, freezing: Freezing
) -> Iterator[tuple[str, list[str], Callable[[], None]]]:
    """Yields the names of layers that `freeze` has prepared, the recipes of their matmuls, and
    what freezes them."""
    for name, layer in model.named_modules():
        if type(layer) is Linear:
            yield name, [layer.recipe], functools.partial(freeze_layer, layer, freezing)
        elif type(layer) is GroupedLinear:
            of_all = recipe_to_freeze(layer.recipe, layer.weight, freezing)
            yield name, [of_all], functools.partial(freeze_experts, layer, name, freezing)
    for name, module in experts.converted(model):
        if not experts.is_frozen(module):
            chosen = experts.recipes_to_freeze(module, freezing)
            yield name, chosen, functools.partial(experts.freeze_module, module, name, freezing)


def freeze(
    model: torch.nn.Module,
    *,
    drop: bool = True,
    device: torch.device | str | None = None,
) -> torch.nn.Module:
    """Quantizes the weights of converted layers and experts, and of
    lowp.torch.GroupedLinear, once, for inference.

    drop: whether the weights are freed; a layer's weight tells size, type and device then,
    and whatever computes with it is a FreedWeightError. A weight that several layers share
    is freed with the last.
    device: where weights on meta will be; their prepared ones are on meta, too, until
    `to_empty` and load_state_dict.

    Returns the model. The prepared weights are buffers: state_dict is a quantized
    checkpoint, which load_state_dict takes into a model that was frozen for the same
    chip and recipe. Layers whose recipe quantizes gradients alone, as "auto" may have it,
    stay as they are, with a warning. Each device freezes its part of a weight that tensor
    parallelism has divided, or its experts, which the layer's decision says; where a scale is of
    several parts, the layer stays as it is, with a warning. Raises CompileError for sizes that lowp
    refuses, LaunchError for a layer whose class or forward others have changed since it was
    converted, for weights that fully_shard gathers, and for experts of transformers whose weights
    devices share."""
    check_module(model, "lowp.torch.freeze")
    _refuse_changed(model, (Linear, GroupedLinear, FrozenGroupedLinear), "freeze")
    place = None if device is None else torch.device(device)
    freezing = Freezing(drop, trained_in(model), place)
    found = list(_to_freeze(model, freezing))
    if not found and not any(isinstance(each, FrozenLinear) for each in model.modules()):
        warnings.warn(
            "lowp.torch.freeze: expected layers that lowp.torch.convert has converted, got "
            "none; call convert first, report(model) says why it keeps layers",
            stacklevel=2,
        )
    kept = [name for name, chosen, _ in found if None in map(recipes.forward_of, chosen)]
    if kept:
        warnings.warn(
            "lowp.torch.freeze: expected layers whose recipe quantizes the forward matmul, got "
            f"ones that keep its type, which stay as they are: {', '.join(kept)}",
            stacklevel=2,
        )
    parts = parts_to_keep(model)
    if parts:
        why = ", ".join(f"{name} ({reason})" for name, reason in parts.items())
        warnings.warn(
            "lowp.torch.freeze: expected weights whose parts have scales of their own, got ones "
            f"that stay as they are, in 16 bits: {why}",
            stacklevel=2,
        )
    # Buffers of inference mode could not be written outside of it.
    with torch.inference_mode(False):
        for name, _, apply in found:
            if name not in kept and name not in parts:
                apply()
    frozen_models.mark(model)
    return model


def _computes_in(weight: torch.Tensor) -> torch.dtype:
    """The type that a call has here: autocast's, or the weight's."""
    kind = weight.device.type
    return torch.get_autocast_dtype(kind) if torch.is_autocast_enabled(kind) else weight.dtype


def preload(model: torch.nn.Module) -> None:
    """Compiles and loads the programs of all converted layers and layers of experts,
    e.g. before a CUDA graph is captured; the backward programs of layers in training
    mode whose weights require gradients, too. Under torch.autocast those of its type."""
    check_module(model, "lowp.torch.preload")
    local = LocalSizes(model)
    for _, module in experts.converted(model):
        experts.preload(module, _computes_in)
    for layer in model.modules():
        if isinstance(layer, GroupedLinear) and not isinstance(layer, FrozenGroupedLinear):
            preload_experts(layer, local.stand_in(layer.weight), _computes_in(layer.weight))
        if not isinstance(layer, Linear):
            continue
        weight, has_bias = layer.weight, layer.bias is not None
        about = local.of("", weight), _computes_in(weight)
        programs.linear(*about, has_bias, layer.recipe, weight.device)
        if layer.training and weight.requires_grad:
            needed = True, True, has_bias and layer.bias.requires_grad
            programs.linear_backward(*about, needed, layer.recipe, weight.device)
