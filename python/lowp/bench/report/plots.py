"""Pictures of results, drawn by matplotlib."""

from __future__ import annotations

import os
from functools import partial

from lowp._files import write
from lowp.bench.contenders import OURS
from lowp.bench.errors import BenchError
from lowp.bench.products.problem import RESULT_TYPES
from lowp.bench.report.ratios import groups, peers_of, ratio, shape_of


def load_pyplot():
    """matplotlib without a display."""
    try:
        import matplotlib
    except ImportError:
        raise BenchError(
            "expected the package matplotlib, which draws plots; install it, or run "
            "draw from the JSON file where it is installed"
        ) from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def save_figures(figures: dict, folder: str) -> list[str]:
    """Writes a PNG of each, by names; returns the paths."""
    os.makedirs(folder or ".", exist_ok=True)
    paths = []
    for name, figure in figures.items():
        paths.append(os.path.join(folder, name + ".png"))
        write(paths[-1], partial(figure.savefig, format="png", dpi=120))
        load_pyplot().close(figure)
    return paths


def _panels(pyplot, count: int, width: float):
    figure, axes = pyplot.subplots(
        count, 1, figsize=(width, 3.6 * count), squeeze=False, layout="constrained"
    )
    return figure, [row[0] for row in axes]


def _width(records: list[dict]) -> float:
    return min(40.0, max(7.0, 2 + 0.45 * len(records)))


def _name_shapes(axis, records: list[dict]) -> None:
    axis.set_xticks(range(len(records)), [shape_of(record) for record in records])
    axis.tick_params(axis="x", labelrotation=90, labelsize=7)
    axis.grid(axis="y", alpha=0.4)


def _tflops(record: dict, name: str) -> float:
    entry = record["entries"].get(name)
    return entry["tflops"] if entry else float("nan")


def _draw_lines(pyplot, by_kind: dict[str, list[dict]], own: list[str], value, **looks):
    """A line for each of `own` and the peers. value: of a record and a name. looks: of axes."""
    width = _width(max(by_kind.values(), key=len))
    figure, axes = _panels(pyplot, len(by_kind), width)
    for axis, (kind, records) in zip(axes, by_kind.items()):
        names = [*own, *peers_of(records)]
        for name in names:
            values = [value(record, name) for record in records]
            axis.plot(values, marker="o", markersize=4, linewidth=1, label=name)
        axis.set(title=kind, **looks)
        _name_shapes(axis, records)
        if names:
            axis.legend()
    return figure, axes


def _draw_tflops(pyplot, by_kind: dict[str, list[dict]]):
    looks = {"ylabel": "TFLOPS", "ylim": (0, None)}
    return _draw_lines(pyplot, by_kind, [OURS], _tflops, **looks)[0]


def _ratio(record: dict, peer: str) -> float:
    return ratio(record, peer) or float("nan")


def _draw_ratios(pyplot, by_kind: dict[str, list[dict]]):
    figure, axes = _draw_lines(pyplot, by_kind, [], _ratio, ylabel="speed of lowp / peer's")
    for axis in axes:
        axis.axhline(1.0, color="black", linewidth=1)
    return figure


# The roofline has a colour for each kind, lowp first, then its peers.
_MARKERS = "oxs^vD*P"


def _intensity(record: dict) -> float:
    """Operations per byte."""
    m, n, k = record["m"], record["n"], record["k"]
    moved = (m + n) * k + m * n * RESULT_TYPES[record["result"]]
    return 2.0 * m * n * k / moved


def _draw_roofline(pyplot, by_kind: dict[str, list[dict]], machine: dict):
    figure, axis = pyplot.subplots(figsize=(8, 5.5), layout="constrained")
    most, intensities = 0.0, []
    for number, (kind, records) in enumerate(by_kind.items()):
        for name, marker in zip([OURS, *peers_of(records)], _MARKERS):
            known = [record for record in records if name in record["entries"]]
            across = [_intensity(record) for record in known]
            up = [_tflops(record, name) for record in known]
            axis.scatter(
                across,
                up,
                s=18,
                marker=marker,
                color=f"C{number}",
                label=f"{kind}, {name}",
            )
            intensities += across
            most = max([most, *up])
    _draw_roof(axis, machine.get("copy_bandwidth"), most, intensities)
    axis.set(xscale="log", yscale="log", xlabel="operations per byte", ylabel="TFLOPS")
    axis.grid(alpha=0.4, which="both")
    axis.legend()
    return figure


def _draw_roof(axis, bandwidth: float | None, most: float, intensities: list) -> None:
    """What the copy bandwidth allows, up to the best that was measured: the
    sustained peak of a chip under its power limit is not a number on paper."""
    if not bandwidth or not intensities or not most:
        return
    ridge = most * 1e12 / bandwidth
    low = min([ridge, *intensities]) / 1.5
    high = max([ridge, *intensities]) * 1.5
    axis.plot(
        [low, ridge, high],
        [low * bandwidth / 1e12, most, most],
        color="black",
        linewidth=1,
        label="copy bandwidth, best measured",
    )


def draw(results: dict, folder: str) -> list[str]:
    """Writes tflops.png, ratio.png and roofline.png; returns their paths."""
    pyplot = load_pyplot()
    by_kind = groups(results["results"])
    if not by_kind:
        raise BenchError("expected results to plot, got none")
    figures = {
        "tflops": _draw_tflops(pyplot, by_kind),
        "ratio": _draw_ratios(pyplot, by_kind),
        "roofline": _draw_roofline(pyplot, by_kind, results["machine"]),
    }
    return save_figures(figures, folder)
