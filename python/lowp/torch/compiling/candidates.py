"""Sets of nodes on their way to regions: what they read and return, imported and
compiled."""

from __future__ import annotations

import concurrent.futures
import contextlib
import dataclasses
import os
from collections.abc import Collection, Iterator

import torch

import lowp
from lowp.torch.compiling.converted import is_converted, linears_of
from lowp.torch.compiling.errors import Refusal
from lowp.torch.compiling.importer.grouped import is_grouped
from lowp.torch.compiling.importer.quantized import QUANTIZE
from lowp.torch.compiling.importer.region import Division, import_region
from lowp._mlir.text import Line
from lowp.torch.compiling.importer.verify import find_mistake
from lowp.torch.compiling.late import weights_behind_inputs
from lowp.torch.compiling.programs import TABLE, Region
from lowp.torch.compiling.settings import Settings
from lowp.torch.compiling.support import first_device, has_elements

Nodes = list[torch.fx.Node]


def inputs_of(nodes: Nodes) -> Nodes:
    """The tensors with elements that the nodes read from outside, in the order of their
    use."""
    inside = set(nodes)
    read = dict.fromkeys(read for node in nodes for read in node.all_input_nodes)
    tensors = (node for node in read if isinstance(node.meta.get("val"), torch.Tensor))
    return [node for node in tensors if node not in inside and has_elements(node)]


def outputs_of(nodes: Nodes) -> Nodes:
    inside = set(nodes)
    return [node for node in nodes if any(user not in inside for user in node.users)]


@dataclasses.dataclass
class Candidate:
    """region: what the nodes became, or error: why they did not. culprit: the node to
    blame for that, where it is one. lines: of the region's text."""

    nodes: Nodes
    inputs: Nodes
    outputs: Nodes
    region: Region | None = None
    error: str | None = None
    culprit: torch.fx.Node | None = None
    lines: list[Line] = dataclasses.field(default_factory=list)

    @staticmethod
    def of(nodes: Nodes) -> Candidate:
        return Candidate(nodes, inputs_of(nodes), outputs_of(nodes))

    def _refuse(self, refusal: Refusal) -> None:
        self.region, self.error, self.culprit = None, str(refusal), refusal.node

    @property
    def ordered(self) -> Nodes:
        """The nodes in the order of the region."""
        return weights_behind_inputs(self.nodes)

    def import_nodes(
        self,
        settings: Settings,
        frozen: Collection[torch.fx.Node],
        division: Division | None = None,
    ) -> None:
        """Imports the nodes, or says why not. division: see import_region."""
        try:
            if not self.inputs:
                raise Refusal("expected a region with inputs, got one of constants")
            device = first_device(self.inputs)
            options = settings.options(device)
            if settings.recipes().is_auto and settings.can_choose(device):
                options["recipe"] = "auto"
                if denied := _denied(self.nodes, settings):
                    options["recipe_deny"] = denied
            self.region, self.lines = import_region(
                self.ordered, self.inputs, self.outputs, device, options, frozen, division
            )
        except Refusal as refusal:
            self._refuse(refusal)

    def as_graph(self) -> torch.fx.Graph:
        """The nodes as a graph of their own, whose first arguments are those of the region."""
        graph, inside = torch.fx.Graph(), set(self.nodes)
        read = [read for node in self.nodes for read in node.all_input_nodes if read not in inside]
        known: dict[torch.fx.Node, torch.fx.Node] = {}
        for node in dict.fromkeys([*self.inputs, *read]):
            known[node] = graph.placeholder(node.name)
        for node in self.nodes:
            known[node] = graph.node_copy(node, known.__getitem__)
        graph.output(tuple(known[node] for node in self.outputs))
        return graph

    def refuse_program(self, error: str) -> None:
        """Takes what the compiler says of the region."""
        assert self.region is not None
        self._refuse(find_mistake(self.lines) or Refusal(error))

    @property
    def culprits(self) -> Nodes:
        """The nodes without which a refused region may succeed: the one to blame, or
        grouped matmuls and quantizes, which not every chip has kernels for."""
        if self.error is None:
            return []
        if self.culprit is not None:
            return [self.culprit]
        return [node for node in self.nodes if is_grouped(node) or node.target is QUANTIZE]


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


def _compile(code: str) -> str | None:
    """Compiles the region of a string; returns why lowp refuses it."""
    try:
        TABLE.get(code)
    except lowp.CompileError as error:
        return str(error)
    return None


# Whether regions are compiled, or only divided and priced.
_compiles = True


def compiles() -> bool:
    return _compiles


@contextlib.contextmanager
def uncompiled() -> Iterator[None]:
    """Compiles no region meanwhile: their operations have fake results alone."""
    global _compiles
    before, _compiles = _compiles, False
    try:
        yield
    finally:
        _compiles = before


def compile_all(candidates: list[Candidate]) -> None:
    """Each program once, all at the same time: lowp releases the GIL."""
    if not _compiles:
        return
    codes = [(each, each.region.encode()) for each in candidates if each.region]
    distinct = list(dict.fromkeys(code for _, code in codes))
    if not distinct:
        return
    with concurrent.futures.ThreadPoolExecutor(min(len(distinct), os.cpu_count() or 1)) as pool:
        errors = dict(zip(distinct, pool.map(_compile, distinct)))
    for candidate, code in codes:
        if (error := errors[code]) is not None:
            candidate.refuse_program(error)
