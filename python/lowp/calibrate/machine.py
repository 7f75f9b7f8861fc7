"""Whether measurements are of the part whose constants are fitted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from lowp._explain import report_of
from lowp.bench.errors import BenchError

# A copy reaches 0.87 of an H200's data sheet. Other parts of its chip are further away.
_LEAST_SHARE = 0.7


class Part(NamedTuple):
    """A part as the compiler knows it, and all figures of its models by name."""

    name: str
    chip: str
    figures: dict[str, float]


def ask_part(chip: str, name: str | None) -> Part:
    """The part of that name, or the one that stands for the chip. Raises
    lowp.CompileError where lowp knows none."""
    options = {"chip": chip, "part": name}
    content = report_of("module {}", "lowp-explain", "file", options)
    return Part(content["part"], content["chip"], content["figures"])


def find_chip(machine: dict[str, Any]) -> str:
    """The chip of the GPU. Raises BenchError where lowp has no kernels for it."""
    import lowp

    prefix = "sm_" + machine["capability"].replace(".", "")
    for chip in lowp.chips():
        if chip.rstrip("af") == prefix:
            return chip
    raise BenchError(
        f"expected measurements of a chip that lowp knows ({', '.join(lowp.chips())}), "
        f"got those of a {machine['gpu']}, {prefix}"
    )


def check_alike(files: Sequence[str], results: Sequence[dict[str, Any]]) -> None:
    """Raises BenchError unless all are of one GPU and one way to measure."""
    for file, one in zip(files, results):
        for what, got, want in (
            ("the GPU", one["machine"]["gpu"], results[0]["machine"]["gpu"]),
            ("the load", one["load"], results[0]["load"]),
        ):
            if got != want:
                raise BenchError(
                    f"expected {what} of all files to be that of '{files[0]}', {want}, "
                    f"got {got} in '{file}': other clocks have other constants"
                )


def check_part(machine: dict[str, Any], part: Part) -> None:
    """Raises BenchError unless the GPU can be that part."""
    count = machine["multiprocessors"]
    bandwidth = part.figures["memory_gb_per_second"]
    copied = machine["copy_bandwidth"] * 1e-9
    is_near = _LEAST_SHARE * bandwidth <= copied <= bandwidth
    if count == part.figures["multiprocessors"] and is_near:
        return
    raise BenchError(
        f"expected measurements of part '{part.name}', with "
        f"{part.figures['multiprocessors']:.0f} multiprocessors and {bandwidth:.0f} GB/s, "
        f"of which a copy reaches at least {_LEAST_SHARE:.0%}, got those of a "
        f"{machine['gpu']} with {count} multiprocessors and {copied:.0f} GB/s in a copy; "
        "name its part by --base"
    )
