"""Whether a region is predicted to gain over what torch does with its nodes.

Where "auto" chooses, a region that does not is left to torch, or what gains of it is
taken: the region without recipes, or the matmuls that gain alone. A recipe that was
named is obeyed; who named it is told.
"""

from __future__ import annotations

import dataclasses
import logging
import warnings
from collections.abc import Sequence

import torch

from lowp.torch.compiling.candidates import Candidate
from lowp.torch.compiling.converted import is_converted, layers_of, linears_of, recipe_of
from lowp.torch.compiling.errors import SlowRegionWarning
from lowp.torch.compiling.importer.grouped import is_grouped
from lowp.torch.compiling.importer.quantized import QUANTIZE, is_given
from lowp.torch.compiling.importer.table import VIEWS
from lowp.torch.compiling.predicted import Prediction, Predictions
from lowp.torch.compiling.predictions import find_prediction, predict_all
from lowp.torch.compiling.programs import Region
from lowp.torch.compiling.report import BARE, LEFT, MATMULS, TAKEN, Verdict
from lowp.torch.compiling.saved_times import predict_saved
from lowp.torch.compiling.settings import Settings
from lowp.torch.compiling.torch_times import bytes_of, predict_torch

# How many times faster than torch a region must be: what the models may be wrong by.
MIN_SPEEDUP = 1.05

_LOGGER = logging.getLogger("lowp.torch")


@dataclasses.dataclass(frozen=True)
class Price:
    """The price of a region. us: microseconds of its launches and of copies of inputs with gaps,
    None where calls decide."""

    predicted: Predictions
    us: float | None

    @property
    def gains(self) -> bool:
        """Whether a matmul gains by its recipe."""
        return any(matmul.recipe is not None for matmul in self.predicted.matmuls)

    def beats(self, us: float) -> bool:
        return self.us is not None and self.us * MIN_SPEEDUP < us


def decide(
    price: Price, bare: Price | None, torch_us: float, is_alone: bool, has_groups: bool
) -> str:
    """What becomes of a region that "auto" chooses for. bare: its price without recipes,
    where that is wanted. is_alone: whether nothing but matmuls that gain is in it.
    has_groups: whether grouped matmuls are, which lowp multiplies faster than torch in
    their own type, too, or what is quantized to travel."""
    if price.gains if price.us is None else (price.gains or has_groups) and price.beats(torch_us):
        return TAKEN
    if not price.gains:
        return LEFT
    if bare is not None and bare.beats(torch_us):
        return BARE
    return LEFT if is_alone else MATMULS


def _inputs_with_gaps(candidate: Candidate) -> list[torch.fx.Node]:
    """Inputs that are copied before a region reads them."""
    assert candidate.region is not None
    orders = zip(candidate.inputs, candidate.region.orders)
    return [n for n, order in orders if not n.meta["val"].permute(order).is_contiguous()]


def _without_recipes(region: Region) -> Region:
    options = {k: v for k, v in region.options.items() if k not in ("recipe", "recipe_deny")}
    return dataclasses.replace(region, options=options)


def _price(region: Region, copied: Sequence[torch.fx.Node]) -> Price | None:
    predicted = find_prediction(region)
    if predicted is None:
        return None
    copies = sum(predicted.memory.price(2 * bytes_of(node)) for node in copied)
    return Price(predicted, None if predicted.us is None else predicted.us + copies)


def _priced(candidate: Candidate, predicted: Predictions) -> list[tuple[torch.fx.Node, Prediction]]:
    """The matmuls of layers with what is predicted of each. Matmuls of one layer have one
    name, and are told apart by the order in which they were imported."""
    known = predicted.by_name()
    return [
        (node, known[linear.pattern].popleft())
        for node in candidate.ordered
        for linear in linears_of(node)
        if known.get(linear.pattern)
    ]


def _losers(candidate: Candidate, predicted: Predictions) -> list[torch.fx.Node]:
    """What computes something and is no matmul that gains enough by its recipe; empty
    where all matmuls are."""
    winners = {
        node
        for node, one in _priced(candidate, predicted)
        if one.recipe is not None and one.us * MIN_SPEEDUP < one.without_us
    }
    losers = [node for node in candidate.nodes if node not in winners and node.target not in VIEWS]
    return losers if winners else []


@dataclasses.dataclass(frozen=True)
class Judgement:
    """What becomes of one candidate. losers: its nodes that are torch's. named: the recipe that it
    has been given for better or worse, or None."""

    candidate: Candidate
    verdict: Verdict
    losers: tuple[torch.fx.Node, ...] = ()
    named: object = None

    def tell(self) -> None:
        """Remarks on what is not taken as it is, and warns of a named recipe that loses."""
        verdict = self.verdict
        if verdict.action != TAKEN:
            _LOGGER.info("a region with %s is %s", verdict.matmuls, verdict.reason)
        if self.named is not None and verdict.us is not None and verdict.us > verdict.torch_us:
            warnings.warn(
                f"lowp is predicted to lose by the recipe {self.named!r} for a region with "
                f"{verdict.matmuls}: {verdict.times}; 'auto' would choose otherwise",
                SlowRegionWarning,
                stacklevel=2,
            )


def _judge(candidate: Candidate, settings: Settings) -> Judgement | None:
    """None where nothing is predicted. A candidate that gains without recipes alone
    loses them."""
    if candidate.region is None:
        return None
    copied = _inputs_with_gaps(candidate)
    price = _price(candidate.region, copied)
    if price is None:
        return None
    priced = _priced(candidate, price.predicted)
    matmuls_us = sum(matmul.without_us for matmul in price.predicted.matmuls)
    matmuls_us += predict_saved(candidate.nodes, settings)
    grouped_us = sum(one.without_us for node, one in priced if is_grouped(node))
    torch_us = predict_torch(candidate.nodes, matmuls_us, grouped_us, price.predicted.memory)

    def verdict(action: str, price: Price) -> Verdict:
        return Verdict(
            action, layers_of(candidate.nodes), price.us, torch_us, price.predicted, len(copied)
        )

    if _is_named(candidate):
        own = [recipe_of(n) for n in candidate.nodes if is_converted(n)]
        named = own[0] if own else settings.recipe
        return Judgement(candidate, verdict(TAKEN, price), named=named)
    others = _losers(candidate, price.predicted)
    bare, bare_region = None, _without_recipes(candidate.region)
    if price.gains and price.us is not None and not price.beats(torch_us):
        bare = _price(bare_region, copied)
    has_own = grouped_us > 0 or any(node.target is QUANTIZE for node in candidate.nodes)
    action = decide(price, bare, torch_us, is_alone=not others, has_groups=has_own)
    if action == BARE:
        candidate.region, price = bare_region, bare or price
    everything = tuple(node for node in candidate.nodes if node.target not in VIEWS)
    losers = {MATMULS: tuple(others), LEFT: everything}.get(action, ())
    return Judgement(candidate, verdict(action, price), losers)


def _is_named(candidate: Candidate) -> bool:
    """Whether a recipe of the region was named, in options or by a converted layer."""
    return any(linear.recipe is not None for node in candidate.nodes for linear in linears_of(node))


def judge(candidates: list[Candidate], settings: Settings) -> list[Judgement]:
    """Judges candidates for which there are predictions. A candidate of "auto" that gains without
    recipes alone loses its recipes. Products that a program quantizes itself are taken as they
    are: nothing says what torch's kernels for them take."""
    is_auto = settings.recipes().is_auto
    judged = [
        each
        for each in candidates
        if (is_auto or _is_named(each)) and not any(map(is_given, each.nodes))
    ]
    if not judged:
        return []
    predict_all(each.region for each in judged)
    result = [_judge(each, settings) for each in judged]
    return [judgement for judgement in result if judgement is not None]
