"""What a search found."""

from __future__ import annotations

import statistics
from typing import NamedTuple

# The cost model is good where its choice loses no more than this.
GOOD_LOSS = 0.03


class Verdict(NamedTuple):
    """choice, best: entries of the record. loss: what the choice takes longer than
    the best, as a fraction; None where the choice has no figure."""

    choice: dict
    best: dict
    loss: float | None


def finalists(record: dict) -> list[dict]:
    """The candidates with figures that count, the fastest first."""
    measured = [entry for entry in record["candidates"] if "median" in entry]
    return sorted(measured, key=lambda entry: entry["median"])


def skipped(record: dict) -> list[dict]:
    """The candidates without figures."""
    return [entry for entry in record["candidates"] if "skipped" in entry]


def broken(record: dict) -> list[dict]:
    """The candidates that did not run, or computed something else. One that the
    compiler refused is not among them."""
    return [entry for entry in skipped(record) if entry["is_broken"]]


def judge(record: dict) -> Verdict | None:
    """None where no candidate has figures."""
    measured = finalists(record)
    if not measured:
        return None
    choice, best = record["candidates"][0], measured[0]
    loss = choice["median"] / best["median"] - 1 if "median" in choice else None
    return Verdict(choice, best, loss)


class Summary(NamedTuple):
    """Over problems whose choice has a figure. mean: geometric, of 1 + loss, less
    1."""

    problems: int
    good: int
    mean: float
    worst: float
    worst_record: dict


def summarize(records: list[dict]) -> Summary | None:
    """None where no choice has a figure."""
    verdicts = ((judge(record), record) for record in records)
    known = [(one.loss, record) for one, record in verdicts if one and one.loss is not None]
    if not known:
        return None
    losses = [loss for loss, _record in known]
    mean = statistics.geometric_mean(1 + loss for loss in losses) - 1
    worst, worst_record = max(known, key=lambda pair: pair[0])
    good = sum(loss <= GOOD_LOSS for loss in losses)
    return Summary(len(known), good, mean, worst, worst_record)
