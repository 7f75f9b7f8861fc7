"""Where our kernels come from: compiled in this process, or a folder of libraries."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from lowp._types import torch_type
from lowp.bench.errors import BenchError, Refused, Unsupported
from lowp.bench.products.library_call import LibraryFunction
from lowp.bench.products.module_text import module_name, module_text
from lowp.bench.products.problem import Problem, choose_sizes

# The function of a module, of a product and of others.
PRODUCT, FUNCTION = "gemm", "run"
LIBRARY_SUFFIX = ".so"

# Gives the arguments, results to write; makes a call without arguments.
Binder = Callable[[Sequence[Any], Sequence[Any]], Callable[[], Any]]


def current_stream() -> int:
    """torch's current stream."""
    import torch

    return torch.cuda.current_stream().cuda_stream


def allocate(size: int) -> Any:
    """Device memory of torch."""
    import torch

    return torch.empty(size, dtype=torch.uint8, device="cuda")


class Source(Protocol):
    """A module with a function, and a name that is fit for a file."""

    @property
    def file_name(self) -> str: ...

    @property
    def text(self) -> str: ...


class Module(NamedTuple):
    """A Source that nothing else is."""

    file_name: str
    text: str


class Kernels(Protocol):
    """Where our kernels come from. find: how a source is called."""

    description: str

    def find(self, source: Source) -> Binder: ...


def _as_type(array: Any, type: str) -> Any:
    """What a function writes to, which knows types that torch has as bytes."""
    torch = sys.modules.get("torch")
    if torch is None or not isinstance(array, torch.Tensor):
        return array
    return array.view(torch_type(torch, type))


class CompiledCases:
    """Compiles a source when it is asked for; lowp's cache keeps it. function: that is
    called. options: of lowp.compile."""

    def __init__(self, chip: str, function: str = FUNCTION, **options: Any) -> None:
        told = [f"{name.replace('_', ' ')} {value}" for name, value in options.items() if value]
        self.description = ", ".join([f"compiled in this process for {chip}", *told])
        is_cpu = chip == "cpu"
        device = {"device": "cpu" if is_cpu else "cuda", "chip": None if is_cpu else chip}
        self._function, self._options = function, {**device, **options}

    def compile(self, source: Source) -> Any:
        """The function. Raises Refused."""
        import lowp

        try:
            program = lowp.compile(source.text, source_name=source.file_name, **self._options)
        except lowp.CompileError as error:
            raise Refused(str(error)) from None
        return program[self._function]

    def find(self, source: Source) -> Binder:
        """Raises Refused."""
        function = self.compile(source)

        def bind(inputs: Sequence[Any], results: Sequence[Any]) -> Callable[[], Any]:
            types = [result.type for result in function.results]
            out = tuple(map(_as_type, results, types))

            def run() -> None:
                function(*inputs, out=out)

            return run

        return bind


class CaseFolder:
    """Libraries that --precompile wrote. stream, allocator: torch's by default."""

    description = "libraries compiled beforehand"

    def __init__(
        self,
        folder: str,
        function: str = FUNCTION,
        stream: Callable[[], int] | None = None,
        allocator: Callable[[int], Any] | None = None,
    ) -> None:
        if not os.path.isdir(folder):
            raise BenchError(
                f"expected a folder of modules, got '{folder}'; write one with "
                "--precompile where lowp-compile is"
            )
        self._folder, self._function = folder, function
        self._stream, self._allocate = stream or current_stream, allocator or allocate

    def find(self, source: Source) -> Binder:
        """Raises Unsupported."""
        path = os.path.join(self._folder, source.file_name + LIBRARY_SUFFIX)
        if not os.path.exists(path):
            raise Unsupported(
                f"expected '{path}', got no such file; give --precompile the same options, "
                "if it did not refuse the module"
            )
        function = LibraryFunction(os.path.abspath(path), self._function)

        def bind(inputs: Sequence[Any], results: Sequence[Any]) -> Callable[[], Any]:
            return function.bind((*inputs, *results), self._stream, self._allocate)

        return bind


def choose_chip(options: argparse.Namespace) -> str:
    """What --chip says, or the GPU's."""
    import lowp

    return options.chip or lowp.device_info(0).chip


def find_kernels(options: argparse.Namespace, function: str = FUNCTION) -> Kernels:
    """The kernels that options of the command line ask for; of the GPU's chip by default."""
    if options.modules:
        return CaseFolder(options.modules, function)
    chip = choose_chip(options)
    return CompiledCases(chip, function, math=options.math, config_file=options.config_file)


class Products:
    """Kernels of products, each found once. kernels: of modules with the function PRODUCT.
    sizes: which ones modules fix."""

    def __init__(self, kernels: Kernels, sizes: str) -> None:
        self.description = kernels.description
        self._kernels, self._sizes = kernels, sizes
        self._found: dict[str, Binder] = {}

    def bind(self, problem: Problem, operands: tuple, result: Any) -> Callable[[], None]:
        """A call without arguments that writes `result`."""
        sizes = choose_sizes(problem.shape, self._sizes)
        name = module_name(problem, sizes)
        if name not in self._found:
            module = Module(name, module_text(problem, sizes))
            self._found[name] = self._kernels.find(module)
        return self._found[name](operands, (result,))
