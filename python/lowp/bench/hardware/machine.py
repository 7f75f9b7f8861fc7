"""What a measurement ran on; reads, changes nothing."""

from __future__ import annotations

import platform
import time

from lowp._version import __version__
from lowp.bench.hardware.card import describe_part
from lowp.bench.hardware.clocks import read_clocks
from lowp.bench.hardware.copying import measure_copy


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
