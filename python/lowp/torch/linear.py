"""nn.Linear in low precision: the same object with the same state."""

from __future__ import annotations

import torch

from lowp.torch import accumulation, direct_linear, ops, seeds  # noqa: F401, ops defines the operators
from lowp.torch.checks import with_layer
from lowp.torch.decision import Decision
from lowp.torch.module_weights import is_shared
from lowp.torch.prepared_state import refuse_prepared


def name_layer(error: Exception, decision: Decision) -> Exception:
    """`error` with the layer's name: before lowp's, as a note of torch's."""
    return with_layer(error, decision.name, f", a {Linear.__module__}.Linear")


def _call_at_once(
    x: torch.Tensor, w: torch.Tensor, bias: torch.Tensor | None, recipe: str
) -> torch.Tensor | None:
    """What a layer computes, of its parts on this device where others have some, too; None where
    an operator has to."""
    if direct_linear.applies(x, w, bias, recipe):
        return direct_linear.linear(x, w, bias, recipe)
    if not is_shared(w):
        return None
    from lowp.torch.distributed import sharded_linear

    return sharded_linear.linear(x, w, bias, recipe)


def _of_own_types(
    w: torch.Tensor, bias: torch.Tensor | None
) -> tuple[torch.Tensor, torch.Tensor | None]:
    """Parameters as operators take them; devices may share them."""
    if not is_shared(w):
        return w, bias
    from lowp.torch.distributed.sharded_linear import with_own_type

    return with_own_type(w), with_own_type(bias)


class Linear(torch.nn.Linear):
    """A layer of lowp.torch.convert. recipe: its family. lowp_decision: why.

    The weight is quantized in each call: whatever writes it, nothing is stale.
    lowp.torch.hold does it once a step. A family
    that rounds gradients at random has its seed in a buffer, which state_dict leaves out."""

    recipe: str
    lowp_decision: Decision

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        """As nn.Linear, in the recipe. Errors name the layer."""
        seed = self._buffers.get(seeds.NAME)
        try:
            if seed is None:
                operands = input, self.weight, self.bias, self.recipe
                if not torch.compiler.is_compiling():
                    result = _call_at_once(*operands)
                    if result is not None:
                        return result
                else:
                    accumulation.guard(self)
            used = () if seed is None else (seeds.use_seed(seed),)
            parameters = _of_own_types(self.weight, self.bias)
            return torch.ops.lowp.linear.default(input, *parameters, self.recipe, *used)
        except Exception as error:
            raise name_layer(error, self.lowp_decision)

    def _load_from_state_dict(self, state_dict, prefix, *others):
        super()._load_from_state_dict(state_dict, prefix, *others)
        refuse_prepared(state_dict, prefix, others[-1])

    def _apply(self, fn, recurse=True):
        """Leaves the seed on the CPU."""
        seed = self._buffers.pop(seeds.NAME, None)
        super()._apply(fn, recurse)
        if seed is not None:
            self._buffers[seeds.NAME] = seed
        return self

    def extra_repr(self) -> str:
        return f"{super().extra_repr()}, recipe={self.recipe}"
