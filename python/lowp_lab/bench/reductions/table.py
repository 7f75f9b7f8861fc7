"""Results of `--set reductions` as text."""

from __future__ import annotations

from typing import Any

from lowp.bench.contenders import OURS
from lowp.bench.report.table import cell, format_cases, microseconds

from lowp_lab.bench.reductions.measure import COPY, PEER

_HEADER = ["sum", "MB", "us", "copy us", "of copy", "wanted", f"{PEER} us"]


def is_below(record: dict[str, Any]) -> bool:
    """Whether a sum has a figure that is less than what is wanted."""
    figure = record["of_copy"]
    return figure is not None and figure < record["wanted"]


def _row(record: dict[str, Any]) -> list[str]:
    mark = "!" if is_below(record) else ""
    return [
        record["case"],
        f"{record['bytes'] / 1e6:.1f}",
        microseconds(record, OURS),
        microseconds(record, COPY),
        cell(record["of_copy"], ".2f") + mark,
        f"{record['wanted']:.2f}",
        microseconds(record, PEER),
    ]


def format_reductions(results: dict[str, Any]) -> str:
    """The whole table: a line per sum, then notes."""
    records = results["results"]
    table = format_cases(results, _HEADER, _row, lambda record: record["case"])
    below = [record for record in records if is_below(record)]
    figures = [one["of_copy"] for one in records if one["of_copy"] is not None]
    if not figures:
        return table
    return (
        f"{table}\nleast of a copy: {min(figures):.2f}; below what is wanted: {len(below)} of "
        f"{len(figures)} (marked !)"
    )
