"""Experts of transformers in lowp.torch.convert, freeze and restore."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import torch

from lowp._linear import recipes
from lowp.torch import ordering, programs
from lowp.torch.freeze_experts import freeze_experts, recipe_to_freeze
from lowp.torch.grouped import GroupedLinear, preload_grouped
from lowp.torch.linear import Decision
from lowp.torch.prepared_state import Freezing, check_whole
from lowp.torch.transformers import experts

# Chooses for matrices of E x N x K: their decision, by the name that it is given.
Choose = Callable[[torch.Tensor, str], Decision]


def expert_parameters(module: Any, name: str) -> dict[str, torch.nn.Parameter]:
    """Matrices of many experts in one parameter of a module called `name`, by the names
    that it has for them."""
    if isinstance(module, GroupedLinear):
        return {}
    if experts.is_experts(module):
        held = {each: getattr(module, each, None) for each in experts.weight_names(module)}
        return {each: value for each, value in held.items() if value is not None}
    if "expert" not in f"{name}.{type(module).__name__}".lower():
        return {}
    return {
        each: value
        for each, value in module._parameters.items()
        if value is not None and value.dim() == 3 and min(value.shape) > 1
    }


def count_chosen(module: Any) -> int:
    """The experts that a token chooses, as transformers' configs say; 1 if they do not."""
    return getattr(getattr(module, "config", None), "num_experts_per_tok", None) or 1


def is_frozen(module: Any) -> bool:
    """Whether `freeze_module` has prepared the weights of experts."""
    return "lowp_hooks" in module.__dict__


def is_freed(module: Any) -> bool:
    """Whether it has freed them, too."""
    return is_frozen(module) and experts.weight_names(module)[0] not in module._parameters


def _reason_to_keep(module: Any, held: dict[str, torch.nn.Parameter], recipe: str) -> str | None:
    if not experts.is_experts(module):
        return (
            "experts whose class transformers computes by itself; "
            "torch.compile(model, backend='lowp') takes their matmuls"
        )
    if any(kind.__name__ == "FSDPModule" for kind in type(module).__mro__):
        return "they are sharded by fully_shard: convert before that"
    if any(weight.numel() == 0 for weight in held.values()):
        return "their weights have no elements"
    kinds = {weight.dtype for weight in held.values()}
    if not kinds <= programs.ELEMENTS.keys():
        return f"their weights are of {', '.join(map(str, kinds))}"
    if recipe != "auto" and recipes.seeded_roles(recipe):
        return "gradients of grouped matmuls are not rounded at random"
    return None


def decide(
    module: Any, name: str, recipe: str, against: str | None, choose: Choose
) -> dict[str, Decision]:
    """A decision for each matrix of experts in a module. All convert, or none. against: why
    patterns or a filter keep it."""
    held = expert_parameters(module, name)
    reason = against or _reason_to_keep(module, held, recipe)
    if reason is not None:
        return {each: Decision(f"{name}.{each}", None, reason) for each in held}
    result = {
        each: choose(experts.rows_by_columns(module, weight), f"{name}.{each}")
        for each, weight in held.items()
    }
    kept = next((each for each in result.values() if not each.converts), None)
    if kept is None:
        return result
    return {each: Decision(f"{name}.{each}", None, kept.reason) for each in held}


def apply(module: Any, decisions: dict[str, Decision]) -> None:
    """Has a module computed as decided; one that is kept by lowp in its own type, if it
    shares the config of one that is not."""
    undo(module)
    module.lowp_expert_decisions = decisions
    first = next(iter(decisions.values()))
    chosen = first.told or first.recipe
    if chosen is not None:
        module.lowp_recipe = chosen
        module.lowp_implementation = module.config._experts_implementation
        module.config._experts_implementation = experts.NAME


def apply_given(module: Any, decisions: dict[str, Decision]) -> None:
    """Has experts computed whose weights came quantized."""
    module.lowp_expert_decisions = decisions
    module.config._experts_implementation = experts.NAME


def undo(module: Any) -> None:
    """Takes back what `apply` did; weights that came quantized stay."""
    if any(each.given for each in module.__dict__.get("lowp_expert_decisions", {}).values()):
        return
    before = module.__dict__.pop("lowp_implementation", experts.NAME)
    if before != experts.NAME:
        module.config._experts_implementation = before
    for name in ("lowp_recipe", "lowp_expert_decisions"):
        module.__dict__.pop(name, None)


def converted(model: torch.nn.Module) -> Iterator[tuple[str, Any]]:
    """The modules of experts that `apply` has given a recipe, with their names."""
    for name, module in model.named_modules():
        if "lowp_recipe" in module.__dict__ and experts.is_experts(module):
            yield name, module


def preload(module: Any, computes_in: Callable[[torch.Tensor], torch.dtype]) -> None:
    """Compiles and loads the programs of converted experts. computes_in: the type of a
    call, by its weight."""
    for name, held in expert_parameters(module, "").items():
        weight = experts.rows_by_columns(module, held)
        bias = getattr(module, f"{name}_bias") if module.has_bias else None
        recipe = module.lowp_recipe
        preload_grouped(weight, bias, recipe, True, computes_in(weight), module.training)
        ordering.preload(module.num_experts, held.device)


# ===----------------------------------------------------------------------===
# freeze
# ===----------------------------------------------------------------------===


def _mark_freed(module: Any, state: dict, prefix: str, _metadata: Any) -> None:
    """Writes an empty weight for one that is freed: readers without lowp meet a wrong
    size. It has experts, which transformers divides into files of one each."""
    for name in experts.weight_names(module):
        part = module._modules.get(experts.frozen_name(name))
        if part is None or any(each.is_meta for each in part.buffers()):
            continue
        state.setdefault(f"{prefix}{name}", torch.empty(module.num_experts, 0, 0))


def _drop_marks(module: Any, state: dict, prefix: str, *others: Any) -> None:
    """Leaves out what `_mark_freed` wrote, and refuses what it did not."""
    for name in experts.weight_names(module):
        result = state.get(f"{prefix}{name}")
        if result is None or name in module._parameters:
            continue
        if result.numel() == 0:
            del state[f"{prefix}{name}"]
        else:
            others[-1].append(
                f"'{prefix}{name}': expected prepared weights, got a weight; load it into "
                "the model before lowp.torch.freeze"
            )


def recipes_to_freeze(module: Any, freezing: Freezing) -> list[str]:
    """The recipes of converted experts' matrices where they are prepared."""
    held = (getattr(module, each) for each in experts.weight_names(module))
    weights = (experts.rows_by_columns(module, each) for each in held)
    return [recipe_to_freeze(module.lowp_recipe, each, freezing) for each in weights]


def freeze_module(module: Any, name: str, freezing: Freezing) -> None:
    """Prepares the weights of converted experts; biases stay where they are."""
    parts = {
        each: _prepare(module, each, getattr(module, each), name, freezing)
        for each in experts.weight_names(module)
    }
    module.lowp_trained = tuple(
        each for each, value in module.named_parameters() if id(value) in freezing.trained
    )
    module.requires_grad_(False)
    for each, part in parts.items():
        module.add_module(experts.frozen_name(each), part)
        if freezing.drop:
            del module._parameters[each]
    module.lowp_hooks = (
        module.register_state_dict_post_hook(_mark_freed),
        module.register_load_state_dict_pre_hook(_drop_marks),
    )


def _prepare(
    module: Any, each: str, weight: torch.Tensor, name: str, freezing: Freezing
) -> GroupedLinear:
    transposed = experts.rows_by_columns(module, weight.detach())
    groups, n, k = transposed.shape
    with torch.device("meta"):
        part = GroupedLinear(
            groups, k, n, module.has_bias, recipe=module.lowp_recipe, dtype=weight.dtype
        )
    where = f"{name}.{experts.frozen_name(each)}"
    check_whole(weight, where)
    part.weight = torch.nn.Parameter(transposed, requires_grad=False)
    freeze_experts(part, where, freezing._replace(drop=True))
    # That of the experts is added, which their class knows.
    part._parameters["bias"] = None
    return part


def thaw_module(module: Any) -> None:
    """Makes frozen experts that have their weights plain ones again."""
    for name in experts.weight_names(module):
        del module._modules[experts.frozen_name(name)]
    for hook in module.__dict__.pop("lowp_hooks"):
        hook.remove()
    for name in module.__dict__.pop("lowp_trained"):
        module.get_parameter(name).requires_grad_(True)
