"""Results as text."""

from __future__ import annotations

from collections.abc import Callable

from lowp.bench.contenders import OURS
from lowp.bench.products.any_m import format_losses
from lowp.bench.report.ratios import groups, peers_of, ratio, shape_of, summarize


def lay_out(rows: list[list[str]], left: tuple[int, ...] = (0,)) -> list[str]:
    """Columns of equal width, those of the numbers `left` to the left."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            text.ljust(width) if column in left else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def cell(value: float | None, pattern: str, factor: float = 1) -> str:
    """`value` times `factor` as text, "-" for none."""
    return "-" if value is None else format(value if factor == 1 else value * factor, pattern)


def figure(record: dict, name: str, field: str) -> float | None:
    """What the record says of a contender; None where it has no figures."""
    entry = record["entries"].get(name)
    return entry[field] if entry else None


def microseconds(record: dict, name: str, pattern: str = ".1f") -> str:
    """What a contender takes as text, "-" where it has no figures."""
    return cell(figure(record, name, "median"), pattern, 1e6)


def wrong_results(records: list[dict], field: str, of: Callable[[dict], str]) -> list[str]:
    """Whose results are not those of the reference. field: how much of them differs. of: what a
    record is of."""
    return [
        f"  {name}: wrong results of {of(record)}: {entry[field]:.1e} differ"
        for record in records
        for name, entry in record["entries"].items()
        if not entry["agrees"]
    ]


def _header(names: list[str], peers: list[str]) -> list[str]:
    header = ["M x N x K", "us", "spread", "of copy"]
    header += [f"{name} TFLOPS" for name in names]
    header += [f"/ {peer}" for peer in peers]
    return header + [f"{name} error" for name in names]


def _row(record: dict, names: list[str], peers: list[str], copy: float) -> list[str]:
    bandwidth = figure(record, OURS, "bandwidth")
    row = [
        shape_of(record),
        microseconds(record, OURS),
        cell(figure(record, OURS, "spread"), ".1%"),
        cell(bandwidth and copy and bandwidth / copy, ".0%"),
    ]
    row += [cell(figure(record, name, "tflops"), ".0f") for name in names]
    row += [cell(ratio(record, peer), ".3f") for peer in peers]
    return row + [cell(figure(record, name, "relative_error"), ".2e") for name in names]


def notes(skipped: list[tuple[str, dict[str, str]]]) -> list[str]:
    """Tells which contenders have no figures and why, each reason once. skipped: reasons by
    contender, of what was measured."""
    result: dict[str, list[str]] = {}
    for what, reasons in skipped:
        for name, reason in reasons.items():
            first = reason.strip().splitlines()[0] if reason.strip() else "no reason"
            result.setdefault(f"{name}: {first}", []).append(what)
    return [f"  {note} ({whats[0]}{_more(whats)})" for note, whats in result.items()]


def _more(whats: list[str]) -> str:
    return f" and {len(whats) - 1} more" if len(whats) > 1 else ""


def machine_line(machine: dict) -> str:
    """The GPU and its software in a line."""
    clocks = machine.get("after") or machine.get("before") or {}
    parts = [
        machine.get("gpu", "unknown GPU"),
        f"driver {clocks.get('driver_version', 'unknown')}",
        f"torch {machine.get('torch')}",
        f"copy {machine.get('copy_bandwidth', 0) / 1e9:.0f} GB/s",
    ]
    return ", ".join(parts)


def format_cases(
    results: dict,
    header: list[str],
    row: Callable[[dict], list[str]],
    of: Callable[[dict], str],
    left: tuple[int, ...] = (0,),
) -> str:
    """A line for each record, then who has no figures and whose results are wrong. row: the cells
    of a record. of: what it is of."""
    records = results["results"]
    lines = lay_out([header, *map(row, records)], left)
    skipped = notes([(of(record), record["skipped"]) for record in records])
    wrong = wrong_results(records, "relative_error", of)
    return "\n".join([machine_line(results["machine"]), "", *lines, "", *skipped, *wrong])


def format_summary(records: list[dict]) -> list[str]:
    """Geometric means and minima."""
    rows = [["kind", "against", "shapes", "mean ratio", "least", "at"]]
    rows += [
        [
            summary.kind,
            summary.peer,
            str(summary.shapes),
            f"{summary.mean:.3f}",
            f"{summary.least:.3f}",
            summary.least_shape,
        ]
        for summary in summarize(records)
    ]
    return lay_out(rows) if len(rows) > 1 else ["no ratios: nothing to compare with"]


def format_results(results: dict) -> str:
    """The whole table: per kind a line for each shape, then means."""
    copy = results["machine"].get("copy_bandwidth", 0)
    lines = [machine_line(results["machine"])]
    for kind, records in groups(results["results"]).items():
        peers = peers_of(records)
        names = [OURS, *peers]
        rows = [_header(names, peers)]
        rows += [_row(record, names, peers, copy) for record in records]
        skipped = [(shape_of(record), record["skipped"]) for record in records]
        lines += ["", kind, *lay_out(rows), *notes(skipped)]
    lines += ["", *format_summary(results["results"])]
    lines += format_losses(results["results"])
    for name, reason in results.get("missing", {}).items():
        lines.append(f"{name}: {reason}")
    return "\n".join(lines)
