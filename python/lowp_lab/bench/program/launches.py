"""Which kernel that ran belongs to which launch of the traffic report.

A launch of the report may be more kernels than one (the amax of a whole matrix is
filled first), and equal launches share a kernel. So both lists, which have one order,
are aligned by what names say; what is left over stands alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from lowp_lab.bench.program.profile import KernelTime
from lowp_lab.bench.program.traffic import Launch


class Row(NamedTuple):
    """A launch of the report, a kernel that ran, or both."""

    launch: Launch | None
    kernel: KernelTime | None


# What kernels do comes after where they come from: "layers_mlp_up_quantize_f8E4M3FN".
_GEMM = re.compile(r"(.*_)?gemm_.*")
_FUSION = re.compile(r"(.*_)?(amax|quantize|dequantize|reduce|elementwise|copy)(_.*)?")
_GENERIC = re.compile(
    r"(.*_)?(fill|copy|reduce|check|quantize|elementwise|scatter|order_rows)(_.*)?"
)


def _likeness(launch: Launch, kernel: KernelTime) -> int:
    """0: cannot be this kernel. More is better."""
    name = kernel.name
    if launch.kind == "external" or not kernel.is_own:
        return int(launch.kind == "external" and not kernel.is_own)
    if _GEMM.fullmatch(name) or launch.kind == "gemm":
        return int(bool(_GEMM.fullmatch(name)) and launch.kind == "gemm")
    # Copies may be fusions.
    kinds = {"fusion": (_FUSION,), "generic": (_GENERIC,)}.get(launch.kind, (_FUSION, _GENERIC))
    if not any(kind.fullmatch(name) for kind in kinds):
        return 0
    # The $ of "layer$prepare_1" is in no name of PTX.
    function = launch.name.replace("$", "_").rpartition("_")[0]
    return 3 if launch.kind == "fusion" and name.startswith(f"{function}_") else 2


def _best_sums(launches: Sequence[Launch], kernels: Sequence[KernelTime]) -> list[list[int]]:
    """[i][j]: the most likeness that launches from i and kernels from j can have."""
    sums = [[0] * (len(kernels) + 1) for _ in range(len(launches) + 1)]
    for i in reversed(range(len(launches))):
        for j in reversed(range(len(kernels))):
            sums[i][j] = max(sums[i + 1][j], sums[i][j + 1])
            likeness = _likeness(launches[i], kernels[j])
            if likeness:
                sums[i][j] = max(sums[i][j], likeness + sums[i + 1][j + 1])
    return sums


def align(launches: Sequence[Launch], kernels: Sequence[KernelTime]) -> list[Row]:
    """Both in their order, each once."""
    sums = _best_sums(launches, kernels)
    rows, i, j = [], 0, 0
    while i < len(launches) and j < len(kernels):
        likeness = _likeness(launches[i], kernels[j])
        if likeness and sums[i][j] == likeness + sums[i + 1][j + 1]:
            rows.append(Row(launches[i], kernels[j]))
            i, j = i + 1, j + 1
        elif sums[i][j] == sums[i][j + 1]:
            rows.append(Row(None, kernels[j]))
            j += 1
        else:
            rows.append(Row(launches[i], None))
            i += 1
    rows += [Row(launch, None) for launch in launches[i:]]
    return rows + [Row(None, kernel) for kernel in kernels[j:]]
