"""Results of `--set grouped` as text."""

from __future__ import annotations

from typing import Any

from lowp.bench.contenders import OURS
from lowp.bench.report.ratios import ratio
from lowp.bench.report.table import cell, figure, format_cases, microseconds

from lowp_lab.bench.grouped.contenders import DENSE, FUNCTIONAL, PLAIN, ROWWISE

_PEERS = (DENSE, ROWWISE, PLAIN, FUNCTIONAL)
_HEADER = ["kind", "groups of", "sizes", "G x M x N x K", "us", "TFLOPS", "error"]


def _name(record: dict[str, Any]) -> list[str]:
    shape = "x".join(str(record[size]) for size in ("groups", "rows", "n", "k"))
    return [record["kind"], record["grouping"], record["distribution"], shape]


def _row(record: dict[str, Any]) -> list[str]:
    row = [*_name(record), microseconds(record, OURS)]
    row += [cell(figure(record, OURS, "tflops"), ".0f")]
    row += [cell(figure(record, OURS, "relative_error"), ".1e")]
    return row + [cell(ratio(record, name), ".3f") for name in _PEERS]


def format_grouped(results: dict[str, Any]) -> str:
    """The table: times of lowp, and how many times faster it is than each other."""
    header = [*_HEADER, *(f"/ {name}" for name in _PEERS)]
    return format_cases(results, header, _row, lambda one: " ".join(_name(one)), (0, 1, 2, 3))
