"""What one process of several knows, and how they measure together."""

from __future__ import annotations

import argparse
import concurrent.futures
import json
import os
import pathlib
import statistics
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh

from lowp.bench.timing import by_turns
from lowp.torch import programs
from lowp_lab.torch.bench.measure import synchronize

_Calls = Mapping[str, Callable[[], Any]]


class Ranks:
    """One process, with its device, and what all of them agree on."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.begin = time.monotonic()
        self.rank, self.size = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
        self.folder = pathlib.Path(os.environ["LOWP_MEASURE_FOLDER"])
        self.is_gpu = arguments.device == "cuda"
        if self.is_gpu:
            torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
        self.device = torch.device(f"cuda:{self.rank}" if self.is_gpu else "cpu")
        if not dist.is_initialized():
            dist.init_process_group(
                "nccl" if self.is_gpu else "gloo",
                init_method=f"file://{self.folder}/store",
                rank=self.rank,
                world_size=self.size,
                device_id=self.device if self.is_gpu else None,
            )
        self.mesh: DeviceMesh = init_device_mesh(arguments.device, (self.size,))

    def write(self, name: str, found: dict[str, Any]) -> None:
        """A result for the process that has started all."""
        if self.rank == 0:
            found = {**found, "at": round(time.monotonic() - self.begin, 1)}
            with open(self.folder / "results", "a", encoding="utf-8") as file:
                file.write(json.dumps([name, found]) + "\n")

    def largest(self, values: list[float]) -> list[float]:
        """Each value as the rank has it that has the most."""
        shared = torch.tensor(values, dtype=torch.float64, device=self.device)
        dist.all_reduce(shared, op=dist.ReduceOp.MAX)
        return shared.tolist()

    def all_true(self, value: bool) -> bool:
        return not self.largest([float(not value)])[0]

    def has_time(self) -> bool:
        """Whether all ranks may begin something."""
        return self.all_true(time.monotonic() - self.begin < self.arguments.seconds)

    def warm(self, jobs: list[Callable[[], Any]]) -> float:
        """Compiles programs at once: the first rank, then others from the cache. Returns the
        seconds of it."""
        begin = time.monotonic()

        def compile_all() -> None:
            # A thread begins with the first GPU.
            start = partial(torch.cuda.set_device, self.device) if self.is_gpu else None
            count = min(16, os.cpu_count() or 1)
            with concurrent.futures.ThreadPoolExecutor(count, initializer=start) as pool:
                for each in [pool.submit(job) for job in jobs]:
                    each.result()

        if self.rank == 0:
            compile_all()
        dist.barrier()
        if self.rank != 0:
            compile_all()
        dist.barrier()
        return round(time.monotonic() - begin, 1)

    def _once(self, call: Callable[[], Any]) -> list[float]:
        """Milliseconds of a call on the device, by the median of some, and on the host: of the
        first, since later ones may wait for a full queue."""
        dist.barrier()
        synchronize(self.device)
        count = self.arguments.calls
        start = time.perf_counter()
        if not self.is_gpu:
            for _ in range(count):
                call()
            seconds = (time.perf_counter() - start) / count
            return [seconds * 1e3, seconds * 1e3]
        events = [torch.cuda.Event(enable_timing=True) for _ in range(count + 1)]
        host = 0.0
        events[0].record()
        for each in events[1:]:
            call()
            host = host or (time.perf_counter() - start) * 1e3
            each.record()
        synchronize(self.device)
        times = [a.elapsed_time(b) for a, b in zip(events, events[1:])]
        return [statistics.median(times), host]

    def by_turns(self, calls: _Calls, *bases: str) -> dict[str, dict[str, float]]:
        """What each call takes on the slowest rank: medians of figures that are taken by
        turns; and how many times as fast as each of the bases it is."""
        for call in calls.values():
            for _ in range(2):
                call()
        found = by_turns(
            list(calls),
            self.arguments.repetitions,
            lambda name: self.largest(self._once(calls[name])),
        )
        medians = {
            name: dict(zip(("ms", "host_ms"), (statistics.median(each) for each in zip(*figures))))
            for name, figures in found.items()
        }
        for figures in medians.values():
            figures |= {f"of {base}": medians[base]["ms"] / figures["ms"] for base in bases}
        return medians


def linear_jobs(
    sizes: list[tuple[int, int]], recipe: str, device: torch.device, scaled: tuple[str, str]
) -> list[Callable[[], Any]]:
    """What compiles both passes of layers, N by K, with operands that come as data and
    scales: in the forward pass and in the backward pass."""
    dtype, needed = torch.bfloat16, (True, True, False)
    jobs: list[Callable[[], Any]] = []
    for size in sizes:
        forward = partial(programs.linear, size, dtype, False, recipe, device, scaled[0])
        about = size, dtype, needed, recipe, device
        backward = partial(programs.linear_backward, *about, scaled=scaled[1])
        jobs += [forward, backward]
    return jobs
