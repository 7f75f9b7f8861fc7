"""Results of `--set moe` as text."""

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

from lowp_lab.bench.moe.contenders import BF16, COMPILED

_HEADER = ["experts x tokens x width x inner", "a token"]


def _row(record: dict[str, Any]) -> list[str]:
    shape = "x".join(str(record[s]) for s in ("experts", "tokens", "hidden", "inner"))
    row = [shape, str(record["choices"])]
    for name in (OURS, BF16, COMPILED):
        row += [microseconds(record, name, ".0f")]
        row += [cell(figure(record, name, "relative_error"), ".1e")]
    return row + [cell(ratio(record, COMPILED, name), ".3f") for name in (OURS, BF16)]


def format_moe(results: dict[str, Any]) -> str:
    """The table: times and errors of all, and how many times faster lowp is than torch."""
    records = results["results"]
    header = list(_HEADER)
    for name in (OURS, BF16, COMPILED):
        header += [f"{name} us", "error"]
    header += [f"{name} / {COMPILED}" for name in (OURS, BF16)]
    rows = lay_out([header, *map(_row, records)], left=(0,))
    return "\n".join([machine_line(results["machine"]), *rows, *skipped_reasons(records)])
