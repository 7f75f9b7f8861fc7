"""Results of `--set grouped` as text."""

from __future__ import annotations

from typing import Any

from lowp.bench.contenders import OURS
from lowp_lab.bench.grouped.contenders import DENSE, FUNCTIONAL, PLAIN, ROWWISE
from lowp.bench.report.ratios import ratio
from lowp.bench.report.table import lay_out, machine_line, skipped_reasons

_PEERS = (DENSE, ROWWISE, PLAIN, FUNCTIONAL)
_HEADER = ["kind", "groups of", "sizes", "G x M x N x K", "us", "TFLOPS", "error"]


def _row(record: dict[str, Any]) -> list[str]:
    ours = record["entries"].get(OURS)
    shape = "x".join(str(record[size]) for size in ("groups", "rows", "n", "k"))
    row = [record["kind"], record["grouping"], record["distribution"], shape]
    row += (
        [f"{ours['median'] * 1e6:.1f}", f"{ours['tflops']:.0f}", f"{ours['relative_error']:.1e}"]
        if ours
        else ["-"] * 3
    )
    ratios = [ratio(record, name) for name in _PEERS]
    return row + ["-" if one is None else f"{one:.3f}" for one in ratios]


def format_grouped(results: dict[str, Any]) -> str:
    """The table: times of lowp, and how many times faster it is than each other."""
    records = results["results"]
    header = [*_HEADER, *(f"/ {name}" for name in _PEERS)]
    rows = lay_out([header, *map(_row, records)], left=(0, 1, 2, 3))
    return "\n".join([machine_line(results["machine"]), *rows, *skipped_reasons(records)])
