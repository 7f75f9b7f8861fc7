"""Torch's loops over chunks of rows: one travels while another is multiplied.

They copy by symmetric memory, are private to torch, and the same in 2.11 to 2.13.
"""

from __future__ import annotations

import functools
import inspect
import socket
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch.distributed.distributed_c10d import _resolve_process_group

from lowp.torch.distributed.agreement import gather_values

_ARGUMENTS = {
    "_pipelined_multi_all_gather_and_consume": [
        "shard",
        "shard_consumer",
        "ag_out",
        "group_name",
        "ag_out_needed",
    ],
    "_pipelined_produce_and_all2all": ["chunk_producer", "output", "group_name", "out_chunk_dim"],
}


class Loops(NamedTuple):
    """gather: calls a consumer with the tensors of each rank as they come, and its index.
    scatter: calls a producer for each rank's chunk, which travels while the next is made;
    the chunks that come lie one after the other."""

    gather: Callable[..., None]
    scatter: Callable[..., None]


@functools.cache
def _read_loops() -> Loops | None:
    """None of a torch that has others."""
    try:
        from torch.distributed import _symmetric_memory as memory
    except ImportError:
        return None
    found = [getattr(memory, name, None) for name in _ARGUMENTS]
    for loop, expected in zip(found, _ARGUMENTS.values()):
        if loop is None or list(inspect.signature(loop).parameters) != expected:
            return None
    return Loops(*found)  # type: ignore[arg-type]


def _open(group_name: Any) -> bool:
    """Whether this rank reads the memory of the others of its host."""
    from torch.distributed import _symmetric_memory as memory

    try:
        with warnings.catch_warnings():
            # Torch 2.13 needs no such call, and says so.
            warnings.simplefilter("ignore", FutureWarning)
            memory.enable_symm_mem_for_group(group_name)
        memory.get_symm_mem_workspace(group_name, 1)
    except RuntimeError:
        return False
    return True


@functools.cache
def _reaches(group_name: Any) -> bool:
    """Whether the ranks of a group read each other's memory. All ask for it at once."""
    group = _resolve_process_group(group_name)
    hosts = gather_values(socket.gethostname(), group)
    is_one = all(host == hosts[0] for host in hosts)
    return is_one and all(gather_values(_open(group_name), group))


def find_loops(group: Any, device: torch.device) -> Loops | None:
    """None where rows have to travel by collectives: on the CPU, between hosts, and of a torch
    whose loops are others. All ranks of a group ask for it at once, and get the same."""
    if device.type != "cuda":
        return None
    loops = _read_loops()
    return loops if loops is not None and _reaches(group.group_name) else None
