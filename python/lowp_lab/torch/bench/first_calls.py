"""What compiling costs, with empty caches and with full ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import torch
from torch._dynamo.utils import compilation_time_metrics, counters

from lowp_lab.torch.bench import cases, measure
from lowp_lab.torch.bench.contenders import Contender
from lowp.torch.compiling import report
from lowp.torch.compiling.programs import TABLE


def _dynamo_seconds() -> float:
    """What dynamo took, without the backend that it called."""
    whole, backend = (
        sum(compilation_time_metrics.get(name, ()))
        for name in ("_compile.compile_inner", "OutputGraph.call_user_compiler")
    )
    return whole - backend


def _cache_counters() -> dict[str, int]:
    """How often torch found graphs on disk, did not, and kept none."""
    counted = {**counters["aot_autograd"], **counters["inductor"]}
    return {name: number for name, number in counted.items() if "cache" in name}


def _layer(contender: Contender, setting: cases.Setting) -> Callable[[], Any]:
    layer = setting.layer()
    x = setting.input().requires_grad_(True)
    contender.compile(layer)
    return lambda: cases.gradients(layer, x, setting)


# The name of the case, and what is called first.
KINDS: dict[str, Callable[[Contender, cases.Setting], Callable[[], Any]]] = {
    "compilation": _layer,
    "compilation of a model": cases.make_step,
}


def compile_once(kind: str, contender: Contender, setting: cases.Setting) -> dict[str, Any]:
    """Seconds of the first call: the whole, this process's processor time, dynamo's and
    lowp's part; others are of aot_autograd and inductor. programs: of regions."""
    function = KINDS[kind](contender, setting)
    before = time.process_time()
    with report.collect() as cuts:
        seconds = measure.first_call(function, setting.device)
    return {
        "first_s": seconds,
        "processor_s": time.process_time() - before,
        "dynamo_s": _dynamo_seconds(),
        "lowp_s": cuts.seconds,
        "programs": len(TABLE),
        "caches": _cache_counters(),
        "torch": torch.__version__,
    }


def compile_twice(kind: str, contender: Contender, words: list[str]) -> dict[str, Any]:
    """In processes of their own: with empty caches, and with those of the first. words:
    of the command line."""
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        caches = {
            "LOWP_CACHE_DIR": os.path.join(folder, "lowp"),
            "TORCHINDUCTOR_CACHE_DIR": os.path.join(folder, "inductor"),
            "TRITON_CACHE_DIR": os.path.join(folder, "triton"),
        }
        words = [*words, "--compile-one", f"{kind} / {contender.name}"]
        for caches_are in ("cold", "warm"):
            finished = subprocess.run(
                [sys.executable, "-m", "lowp.torch.bench", *words],
                env={**os.environ, **caches},
                capture_output=True,
                text=True,
            )
            if finished.returncode:
                raise RuntimeError(finished.stderr[-2000:])
            found[caches_are] = json.loads(finished.stdout.splitlines()[-1])
    return found
