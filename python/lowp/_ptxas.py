"""The ptxas that NVIDIA's Python packages bring along."""

from __future__ import annotations

import importlib.util
import os
import shutil

# Where releases of nvidia-cuda-nvcc keep it, below the package nvidia.
_PLACES = ("cu13/bin/ptxas", "cuda_nvcc/bin/ptxas")


def find_packaged_ptxas() -> str | None:
    """Its path; None when there is none, or when the library looks elsewhere first:
    LOWP_PTXAS is set, or there is a ptxas on PATH."""
    if "LOWP_PTXAS" in os.environ or shutil.which("ptxas"):
        return None
    spec = importlib.util.find_spec("nvidia")
    for folder in (spec and spec.submodule_search_locations) or ():
        for place in _PLACES:
            path = os.path.join(folder, place)
            if os.access(path, os.X_OK) and os.path.isfile(path):
                return path
    return None
