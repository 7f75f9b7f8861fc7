"""Which nodes of a graph become regions, and the regions in place of them."""

from __future__ import annotations

import concurrent.futures
import dataclasses
import operator
import os
import warnings
from collections.abc import Collection, Iterable
from typing import Any

import torch
from torch.fx.passes.tools_common import legalize_graph

import lowp
from lowp.torch.compiling.converted import is_converted, linears_of
from lowp.torch.compiling.errors import Refusal
from lowp.torch.compiling.importer.grouped import is_grouped
from lowp.torch.compiling.importer.quantized import QUANTIZE
from lowp.torch.compiling.importer.region import import_region
from lowp.torch.compiling.importer.table import VIEWS, is_matmul
from lowp.torch.compiling.partition import partition
from lowp.torch.compiling.programs import RUN, TABLE, Region
from lowp.torch.compiling.report import Cut, note, note_operation
from lowp.torch.compiling.settings import Settings
from lowp.torch.compiling.support import Support, first_device

Nodes = list[torch.fx.Node]


class RegionWarning(UserWarning):
    """A region stays with torch: why."""


def _is_view(node: torch.fx.Node) -> bool:
    return node.target in VIEWS


def _copy_views_out(graph: torch.fx.Graph, nodes: Nodes) -> Nodes:
    """Lets nodes outside read views that torch makes: of what the region returns, or of
    its inputs. Returns the nodes that are left."""
    inside = set(nodes)
    for node in reversed(nodes):
        outer = [user for user in node.users if user not in inside]
        if not _is_view(node) or not outer:
            continue
        if len(outer) == len(node.users):
            inside.remove(node)
            continue
        with graph.inserting_after(node):
            copy = graph.node_copy(node)
        for user in outer:
            user.replace_input_with(node, copy)
    return [node for node in nodes if node in inside]


def _tensors(nodes: Iterable[Any]) -> Nodes:
    return [
        node
        for node in nodes
        if isinstance(node, torch.fx.Node) and isinstance(node.meta.get("val"), torch.Tensor)
    ]


def _inputs(nodes: Nodes) -> Nodes:
    """The tensors that the nodes read from outside, in the order of their use."""
    inside = set(nodes)
    read = [read for node in nodes for read in _tensors(node.all_input_nodes)]
    return list(dict.fromkeys(node for node in read if node not in inside))


def _outputs(nodes: Nodes) -> Nodes:
    inside = set(nodes)
    return [node for node in nodes if any(user not in inside for user in node.users)]


@dataclasses.dataclass
class _Candidate:
    nodes: Nodes
    inputs: Nodes
    outputs: Nodes
    region: Region | None = None
    error: str | None = None
    culprit: torch.fx.Node | None = None


def _import(candidate: _Candidate, settings: Settings, frozen: Collection[torch.fx.Node]) -> None:
    """Imports the nodes, or says why not."""
    try:
        if not candidate.inputs:
            raise Refusal("expected a region with inputs, got one of constants")
        device = first_device(candidate.inputs)
        options = settings.options(device)
        if settings.recipes().is_auto and settings.can_choose(device):
            options["recipe"] = "auto"
            if denied := _denied(candidate.nodes, settings):
                options["recipe_deny"] = denied
        candidate.region = import_region(
            candidate.nodes, candidate.inputs, candidate.outputs, device, options, frozen
        )
    except Refusal as refusal:
        candidate.error, candidate.culprit = str(refusal), refusal.node


def _compile(code: str) -> str | None:
    """Compiles the region of a string; returns why lowp refuses it."""
    try:
        TABLE.get(code)
    except lowp.CompileError as error:
        return str(error)
    return None


def _compile_all(candidates: list[_Candidate]) -> None:
    """Each program once, all at the same time: lowp releases the GIL."""
    codes = {each: one.region.encode() for each, one in enumerate(candidates) if one.region}
    distinct = list(dict.fromkeys(codes.values()))
    if not distinct:
        return
    with concurrent.futures.ThreadPoolExecutor(min(len(distinct), os.cpu_count() or 1)) as pool:
        errors = dict(zip(distinct, pool.map(_compile, distinct)))
    for number, code in codes.items():
        if errors[code] is not None:
            candidates[number].region, candidates[number].error = None, errors[code]


def _denied(nodes: Nodes, settings: Settings) -> list[str]:
    """The names of matmuls that "auto" leaves alone: those of converted layers have the
    layer's recipe."""
    recipes = settings.recipes()
    return sorted(
        {
            linear.pattern
            for node in nodes
            for linear in linears_of(node)
            if is_converted(node) or not recipes.covers(linear.name)
        }
    )


def _replace(graph: torch.fx.Graph, candidate: _Candidate) -> torch.fx.Node:
    """Puts the operation in place of the nodes."""
    assert candidate.region is not None
    with graph.inserting_before(candidate.nodes[-1]):
        run = graph.call_function(RUN, (candidate.region.encode(), list(candidate.inputs)))
        run.meta["val"] = [node.meta["val"] for node in candidate.outputs]
        parts = []
        for number, node in enumerate(candidate.outputs):
            part = graph.call_function(operator.getitem, (run, number))
            part.meta = dict(node.meta)
            parts.append(part)
    inside = set(candidate.nodes)
    for node, part in zip(candidate.outputs, parts):
        for user in [user for user in node.users if user not in inside]:
            user.replace_input_with(node, part)
    for node in reversed(candidate.nodes):
        graph.erase_node(node)
    return run


def _give_back(nodes: Nodes, error: str | None, settings: Settings) -> None:
    """Says why nodes stay with torch."""
    linears = [linear for node in nodes for linear in linears_of(node)]
    names = ", ".join(dict.fromkeys(linear.name for linear in linears))
    what = f"a region with {names or 'matmuls'}" if len(nodes) > 1 else f"{nodes[0].target}"
    message = f"lowp leaves {what} to torch: {error}"
    if settings.strict:
        raise RuntimeError(message)
    warnings.warn(message, RegionWarning, stacklevel=2)


def _take(
    graph: torch.fx.Graph, support: Support, settings: Settings, frozen: Collection[torch.fx.Node]
) -> list[_Candidate]:
    """The sets of nodes that are wanted, imported and compiled where that succeeds."""
    sets = partition(graph, lambda n: support.reason_against(n) is None, support.is_wanted)
    wanted = [nodes for nodes in sets if any(map(support.is_wanted, nodes))]
    left = [_copy_views_out(graph, nodes) for nodes in wanted]
    candidates = [_Candidate(nodes, _inputs(nodes), _outputs(nodes)) for nodes in left]
    for candidate in candidates:
        _import(candidate, settings, frozen)
    # Otherwise the graph is divided again.
    if not any(candidate.culprit for candidate in candidates):
        _compile_all(candidates)
    return candidates


def _culprits(candidate: _Candidate) -> Nodes:
    """The nodes without which a refused region may succeed: the one that was not
    imported, or grouped matmuls and quantizes, which not every chip has kernels for."""
    if candidate.error is None:
        return []
    if candidate.culprit is not None:
        return [candidate.culprit]
    return [node for node in candidate.nodes if is_grouped(node) or node.target is QUANTIZE]


def cut_regions(
    module: torch.fx.GraphModule,
    settings: Settings,
    kind: str,
    frozen: Collection[torch.fx.Node] = (),
) -> int:
    """Replaces regions of the module's graph by operations lowp::run, and returns their
    number. kind: what the graph is, for reports. frozen: placeholders that keep their
    values."""
    graph = module.graph
    support = Support(graph, settings)
    candidates = _take(graph, support, settings, frozen)
    while culprits := {n: c.error for c in candidates for n in _culprits(c)}:
        for node, error in culprits.items():
            support.exclude(node, error or "")
            _give_back([node], error, settings)
        candidates = _take(graph, support, settings, frozen)
    for candidate in candidates:
        if candidate.error is not None:
            _give_back(candidate.nodes, candidate.error, settings)
    for candidate in candidates:
        note(Cut.of(kind, candidate.nodes, candidate.region, candidate.error))
    taken = [candidate for candidate in candidates if candidate.region is not None]
    for candidate in taken:
        candidate.inputs = _inputs(candidate.nodes)
        _replace(graph, candidate)
    _note_outside(graph, support, kind)
    if taken:
        legalize_graph(module)
        module.graph.eliminate_dead_code()
        module.recompile()
    return len(taken)


def _note_outside(graph: torch.fx.Graph, support: Support, kind: str) -> None:
    for node in graph.nodes:
        if node.op != "call_function" or node.target in (RUN, operator.getitem):
            continue
        if isinstance(node.meta.get("val"), (torch.Tensor, list, tuple)) and not _is_view(node):
            note_operation(node)
        if is_matmul(node):
            reason = support.reason_against(node) or support.reason_unwanted(node)
            note(Cut.outside(kind, node, reason))
