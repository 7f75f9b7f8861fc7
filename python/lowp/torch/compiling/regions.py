"""Which nodes of a graph become regions, and the regions in place of them."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Collection

import torch

from lowp.torch.compiling import filled, guard, own_gradients
from lowp.torch.compiling.candidates import Candidate, compile_all, inputs_of
from lowp.torch.compiling.converted import layers_of
from lowp.torch.compiling.divide import divide
from lowp.torch.compiling.early_sums import begin_sums_early
from lowp.torch.compiling.errors import RegionWarning
from lowp.torch.compiling.importer.table import VIEWS, is_matmul
from lowp.torch.compiling.lowered_order import keep_after
from lowp.torch.compiling.order import Order
from lowp.torch.compiling.partition import partition
from lowp.torch.compiling.programs import RUN
from lowp.torch.compiling.report import (
    Cut,
    is_collected,
    note,
    note_graph,
    note_operation,
    note_verdict,
)
from lowp.torch.compiling.result import Result
from lowp.torch.compiling.settings import Settings
from lowp.torch.compiling.support import Support, has_elements
from lowp.torch.compiling.wide_values import compute_where_read

Nodes = list[torch.fx.Node]


def _copy_views_out(graph: torch.fx.Graph, order: Order, nodes: Nodes) -> Nodes:
    """Lets nodes outside read views that torch makes: of what the region returns, or of
    its inputs. Returns the nodes that are left."""
    inside = set(nodes)
    for node in reversed(nodes):
        outer = [user for user in node.users if user not in inside]
        if node.target not in VIEWS or not outer:
            continue
        if len(outer) == len(node.users):
            inside.remove(node)
            continue
        with graph.inserting_after(node):
            copy = graph.node_copy(node)
        order.copy(node, copy)
        for user in outer:
            user.replace_input_with(node, copy)
    return [node for node in nodes if node in inside]


def _like(value: torch.Tensor, result: Result) -> torch.Tensor:
    """A tensor like that of a node, with the strides that a program writes."""
    stored = value.new_empty([value.shape[d] for d in result.order])
    transposed = stored.permute([result.order.index(d) for d in range(value.dim())])
    return value.new_empty_strided(value.shape, transposed.stride())


def _call(graph: torch.fx.Graph, arguments: tuple, values: list[torch.Tensor]) -> Nodes:
    """Adds an operation, and returns its results."""
    run = graph.call_function(RUN, arguments)
    run.meta["val"] = values
    parts = []
    for place, value in enumerate(values):
        part = graph.call_function(operator.getitem, (run, place))
        part.meta = {"val": value}
        parts.append(part)
    return parts


def _call_stages(
    graph: torch.fx.Graph,
    candidate: Candidate,
    code: str,
    label: str,
    values: list[torch.Tensor],
) -> Nodes:
    """Adds an operation for each stage, and returns the region's results."""
    assert candidate.region is not None
    result = dict(enumerate(candidate.inputs))
    first = len(result)
    device = values[0].device
    for place, stage in enumerate(candidate.region.stages):
        between = iter(stage.between)
        known = first + len(values)
        with values[0].fake_mode:  # type: ignore[attr-defined]
            written = [
                values[index - first] if index < known else next(between).allocate([], device).seen
                for index in stage.writes
            ]
        read = [result[index] for index in stage.reads]
        result.update(zip(stage.writes, _call(graph, (code, read, place, label), written)))
    return [result[first + place] for place in range(len(values))]


def _replace(graph: torch.fx.Graph, candidate: Candidate, kind: str) -> torch.fx.Node:
    """Puts operations in place of the nodes; returns the last one. kind: of the graph."""
    region = candidate.region
    assert region is not None
    code, label = region.encode(), f"{kind}: {layers_of(candidate.nodes)}"
    values = [
        _like(node.meta["val"], result) for node, result in zip(candidate.outputs, region.results)
    ]
    with graph.inserting_before(candidate.nodes[-1]):
        if region.stages:
            parts = _call_stages(graph, candidate, code, label, values)
        else:
            parts = _call(graph, (code, list(candidate.inputs), 0, label), values)
    for node, part in zip(candidate.outputs, parts):
        part.meta = {**node.meta, **part.meta}
    inside = set(candidate.nodes)
    for node, part in zip(candidate.outputs, parts):
        for user in [user for user in node.users if user not in inside]:
            user.replace_input_with(node, part)
    runs = [node for part in parts for node in part.all_input_nodes]
    last = max(runs, key=list(graph.nodes).index)
    for node in reversed(candidate.nodes):
        graph.erase_node(node)
    return last


def _give_back(nodes: Nodes, error: str | None, settings: Settings) -> None:
    """Says why nodes stay with torch."""
    what = f"a region with {layers_of(nodes)}" if len(nodes) > 1 else f"{nodes[0].target}"
    message = f"lowp leaves {what} to torch: {error}"
    if settings.strict:
        raise RuntimeError(message)
    warnings.warn(message, RegionWarning, stacklevel=2)


class _Division:
    """One graph on its way to regions. kind: what it is, for reports. frozen: placeholders that
    keep their values."""

    def __init__(
        self,
        graph: torch.fx.Graph,
        settings: Settings,
        kind: str,
        frozen: Collection[torch.fx.Node],
    ) -> None:
        self.graph, self.settings, self.kind, self.frozen = graph, settings, kind, frozen
        self.order, self.support = Order(graph), Support(graph, settings)

    def _import(self) -> list[Candidate]:
        """The sets of nodes that are wanted, imported where that succeeds."""
        support, order = self.support, self.order
        sets = partition(
            self.graph, order, lambda n: support.reason_against(n) is None, support.is_wanted
        )
        wanted = [nodes for nodes in sets if any(map(support.is_wanted, nodes))]
        wanted = compute_where_read(self.graph, order, wanted)
        left = [_copy_views_out(self.graph, order, nodes) for nodes in wanted]
        candidates = [
            candidate
            for candidate in map(Candidate.of, left)
            if any(map(has_elements, candidate.outputs))
        ]
        for candidate in candidates:
            candidate.import_nodes(self.settings, self.frozen)
        return candidates

    def _blame(self, candidates: list[Candidate]) -> bool:
        """Excludes the nodes that candidates are refused for. Whether there are some."""
        culprits = {node: each.error for each in candidates for node in each.culprits}
        for node, error in culprits.items():
            self.support.exclude(node, error or "")
            _give_back([node], error, self.settings)
        return bool(culprits)

    def _leave_losers(self, judgements: list[guard.Judgement]) -> None:
        """Excludes what is predicted to lose."""
        losing = [judgement for judgement in judgements if judgement.losers]
        for judgement in losing:
            for node in judgement.losers:
                self.support.exclude(node, judgement.verdict.reason)
        self._note(losing)

    def _note(self, judgements: list[guard.Judgement]) -> None:
        for judgement in judgements:
            judgement.tell()
            note_verdict(self.kind, judgement.verdict)

    def settle(self) -> list[Candidate]:
        """Divides the graph until no node is excluded any more; the candidates are compiled
        where that succeeds."""
        order, settings, frozen = self.order, self.settings, self.frozen
        while True:
            candidates = self._import()
            if any(candidate.culprit for candidate in candidates):
                self._blame(candidates)
                continue
            judgements = guard.judge(candidates, settings)
            if any(judgement.losers for judgement in judgements):
                self._leave_losers(judgements)
                continue
            candidates = begin_sums_early(self.graph, order, candidates, settings, frozen)
            divide(candidates, order, settings, frozen, self.kind)
            compile_all(candidates)
            if not self._blame(candidates):
                self._note([each for each in judgements if each.candidate.region is not None])
                return candidates


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
    copies = filled.spread(graph)
    gradients = own_gradients.part(graph)
    cut = _Division(graph, settings, kind, frozen)
    order, support, candidates = cut.order, cut.support, cut.settle()
    for candidate in candidates:
        if candidate.error is not None:
            _give_back(candidate.nodes, candidate.error, settings)
    for node in support.mistakes:
        _give_back([node], support.reason_against(node), settings)
    for candidate in candidates if is_collected() else ():
        alone = candidate.as_graph() if candidate.region is not None else None
        note(Cut.of(kind, candidate.nodes, candidate.region, candidate.error, alone))
    taken = [candidate for candidate in candidates if candidate.region is not None]
    places: dict[torch.fx.Node, torch.fx.Node] = {}
    for candidate in taken:
        candidate.inputs = inputs_of(candidate.nodes)
        places.update(dict.fromkeys(candidate.nodes, _replace(graph, candidate, kind)))
    own_gradients.join(graph, gradients)
    filled.join(graph, copies)
    _note_outside(graph, support, kind)
    if taken:
        order.sort(graph, places)
        for pair in order.demands:
            keep_after(*(places.get(node, node) for node in pair))
        module.graph.eliminate_dead_code()
        module.recompile()
    note_graph(kind, graph)
    return len(taken)


def _note_outside(graph: torch.fx.Graph, support: Support, kind: str) -> None:
    for node in graph.nodes:
        if node.op != "call_function" or node.target in (RUN, operator.getitem):
            continue
        if (
            isinstance(node.meta.get("val"), (torch.Tensor, list, tuple))
            and node.target not in VIEWS
        ):
            note_operation(node)
        if is_matmul(node):
            reason = support.reason_against(node) or support.reason_unwanted(node)
            note(Cut.outside(kind, node, reason))
