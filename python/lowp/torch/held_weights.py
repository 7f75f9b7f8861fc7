"""Weights that lowp.torch.hold and held hold: what programs read of them is prepared once,
kept, and written again in the same memory.

Operators find a held weight by its memory, so that layers, graphs, state_dict and copies
of a model are those of one that holds nothing. A weight that has moved, or been replaced,
is held again from the next write on.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

import torch

from lowp._errors import Error, LaunchError
from lowp._prepared import Prepared
from lowp.torch.prepared_reads import Place, Reader


class StaleWeightError(Error):
    """A held weight has changed without a count, outside of the optimizer's step."""

    names_layer = True


class Orders(Protocol):
    """The copies of a weight that one layer's matmuls read. Equal ones are of equal layers."""

    def reader(self, fingerprints: list[str]) -> Reader | None:
        """What prepares those with these fingerprints by one read; None where nothing does."""


class Order(NamedTuple):
    """Which copy of a weight one is: its place among those of `orders`."""

    place: int
    orders: Orders


# Storage, first element and count of elements of a weight.
_Memory = tuple[int, int, int]
# Where a storage was another may be by now: `find` asks the weight, too.
_held: weakref.WeakValueDictionary[_Memory, HeldWeight] = weakref.WeakValueDictionary()


def _memory_of(weight: torch.Tensor) -> _Memory:
    return weight.untyped_storage()._cdata, int(weight.storage_offset()), weight.numel()


class HeldWeight:
    """A parameter of a module. name: its layer's. copies: of all that are held with it."""

    def __init__(self, module: torch.nn.Module, parameter: str, name: str, copies: Copies) -> None:
        self._module, self._parameter = module, parameter
        self.name, self.copies = name, copies
        self.memory: _Memory | None = None

    def find(self) -> torch.Tensor | None:
        """The parameter; None where the module has it no more, or on several devices."""
        result = self._module._parameters.get(self._parameter)
        return None if result is None or hasattr(result, "placements") else result

    def follow(self) -> None:
        """Finds it where it is now."""
        weight = self.find()
        memory = None if weight is None else _memory_of(weight)
        if memory == self.memory and (memory is None or _held.get(memory) is self):
            return
        self.release()
        self.memory = memory
        if memory is not None:
            _held[memory] = self

    def release(self) -> None:
        if self.memory is not None and _held.get(self.memory) is self:
            del _held[self.memory]
        self.memory = None


def find(weight: torch.Tensor) -> HeldWeight | None:
    """The held weight that a tensor is, whatever its strides; None for others."""
    if not _held or type(weight) not in (torch.Tensor, torch.nn.Parameter):
        return None
    if torch._C._functorch.is_functorch_wrapped_tensor(weight):
        return None
    result = _held.get(_memory_of(weight))
    known = None if result is None else result.find()
    if known is None or known.untyped_storage()._cdata != weight.untyped_storage()._cdata:
        return None
    return None if weight.is_neg() or weight.is_inference() else result


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


class _Moment:
    """When a copy was written on a GPU, for which other streams wait."""

    def __init__(self, device: torch.device) -> None:
        self._device = device
        self._stream = torch.cuda.current_stream(device)
        self._event = torch.cuda.Event()
        self._event.record(self._stream)

    def wait(self, arrays: Iterable[torch.Tensor]) -> None:
        stream = torch.cuda.current_stream(self._device)
        if stream == self._stream or torch.cuda.is_current_stream_capturing():
            # torch waits for the device before it captures.
            return
        stream.wait_event(self._event)
        for array in arrays:
            array.record_stream(stream)


class Copy:
    """What one function reads in place of weights. places: of the weights, in its order."""

    def __init__(
        self,
        reader: Reader,
        order: Order | None,
        weights: list[HeldWeight],
        places: tuple[Place, ...],
    ) -> None:
        self.reader, self.order = reader, order
        self.weights, self.places = weights, places
        self.prepared: Prepared | None = None
        self.versions: list[int] = []
        self._sums: list[torch.Tensor] = []
        self._moment: _Moment | None = None

    def tensors(self) -> list[torch.Tensor] | None:
        """The weights as the function was given them; None where one has moved."""
        result = []
        for weight, place in zip(self.weights, self.places):
            held = weight.find()
            if held is None or held.untyped_storage()._cdata != place.storage:
                return None
            result.append(held.detach().as_strided(place.shape, place.stride, place.offset))
        return result

    def took(self, prepared: Prepared, tensors: Sequence[torch.Tensor], debug: bool) -> None:
        """Notes what has been written of the weights."""
        self.prepared = prepared
        self.versions = [each._version for each in tensors]
        self._sums = [sums_of(each) for each in tensors] if debug else []
        is_on_gpu = tensors[0].is_cuda and not torch.cuda.is_current_stream_capturing()
        self._moment = _Moment(tensors[0].device) if is_on_gpu else None

    def is_of(self, tensors: Sequence[torch.Tensor]) -> bool:
        """Whether torch has counted no write since."""
        return self.prepared is not None and self.versions == [each._version for each in tensors]

    def use(self, tensors: Sequence[torch.Tensor]) -> Prepared:
        """What was prepared. Raises StaleWeightError for weights with other sums."""
        assert self.prepared is not None
        for weight, tensor, sums in zip(self.weights, tensors, self._sums):
            if not torch.equal(sums_of(tensor), sums):
                raise StaleWeightError(
                    f"layer '{weight.name}': expected the weight that its held copy was "
                    "written of, got other values: something wrote to it that torch does not "
                    "count, as .data does, after the step of the optimizer; call write() of "
                    "what lowp.torch.hold returned after that"
                )
        if self._moment is not None:
            self._moment.wait(self.prepared.arrays)
        return self.prepared


class Copies:
    """Copies of the weights that one call of hold or held holds. debug: whether each use
    compares the weights with what they were."""

    def __init__(self, debug: bool) -> None:
        self._debug = debug
        self._lock = threading.RLock()
        self._made: dict[tuple, Copy] = {}

    def __iter__(self) -> Iterator[Copy]:
        return iter(list(self._made.values()))

    def __len__(self) -> int:
        return len(self._made)

    def clear(self) -> None:
        with self._lock:
            self._made.clear()

    @property
    def bytes(self) -> int:
        arrays = (each for copy in self if copy.prepared for each in copy.prepared.arrays)
        return sum(each.numel() * each.itemsize for each in arrays)

    def read(
        self,
        reader: Reader,
        order: Order | None,
        weights: list[HeldWeight],
        tensors: Sequence[torch.Tensor],
    ) -> Prepared:
        """What `reader` reads in place of `tensors`, the weights; written if it is new, or
        where torch has counted a write."""
        places = tuple(Place.of(x, x.untyped_storage()._cdata) for x in tensors)
        key = (reader.fingerprint, *places)
        copy = self._made.get(key)
        if copy is None or not copy.is_of(tensors):
            with self._lock:
                copy = self._made.setdefault(key, Copy(reader, order, weights, places))
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
            copy.took(copy.reader.prepare(tensors, copy.prepared), tensors, self._debug)

    def write(self, changed: set[int] | None = None) -> None:
        """Writes copies of the weights whose ids `changed` has, or of all; drops copies of weights
        that are elsewhere by now."""
        with self._lock, torch.no_grad():
            groups: dict[tuple, list[tuple[Copy, list[torch.Tensor]]]] = {}
            for key, copy in list(self._made.items()):
                tensors = copy.tensors()
                if tensors is None:
                    del self._made[key]
                elif changed is None or any(id(each.find()) in changed for each in copy.weights):
                    groups.setdefault((copy.places, copy.order and copy.order.orders), []).append(
                        (copy, tensors)
                    )
            for group in groups.values():
                self._write_group(group)

    def _write_group(self, group: list[tuple[Copy, list[torch.Tensor]]]) -> None:
        """Writes copies of one weight, by one read where a program does that."""
        tensors = group[0][1]
        ordered = {copy.order.place: copy for copy, _ in group if copy.order is not None}
        copies = [ordered[index] for index in sorted(ordered)]
        both = None
        if len(copies) == len(group) > 1 and copies[0].order is not None:
            both = copies[0].order.orders.reader([copy.reader.fingerprint for copy in copies])
        prepared = [copy.prepared for copy, _ in group]
        if both is not None and None not in prepared:
            arrays = [each for copy in copies for each in copy.prepared.arrays]  # type: ignore[union-attr]
            both.prepare(tensors, Prepared(arrays, both.fingerprint))
        else:
            prepared = [copy.reader.prepare(tensors, copy.prepared) for copy, _ in group]
        for (copy, _), each in zip(group, prepared):
            copy.took(each, tensors, self._debug)  # type: ignore[arg-type]
