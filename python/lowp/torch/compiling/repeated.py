"""Option save="memory": heads that are repeated for attention are kept once.

Several heads of queries share one of keys and values, which torch's attention reads as
often. The repeats are written again for the backward pass.
"""

from __future__ import annotations

import torch
from torch.utils.checkpoint import CheckpointPolicy

from lowp.torch.compiling.importer.table import VIEWS
from lowp.torch.compiling.joint import backward_nodes
from lowp.torch.compiling.recomputed import base_of
from lowp.torch.compiling.torch_times import bytes_of

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


def _is_read_by(copy: Node, late: set[Node]) -> bool:
    """Whether one of `late` reads it, or a view of it."""
    return any(
        user in late or (user.target in VIEWS and _is_read_by(user, late)) for user in copy.users
    )


def _keep_alone(graph: torch.fx.Graph, part: Node) -> None:
    """Lets what is read of a part be a tensor of its own: the whole would be kept for it."""
    readers = list(part.users)
    with graph.inserting_after(part):
        alone = graph.call_function(
            aten.clone.default, (part,), {"memory_format": torch.contiguous_format}
        )
    alone.meta = {**part.meta, "recompute": CheckpointPolicy.MUST_SAVE}
    alone.meta["val"] = part.meta["val"].clone(memory_format=torch.contiguous_format)
    for reader in readers:
        reader.replace_input_with(part, alone)


def repeat_again(graph: torch.fx.Graph) -> None:
    """Marks repeats that the backward pass reads, but for what has a mark."""
    late = backward_nodes(graph)
    for node in list(graph.nodes):
        if node.target is not aten.clone.default or node in late or "recompute" in node.meta:
            continue
        source = _repeated(node) if _is_read_by(node, late) else None
        if source is None:
            continue
        node.meta["recompute"] = CheckpointPolicy.MUST_RECOMPUTE
        if bytes_of(base_of(source)) > bytes_of(source):
            _keep_alone(graph, source)
