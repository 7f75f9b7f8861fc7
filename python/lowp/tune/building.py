"""Compiling all candidates, several to a module, many modules at a time.

Compilations run in threads, not in processes of our own: the compiler is a process
already, or a library that lets go of Python's lock, and a process with a GPU must
not fork.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from lowp.bench.errors import Refused
from lowp.bench.products.module_text import module_name, text_with_configs
from lowp.bench.products.problem import choose_sizes
from lowp.bench.report.progress import Progress
from lowp.tune.candidates import Job

# Candidates in one module: enough to share what every library holds, few enough to
# compile in parallel.
CANDIDATES_PER_MODULE = 12


class Unit(NamedTuple):
    """Candidates of a job that one module holds, by their numbers."""

    job: Job
    numbers: tuple[int, ...]

    @property
    def name(self) -> str:
        sizes = choose_sizes(self.job.problem.shape, "static")
        first, last = self.numbers[0], self.numbers[-1]
        return f"{module_name(self.job.problem, sizes)}-{first}-{last}"

    @property
    def text(self) -> str:
        sizes = choose_sizes(self.job.problem.shape, "static")
        configs = {
            function_name(number): self.job.candidates[number].config
            for number in self.numbers
        }
        return text_with_configs(self.job.problem, sizes, configs)


class Built(NamedTuple):
    """module: what the compiler's `build` returned; None when it refused, for the
    reason in `refusal`."""

    module: Any
    refusal: str = ""


def function_name(number: int) -> str:
    """The function of a candidate in its module."""
    return f"gemm_{number}"


def split(job: Job) -> list[Unit]:
    """The units of a job."""
    numbers = range(len(job.candidates))
    return [
        Unit(job, tuple(numbers[start : start + CANDIDATES_PER_MODULE]))
        for start in range(0, len(numbers), CANDIDATES_PER_MODULE)
    ]


def _build_unit(unit: Unit, build: Callable[[str, str], Any]) -> dict[int, Built]:
    """Where a module is refused, its candidates are tried one by one."""
    try:
        module = build(unit.name, unit.text)
    except Refused as reason:
        if len(unit.numbers) == 1:
            return {unit.numbers[0]: Built(None, str(reason))}
        built: dict[int, Built] = {}
        for number in unit.numbers:
            built |= _build_unit(Unit(unit.job, (number,)), build)
        return built
    return dict.fromkeys(unit.numbers, Built(module))


def build_all(
    jobs: Iterable[Job],
    build: Callable[[str, str], Any],
    workers: int,
    progress: Callable[[int], Progress],
) -> list[dict[int, Built]]:
    """For each job its candidates by number. progress: makes one for so many
    steps."""
    units = [(place, unit) for place, job in enumerate(jobs) for unit in split(job)]
    results: list[dict[int, Built]] = [{} for _ in range(len({p for p, _ in units}))]
    shown = progress(len(units))
    with ThreadPoolExecutor(workers) as pool:
        outcomes = pool.map(
            lambda item: (*item, _build_unit(item[1], build)),
            units,
        )
        for place, unit, built in outcomes:
            results[place] |= built
            shown.step(unit.name)
    shown.end()
    return results
