"""What the compiler's traffic report says of a function, in numbers."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from lowp import _sizes
from lowp.bench.errors import BenchError
from lowp_lab.bench.program.compiled import Settings
from lowp.bench.report.results import read_json

_FORMAT = "lowp-traffic 1"


class Launch(NamedTuple):
    """One launch of the report. reads, writes: bytes, None where the report does not
    know them. location: "file:line:column", or "-". predicted: seconds by the cost
    models, None where these do not know. flops: of a gemm of known sizes."""

    kind: str
    name: str
    location: str
    times: int | None
    reads: int | None
    writes: int | None
    predicted: float | None = None
    flops: float | None = None

    @property
    def bytes(self) -> int | None:
        return add([self.reads, self.writes])


class FunctionTraffic(NamedTuple):
    """bytes: read and written by all launches. ideal: each argument read once and
    each result written once. None where the report does not know them."""

    name: str
    launches: tuple[Launch, ...]
    bytes: int | None
    ideal: int | None


def add(values: Sequence[int | None]) -> int | None:
    """The sum; None if a term is."""
    total = 0
    for value in values:
        if value is None:
            return None
        total += value
    return total


def evaluate(formula: int | str, sizes: Mapping[str, int]) -> int | None:
    """The number. sizes: by name, as "argument0.1". None: the report does not know it,
    or names a size that nobody gave. Raises BenchError for what is no formula."""
    if isinstance(formula, int):
        return formula
    try:
        size = _sizes.evaluate(formula, sizes)
    except _sizes.SizeFault as fault:
        raise BenchError(
            f"the traffic report: {fault}; the library and the package are of different versions"
        ) from None
    return None if size < 0 else size


def _read_launch(entry: dict[str, Any], sizes: Mapping[str, int]) -> Launch:
    reads, writes = (
        add([evaluate(buffer["bytes"], sizes) for buffer in entry[field]])
        for field in ("reads", "writes")
    )
    times = evaluate(entry["times"], sizes)
    microseconds = entry.get("predicted_us")
    predicted = None if microseconds is None else microseconds * 1e-6
    return Launch(
        entry["kind"],
        entry["name"],
        entry["location"],
        times,
        reads,
        writes,
        predicted,
        entry.get("flops"),
    )


def read_function(report: dict[str, Any], name: str, sizes: Mapping[str, int]) -> FunctionTraffic:
    """Reads the traffic of one function. sizes: as lowp._sizes.name_sizes gives them. Raises BenchError."""
    if report.get("format") != _FORMAT:
        raise BenchError(
            f"expected a traffic report of format {_FORMAT!r}, got "
            f"{report.get('format')!r}; the library and the package are of different "
            "versions"
        )
    for entry in report["functions"]:
        if entry["name"] == name:
            launches = tuple(_read_launch(one, sizes) for one in entry["launches"])
            total, reads, writes = (
                evaluate(entry[field], sizes) for field in ("bytes", "ideal_reads", "ideal_writes")
            )
            return FunctionTraffic(name, launches, total, add([reads, writes]))
    raise BenchError(f"expected the traffic report to have '{name}', got none")


def report_traffic(text: str, name: str, settings: Settings, chip: str) -> dict[str, Any]:
    """The report of a module that is compiled with these settings for a chip. name: of
    the module, in locations. Raises lowp.CompileError."""
    import lowp

    options = {
        "chip": chip,
        "recipe": settings.recipe,
        "math": settings.math,
        "part": settings.part,
        "part-file": settings.part_file,
    }
    words = [f"{key}={value}" for key, value in options.items() if value]
    with tempfile.TemporaryDirectory(prefix="lowp-bench-") as folder:
        path = os.path.join(folder, "traffic.json")
        words.append(f"traffic-file={path}")
        pipeline = f"lowp-traffic{{{' '.join(words)}}}"
        lowp.run_pipeline(text, pipeline, source_name=name)
        return read_json(path, "a traffic report")
