"""What a measurement ran on; reads, changes nothing."""

from __future__ import annotations

import platform
import shutil
import subprocess
import time

from lowp._version import __version__
from lowp.bench.card import describe_part
from lowp.bench.copying import measure_copy

_QUERIES = (
    "driver_version",
    "clocks.sm",
    "clocks.max.sm",
    "clocks.mem",
    "power.draw",
    "power.limit",
    "temperature.gpu",
)


def read_clocks(index: int = 0) -> dict[str, str]:
    """What nvidia-smi says now; empty where there is none."""
    tool = shutil.which("nvidia-smi")
    if tool is None:
        return {}
    command = [
        tool,
        f"--id={index}",
        f"--query-gpu={','.join(_QUERIES)}",
        "--format=csv,noheader",
    ]
    try:
        finished = subprocess.run(command, capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return {}
    values = [value.strip() for value in finished.stdout.strip().split(",")]
    return dict(zip(_QUERIES, values)) if len(values) == len(_QUERIES) else {}


def describe_machine() -> dict:
    """The GPU, its software, and what a copy reaches on it."""
    import torch

    bandwidth, how = measure_copy()
    properties = torch.cuda.get_device_properties(0)
    return {
        "gpu": properties.name,
        "capability": f"{properties.major}.{properties.minor}",
        **describe_part(),
        "multiprocessors": properties.multi_processor_count,
        "memory_bytes": properties.total_memory,
        "l2_cache_bytes": getattr(properties, "L2_cache_size", None),
        "copy_bandwidth": bandwidth,
        "copy": how,
        "before": read_clocks(),
        "lowp": __version__,
        "torch": torch.__version__,
        "cuda": torch.version.cuda,
        "python": platform.python_version(),
        "system": platform.platform(),
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }
