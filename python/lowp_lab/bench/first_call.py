"""How long a program's first call takes: compiled, and from the cache.

Each figure is of a process of its own, which has used the GPU before: what is
measured begins with the text of the module and ends when the result is there.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

from lowp.bench.errors import BenchError
from lowp.bench.products.kernels import PRODUCT
from lowp.bench.products.kinds import find_kind, scale_shape
from lowp.bench.products.module_text import module_text
from lowp.bench.products.problem import OPERAND_TYPES, Problem, choose_sizes
from lowp.bench.products.shapes import Shape


def _make_arrays(problem: Problem) -> list:
    """Operands and result, whose content does not matter."""
    from lowp.device import DeviceArray

    kind, (m, n, k) = problem.kind, problem.shape
    operands = (
        (m, problem.lhs, kind.lhs, problem.lhs_order),
        (n, problem.rhs, kind.rhs, problem.rhs_order),
    )
    arrays = []
    for rows, type, granularity, order in operands:
        shape = (rows, k) if order == "k" else (k, rows)
        arrays.append(DeviceArray(shape, OPERAND_TYPES[type]))
        arrays.append(DeviceArray(scale_shape(granularity, rows, k), "f32"))
    return [*arrays, DeviceArray((m, n), problem.result)]


def time_first_call(problem: Problem, chip: str) -> float:
    """Seconds from the module's text to the result, in this process."""
    import lowp
    from lowp.device import synchronize

    *operands, result = _make_arrays(problem)
    text = module_text(problem, choose_sizes(problem.shape, "static"))
    synchronize()
    begin = time.perf_counter()
    lowp.compile(text, chip=chip)[PRODUCT](*operands, out=result)
    synchronize()
    return time.perf_counter() - begin


def _time_in_process(problem: Problem, chip: str, cache: str) -> float:
    fields = [problem.kind.name, *problem.shape, *problem[2:], chip]
    finished = subprocess.run(
        [sys.executable, "-m", __name__, json.dumps(fields)],
        env={**os.environ, "LOWP_CACHE_DIR": cache},
        capture_output=True,
        text=True,
    )
    if finished.returncode:
        lines = finished.stderr.strip().splitlines() or ["no reason"]
        raise BenchError(f"expected a first call of {problem}, got: {lines[-1]}")
    return float(finished.stdout)


def measure_first_call(problem: Problem, chip: str, repetitions: int) -> str:
    """A line with medians over processes: each with an empty cache, then with a full one."""
    compiled, cached = [], []
    for _ in range(repetitions):
        with tempfile.TemporaryDirectory(prefix="lowp-bench-") as cache:
            compiled.append(_time_in_process(problem, chip, cache))
            cached.append(_time_in_process(problem, chip, cache))
    new, found = statistics.median(compiled), statistics.median(cached)
    return f"{problem}: {new:.3f} s compiled, {found * 1e3:.1f} ms from the cache"


def main(text: str) -> None:
    """What `_time_in_process` runs."""
    kind, m, n, k, *fields, chip = json.loads(text)
    problem = Problem(find_kind(kind), Shape(m, n, k), *fields)
    print(time_first_call(problem, chip))


if __name__ == "__main__":
    main(sys.argv[1])
