"""The card at hand and its software, as lowp sees them; torch is not needed."""

from __future__ import annotations

import platform
import sys
import time
from typing import Any

from lowp._errors import Error
from lowp._version import __version__
from lowp.bench.hardware.clocks import read_clocks

# Packages whose versions matter, if they have been imported.
_PACKAGES = ("torch", "numpy", "ml_dtypes", "triton")


def _versions() -> dict[str, str]:
    loaded = (name for name in _PACKAGES if name in sys.modules)
    return {name: str(sys.modules[name].__version__) for name in loaded}


def describe_part(index: int = 0) -> dict[str, Any]:
    """The chip to compile for and what cost models think of, e.g. "sm_120a" and
    "rtx5090"; nothing without a GPU."""
    import lowp

    try:
        info = lowp.device_info(index)
    except Error:
        return {}
    return {"chip": info.chip, "part": info.part}


def describe_card(index: int = 0) -> dict[str, Any]:
    """What the results of a run are of, for who reads them elsewhere."""
    import lowp

    description: dict[str, Any] = {
        "lowp": __version__,
        "python": platform.python_version(),
        "packages": _versions(),
        "system": platform.platform(),
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }
    try:
        info = lowp.device_info(index)
    except Error as error:
        return {**description, "gpu": None, "why": str(error)}
    return {
        "gpu": info.name,
        **describe_part(index),
        "multiprocessors": info.multiprocessors,
        "memory_bytes": info.memory_bytes,
        "l2_cache_bytes": info.l2_cache_bytes,
        "driver": read_clocks(index).get("driver_version"),
        **description,
    }
