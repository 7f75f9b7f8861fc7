"""What lowp.torch.convert has decided about a layer."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class Decision:
    """What was decided about a layer.

    name: its name in the model. recipe: a family, or None for a layer that is kept.
    reason: why. tokens: rows that it was priced for. us, without_us: predicted times
    of its matmuls with the recipe and without, None where nothing was priced. given:
    whether the weight came quantized; recipe is its format then. told: what operators are
    told in place of recipe, "auto" of experts, which are converted then in any case."""

    name: str
    recipe: str | None
    reason: str
    tokens: int | None = None
    us: float | None = None
    without_us: float | None = None
    given: bool = False
    told: str | None = None

    @property
    def converts(self) -> bool:
        return self.recipe is not None or self.told is not None
