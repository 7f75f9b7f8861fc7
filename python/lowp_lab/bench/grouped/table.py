"""Results of `--set grouped` as text."""

from __future__ import annotations

from typing import Any

from lowp.bench.contenders import OURS
from lowp.bench.report.ratios import ratio
from lowp.bench.report.table import (
    cell,
    figure,
    lay_out,
    machine_line,
    microseconds,
    skipped_reasons,
)

from lowp_lab.bench.grouped.contenders import DENSE, FUNCTIONAL, PLAIN, ROWWISE

_PEERS = (DENSE, ROWWISE, PLAIN, FUNCTIONAL)
_HEADER = ["kind", "groups of", "sizes", "G x M x N x K", "us", "TFLOPS", "error"]


def _row(record: dict[str, Any]) -> list[str]:
    shape = "x".join(str(record[size]) for size in ("groups", "rows", "n", "k"))
    row = [record["kind"], record["grouping"], record["distribution"], shape]
    row += [microseconds(record, OURS), cell(figure(record, OURS, "tflops"), ".0f")]
    row += [cell(figure(record, OURS, "relative_error"), ".1e")]
    return row + [cell(ratio(record, name), ".3f") for name in _PEERS]


def format_grouped(results: dict[str, Any]) -> str:
    """The table: times of lowp, and how many times faster it is than each other."""
    records = results["results"]
    header = [*_HEADER, *(f"/ {name}" for name in _PEERS)]
    rows = lay_out([header, *map(_row, records)], left=(0, 1, 2, 3))
    return "\n".join([machine_line(results["machine"]), *rows, *skipped_reasons(records)])
