"""Pictures of results of `--set quantize`, drawn by matplotlib."""

from __future__ import annotations

from typing import Any

from lowp.bench.contenders import OURS
from lowp.bench.errors import BenchError
from lowp_lab.bench.quantize.contenders import PEER
from lowp_lab.bench.quantize.table import speed_ratio
from lowp.bench.report.plots import load_pyplot, save_figures


def _bars(pyplot, count: int):
    figure, axis = pyplot.subplots(figsize=(9, max(3.0, 1.2 + 0.28 * count)), layout="constrained")
    axis.invert_yaxis()
    axis.grid(axis="x", alpha=0.4)
    return figure, axis


def _name_cases(axis, records: list[dict[str, Any]]) -> None:
    labels = [f"{record['case']}  {record['shape']}" for record in records]
    axis.set_yticks(range(len(records)), labels, fontsize=8)


def _field(record: dict[str, Any], name: str, field: str) -> float:
    entry = record["entries"].get(name)
    return entry[field] if entry else float("nan")


def _draw_values(pyplot, records: list[dict[str, Any]], field: str, label: str):
    """Bars of lowp, marks of the peer."""
    figure, axis = _bars(pyplot, len(records))
    places = range(len(records))
    axis.barh(places, [_field(one, OURS, field) for one in records], label=OURS)
    if any(PEER in record["entries"] for record in records):
        values = [_field(record, PEER, field) for record in records]
        axis.plot(values, places, "kD", markersize=4, label=PEER)
    axis.set(xlabel=label, xlim=(0, None))
    _name_cases(axis, records)
    axis.legend()
    return figure


def _draw_ratios(pyplot, records: list[dict[str, Any]]):
    figure, axis = _bars(pyplot, len(records))
    values = [speed_ratio(record) or float("nan") for record in records]
    axis.barh(range(len(records)), values)
    axis.axvline(1.0, color="black", linewidth=1)
    axis.set(xlabel=f"speed of lowp / {PEER}'s", xlim=(0, None))
    _name_cases(axis, records)
    return figure


def draw_quantizes(results: dict[str, Any], folder: str) -> list[str]:
    """Writes quantize-bandwidth.png, quantize-functions.png and, where torch.compile
    was measured, quantize-ratio.png; returns their paths."""
    pyplot = load_pyplot()
    records = results["results"]
    if not records:
        raise BenchError("expected results to plot, got none")
    casts = [record for record in records if not record["flops"]]
    functions = [record for record in records if record["flops"]]
    figures = {}
    if casts:
        label = "share of the bandwidth of a copy"
        figures["bandwidth"] = _draw_values(pyplot, casts, "of_copy", label)
    if functions:
        figures["functions"] = _draw_values(pyplot, functions, "tflops", "TFLOPS")
    if any(speed_ratio(record) for record in records):
        figures["ratio"] = _draw_ratios(pyplot, records)
    return save_figures({f"quantize-{name}": one for name, one in figures.items()}, folder)
