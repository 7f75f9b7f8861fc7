"""Contenders that do the same work, each as a graph, timed by turns."""

from __future__ import annotations

import functools
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from lowp.bench.errors import Unsupported
from lowp.bench.hardware.copying import CopyGraph
from lowp.bench.timing import Load, alternate, capture, count_buffers, count_calls

# Sets of inputs that differ in content; the others are copies of them.
_DISTINCT = 2
_COPY = "copy"


_Ready = TypeVar("_Ready")


def rotating(case: Any, draw: Callable[[int], Any], copy: Callable[[Any], Any]) -> list[Any]:
    """Inputs of calls to rotate over, so that none is in the L2 cache. draw: some of a
    seed. Few differ in content."""
    count = count_buffers(case)
    drawn = [draw(seed) for seed in range(min(_DISTINCT, count))]
    return drawn + [copy(drawn[number % len(drawn)]) for number in range(len(drawn), count)]


class Prepared(NamedTuple):
    """bound: calls whose memory the graph still reads. error: of the first result, None
    where it is not compared."""

    graph: Any
    bound: list[Callable[[], Any]]
    error: float | None
    agrees: bool


def returning(run: Callable[[], Any], result: Any) -> Callable[[], Any]:
    """A call that returns what `run` writes to."""

    def call() -> Any:
        run()
        return result

    return call


def prepare(
    case: Any,
    bound: list[Callable[[], Any]],
    judge: Callable[[Any], tuple[float | None, bool]],
) -> Prepared:
    """judge: the error of a result, None where it is not compared, and whether it agrees."""
    error, agrees = judge(bound[0]())
    return Prepared(capture(bound, count_calls(case, len(bound))), bound, error, agrees)


def prepare_all(
    contenders: Sequence[Any], prepare: Callable[[Any], _Ready]
) -> tuple[dict[str, _Ready], dict[str, str]]:
    """What `prepare` makes of those that can do it, and why others cannot, by their
    names. Raises what the GPU raises when it cannot go on."""
    import torch

    prepared: dict[str, _Ready] = {}
    skipped: dict[str, str] = {}
    for contender in contenders:
        try:
            prepared[contender.name] = prepare(contender)
        except Unsupported as reason:
            skipped[contender.name] = str(reason)
        except Exception as reason:  # noqa: BLE001
            # Libraries and torch.compile refuse in any way; a GPU that cannot go on says
            # so here.
            if torch.cuda.is_available():
                torch.cuda.synchronize()
            skipped[contender.name] = f"failed: {reason}"
    return prepared, skipped


def timed(seconds: list[float], flops: float | None) -> dict[str, Any]:
    """The figures of a record that follow from seconds of calls of `flops`, where these are
    known."""
    median = statistics.median(seconds)
    spread = (max(seconds) - min(seconds)) / median
    figures = {"seconds": seconds, "median": median, "spread": spread}
    return figures if flops is None else {**figures, "tflops": flops / median / 1e12}


def time_beside_copies(
    prepared: Mapping[str, Any], calls: int, repetitions: int, load: Load, copies: CopyGraph
) -> tuple[dict[str, list[float]], float]:
    """Seconds of each graph of `calls` calls, and bytes per second of copies, which are replayed
    first and between the others: the first kernel after new buffers were filled runs slow."""
    graphs = {_COPY: copies.graph, **{name: one.graph for name, one in prepared.items()}}
    seconds = alternate(graphs, calls, repetitions, load)
    # That many copies are in a graph of theirs.
    copied = [one * calls / copies.calls for one in seconds.pop(_COPY)]
    return seconds, copies.bandwidth(copied)


def _figures(case: Any, seconds: list[float], prepared: Prepared) -> dict[str, Any]:
    return {
        **timed(seconds, case.flops),
        "relative_error": prepared.error,
        "agrees": prepared.agrees,
    }


def hold(
    case: Any,
    contenders: Sequence[Any],
    bind: Callable[[Any], list[Callable[[], Any]]],
    judge: Callable[[Any, Any], tuple[float | None, bool]],
    calls: int,
    repetitions: int,
    load: Load,
) -> dict[str, Any]:
    """The work and what it took each of `contenders`, for a record. bind: the calls of one,
    whose graphs have `calls` of them. judge: what `prepare` asks for of one's result. Raises
    what the GPU raises when it cannot go on."""
    prepared, skipped = prepare_all(
        contenders, lambda one: prepare(case, bind(one), functools.partial(judge, one))
    )
    graphs = {name: one.graph for name, one in prepared.items()}
    seconds = alternate(graphs, calls, repetitions, load)
    return {
        "flops": case.flops,
        "bytes": case.bytes,
        "entries": {name: _figures(case, seconds[name], one) for name, one in prepared.items()},
        "skipped": skipped,
    }
