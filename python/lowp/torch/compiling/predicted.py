"""What lowp's cost models say of a region: of each matmul, and of all its launches."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Mapping
from typing import Any, NamedTuple


@dataclasses.dataclass(frozen=True)
class Prediction:
    """Of one matmul. sizes: M, N and K; those that calls decide are assumed. recipe:
    its preset, or None. reason: why. us, without_us: microseconds of the matmul and its
    quantizes, and in its own type."""

    name: str
    sizes: tuple[int, int, int]
    recipe: str | None
    reason: str
    us: float
    without_us: float

    @staticmethod
    def read(fields: dict[str, Any]) -> Prediction:
        return Prediction(
            fields["name"],
            (fields["m"], fields["n"], fields["k"]),
            fields.get("recipe") or None,
            fields.get("reason", ""),
            fields.get("us", fields["without_us"]),
            fields["without_us"],
        )


class Launch(NamedTuple):
    """kind: gemm, fusion, generic, copy or external. us: microseconds; None where sizes
    or functions are unknown. is_slow: whether it takes far longer than its bytes do."""

    kind: str
    us: float | None
    is_slow: bool

    @staticmethod
    def read(fields: dict[str, Any]) -> Launch:
        us, times = fields.get("predicted_us"), fields["times"]
        is_known = us is not None and isinstance(times, int)
        return Launch(fields["kind"], us * times if is_known else None, fields.get("slow", False))


class Memory(NamedTuple):
    """Of a GPU. bytes_per_us: of a copy, what it reads and writes. launch_us: from one
    launch to the next."""

    bytes_per_us: float
    launch_us: float

    @staticmethod
    def read(figures: Mapping[str, float]) -> Memory:
        speed = figures["memory_share"] * figures["memory_gb_per_second"] * 1e3
        return Memory(speed, figures["launch_microseconds"])

    def price(self, size: float) -> float:
        """Microseconds of a launch that moves so many bytes as fast as a copy."""
        return self.launch_us + size / self.bytes_per_us


class Predictions(NamedTuple):
    """matmuls: in the order of the text. launches: of the function, without what
    prepares weights. bytes: what they move, and workspace: what is in between beside
    results, None if calls decide."""

    matmuls: tuple[Prediction, ...]
    launches: tuple[Launch, ...]
    bytes: int | None
    workspace: int | None
    memory: Memory

    @property
    def us(self) -> float | None:
        """Microseconds of all launches; None if one of them is not known."""
        times = [launch.us for launch in self.launches]
        return None if None in times else sum(times)  # type: ignore[arg-type]

    def by_name(self) -> dict[str, collections.deque[Prediction]]:
        found: dict[str, collections.deque[Prediction]] = collections.defaultdict(collections.deque)
        for matmul in self.matmuls:
            found[matmul.name].append(matmul)
        return found

    @staticmethod
    def read(explained: dict[str, Any], traffic: dict[str, Any]) -> Predictions:
        (region,) = [each for each in traffic["functions"] if each["name"] == "region"]
        size, workspace = (
            region[name] if isinstance(region[name], int) else None
            for name in ("bytes", "workspace")
        )
        return Predictions(
            tuple(map(Prediction.read, explained["matmuls"])),
            tuple(map(Launch.read, region["launches"])),
            size,
            workspace,
            Memory.read(explained["figures"]),
        )
