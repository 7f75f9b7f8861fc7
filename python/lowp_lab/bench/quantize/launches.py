"""How many kernels a call launches."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

_KERNEL_NODE = 0


def _count_kernels(graph: int) -> int | None:
    """Nodes of a CUgraph that are kernels; None where the driver does not say."""
    driver = ctypes.CDLL("libcuda.so.1")
    handle, count = ctypes.c_void_p(graph), ctypes.c_size_t()
    if driver.cuGraphGetNodes(handle, None, ctypes.byref(count)):
        return None
    nodes = (ctypes.c_void_p * count.value)()
    if driver.cuGraphGetNodes(handle, nodes, ctypes.byref(count)):
        return None
    kernels = 0
    for node in nodes:
        type = ctypes.c_int()
        if driver.cuGraphNodeGetType(ctypes.c_void_p(node), ctypes.byref(type)):
            return None
        kernels += type.value == _KERNEL_NODE
    return kernels


def count_launches(call: Callable[[], Any]) -> int | None:
    """Kernels of a call that was made before; None where torch or the driver do not
    tell."""
    import torch

    try:
        graph: Any = torch.cuda.CUDAGraph(keep_graph=True)
        with torch.cuda.graph(graph):
            results = call()
        count = _count_kernels(graph.raw_cuda_graph())
        del results
        return count
    except (AttributeError, OSError, TypeError):
        # A torch that does not hand out its graphs, or no driver.
        return None
