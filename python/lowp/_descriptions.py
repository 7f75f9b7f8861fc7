"""What the library says of functions and kernels, as values of Python."""

from __future__ import annotations

from typing import Any, NamedTuple

from lowp import _library
from lowp._sizes import evaluate, name_sizes


class Dimension(NamedTuple):
    """A size: fixed when `size` is 0 or more. Otherwise that of dimension `dimension`
    of argument `argument`, divided by `divisor` (rounded up) and rounded up to a
    multiple of `multiple`; `argument` -1: what `formula` says, or "" where nothing
    is known before the call."""

    size: int
    argument: int
    dimension: int
    divisor: int
    multiple: int
    formula: str = ""

    def of(self, shapes: list[tuple[int, ...] | None]) -> int:
        """The size when arguments have these shapes; -1: not known. Raises SizeFault
        where there is none."""
        if self.formula:
            # Plans do not depend on numbers, which have no size.
            return evaluate(self.formula, name_sizes(shapes))
        if self.size >= 0 or self.argument < 0:
            return self.size
        return self.following((shapes[self.argument] or ())[self.dimension])

    def following(self, size: int) -> int:
        """The size where that of the argument's dimension is `size`."""
        blocks = -(-size // self.divisor)
        return -(-blocks // self.multiple) * self.multiple


class Argument(NamedTuple):
    """An argument or a result. type: as MLIR spells it, e.g. "bf16". is_written:
    whether it is an argument that the function writes to. is_prepared: whether it is a
    part of a prepared weight, which lowp alone reads."""

    name: str
    type: str
    is_scalar: bool
    dimensions: tuple[Dimension, ...]
    is_written: bool = False
    is_prepared: bool = False

    def __str__(self) -> str:
        sizes = (str(d.size) if d.size >= 0 else "?" for d in self.dimensions)
        return f"{self.name}: {'x'.join((*sizes, self.type))}"


class Signature(NamedTuple):
    """A function without its code. device: what it runs on, "cpu" or "cuda". number:
    its place in the program. fingerprint: of prepared weights, "" without such.
    prepare: the function that computes the last `num_prepared` arguments; "" if
    there is none. parts: of a function that prepares; see lowp._parts."""

    name: str
    device: str
    arguments: tuple[Argument, ...]
    results: tuple[Argument, ...]
    number: int = 0
    fingerprint: str = ""
    prepare: str = ""
    num_prepared: int = 0
    parts: str = ""

    @property
    def written(self) -> list[int]:
        """The numbers of arguments and results that the function writes to."""
        first = len(self.arguments)
        in_place = [n for n, given in enumerate(self.arguments) if given.is_written]
        return [*in_place, *range(first, first + len(self.results))]

    def __str__(self) -> str:
        arguments = ", ".join(str(argument) for argument in self.arguments)
        results = ", ".join(str(result) for result in self.results)
        return f"{self.name}({arguments}) -> ({results})"


class Kernel(NamedTuple):
    """A kernel as ptxas saw it; None for what is not known because it did not run.

    registers: of a thread. spill_bytes: of a thread's stores to and loads from local
    memory for lack of registers. shared_bytes: of a thread block, static and
    dynamic. block: threads. cluster: thread blocks; None without clusters.
    """

    name: str
    registers: int | None
    spill_bytes: int | None
    shared_bytes: int | None
    block: tuple[int, int, int] | None
    cluster: tuple[int, int, int] | None


def _read_argument(argument: _library.Argument) -> Argument:
    name_of = _library.get().TypeName
    dimensions = tuple(
        Dimension(d.size, d.argument, d.dimension, d.divisor, d.multiple)
        for d in argument.dimensions[: argument.rank]
    )
    return Argument(
        argument.name.decode(),
        name_of(argument.type).decode(),
        bool(argument.isScalar),
        dimensions,
        bool(argument.isWritten),
    )


def _read_function(function: _library.FunctionInfo, number: int, device: str) -> Signature:
    arguments = function.arguments[: function.numArguments]
    results = function.results[: function.numResults]
    return Signature(
        function.name.decode(),
        device,
        tuple(_read_argument(argument) for argument in arguments),
        tuple(_read_argument(result) for result in results),
        number,
    )


def read_externals(handle: Any, device: str) -> dict[str, Signature]:
    """The functions of the user's that the program behind `handle` calls."""
    library = _library.get()
    result = (
        _read_function(library.ProgramExternalInfo(handle, number).contents, number, device)
        for number in range(library.ProgramNumExternals(handle))
    )
    return {signature.name: signature for signature in result}


def _with_formulas(handle: Any, signature: Signature) -> tuple[Argument, ...]:
    """The results, with the formulas of their sizes."""
    find = _library.get().ProgramSizeFormula
    results = []
    for number, result in enumerate(signature.results):
        dimensions = tuple(
            size._replace(formula=(find(handle, signature.number, number, place) or b"").decode())
            for place, size in enumerate(result.dimensions)
        )
        results.append(result._replace(dimensions=dimensions))
    return tuple(results)


def _mark_prepared(signature: Signature) -> Signature:
    """Marks which arguments or results of a function are prepared weights."""

    def mark(arguments: tuple[Argument, ...]) -> tuple[Argument, ...]:
        return tuple(argument._replace(is_prepared=True) for argument in arguments)

    if not signature.num_prepared:
        return signature._replace(results=mark(signature.results))
    first = len(signature.arguments) - signature.num_prepared
    arguments = signature.arguments
    return signature._replace(arguments=arguments[:first] + mark(arguments[first:]))


def read_signature(handle: Any, number: int, device: str) -> Signature:
    """Function `number` of the program behind `handle`, which is for `device`."""
    library = _library.get()
    info = library.ProgramFunctionInfo(handle, number).contents
    signature = _read_function(info, number, device)
    signature = signature._replace(results=_with_formulas(handle, signature))
    preparation = library.ProgramPreparation(handle, number)
    if not preparation:
        return signature
    signature = signature._replace(
        fingerprint=preparation.contents.fingerprint.decode(),
        num_prepared=preparation.contents.numPrepared,
    )
    signature = _mark_prepared(signature)
    if not signature.num_prepared:
        return signature._replace(parts=preparation.contents.parts.decode())
    prepare = library.ProgramFunctionInfo(handle, preparation.contents.prepare)
    return signature._replace(prepare=prepare.contents.name.decode())


def _known(value: int) -> int | None:
    return None if value < 0 else value


def read_kernel(kernel: _library.KernelInfo) -> Kernel:
    """The kernel that the library describes."""
    block, cluster = tuple(kernel.block), tuple(kernel.cluster)
    return Kernel(
        kernel.name.decode(),
        _known(kernel.registers),
        _known(kernel.spillBytes),
        _known(kernel.sharedBytes),
        block if any(block) else None,
        cluster if any(cluster) else None,
    )
