"""Weights that lowp.torch.hold and held hold: what programs read of them is prepared once,
kept, and written again in the same memory.

A weight that has moved, or been replaced, is held again from the next write on.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence

import torch

from lowp._errors import Error, LaunchError
from lowp._prepared import Prepared
from lowp.torch.held_clusters import Due
from lowp.torch.held_writes import Plan
from lowp.torch.module_weights import ModuleWeight, WeightTable
from lowp.torch.prepared_reads import Reader


class StaleWeightError(Error):
    """A held weight has changed without a count, outside of the optimizer's step."""

    names_layer = True


class HeldWeight(ModuleWeight):
    """copies: of all weights that are held with it."""

    def __init__(self, module: torch.nn.Module, parameter: str, name: str, copies: Copies) -> None:
        super().__init__(module, parameter, name)
        self.copies = copies


TABLE: WeightTable[HeldWeight] = WeightTable()
find = TABLE.find


def find_all(weights: Sequence[torch.Tensor]) -> list[HeldWeight] | None:
    """The held weights that tensors are; None where one is not, or is held with others."""
    result = [held for held in map(find, weights) if held is not None]
    are_one = len(result) == len(weights) > 0 and len({id(each.copies) for each in result}) == 1
    return result if are_one else None


def sums_of(weight: torch.Tensor) -> torch.Tensor:
    """A cheap fingerprint of a matrix, or of several: the sums of rows and of columns of its
    bits, each with a factor of its own."""
    bits = weight.detach().view({1: torch.int8, 2: torch.int16, 4: torch.int32}[weight.itemsize])

    def mix(sums: torch.Tensor) -> torch.Tensor:
        factors = torch.arange(1, 2 * sums.numel(), 2, device=sums.device)
        return (sums.flatten() * factors).sum()

    rows = bits.sum(-1, dtype=torch.int64)
    columns = bits.sum(tuple(range(bits.dim() - 1)), dtype=torch.int64)
    return torch.stack([mix(rows), mix(columns)])


def refuse_stale(
    what: str,
    names: Iterable[str],
    tensors: Sequence[torch.Tensor],
    sums: Sequence[torch.Tensor],
) -> None:
    """Raises StaleWeightError for the first tensor that has others than its `sums`, of which
    there are none where nothing is compared. what: a weight, or a part of one."""
    for name, tensor, expected in zip(names, tensors, sums):
        if not torch.equal(sums_of(tensor), expected):
            raise StaleWeightError(
                f"layer '{name}': expected the {what} that its held copy was written of, got "
                "other values: something wrote to it that torch does not count, as .data does, "
                "after the step of the optimizer; call write() of what lowp.torch.hold returned "
                "after that"
            )


class Moment:
    """When a copy was written on a GPU, for which other streams wait."""

    def __init__(self, device: torch.device) -> None:
        self._index = device.index
        self._stream = torch._C._cuda_getCurrentRawStream(device.index)
        self._event = torch.cuda.Event()
        self._event.record(torch.cuda.current_stream(device))

    def wait(self, arrays: Iterable[torch.Tensor]) -> None:
        if torch._C._cuda_getCurrentRawStream(self._index) == self._stream:
            return
        if torch.cuda.is_current_stream_capturing():
            # torch waits for the device before it captures.
            return
        stream = torch.cuda.current_stream(self._index)
        stream.wait_event(self._event)
        for array in arrays:
            array.record_stream(stream)


def _moment_of(device: torch.device) -> Moment | None:
    """Now, on a GPU whose work is not captured."""
    is_on_gpu = device.type == "cuda" and not torch.cuda.is_current_stream_capturing()
    return Moment(device) if is_on_gpu else None


class Copy:
    """What one function reads in place of weights, which it was given as `tensors`."""

    def __init__(
        self, reader: Reader, weights: Sequence[HeldWeight], tensors: Sequence[torch.Tensor]
    ) -> None:
        self.reader, self.weights = reader, weights
        self._places = [(each.data_ptr(), each.shape, each.stride()) for each in tensors]
        self.prepared: Prepared | None = None
        self._versions: list[int] = []
        self._sums: list[torch.Tensor] = []
        self._moment: Moment | None = None

    def tensors(self) -> list[torch.Tensor] | None:
        """The weights as the function was given them; None where one has moved."""
        result = []
        for weight, (address, shape, stride) in zip(self.weights, self._places):
            held = weight.find_local()
            if held is None or held.data_ptr() != address:
                return None
            is_given = held.shape == shape and held.stride() == stride
            result.append(held if is_given else held.as_strided(shape, stride))
        return result

    def note(self, tensors: Sequence[torch.Tensor], moment: Moment | None, debug: bool) -> None:
        """Notes what has been written: what these weights were at that moment."""
        self._moment = moment
        self._versions = [each._version for each in tensors]
        self._sums = [sums_of(each) for each in tensors] if debug else []

    def is_of(self, tensors: Sequence[torch.Tensor]) -> bool:
        """Whether torch has counted no write since."""
        return self.prepared is not None and self._versions == [each._version for each in tensors]

    def is_changed(self, changed: set[int] | None) -> bool:
        """Whether `changed` has the id of a weight, or None stands for all."""
        return changed is None or any(id(each.find()) in changed for each in self.weights)

    def use(self, tensors: Sequence[torch.Tensor]) -> Prepared:
        """What was prepared. Raises StaleWeightError for weights with other sums."""
        assert self.prepared is not None
        names = (weight.name for weight in self.weights)
        refuse_stale("weight", names, tensors, self._sums)
        if self._moment is not None:
            self._moment.wait(self.prepared.arrays)
        return self.prepared


class Copies:
    """Copies of the weights that one call of hold or held holds. debug: whether each use
    compares the weights with what they were. microbatches: calls between two writes."""

    def __init__(self, debug: bool, microbatches: int = 1) -> None:
        self._debug, self.microbatches = debug, microbatches
        self._lock = threading.RLock()
        self._made: dict[tuple, Copy] = {}
        # By the ids of copies that are written at once: those that were made.
        self._plans: dict[tuple, Plan] = {}

    def __iter__(self) -> Iterator[Copy]:
        return iter(list(self._made.values()))

    def __len__(self) -> int:
        return len(self._made)

    def clear(self) -> None:
        with self._lock:
            self._made.clear()
            self._plans.clear()

    @property
    def bytes(self) -> int:
        arrays = (each for copy in self if copy.prepared for each in copy.prepared.arrays)
        return sum(each.numel() * each.itemsize for each in arrays)

    def read(
        self,
        reader: Reader,
        weights: Sequence[HeldWeight],
        tensors: Sequence[torch.Tensor],
    ) -> Prepared:
        """What `reader` reads in place of `tensors`, the weights; written if it is new, or
        where torch has counted a write."""
        key = (reader.fingerprint, *((each.data_ptr(), each.stride()) for each in tensors))
        copy = self._made.get(key)
        if copy is None or not copy.is_of(tensors):
            with self._lock:
                copy = self._made.get(key)
                if copy is None:
                    self._made[key] = copy = Copy(reader, weights, tensors)
                    self._plans.clear()
                if not copy.is_of(tensors):
                    self._write_outside(copy, tensors)
        return copy.use(tensors)

    def _write_outside(self, copy: Copy, tensors: Sequence[torch.Tensor]) -> None:
        """Writes a copy outside of the optimizer's step."""
        if tensors[0].is_cuda and torch.cuda.is_current_stream_capturing():
            name = copy.weights[0].name
            raise LaunchError(
                f"layer '{name}': expected the copy of a held weight to be written before a "
                "CUDA graph is captured; call the model once, forward and backward"
            )
        with torch.no_grad():
            copy.prepared = copy.reader.prepare(tensors, copy.prepared)
            copy.note(tensors, _moment_of(tensors[0].device), self._debug)

    def write(self, changed: set[int] | None = None) -> None:
        """Writes copies of the weights whose ids `changed` has, or of all; drops copies of weights
        that are elsewhere by now."""
        with self._lock, torch.no_grad():
            copies: list[Copy] = []
            due: list[Due] = []
            for key, copy in list(self._made.items()):
                tensors = copy.tensors()
                if tensors is None:
                    del self._made[key]
                    self._plans.clear()
                elif copy.prepared is not None and copy.is_changed(changed):
                    copies.append(copy)
                    due.append(Due(copy.reader, tensors, copy.prepared.arrays))
            self._find_plan(copies, due).run(due)
            moments = {each: _moment_of(each) for each in {x.weights[0].device for x in due}}
            for copy, (_reader, weights, _arrays) in zip(copies, due):
                copy.note(weights, moments[weights[0].device], self._debug)

    def _find_plan(self, copies: list[Copy], due: list[Due]) -> Plan:
        """The calls that write these copies, which each step of one optimizer writes again."""
        key = tuple(map(id, copies))
        plan = self._plans.get(key)
        if plan is None:
            self._plans[key] = plan = Plan(due)
        return plan
