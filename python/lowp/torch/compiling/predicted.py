"""What lowp's cost models say of a region: of each matmul, and of all its launches."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Mapping
from typing import Any, NamedTuple


@dataclasses.dataclass(frozen=True)
class Prediction:
    """What is predicted of one matmul. sizes: M, N and K; sizes that calls decide are assumed.
    recipe: its preset, or None. reason: why. us, without_us: microseconds of the matmul and its
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
    """The memory of a GPU. bytes_per_us: of a copy, what it reads and writes. launch_us: from one
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


def _known(size: int | str) -> int | None:
    """A size; None where calls decide."""
    return size if isinstance(size, int) else None


class Predictions(NamedTuple):
    """matmuls: in the order of the text. launches: of the function, without what
    prepares weights, or of its stages in turn. bytes: what they move, and workspaces:
    what is in between beside results, of each stage, None if calls decide. stages: what
    the compiler says of each, if there are several. prepares: whether another function
    prepares weights."""

    matmuls: tuple[Prediction, ...]
    launches: tuple[Launch, ...]
    bytes: int | None
    workspaces: tuple[int | None, ...]
    memory: Memory
    stages: tuple[dict[str, Any], ...] = ()
    prepares: bool = False

    @property
    def us(self) -> float | None:
        """Microseconds of all launches; None if one of them is not known."""
        times = [launch.us for launch in self.launches]
        return None if None in times else sum(times)  # type: ignore[arg-type]

    def by_name(self) -> dict[str, collections.deque[Prediction]]:
        result: dict[str, collections.deque[Prediction]] = collections.defaultdict(
            collections.deque
        )
        for matmul in self.matmuls:
            result[matmul.name].append(matmul)
        return result

    @staticmethod
    def read(explained: dict[str, Any], traffic: dict[str, Any]) -> Predictions:
        functions = traffic["functions"]
        stages = [each for each in functions if "stage" in each]
        regions = stages or [each for each in functions if each["name"] == "region"]
        sizes = [_known(each["bytes"]) for each in regions]
        launches = [launch for each in regions for launch in each["launches"]]
        return Predictions(
            tuple(map(Prediction.read, explained["matmuls"])),
            tuple(map(Launch.read, launches)),
            None if None in sizes else sum(sizes),  # type: ignore[arg-type]
            tuple(_known(each["workspace"]) for each in regions),
            Memory.read(explained["figures"]),
            tuple(stages),
            any(each["name"].endswith("$prepare") for each in functions),
        )
