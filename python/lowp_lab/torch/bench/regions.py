"""Regions one by one: lowp's launches beside what inductor makes of the same nodes.

Inputs are those of a step of the model.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple
from unittest import mock

import torch

from lowp.torch.compiling import direct, report
from lowp.torch.compiling.programs import TABLE, Loaded

Tensors = Sequence[torch.Tensor]


class Recorder:
    """The arguments of the regions that are called meanwhile, by their strings."""

    def __init__(self) -> None:
        self._inputs: dict[str, dict[int, torch.Tensor]] = {}

    @contextlib.contextmanager
    def recording(self) -> Iterator[None]:
        original = direct.call_region

        def call(program: str, arguments: Tensors, stage: int = 0, label: str = "") -> Tensors:
            self._note(program, arguments, stage)
            return original(program, arguments, stage, label)

        with mock.patch.object(direct, "call_region", call):
            yield

    def _note(self, program: str, arguments: Tensors, stage: int) -> None:
        region = TABLE.get(program).region
        reads = region.stages[stage].reads if region.stages else range(len(arguments))
        known = self._inputs.setdefault(program, {})
        for index, argument in zip(reads, arguments):
            if index < len(region.orders):
                known.setdefault(index, argument.detach())

    def inputs_of(self, program: str) -> list[torch.Tensor] | None:
        """None of a region that was not called."""
        known = self._inputs.get(program)
        return None if known is None else [known[index] for index in sorted(known)]


def run_whole(loaded: Loaded, inputs: Tensors) -> list[torch.Tensor]:
    """The results of a region, stage by stage where it has some."""
    region = loaded.region
    if not region.stages:
        return list(loaded.calls[0](inputs))
    values = dict(enumerate(inputs))
    for stage, call in zip(region.stages, loaded.calls):
        made = call([values[index] for index in stage.reads])
        values.update(zip(stage.writes, made))
    first = len(region.orders)
    return [values[first + index] for index in range(len(region.results))]


class Pair(NamedTuple):
    """A region that was called, and the same by inductor."""

    cut: report.Cut
    ours: Callable[[], Any]
    theirs: Callable[[], Any]


def pair(cuts: report.Cuts, recorder: Recorder) -> list[Pair]:
    """Compiles the nodes of each region that was called by inductor, too."""
    pairs: dict[str, Pair] = {}
    for cut in cuts:
        code = cut.region.encode() if cut.region is not None else ""
        inputs = recorder.inputs_of(code) if code and code not in pairs else None
        if inputs is None or cut.graph is None:
            continue
        if len(cut.graph.find_nodes(op="placeholder")) != len(inputs):
            # It reads what is no tensor, or has no elements.
            continue
        module = torch.compile(torch.fx.GraphModule({}, cut.graph), dynamic=False)
        theirs = functools.partial(module, *inputs)
        with torch.no_grad():
            theirs()
        ours = functools.partial(run_whole, TABLE.get(code), inputs)
        pairs[code] = Pair(cut, ours, theirs)
    return list(pairs.values())


def compare(
    pairs: Sequence[Pair], microseconds: Callable[[Callable[[], Any]], float]
) -> list[dict[str, Any]]:
    """Measures regions: microseconds of lowp and of inductor, and how many times faster lowp
    is."""
    rows = []
    with torch.no_grad():
        for cut, ours, theirs in pairs:
            us, torch_us = microseconds(ours), microseconds(theirs)
            names = ", ".join(name for name, _role, _recipe in cut.matmuls)
            row = {"kind": cut.kind, "layers": names, "us": us, "inductor_us": torch_us}
            rows.append({**row, "of_inductor": torch_us / us})
    return rows
