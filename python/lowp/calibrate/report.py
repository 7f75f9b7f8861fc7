"""What a fit found, as text."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

from lowp.bench.report.table import lay_out
from lowp.calibrate.cases import Measured
from lowp.calibrate.fit import Figures, Fit


def summarize(logs: Sequence[float]) -> dict[str, float]:
    """Relative errors of predicted times. logs: of predicted by measured."""
    errors = sorted(abs(math.expm1(one)) for one in logs)
    return {
        "median": statistics.median(errors),
        "90th percentile": errors[math.ceil(0.9 * len(errors)) - 1],
        "largest": errors[-1],
    }


def summarize_fit(found: Fit) -> dict[str, dict[str, float]]:
    """Errors before, after, and of cases that a fit did not know."""
    return {
        "before": summarize(found.before),
        "after": summarize(found.after),
        "held out": summarize(found.held_out),
    }


def _errors(found: Fit) -> list[str]:
    columns = summarize_fit(found)
    header = ["error", *columns]
    rows = [
        [name, *(f"{column[name]:.1%}" for column in columns.values())]
        for name in columns["before"]
    ]
    return lay_out([header, *rows])


def format_fit(model: str, cases: Sequence[Measured], base: Figures, found: Fit) -> str:
    """Constants before and after, and errors. cases: those of the fit."""
    rows = [["constant", "before", "after"]]
    for key, value in found.figures.items():
        rows.append([key, f"{base[key]:.4g}", f"{value:.4g}"])
    worst = max(range(len(cases)), key=lambda k: abs(found.after[k]))
    lines = [f"{model}: {len(cases)} cases", *lay_out(rows), "", *_errors(found)]
    factor = math.exp(found.after[worst])
    lines.append(f"furthest off: {cases[worst].name}, {factor:.2f} of what was measured")
    if found.untold:
        lines.append("no case tells of " + ", ".join(found.untold))
    return "\n".join(lines)
