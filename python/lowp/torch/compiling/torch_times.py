"""What torch is predicted to take for the nodes of a region: the one model of it.

cuBLAS multiplies as fast as lowp's kernels without recipes are predicted to, torch's
grouped kernels somewhat slower. All other nodes are launches of inductor that move
their bytes at the speed of a copy, as few as fusion allows: nodes are one launch if one
reads the other, or both read the same, and no matmul, sum of columns or sort is between
them. That is an upper bound of what inductor does. What quantizes and dequantizes is an
operator of lowp's, a launch by itself. Views and constants cost nothing.
"""

from __future__ import annotations

import collections
import math
import operator
from collections.abc import Sequence
from typing import Any

import torch

from lowp.torch.compiling.importer import ordering, reductions
from lowp.torch.compiling.importer.quantized import DEQUANTIZE, QUANTIZE
from lowp.torch.compiling.importer.table import VIEWS, is_matmul
from lowp.torch.compiling.partition import Union
from lowp.torch.compiling.predicted import Memory
from lowp.torch.compiling.walks import base_of, readers_of

# What torch's grouped kernels take of lowp's in the same type: the least of three models'
# (deepseek_v3 1.08, mixtral 1.10, gpt_oss 1.18; H200, torch 2.11).
_GROUPED_SHARE = 1.08

_HANDED_ON = VIEWS | {operator.getitem}

Nodes = Sequence[torch.fx.Node]


def bytes_of(node: torch.fx.Node) -> int:
    """Bytes of all elements of a node's tensors; those of unknown sizes count as 0."""
    value = node.meta.get("val")
    tensors = value if isinstance(value, (list, tuple)) else [value]
    return sum(
        math.prod(tensor.shape) * tensor.element_size()
        for tensor in tensors
        if isinstance(tensor, torch.Tensor) and all(isinstance(s, int) for s in tensor.shape)
    )


def _origin(node: torch.fx.Node) -> torch.fx.Node:
    """What a view is of, and the node that one of several results is of."""
    return base_of(node, _HANDED_ON)


def _sums_columns(node: torch.fx.Node) -> bool:
    """Whether a node reduces other dimensions than the last ones."""
    if node.target not in reductions.OPERATIONS or len(node.args) < 2:
        return False
    source, dims = node.args[:2]
    listed: Any = dims if isinstance(dims, (list, tuple)) else [dims]
    if not isinstance(source, torch.fx.Node) or not all(isinstance(d, int) for d in listed):
        return False
    rank = source.meta["val"].dim()
    return bool(listed) and rank - 1 not in {d % rank for d in listed if rank}


def _ends_launch(node: torch.fx.Node) -> bool:
    """Whether what reads a node waits for all blocks of its launch."""
    return node.target in ordering.OPERATIONS or _sums_columns(node) or _is_own(node)


def _is_own(node: torch.fx.Node) -> bool:
    """Whether a node is an operator of lowp's, which is a launch by itself."""
    return node.target in (QUANTIZE, DEQUANTIZE)


class _Launches:
    """The nodes of a region as launches of torch."""

    def __init__(self, nodes: Nodes) -> None:
        self._views = {n for n in nodes if _origin(n) is not n}
        self._heavy = {n for n in nodes if is_matmul(n)}
        # Nodes that compute something of tensors, in their order.
        self._computed = [
            n for n in nodes if n not in self._heavy and n not in self._views and n.all_input_nodes
        ]
        self._level: dict[torch.fx.Node, int] = {}
        self._ends = {n for n in self._computed if _ends_launch(n)} | self._heavy
        for node in nodes:
            level = max(map(self._level_behind, node.all_input_nodes), default=0)
            self._level[node] = level + _is_own(node)
        for node in reversed(self._computed):
            self._move_to_readers(node)
        self._union = Union()
        self._join()

    def _level_behind(self, read: torch.fx.Node) -> int:
        """The level of what reads a node."""
        return self._level.get(read, 0) + (read in self._ends)

    def _readers(self, node: torch.fx.Node) -> list[torch.fx.Node]:
        """Lists the nodes that read a node, or views of it."""
        return list(readers_of(node, self._views.__contains__))

    def _move_to_readers(self, node: torch.fx.Node) -> None:
        """What only later launches read is computed there."""
        readers = self._readers(node)
        apart = self._heavy.union(filter(_is_own, readers))
        is_fused = all(reader in self._level and reader not in apart for reader in readers)
        if readers and is_fused and node.target not in reductions.OPERATIONS:
            self._level[node] = min(self._level[reader] for reader in readers)

    def _join(self) -> None:
        """Makes one launch of what reads each other, or the same, on a level."""
        for node in self._computed:
            level = self._level[node]
            for each in node.all_input_nodes:
                read = _origin(each)
                is_fused = self._level.get(read) == level and read not in self._ends
                self._union.join(read if is_fused else (read, level), node)

    def _reads(self) -> dict[object, dict[torch.fx.Node, dict[torch.fx.Node, int]]]:
        """Maps each launch to the tensors of others, and the views of them, that it reads."""
        result: dict[object, dict[torch.fx.Node, dict[torch.fx.Node, int]]] = (
            collections.defaultdict(lambda: collections.defaultdict(dict))
        )
        for node in self._computed:
            launch = self._union.find(node)
            for each in node.all_input_nodes:
                read = _origin(each)
                is_own = read in self._level and self._union.find(read) is launch
                if not is_own and (read not in self._level or read.all_input_nodes):
                    result[launch][read][each] = bytes_of(each)
        return result

    def _is_written(self, node: torch.fx.Node) -> bool:
        """Whether a node is read by others than its own launch."""
        launch = self._union.find(node)
        return any(
            reader not in self._level or self._union.find(reader) is not launch
            for reader in self._readers(node)
        )

    def bytes(self) -> list[int]:
        """What each launch moves."""
        moved: dict[object, int] = collections.Counter()
        for node in self._computed:
            written = bytes_of(node) if self._is_written(node) else 0
            moved[self._union.find(node)] += written
        for launch, tensors in self._reads().items():
            for read, views in tensors.items():
                moved[launch] += min(sum(views.values()), bytes_of(read))
        return list(moved.values())


def predict_torch(nodes: Nodes, matmuls_us: float, grouped_us: float, memory: Memory) -> float:
    """Microseconds that torch takes for nodes, in the order of the graph. matmuls_us: what
    lowp is predicted to take for their matmuls without recipes; grouped_us: for the grouped
    ones among them."""
    others_us = sum(map(memory.price, _Launches(nodes).bytes()))
    return matmuls_us + (_GROUPED_SHARE - 1) * grouped_us + others_us
