"""Results of `--set quantize` as text."""

from __future__ import annotations

import statistics
from typing import Any

from lowp.bench.contenders import OURS
from lowp.bench.report.ratios import ratio
from lowp.bench.report.table import (
    cell,
    figure,
    lay_out,
    machine_line,
    microseconds,
    notes,
    wrong_results,
)

from lowp_lab.bench.quantize.contenders import PEER

_HEADER = ["case", "shape", "us", "spread", "of copy", "launches", f"/ {PEER}"]
_PEER_HEADER = [f"{PEER} us", "its launches"]


def speed_ratio(record: dict[str, Any]) -> float | None:
    """How many times faster lowp is than torch.compile."""
    return ratio(record, PEER)


def baseline_ratio(record: dict[str, Any], records: list[dict[str, Any]]) -> float | None:
    """How many times faster lowp is than on the case that this is compared with;
    below one where an epilogue takes time."""
    ours = figure(record, OURS, "median")
    for other in records:
        # Results of earlier versions have no baselines.
        if (other["case"], other["shape"]) == (record.get("baseline"), record["shape"]):
            theirs = figure(other, OURS, "median")
            return theirs / ours if ours and theirs else None
    return None


def _row(record: dict[str, Any], has_flops: bool) -> list[str]:
    share = figure(record, OURS, "of_copy")
    shown = cell(share, ".3f")
    if has_flops:
        shown = cell(figure(record, OURS, "tflops"), ".0f")
    row = [
        record["case"],
        record["shape"],
        microseconds(record, OURS),
        cell(figure(record, OURS, "spread"), ".1%"),
        shown,
        cell(figure(record, OURS, "launches"), "d"),
        cell(speed_ratio(record), ".2f"),
        microseconds(record, PEER),
        cell(figure(record, PEER, "launches"), "d"),
        cell(figure(record, OURS, "differs"), ".1e"),
    ]
    if has_flops:
        row.append(cell(figure(record, PEER, "differs"), ".1e"))
    return row


def _add_baselines(rows: list[list[str]], records: list[dict[str, Any]]) -> None:
    """Puts a column after the ratio to the peer, where there are baselines."""
    names = dict.fromkeys(filter(None, (one.get("baseline") for one in records)))
    if not names:
        return
    place = len(_HEADER)
    rows[0].insert(place, f"/ {next(iter(names)).split()[0]}")
    for row, record in zip(rows[1:], records):
        row.insert(place, cell(baseline_ratio(record, records), ".3f"))


def _rows(records: list[dict[str, Any]], has_flops: bool) -> list[str]:
    header = [*_HEADER, *_PEER_HEADER, "differs"]
    if has_flops:
        header[4] = "TFLOPS"
        header[-1:] = ["error", "its error"]
    rows = [header, *(_row(record, has_flops) for record in records)]
    _add_baselines(rows, records)
    return lay_out(rows, (0, 1))


def _mean(records: list[dict[str, Any]]) -> list[str]:
    known = [value for value in map(speed_ratio, records) if value]
    if not known:
        return []
    mean, count = statistics.geometric_mean(known), len(known)
    return [
        f"geometric mean of ratios to {PEER}: {mean:.3f}, least {min(known):.3f} ({count} cases)"
    ]


def format_quantizes(results: dict[str, Any]) -> str:
    """The whole table: a line per case, whole functions after, then notes."""
    records = results["results"]
    lines = [machine_line(results["machine"])]
    if "copy" in results["machine"]:
        lines.append(f"copied by {results['machine']['copy']}")
    for has_flops in (False, True):
        some = [one for one in records if bool(one["flops"]) == has_flops]
        if some:
            lines += ["", *_rows(some, has_flops)]
    named = [(f"{one['case']} {one['shape']}", one["skipped"]) for one in records]
    wrong = wrong_results(records, "differs", lambda one: f"{one['case']} {one['shape']}")
    return "\n".join([*lines, "", *notes(named), *wrong, *_mean(records)])
