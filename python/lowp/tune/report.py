"""Results as text."""

from __future__ import annotations

from collections import Counter

from lowp.bench.report.ratios import group_of, shape_of
from lowp.bench.report.table import cell, lay_out
from lowp.tune.verdict import GOOD_LOSS, finalists, judge, skipped, summarize

# Candidates of a problem that are shown, besides the choice.
_SHOWN = 5


def _title(record: dict) -> str:
    counts = f"{len(record['candidates'])} configs of {record['listed']} ranked"
    variants = sum(entry["is_variant"] for entry in record["candidates"])
    if variants:
        counts += f", {variants} of them variants"
    title = f"{group_of(record)} {shape_of(record)}: {counts}"
    missing = len(skipped(record))
    return title + (f", {missing} without figures" if missing else "")


def _rows(record: dict) -> list[list[str]]:
    measured, choice = finalists(record), record["candidates"][0]
    shown = measured[:_SHOWN]
    if choice in measured and choice not in shown:
        shown.append(choice)
    best = measured[0]["median"]
    return [
        [
            "*" if entry is choice else "",
            f"{entry['median'] * 1e6:.2f}",
            f"{entry['median'] / best - 1:.1%}",
            f"{entry['place']}{'v' if entry['is_variant'] else ''}",
            "yes" if entry["is_equal"] else f"{entry['relative_error']:.1e}",
            entry["config"],
        ]
        for entry in shown
    ]


def _notes(record: dict) -> list[str]:
    """Tells which contenders have no figures and why, each reason once."""
    reasons = Counter(entry["skipped"].strip().splitlines()[0] for entry in skipped(record))
    return [f"  {count} without figures: {reason}" for reason, count in reasons.items()]


def format_record(record: dict) -> str:
    """The fastest candidates of one problem; * marks the cost model's choice, v
    variants of a config of that rank."""
    lines = [_title(record)]
    if finalists(record):
        header = ["", "us", "loss", "rank", "same bits", "config"]
        lines += lay_out([header, *_rows(record)], left=(0, 5))
    return "\n".join([*lines, *_notes(record)])


def _overview(records: list[dict]) -> list[str]:
    rows = [["kind", "M x N x K", "choice us", "best us", "loss", "best's rank"]]
    for record in records:
        verdict = judge(record)
        if verdict is None:
            rows.append([group_of(record), shape_of(record), "-", "-", "-", "-"])
            continue
        place = f"{verdict.best['place']}{'v' if verdict.best['is_variant'] else ''}"
        rows.append(
            [
                group_of(record),
                shape_of(record),
                cell(verdict.choice.get("median"), ".2f", 1e6),
                f"{verdict.best['median'] * 1e6:.2f}",
                cell(verdict.loss, ".1%"),
                f"{place} of {record['listed']}",
            ]
        )
    return lay_out(rows, left=(0, 1))


def _closing(records: list[dict]) -> str:
    summary = summarize(records)
    if summary is None:
        return "the cost model's choices have no figures"
    worst = summary.worst_record
    return (
        f"the cost model's choice is within {GOOD_LOSS:.0%} of the best on "
        f"{summary.good} of {summary.problems} problems; it loses "
        f"{summary.mean:.1%} on average and {summary.worst:.1%} at most "
        f"({group_of(worst)} {shape_of(worst)})"
    )


def format_results(results: dict) -> str:
    """Every problem, then all of them in one table."""
    records = results["results"]
    machine = results["machine"]
    lines = [f"{machine.get('gpu', 'unknown GPU')}, torch {machine.get('torch')}"]
    for record in records:
        lines += ["", format_record(record)]
    return "\n".join([*lines, "", *_overview(records), "", _closing(records)])
