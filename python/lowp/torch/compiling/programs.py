"""Regions as programs: what an operation of the graph carries, and what runs.

The operation holds the whole region as a string, so that graphs which torch keeps on
disk are complete. Equal regions are equal strings, and one program of the process.
"""

from __future__ import annotations

import base64
import collections
import dataclasses
import json
import threading
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import torch

import lowp
from lowp.torch.autograd import refuse_tangents
from lowp.torch.compiling import report
from lowp.torch.compiling.call import Call
from lowp.torch.compiling.frozen import Frozen
from lowp.torch.compiling.result import Made, Result
from lowp.torch.compiling.stage import Stage

# Programs that the process keeps; what is dropped is found in lowp's cache on disk.
_MOST_PROGRAMS = 256


@dataclasses.dataclass(frozen=True)
class Region:
    """text: a module with the function @region. device: cpu or cuda. options: of
    lowp.compile. orders: of each argument the dimensions as they are stored. symbols:
    the argument and the dimension whose size, divided by a number, each symbol is; some
    symbols stand for products. stages: of a region that is several calls, in turn."""

    text: str
    device: str
    options: dict[str, Any]
    orders: list[list[int]]
    symbols: list[list[int]]
    results: list[Result]
    stages: list[Stage] = dataclasses.field(default_factory=list)
    holds: bool = False

    def encode(self) -> str:
        content = json.dumps(dataclasses.asdict(self), sort_keys=True).encode()
        return base64.b64encode(zlib.compress(content, 9)).decode()

    @staticmethod
    def decode(code: str) -> Region:
        fields = json.loads(zlib.decompress(base64.b64decode(code)))
        fields["results"] = [Result(**result) for result in fields["results"]]
        fields["stages"] = [Stage.decode(stage) for stage in fields["stages"]]
        return Region(**fields)

    def compile_options(self) -> dict[str, Any]:
        """Options of lowp.compile, with what it compiles for."""
        chip = {"chip": "native"} if self.device == "cuda" else {}
        return {"device": self.device, **chip, **self.options}

    def compile(self) -> lowp.Program:
        """Raises what lowp.compile raises."""
        return lowp.compile(self.text, **self.compile_options())

    def symbols_of(self, arguments: Sequence[Any]) -> tuple:
        return tuple(arguments[index].shape[d] // by for index, d, by in self.symbols)

    def allocate(self, arguments: Sequence[Any]) -> list[Made]:
        symbols = list(self.symbols_of(arguments))
        return [result.allocate(symbols, arguments[0].device) for result in self.results]

    def allocate_of(self, stage: Stage, device: torch.device) -> list[Made]:
        """What a stage writes."""
        first = len(self.orders)
        result = [
            self.results[index - first].allocate([], device)
            for index in stage.writes
            if index < first + len(self.results)
        ]
        return result + [each.allocate([], device) for each in stage.between]

    def order_of(self, index: int) -> list[int] | None:
        """The dimensions of an argument of a stage as they are stored; None where they
        are in order."""
        count = len(self.orders)
        if index >= count + len(self.results):
            return None
        order = self.orders[index] if index < count else self.results[index - count].order
        return None if order == sorted(order) else order


class Loaded:
    """A region that can be called. calls: of its stages, or the only one."""

    def __init__(self, region: Region) -> None:
        self.region = region
        self.program = region.compile()
        if region.device == "cuda":
            # Before a CUDA graph is captured.
            self.program.preload(torch.cuda.current_device())
        if region.stages:
            self.calls = list(map(self._call_of, region.stages))
        else:
            self.calls = [self._whole()]

    def _whole(self) -> Call:
        region, function = self.region, self.program["region"]
        orders = [region.order_of(index) for index in range(len(region.orders))]
        symbols = region.symbols_of if region.symbols else None
        if len(self.program) == 1:
            return Call(function, _all, _store_all(orders), region.allocate, symbols)
        frozen = Frozen(
            self.program,
            lambda x, index: _store(x, orders[index]),
            region.holds,
            region.compile_options(),
        )
        return Call(function, frozen.select, frozen.store, region.allocate, symbols)

    def _call_of(self, stage: Stage) -> Call:
        region = self.region
        orders = list(map(region.order_of, stage.reads))

        def allocate(arguments: Sequence[torch.Tensor]) -> list[Made]:
            return region.allocate_of(stage, arguments[0].device)

        return Call(self.program[stage.function], _all, _store_all(orders), allocate, None)


def _store_all(orders: list[list[int] | None]) -> Callable[..., list[torch.Tensor]]:
    """What gives arguments as a function takes them. orders: of the dimensions of each."""
    return lambda _arguments, selected: list(map(_store, selected, orders))


def _all(arguments: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
    return arguments


def _store(argument: torch.Tensor, order: list[int] | None) -> torch.Tensor:
    """The argument as the program reads it, copied where it has gaps."""
    stored = argument if order is None else argument.permute(order)
    return stored.contiguous()


class Table:
    """The programs of the process, by the strings of their regions."""

    def __init__(self, most: int = _MOST_PROGRAMS) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._loaded: collections.OrderedDict[str, Loaded] = collections.OrderedDict()

    def __len__(self) -> int:
        return len(self._loaded)

    def clear(self) -> None:
        with self._lock:
            self._loaded.clear()

    def find(self, code: str) -> Loaded | None:
        with self._lock:
            loaded = self._loaded.get(code)
            if loaded is not None:
                self._loaded.move_to_end(code)
            return loaded

    def get(self, code: str) -> Loaded:
        """The program, compiled if it is new. Raises what lowp.compile raises."""
        loaded = self.find(code)
        if loaded is not None:
            return loaded
        loaded = Loaded(Region.decode(code))
        with self._lock:
            self._loaded[code] = loaded
            while len(self._loaded) > self._most:
                self._loaded.popitem(last=False)
        return loaded


TABLE = Table()

_LIBRARY = torch.library.Library("lowp", "FRAGMENT")
for _signature in ("run({}) -> Tensor[]", "run_one({}) -> Tensor"):
    _LIBRARY.define(
        _signature.format('str program, Tensor[] arguments, int stage=0, str label=""'),
        tags=(torch.Tag.pt2_compliant_tag, torch.Tag.needs_fixed_stride_order),
    )


def call_region(
    program: str, arguments: Sequence[torch.Tensor], stage: int = 0, label: str = ""
) -> Sequence[torch.Tensor]:
    """Runs a region, or a stage of one. label: what a profiler calls it."""
    refuse_tangents("run", arguments)
    loaded = TABLE.find(program)
    if loaded is None:
        # A graph that torch kept on disk, or one that the table has dropped.
        with report.timed():
            loaded = TABLE.get(program)
    if not torch.autograd.profiler._is_profiler_enabled:
        return loaded.calls[stage](arguments)
    with torch.profiler.record_function(f"lowp {label}"):
        return loaded.calls[stage](arguments)


def _run(
    program: str, arguments: list[torch.Tensor], stage: int = 0, label: str = ""
) -> list[torch.Tensor]:
    return list(call_region(program, arguments, stage, label))


def _run_fake(
    program: str, arguments: list[torch.Tensor], stage: int = 0, label: str = ""
) -> list[torch.Tensor]:
    region = Region.decode(program)
    if region.stages:
        result = region.allocate_of(region.stages[stage], arguments[0].device)
    else:
        result = region.allocate(arguments)
    return [each.seen for each in result]


def _only(run: Callable[..., list[torch.Tensor]]) -> Callable[..., torch.Tensor]:
    """The same with one result."""

    def run_one(*arguments: Any) -> torch.Tensor:
        (result,) = run(*arguments)
        return result

    return run_one


for _device in ("CPU", "CUDA"):
    _LIBRARY.impl("run", _run, _device)
    _LIBRARY.impl("run_one", _only(_run), _device)
torch.library.register_fake("lowp::run", _run_fake, lib=_LIBRARY)
torch.library.register_fake("lowp::run_one", _only(_run_fake), lib=_LIBRARY)
RUN = torch.ops.lowp.run.default
# What has one result; inductor's code in C++ takes a list of one for a tensor.
RUN_ONE = torch.ops.lowp.run_one.default
