"""Old values of tensors that a graph writes.

The backward pass may keep an argument and compute again what the forward pass computed of
it. Where the forward pass overwrites the argument, that would be computed of new values:
torch's partitioner does not know. What is read of such arguments is saved instead.
"""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch.utils.checkpoint import CheckpointPolicy

from lowp.torch.compiling.importer.table import VIEWS
from lowp.torch.compiling.joint import backward_nodes, placeholders
from lowp.torch.compiling.order import written_by
from lowp.torch.compiling.walks import base_of

aten = torch.ops.aten
Nodes = list[torch.fx.Node]


def _overwritten(graph: torch.fx.Graph) -> Iterator[torch.fx.Node]:
    """The placeholders for arguments that are written: by nodes of the graph, or with
    what it returns for them."""
    for node in graph.nodes:
        bases = (base_of(each, VIEWS) for each in written_by(node))
        yield from (each for each in bases if each.op == "placeholder")
    output = next(node for node in graph.nodes if node.op == "output")
    by_description = {node.meta.get("desc"): node for node in placeholders(graph)}
    for description in output.meta.get("desc") or ():
        argument = getattr(description, "mutated_input", None)
        if argument is not None and argument in by_description:
            yield by_description[argument]


def _readers(node: torch.fx.Node) -> Nodes:
    """What reads a tensor, also through views, but for what returns or writes it."""
    result: Nodes = []
    for user in node.users:
        if user.target in VIEWS:
            result += _readers(user)
        elif user.op == "call_function" and node not in written_by(user):
            result.append(user)
    return result


def _copy(graph: torch.fx.Graph, node: torch.fx.Node) -> None:
    """Lets all that reads an argument read a copy of it."""
    with graph.inserting_after(placeholders(graph)[-1]):
        copy = graph.call_function(aten.clone.default, (node,))
    copy.meta = {"val": node.meta["val"], "recompute": CheckpointPolicy.MUST_SAVE}
    for user in list(node.users):
        if user is not copy and user.op != "output" and node not in written_by(user):
            user.replace_input_with(node, copy)


def save_old_values(graph: torch.fx.Graph) -> None:
    """Marks what a joint graph has to save, since it cannot be computed again."""
    late = backward_nodes(graph)
    if not late:
        return
    for node in dict.fromkeys(_overwritten(graph)):
        readers = _readers(node)
        if not late.isdisjoint(readers):
            _copy(graph, node)
        for reader in readers:
            if reader not in late:
                reader.meta["recompute"] = CheckpointPolicy.MUST_SAVE
