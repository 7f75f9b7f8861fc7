"""Option save="memory": heads that are repeated for attention are kept once.

Several heads of queries share one of keys and values, which torch's attention reads as
often. The repeats are written again for the backward pass.
"""

from __future__ import annotations

import torch
from torch.utils.checkpoint import CheckpointPolicy

from lowp.torch.compiling.emitted import emit
from lowp.torch.compiling.importer.table import VIEWS
from lowp.torch.compiling.joint import backward_nodes
from lowp.torch.compiling.torch_times import bytes_of
from lowp.torch.compiling.walks import base_of, readers_of

Node = torch.fx.Node
aten = torch.ops.aten


def _repeated(copy: Node) -> Node | None:
    """What a copy repeats; None where it repeats nothing."""
    node = copy.all_input_nodes[0]
    while node.target in VIEWS:
        (source, *_others) = node.all_input_nodes
        if node.target is aten.expand.default and bytes_of(source) < bytes_of(node):
            return source
        node = source
    return None


def _keep_alone(graph: torch.fx.Graph, part: Node) -> None:
    """Lets what is read of a part be a tensor of its own: the whole would be kept for it."""
    readers = list(part.users)
    with graph.inserting_after(part):
        alone = emit(
            graph, aten.clone.default, part, of=part, memory_format=torch.contiguous_format
        )
    alone.meta["recompute"] = CheckpointPolicy.MUST_SAVE
    for reader in readers:
        reader.replace_input_with(part, alone)


def repeat_again(graph: torch.fx.Graph) -> None:
    """Marks repeats that the backward pass reads, but for what has a mark."""
    late = backward_nodes(graph)
    for node in list(graph.nodes):
        if node.target is not aten.clone.default or node in late or "recompute" in node.meta:
            continue
        source = None if late.isdisjoint(readers_of(node)) else _repeated(node)
        if source is None:
            continue
        node.meta["recompute"] = CheckpointPolicy.MUST_RECOMPUTE
        if bytes_of(base_of(source)) > bytes_of(source):
            _keep_alone(graph, source)
