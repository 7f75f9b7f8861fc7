"""One table of what the backend does with a model."""

from __future__ import annotations

import collections
import dataclasses
import html
from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch._dynamo.utils import counters

from lowp._linear.recipes import forward_matmul
from lowp._linear import prices
from lowp.torch.compiling.backend import backend
from lowp.torch.compiling.linears import pattern_of
from lowp.torch.compiling.memory import Peak, find_peak
from lowp.torch.compiling.predicted import Prediction
from lowp.torch.compiling.predictions import predict
from lowp.torch.compiling.programs import Region
from lowp.torch.compiling.report import Cut, Cuts, Verdict, collect
from lowp.torch.frozen import FrozenLinear
from lowp.torch.programs import find_part

_TITLES = ("graph", "region", "layer", "role", "M x N x K", "recipe", "us", "bf16 us", "reason")


@dataclasses.dataclass(frozen=True)
class Row:
    """A matmul. graph: forward or backward. region: its number, None for a matmul that
    torch computes. recipe: a preset, or None. us, without_us: predicted microseconds
    with its recipe, quantizes included, and without; None without a part."""

    graph: str
    region: int | None
    layer: str
    role: str
    sizes: tuple[int, int, int] | None
    recipe: str | None
    us: float | None
    without_us: float | None
    reason: str

    def cells(self) -> tuple[str, ...]:
        sizes = " x ".join(map(str, self.sizes)) if self.sizes else ""
        region = "torch" if self.region is None else str(self.region)
        times = ["" if x is None else f"{x:.1f}" for x in (self.us, self.without_us)]
        recipe = self.recipe or "none"
        return (self.graph, region, self.layer, self.role, sizes, recipe, *times, self.reason)


@dataclasses.dataclass(frozen=True)
class Explanation:
    """rows: one for each matmul. graphs: how many dynamo made. breaks: why it made
    more than one, with how often. outside: operations outside of regions in graphs
    that have matmuls, torch's and lowp's own, with how often. verdicts: the kind of a graph and what became of
    a region of it, where times are predicted. peaks: what each graph needs most, beside
    what the caller holds, where a part is known. gathers: what ranks send, in what type.
    sums: what ranks add up of a region, and what is computed meanwhile."""

    rows: tuple[Row, ...]
    graphs: int
    breaks: Mapping[str, int]
    outside: Mapping[str, int]
    verdicts: tuple[tuple[str, Verdict], ...] = ()
    peaks: tuple[tuple[str, Peak], ...] = ()
    gathers: tuple[str, ...] = ()
    sums: tuple[str, ...] = ()

    def __str__(self) -> str:
        lines = [_TITLES, *(row.cells() for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*lines)]
        table = [
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip()
            for line in lines
        ]
        return "\n".join([*table, *self._ends()])

    def _ends(self) -> list[str]:
        ends = [
            f"{kind}, a region with {verdict.matmuls}: {verdict.reason}"
            for kind, verdict in self.verdicts
        ]
        ends += [f"{kind}, peak of memory: {peak}" for kind, peak in self.peaks]
        ends += [f"gather of {text}" for text in self.gathers]
        ends += [f"sum of {text}" for text in self.sums]
        ends += [f"{self.graphs} graphs of dynamo"]
        ends += [f"break, {count} times: {reason}" for reason, count in self.breaks.items()]
        own = [name for name in self.outside if name.partition(".")[0] == "lowp"]
        if own:
            ends += [f"operators of lowp: {self._list(own)}"]
        others = [name for name in self.outside if name not in own]
        return [*ends, f"torch computes: {self._list(others) or 'nothing else'}"]

    def _list(self, names: list[str]) -> str:
        return ", ".join(f"{name} {self.outside[name]}" for name in names)

    @property
    def json(self) -> list[dict[str, Any]]:
        """The rows, as `lowp.torch.report` has them."""
        return [dataclasses.asdict(row) for row in self.rows]

    def _repr_html_(self) -> str:
        """As a notebook shows it."""
        rows = [
            "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells)
            for tag, cells in (("th", _TITLES), *(("td", row.cells()) for row in self.rows))
        ]
        table = "".join(f"<tr>{row}</tr>" for row in rows)
        ends = "".join(f"<p>{html.escape(line)}</p>" for line in self._ends())
        return f"<table>{table}</table>{ends}"


def _rows_of(cut: Cut, number: int | None, part: str | None) -> list[Row]:
    predicted = predict(cut.region, part) if cut.region is not None and part else None
    predictions = predicted.by_name() if predicted is not None else {}
    rows = []
    for (name, role, told), recipe, is_priced in zip(cut.matmuls, cut.recipes, cut.priced):
        known = predictions.get(pattern_of(name)) if is_priced else None
        one: Prediction | None = known.popleft() if known else None
        own = forward_matmul(recipe).name if recipe else None
        rows.append(
            Row(
                cut.kind,
                number,
                name,
                role,
                one.sizes if one else None,
                own or (one.recipe if one else None),
                one.us if one else None,
                one.without_us if one else None,
                cut.reason or (told if own is None and not one else one.reason if one else ""),
            )
        )
    return rows


def _peaks_of(cuts: Cuts, part: str | None) -> tuple[tuple[str, Peak], ...]:
    """Returns the peak of each graph; without a part the workspace is unknown, and there are
    none."""
    if part is None:
        return ()

    def workspace_of(region: Region, stage: int) -> int | None:
        predicted = predict(region, part)
        return predicted.workspaces[stage] if predicted else None

    return tuple((kind, find_peak(graph, kind, workspace_of)) for kind, graph in cuts.graphs)


def _tensors(value: Any) -> list[torch.Tensor]:
    leaves = torch.utils._pytree.tree_leaves(value)
    return [x for x in leaves if isinstance(x, torch.Tensor) and x.requires_grad]


def _is_frozen(model: Any) -> bool:
    modules = model.modules() if isinstance(model, torch.nn.Module) else ()
    return any(isinstance(each, FrozenLinear) for each in modules)


def _run(model: Any, inputs: Sequence[Any], keywords: Mapping[str, Any]) -> None:
    """Forward and, where a result has a gradient, backward, without a trace."""
    results = _tensors(model(*inputs, **keywords))
    wanted = _tensors((inputs, dict(keywords)))
    if isinstance(model, torch.nn.Module):
        wanted += [parameter for parameter in model.parameters() if parameter.requires_grad]
    if results and wanted:
        gradients = [torch.ones_like(result) for result in results]
        torch.autograd.grad(results, wanted, gradients, allow_unused=True)


def explain(
    model: Any,
    *inputs: Any,
    options: Mapping[str, Any] | None = None,
    part: str | None = None,
    **keywords: Any,
) -> Explanation:
    """Tells what torch.compile(model, backend="lowp", options=options) does.

    Runs the model once with these inputs, forward and backward, of a model that
    lowp.torch.freeze has frozen forward alone; gradients are not kept,
    random numbers are drawn again, but buffers change as in any call. What is outside of
    regions runs in eager mode. part: the GPU that times are predicted for, e.g. "h200";
    by default the first GPU.

    Returns an Explanation, which prints as a table and shows as one in a notebook.
    Raises what the model raises, and ValueError for options that cannot be and for a part
    that lowp does not know.
    """
    if part is not None:
        prices.check_part(part)
    part = part or find_part(None)
    chosen: dict[str, Any] = {**(options or {}), "rest": "eager"}
    if part is not None:
        chosen["compile"] = {"part": part, **chosen.get("compile", {})}
    before = collections.Counter(counters["graph_break"])
    graphs = counters["stats"]["unique_graphs"]
    lowered = torch.compile(model, backend=backend, options=chosen)
    needs_gradients = torch.is_grad_enabled() and not _is_frozen(model)
    with collect() as cuts, torch.random.fork_rng(), torch.set_grad_enabled(needs_gradients):
        _run(lowered, inputs, keywords)
    rows: list[Row] = []
    numbers: collections.Counter[str] = collections.Counter()
    for cut in cuts:
        number = numbers[cut.kind] if cut.region is not None else None
        numbers[cut.kind] += cut.region is not None
        rows += _rows_of(cut, number, part)
    breaks = collections.Counter(counters["graph_break"]) - before
    return Explanation(
        tuple(rows),
        counters["stats"]["unique_graphs"] - graphs,
        dict(breaks),
        dict(cuts.outside),
        tuple(cuts.verdicts),
        _peaks_of(cuts, part),
        tuple(cuts.gathers),
        tuple(cuts.sums),
    )
