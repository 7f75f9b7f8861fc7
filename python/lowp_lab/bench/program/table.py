"""Results of `--program` as text."""

from __future__ import annotations

import math
import os
import statistics
from collections.abc import Sequence
from typing import Any

from lowp.bench.contenders import OURS
from lowp.bench.report.table import cell, lay_out, machine_line

_HEADER = [
    "",
    "us",
    "spread",
    "lowp is faster by",
    "launches",
    "error",
    "host us",
    "host us a launch",
]
_LAUNCH_HEADER = [
    "launch",
    "kind",
    "kernel",
    "location",
    "MB read",
    "MB written",
    "us",
    "predicted us",
    "ideal us",
    "of copy",
]


def _title(call: dict[str, Any]) -> str:
    """What was measured, in a line."""
    parts = [
        f"{os.path.basename(call['program'])}, function '{call['function']}'",
        f"recipe {call['recipe'] or 'its own'}",
        f"math {call['math']}",
    ]
    if call["parameters"]:
        when = "once" if call["parameters"] == "once" else "in each call"
        parts.append(f"weights prepared {when}")
    return ", ".join(parts)


def _contender_row(name: str, entry: dict[str, Any], ours: float) -> list[str]:
    ratio = None if name == OURS else entry["median"] / ours
    # Results of earlier versions have no time of the host.
    host, launches = entry.get("host_seconds"), entry["launches"]
    return [
        name,
        cell(entry["median"], ".1f", 1e6),
        cell(entry["spread"], ".1%"),
        cell(ratio, ".3f"),
        cell(launches, "d"),
        cell(entry["relative_error"], ".2e"),
        cell(host, ".1f", 1e6),
        cell(host if launches else None, ".2f", 1e6 / (launches or 1)),
    ]


def _contenders(record: dict[str, Any]) -> list[str]:
    ours = record["entries"][OURS]["median"]
    rows = [_contender_row(name, one, ours) for name, one in record["entries"].items()]
    return lay_out([_HEADER, *rows])


def _bytes(record: dict[str, Any]) -> str:
    """What our program moves, and what it has to."""
    moved, ideal = record["bytes"], record["ideal_bytes"]
    if moved is None or ideal is None:
        return "the traffic report does not know how many bytes lowp moves"
    seconds = ideal / record["copy_bandwidth"]
    ratio = f" ({moved / ideal:.2f} per ideal byte)" if ideal else ""
    return (
        f"lowp reads and writes {moved / 1e6:.1f} MB where {ideal / 1e6:.1f} MB are "
        f"ideal{ratio}, which a copy moves in {seconds * 1e6:.1f} us"
    )


def _moved(launch: dict[str, Any]) -> int | None:
    reads, writes = launch.get("reads"), launch.get("writes")
    return None if reads is None or writes is None else reads + writes


def _launch_row(number: str, launch: dict[str, Any], copy: float) -> list[str]:
    """number: of the launch in the report; "" for a kernel that belongs to another."""
    seconds, moved = launch["seconds"], _moved(launch)
    ideal = None if moved is None else moved / copy
    share = ideal / seconds if ideal is not None and seconds else None
    return [
        number,
        launch.get("kind", "-"),
        launch["kernel"] or launch.get("name", "-"),
        os.path.basename(launch.get("location", "-")),
        cell(launch.get("reads"), ".2f", 1e-6),
        cell(launch.get("writes"), ".2f", 1e-6),
        cell(seconds, ".1f", 1e6),
        cell(launch.get("predicted"), ".1f", 1e6),
        cell(ideal, ".1f", 1e6),
        cell(share, ".2f"),
    ]


def _launches(record: dict[str, Any]) -> list[str]:
    rows, number = [_LAUNCH_HEADER], 0
    for launch in record["launches"]:
        is_reported = "kind" in launch
        name = str(number) if is_reported else ""
        rows.append(_launch_row(name, launch, record["copy_bandwidth"]))
        number += is_reported
    return lay_out(rows, (1, 2, 3))


def _sum(record: dict[str, Any]) -> list[str]:
    """Kernels against the call, where kernels were measured."""
    known = [one["seconds"] for one in record["launches"] if one["seconds"] is not None]
    if not known:
        return []
    total, call = sum(known) * 1e6, record["entries"][OURS]["median"] * 1e6
    return [f"kernels one by one take {total:.1f} us, the call in a graph {call:.1f} us"]


def _prediction(record: dict[str, Any]) -> list[str]:
    """How far the cost models are from what was measured."""
    errors = sorted(
        abs(one["predicted"] / one["seconds"] - 1)
        for one in record["launches"]
        if one.get("predicted") and one["seconds"]
    )
    if not errors:
        return []
    median = statistics.median(errors)
    most = errors[math.ceil(0.9 * len(errors)) - 1]
    return [
        f"predicted times of {len(errors)} launches are off by {median:.1%} (median), "
        f"{most:.1%} (90th percentile)"
    ]


def _wrong(results: dict[str, Any], record: dict[str, Any]) -> list[str]:
    most = results["call"]["most_error"]
    return [
        f"warning: results of {name} are {entry['relative_error']:.2e} from those of "
        f"{results['call']['torch']}, more than {most:g}: one of the two is wrong"
        for name, entry in record["entries"].items()
        # NaN is above, what is not compared is not.
        if not (entry["relative_error"] or 0.0) <= most
    ]


def is_wrong(results: dict[str, Any]) -> bool:
    """Whether a result is further from the peer's than it may be."""
    return any(_wrong(results, record) for record in results["results"])


def _skipped(reasons: dict[str, str]) -> list[str]:
    lines: Sequence[tuple[str, list[str]]] = [
        (name, reason.strip().splitlines()) for name, reason in reasons.items()
    ]
    return [f"  {name}: {some[0] if some else 'no reason'}" for name, some in lines]


def _format_record(results: dict[str, Any], record: dict[str, Any]) -> list[str]:
    return [
        "",
        *_contenders(record),
        *_skipped(record["skipped"]),
        "",
        _bytes(record),
        "",
        *_launches(record),
        *_sum(record),
        *_prediction(record),
        *_wrong(results, record),
    ]


def format_program(results: dict[str, Any]) -> str:
    """Contenders, bytes, and a line per launch."""
    lines = [machine_line(results["machine"]), _title(results["call"])]
    for record in results["results"]:
        lines += _format_record(results, record)
    return "\n".join(lines)
