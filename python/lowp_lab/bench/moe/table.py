"""Results of `--set moe` as text."""

from __future__ import annotations

from typing import Any

from lowp.bench.contenders import OURS
from lowp.bench.report.ratios import ratio
from lowp.bench.report.table import cell, figure, format_cases, microseconds

from lowp_lab.bench.moe.contenders import BF16, COMPILED


def _shape(record: dict[str, Any]) -> str:
    return "x".join(str(record[size]) for size in ("experts", "tokens", "hidden", "inner"))


def _row(record: dict[str, Any]) -> list[str]:
    row = [_shape(record), str(record["choices"])]
    for name in (OURS, BF16, COMPILED):
        row += [microseconds(record, name, ".0f")]
        row += [cell(figure(record, name, "relative_error"), ".1e")]
    return row + [cell(ratio(record, COMPILED, name), ".3f") for name in (OURS, BF16)]


def format_moe(results: dict[str, Any]) -> str:
    """The table: times and errors of all, and how many times faster lowp is than torch."""
    header = ["experts x tokens x width x inner", "a token"]
    for name in (OURS, BF16, COMPILED):
        header += [f"{name} us", "error"]
    header += [f"{name} / {COMPILED}" for name in (OURS, BF16)]
    return format_cases(results, header, _row, _shape)
