"""Gathers, layers under tensor parallelism, training under FSDP2 and experts on several
devices, with collectives of quantized data beside those in bf16, and beside torch."""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

SECTIONS = ("gather", "pipelined", "tp", "graphs", "fsdp", "experts", "two_ways", "compiled")
# What is asked for by its name alone: all steps are run four times.
OTHERS = ("equal",)
# What a section that has begun may take beyond the time of all.
_GRACE = 60


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ranks", type=int, default=2, help="processes, a GPU each")
    names = ", ".join(OTHERS)
    parser.add_argument(
        "--only", default=",".join(SECTIONS), help=f"sections, with commas; also {names}"
    )
    parser.add_argument("--shapes", default="8B,70B", help="of layers of Llama, with commas")
    parser.add_argument("--small", action="store_true", help="sizes for the CPU")
    parser.add_argument("--calls", type=int, default=6, help="calls of a figure")
    parser.add_argument("--repetitions", type=int, default=5, help="figures, taken by turns")
    parser.add_argument("--steps", type=int, default=3, help="whose losses are compared")
    parser.add_argument("--equal-steps", type=int, default=200, help="of section equal")
    parser.add_argument("--seconds", type=float, default=480, help="when no section begins")


def _environment(rank: int, ranks: int, folder: str) -> dict[str, str]:
    """As torchrun sets it."""
    return {
        **os.environ,
        "RANK": str(rank),
        "LOCAL_RANK": str(rank),
        "WORLD_SIZE": str(ranks),
        "LOWP_MEASURE_FOLDER": folder,
        "GLOO_SOCKET_IFNAME": os.environ.get("GLOO_SOCKET_IFNAME", "lo"),
        "OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "1"),
        # NVLink's multicast is not there on all hosts.
        "NCCL_NVLS_ENABLE": os.environ.get("NCCL_NVLS_ENABLE", "0"),
    }


def _start(arguments: argparse.Namespace, folder: str) -> list[subprocess.Popen]:
    command = [sys.executable, "-m", f"{__name__}.rank", json.dumps(vars(arguments))]
    return [
        subprocess.Popen(command, env=_environment(rank, arguments.ranks, folder))
        for rank in range(arguments.ranks)
    ]


def _lines(path: pathlib.Path, runs: list[subprocess.Popen], end: float) -> Iterator[str]:
    """What the first rank has written, as it comes, until all or one that failed has ended."""
    position = 0
    while True:
        codes = [run.poll() for run in runs]
        is_over = None not in codes or any(codes) or time.monotonic() > end
        if path.exists():
            text = path.read_text(encoding="utf-8")[position:]
            whole = text[: text.rfind("\n") + 1]
            position += len(whole)
            yield from whole.splitlines()
        if is_over:
            return
        time.sleep(0.2)


def run(arguments: argparse.Namespace, write: Callable[[dict[str, Any]], None]) -> None:
    results: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        runs = _start(arguments, folder)
        try:
            end = time.monotonic() + arguments.seconds + _GRACE
            for line in _lines(pathlib.Path(folder) / "results", runs, end):
                name, found = json.loads(line)
                results[name] = found
                print(f"{name}: {json.dumps(found)}", flush=True)
                write(results)
        finally:
            codes = [run.poll() for run in runs]
            for each in runs:
                each.kill()
                each.wait()
    if any(codes):
        raise SystemExit(f"measure distributed: expected all ranks to end well, got {codes}")
