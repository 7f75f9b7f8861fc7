"""What is drawn: roofs and points, read from files."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from lowp.bench.errors import BenchError

EXPLAIN_FORMAT = "lowp-recipes 1"
# Names in a label; of more the number is given.
_MOST_NAMES = 3
_FORMER, _PREDICTED, _MEASURED = "without a recipe", "predicted", "measured"


class Roof(NamedTuple):
    """The figures of a part by its data sheet: bytes per second, and products and sums per second
    of 16 and of 8 bits; of 8 and of 4 bits whose scales the instruction takes, 0 without."""

    part: str
    bandwidth: float
    flops16: float
    flops8: float
    scaled8: float = 0.0
    scaled4: float = 0.0

    @property
    def most(self) -> float:
        """The highest rate."""
        return max(self[2:])

    def ceilings(self) -> dict[str, float]:
        """Rates by what people call them, each once, the highest first."""
        named = {"4 bits with scales": self.scaled4, "8 bits": self.flops8}
        if self.scaled8 != self.flops8:
            named["8 bits with scales"] = self.scaled8
        named["16 bits"] = self.flops16
        known = {name: flops for name, flops in named.items() if flops}
        return dict(sorted(known.items(), key=lambda one: -one[1]))


class Point(NamedTuple):
    """intensity: operations per byte. speed: operations per second. floor: the speed
    with all that has to be done besides, as quantizes."""

    intensity: float
    speed: float
    floor: float | None = None


class Layer(NamedTuple):
    """Points of equal matmuls by series, in the order of the legend: what they come
    from comes first. label: for people."""

    label: str
    points: dict[str, Point]


def read_roof(explained: dict[str, Any]) -> Roof:
    """The roof of the part that recipes were chosen for."""
    if "figures" not in explained:
        raise BenchError(
            "expected the figures of the part in the table of recipes, got none; it is "
            "of another version of lowp"
        )
    figures = explained["figures"]
    return Roof(
        explained["part"],
        figures["memory_gb_per_second"] * 1e9,
        figures["teraflops_16"] * 1e12,
        figures["teraflops_8"] * 1e12,
        figures["teraflops_scaled_8"] * 1e12,
        figures["teraflops_scaled_4"] * 1e12,
    )


def _shorten(name: str) -> str:
    """Shortens a place in a file to the name of the file."""
    return re.sub(r"^.*/(?=[^/]+:\d+:\d+$)", "", name)


def _join(names: list[str]) -> str:
    """What equal layers are called."""
    distinct = list(dict.fromkeys(_shorten(name) for name in names if name != "-"))
    shown = ", ".join(distinct[:_MOST_NAMES])
    if len(distinct) > _MOST_NAMES:
        shown += f" and {len(distinct) - _MOST_NAMES} more"
    elif len(names) > max(1, len(distinct)):
        shown += f" ({len(names)} times)"
    return shown.strip()


def _group(entries: list[dict[str, Any]], fields: tuple[str, ...]) -> list[list]:
    """Entries with the same fields, in the order of the first ones."""
    groups: dict[tuple, list] = {}
    for entry in entries:
        groups.setdefault(tuple(map(entry.get, fields)), []).append(entry)
    return list(groups.values())


def _layer(matmuls: list[dict[str, Any]]) -> Layer:
    """Matmuls of equal sizes, recipes and times."""
    one = matmuls[0]
    flops = one["flops"]
    dense = Point(flops / one["without_bytes"], flops / one["without_us"] * 1e6)
    points = {_FORMER: dense}
    parts = [_join([matmul["name"] for matmul in matmuls])]
    parts.append(f"{one['m']} x {one['n']} x {one['k']}")
    if one["recipe"] and "us" in one:
        kernel = flops / one["gemm_us"] * 1e6
        # Less than the kernel alone where what computes x writes less.
        floor = flops / max(one["us"], one["gemm_us"]) * 1e6
        points[one["recipe"]] = Point(flops / one["bytes"], kernel, floor)
        parts.append(f"{one['recipe']} {one['speedup']:.2f}x")
    return Layer(", ".join(filter(None, parts)), points)


def read_layers(explained: dict[str, Any]) -> list[Layer]:
    """The matmuls of a table of recipes. Raises BenchError where there are none."""
    priced = [one for one in explained["matmuls"] if one["without_us"] > 0]
    if not priced:
        raise BenchError("expected matmuls in the table of recipes, got none")
    groups = _group(priced, ("m", "n", "k", "recipe", "us", "without_us"))
    return [_layer(group) for group in groups]


def _launch(launches: list[dict[str, Any]]) -> Layer:
    """Launches of one gemm, in whose time each may differ."""
    one = launches[0]
    intensity = one["flops"] / (one["reads"] + one["writes"])
    seconds = sum(each["seconds"] for each in launches) / len(launches)
    points = {}
    if one["predicted"]:
        points[_PREDICTED] = Point(intensity, one["flops"] / one["predicted"])
    points[_MEASURED] = Point(intensity, one["flops"] / seconds)
    places = _join([each["location"] for each in launches])
    label = f"{places}, {one['flops'] * 1e-9:.0f} GFLOP"
    if one["predicted"]:
        label += f", predicted / measured {one['predicted'] / seconds:.2f}"
    return Layer(label, points)


def read_measured(results: dict[str, Any]) -> list[Layer]:
    """The gemms of results of `--program`. Raises BenchError where nobody measured
    them."""
    if results.get("set") != "program":
        raise BenchError("expected results of lowp.bench --program, got those of another set")
    known = [
        launch
        for record in results["results"]
        for launch in record["launches"]
        if launch.get("flops") and launch["seconds"] and launch["reads"] is not None
    ]
    if not known:
        raise BenchError(
            "expected measured launches of matmuls of known sizes, got none; a profile "
            "of kernels needs torch with CUPTI"
        )
    groups = _group(known, ("kernel", "flops", "reads", "writes", "predicted"))
    return [_launch(group) for group in groups]
