"""Sizes of a layer of experts."""

from __future__ import annotations

from typing import NamedTuple

from lowp.bench.products.shapes import parse_sizes

# Most experts of one token.
_CHOICES = 2
# Experts, rows of all experts, width, inner width.
_DEFAULT = tuple((experts, 16640, 5120, 4096) for experts in (1, 4, 16, 64))


class LayerCase(NamedTuple):
    """experts: of which each token takes the best `choices`. hidden: width of tokens.
    inner: width between an expert's two products."""

    experts: int
    tokens: int
    hidden: int
    inner: int

    @property
    def choices(self) -> int:
        return min(_CHOICES, self.experts)

    @property
    def rows(self) -> int:
        """Rows of all experts."""
        return self.tokens * self.choices

    @property
    def flops(self) -> float:
        """The router's, and those of the experts' three matrices."""
        router = 2.0 * self.tokens * self.experts * self.hidden
        return router + 6.0 * self.rows * self.hidden * self.inner

    @property
    def bytes(self) -> int:
        """Tokens and results in bf16, and all weights in FP8."""
        weights = self.experts * self.hidden * (3 * self.inner + 2)
        return 4 * self.tokens * self.hidden + weights

    def __str__(self) -> str:
        sizes = "x".join(map(str, self))
        return f"{sizes}, {self.choices} a token"


_EXAMPLE = "experts, tokens, width and inner width as in 16x8320x5120x4096"


def choose_cases(shapes: str | None) -> list[LayerCase]:
    """The sizes of --shapes, or the usual ones: as many rows for any number of experts."""
    if shapes:
        return [LayerCase(*sizes) for sizes in parse_sizes(shapes, _EXAMPLE, (4,))]
    return [
        LayerCase(experts, rows // min(_CHOICES, experts), hidden, inner)
        for experts, rows, hidden, inner in _DEFAULT
    ]
