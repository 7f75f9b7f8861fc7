"""The picture, drawn by matplotlib."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

from lowp._files import write
from lowp.bench.errors import BenchError
from lowp.bench.report.plots import load_pyplot
from lowp.roofline.points import Layer, Point, Roof

_TERA = 1e12
# What stands for the state before; other series are filled.
_FIRST_COLOUR = "0.45"
# Lines of the highest roof and of those below it.
_ROOF_STYLES = ("-", "--", "-.", ":")
_MARKERS = "osD^vPX*"
# Inches: of the axes, of a line of labels, and of a letter.
_WIDTH, _LEAST_HEIGHT, _LINE, _LETTER = 6.4, 4.8, 0.24, 0.064
# Decades of operations per byte that are shown at least.
_DECADES = 2.5


def _series(layers: Sequence[Layer]) -> list[str]:
    """Names of series, in the order in which layers have them."""
    return list(dict.fromkeys(name for layer in layers for name in layer.points))


def _points(layers: Sequence[Layer]) -> list[Point]:
    return [point for layer in layers for point in layer.points.values()]


def _draw_roof(axis: Any, roof: Roof, left: float, right: float) -> None:
    for (name, flops), style in zip(roof.ceilings().items(), _ROOF_STYLES):
        ridge = flops / roof.bandwidth
        axis.plot(
            [left, ridge, right],
            [left * roof.bandwidth / _TERA, flops / _TERA, flops / _TERA],
            color="black",
            linewidth=1.1,
            linestyle=style,
            zorder=1,
        )
        # Left of the slope, where no point can be.
        axis.annotate(
            f"{name}: {flops / _TERA:.0f} TFLOPS",
            (ridge, flops / _TERA),
            xytext=(-8, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            fontsize=8,
        )


def _label_slope(axis: Any, roof: Roof, left: float) -> None:
    """Along the roof of the memory, whose slope on the screen the axes decide."""
    x = left * 1.15
    angle = axis.transData.transform([(x, x), (10 * x, 10 * x)])
    run, rise = angle[1] - angle[0]
    axis.annotate(
        f"{roof.bandwidth * 1e-9:.0f} GB/s",
        (x, x * roof.bandwidth / _TERA),
        xytext=(0, 3),
        textcoords="offset points",
        rotation=math.degrees(math.atan2(rise, run)),
        rotation_mode="anchor",
        fontsize=8,
    )


def _draw_layer(axis: Any, layer: Layer, looks: dict[str, dict[str, Any]]) -> None:
    path = list(layer.points.values())
    axis.plot(
        [point.intensity for point in path],
        [point.speed / _TERA for point in path],
        color="0.75",
        linewidth=0.9,
        zorder=2,
    )
    for name, point in layer.points.items():
        speed = point.speed / _TERA
        axis.scatter(point.intensity, speed, s=34, zorder=4, **looks[name])
        if point.floor is not None and point.floor < point.speed:
            axis.plot(
                [point.intensity] * 2,
                [point.floor / _TERA, speed],
                color=looks[name]["edgecolor"],
                linewidth=1.2,
                marker="_",
                markevery=[0],
                zorder=3,
            )


def _spread(wanted: Sequence[float], pitch: float) -> list[float]:
    """Places from 1 down to 0 near those wanted, which fall, at least a pitch apart."""
    places: list[float] = []
    for height in wanted:
        most = places[-1] - pitch if places else 1 - pitch / 2
        places.append(min(height, most))
    least = pitch / 2
    for number in reversed(range(len(places))):
        places[number] = max(places[number], least)
        least = places[number] + pitch
    return places


def _draw_labels(axis: Any, layers: Sequence[Layer], pitch: float) -> None:
    """Beside the axes, about as high as the points, each with a line to its last point:
    on the points they would lie on one another."""
    ends = [(list(layer.points.values())[-1], layer.label) for layer in layers]
    ends.sort(key=lambda end: -end[0].speed)
    bottom, top = map(math.log, axis.get_ylim())
    wanted = [(math.log(point.speed / _TERA) - bottom) / (top - bottom) for point, _ in ends]
    for (end, label), height in zip(ends, _spread(wanted, pitch)):
        axis.annotate(
            label,
            (end.intensity, end.speed / _TERA),
            xytext=(1.03, height),
            textcoords="axes fraction",
            va="center",
            fontsize=8,
            annotation_clip=False,
            arrowprops={
                "arrowstyle": "-",
                "color": "0.8",
                "linewidth": 0.7,
                "shrinkA": 1,
                "shrinkB": 4,
                "relpos": (0, 0.5),
            },
        )


def _looks(names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """How points of each series look: hollow before, filled after."""
    looks: dict[str, dict[str, Any]] = {}
    for number, name in enumerate(names):
        colour = _FIRST_COLOUR if number == 0 else f"C{number - 1}"
        looks[name] = {
            "facecolor": "white" if number == 0 else colour,
            "edgecolor": colour,
            "marker": _MARKERS[number % len(_MARKERS)],
        }
    return looks


def _make_axes(pyplot: Any, layers: Sequence[Layer]) -> tuple[Any, Any, float]:
    """Axes with room for the labels on their right, and a label's share of their
    height."""
    margin = 0.5 + _LETTER * max(len(layer.label) for layer in layers)
    height = max(_LEAST_HEIGHT, 1.2 + _LINE * len(layers))
    left, bottom, top = 0.8, 0.65, 0.55
    width = left + _WIDTH + margin
    figure = pyplot.figure(figsize=(width, height))
    axis = figure.add_axes(
        (left / width, bottom / height, _WIDTH / width, 1 - (bottom + top) / height)
    )
    return figure, axis, _LINE / (height - bottom - top)


def _scale(axis: Any, roof: Roof, points: Sequence[Point]) -> None:
    """Room for the ridges and all points, at least some decades."""
    intensities = [point.intensity for point in points]
    right = 2 * max(roof.most / roof.bandwidth, *intensities)
    left = min(min(intensities) / 2, right / 10**_DECADES)
    top = 1.8 * max(roof.most, *(point.speed for point in points)) / _TERA
    slowest = min(point.floor or point.speed for point in points) / _TERA
    slope = left * roof.bandwidth / _TERA
    axis.set(xscale="log", yscale="log", xlim=(left, right))
    axis.set(ylim=(min(slope, slowest / 1.6), top))
    for one in (axis.xaxis, axis.yaxis):
        one.set_major_formatter(lambda value, _: f"{value:g}")
        one.set_minor_formatter(lambda _value, _: "")


def make_figure(pyplot: Any, roof: Roof, layers: Sequence[Layer]) -> Any:
    """The roof, the points of all layers, and what they are called."""
    figure, axis, pitch = _make_axes(pyplot, layers)
    points = _points(layers)
    _scale(axis, roof, points)
    left, right = axis.get_xlim()
    axis.set(xlabel="operations per byte", ylabel="TFLOPS")
    axis.set_title(f"matmuls on the roofline of {roof.part}", fontsize=10)
    axis.grid(alpha=0.25, which="both", linewidth=0.5)
    _draw_roof(axis, roof, left, right)
    _label_slope(axis, roof, left)
    looks = _looks(_series(layers))
    for layer in layers:
        _draw_layer(axis, layer, looks)
    _draw_labels(axis, layers, pitch)
    for name, look in looks.items():
        axis.scatter([], [], s=34, label=name, **look)
    if any(point.floor is not None for point in points):
        axis.plot([], [], color="0.3", marker="_", label="with its quantizes")
    axis.legend(loc="upper left", fontsize=8)
    return figure


def draw(roof: Roof, layers: Sequence[Layer], path: str) -> None:
    """Writes a PNG to `path`. Raises BenchError where that is impossible."""
    pyplot = load_pyplot()
    figure = make_figure(pyplot, roof, layers)
    try:
        write(path, partial(figure.savefig, format="png", dpi=150))
    except OSError as error:
        raise BenchError(f"the roofline cannot be written: {error}") from None
    finally:
        pyplot.close(figure)
