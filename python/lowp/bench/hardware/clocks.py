"""What nvidia-smi says of a GPU; reads, changes nothing."""

from __future__ import annotations

import shutil
import subprocess

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
