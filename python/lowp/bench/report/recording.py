"""Measures one thing after the other, and keeps what there is."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from lowp.bench.errors import BenchError
from lowp.bench.hardware.clocks import read_clocks
from lowp.bench.report.progress import Progress
from lowp.bench.report.results import expect_writable, save


# Asking for clocks and writing all results may take as long as a record.
_KEEP_SECONDS = 1.0


def require_torch() -> None:
    """Fails unless torch and a GPU are there."""
    try:
        import torch
    except ImportError:
        raise BenchError(
            "expected torch, which makes the data and is the first peer; install it, "
            "or run --precompile here and --modules where torch is"
        ) from None
    if not torch.cuda.is_available():
        raise BenchError(
            "expected a GPU that torch can use, got none; --precompile and --table need none"
        )


def _keep(results: dict, path: str | None) -> None:
    """Writes what there is, and the clocks now."""
    results["machine"]["after"] = read_clocks()
    if path:
        save(path, results)


def _record(
    work: Sequence,
    measure: Callable[[Any], dict],
    say: Callable[[Any, dict], str],
    results: dict,
    path: str | None,
) -> None:
    progress = Progress(len(work))
    kept = time.monotonic()
    try:
        for one in work:
            record = measure(one)
            results["results"].append(record)
            progress.step(say(one, record))
            if time.monotonic() - kept >= _KEEP_SECONDS:
                _keep(results, path)
                kept = time.monotonic()
    finally:
        progress.end()
        _keep(results, path)


def record_all(
    tool: str,
    work: Sequence,
    measure: Callable[[Any], dict],
    say: Callable[[Any, dict], str],
    results: dict,
    path: str | None,
) -> bool:
    """Appends the record of each of `work` to `results["results"]`, and writes all
    of it to `path` if there is one, about each second and in the end. Whether it
    came to the end: on an interruption, and when the GPU cannot go on, it says so
    and leaves what was measured.

    tool: for messages. say: the line of progress after a record.
    """
    expect_writable(path)
    try:
        _record(work, measure, say, results, path)
    except KeyboardInterrupt:
        print("interrupted; what was measured follows", file=sys.stderr)
        return False
    except RuntimeError as error:
        # What a faulty kernel leaves behind: nothing runs in this process any more.
        print(f"{tool}: error: the GPU cannot go on: {error}", file=sys.stderr)
        return False
    return True
