"""Ratios of speed between contenders, and their means."""

from __future__ import annotations

import statistics
from typing import NamedTuple

from lowp.bench.contenders import OURS, STATIC

FASTEST = "fastest peer"


def ratio(record: dict, peer: str, name: str = OURS) -> float | None:
    """How many times faster a contender is than a peer; None when one has no figure."""
    ours = record["entries"].get(name)
    theirs = record["entries"].get(peer)
    return theirs["median"] / ours["median"] if ours and theirs else None


def ratio_to_fastest(record: dict) -> float | None:
    """The ratio to the peer that is fastest on this problem."""
    peers = (name for name in record["entries"] if name not in (OURS, STATIC))
    ratios = [ratio(record, name) for name in peers]
    known = [value for value in ratios if value is not None]
    return min(known) if known else None


class Summary(NamedTuple):
    """Over the shapes of one kind."""

    kind: str
    peer: str
    shapes: int
    mean: float
    least: float
    least_shape: str


def shape_of(record: dict) -> str:
    return f"{record['m']}x{record['n']}x{record['k']}"


def group_of(record: dict) -> str:
    """What is compared with what: kind, and types where they are not the usual."""
    types = (record["lhs"], record["rhs"], record["result"])
    suffix = "" if types == ("e4m3", "e4m3", "bf16") else f" {' '.join(types)}"
    is_precise = not record["fast"] and not record["kind"].startswith("1x128")
    suffix += " precise" if is_precise else ""
    # Results of earlier versions have no orders.
    orders = (record.get("lhs_order", "k"), record.get("rhs_order", "k"))
    if orders != ("k", "k"):
        suffix += f", lhs {orders[0]}-major, rhs {orders[1]}-major, copied in each call"
    return record["kind"] + suffix


def groups(records: list[dict]) -> dict[str, list[dict]]:
    """Records by group, in their order."""
    result: dict[str, list[dict]] = {}
    for record in records:
        result.setdefault(group_of(record), []).append(record)
    return result


def peers_of(records: list[dict]) -> list[str]:
    names = (name for record in records for name in record["entries"])
    return [name for name in dict.fromkeys(names) if name != OURS]


def _summarize(kind: str, peer: str, ratios: list) -> Summary | None:
    known = [(value, shape) for value, shape in ratios if value is not None]
    if not known:
        return None
    mean = statistics.geometric_mean(value for value, _ in known)
    return Summary(kind, peer, len(known), mean, *min(known))


def summarize(records: list[dict]) -> list[Summary]:
    """Geometric means and minima per kind and peer; with several peers also to the
    fastest of each shape."""
    summaries = []
    for kind, some in groups(records).items():
        peers = peers_of(some)
        for peer in peers:
            ratios = [(ratio(record, peer), shape_of(record)) for record in some]
            summaries.append(_summarize(kind, peer, ratios))
        if len([peer for peer in peers if peer != STATIC]) > 1:
            ratios = [(ratio_to_fastest(record), shape_of(record)) for record in some]
            summaries.append(_summarize(kind, FASTEST, ratios))
    return [summary for summary in summaries if summary is not None]
