"""Where our kernels come from: compiled in this process, or a folder of libraries."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from lowp.bench.errors import BenchError, Refused, Unsupported
from lowp.bench.products.library_call import LibraryFunction
from lowp.bench.products.module_text import module_name, module_text
from lowp.bench.products.problem import Problem, choose_sizes

FUNCTION = "gemm"
LIBRARY_SUFFIX = ".so"


def current_stream() -> int:
    """torch's current stream."""
    import torch

    return torch.cuda.current_stream().cuda_stream


def allocate(size: int) -> Any:
    """Device memory of torch."""
    import torch

    return torch.empty(size, dtype=torch.uint8, device="cuda")


class CompiledKernels:
    """Compiles each module when it is first asked for; lowp's cache keeps it."""

    def __init__(self, sizes: str, chip: str, config_file: str | None = None) -> None:
        self.description = f"compiled in this process for {chip}"
        if config_file:
            self.description += f" with configs of {config_file}"
        self._sizes = sizes
        self._chip = chip
        self._config_file = config_file
        self._functions: dict[str, Any] = {}

    def _find(self, problem: Problem):
        import lowp

        sizes = choose_sizes(problem.shape, self._sizes)
        name = module_name(problem, sizes)
        if name not in self._functions:
            device = "cpu" if self._chip == "cpu" else "cuda"
            chip = None if device == "cpu" else self._chip
            try:
                program = lowp.compile(
                    module_text(problem, sizes),
                    device=device,
                    chip=chip,
                    config_file=self._config_file,
                    source_name=name,
                )
            except lowp.CompileError as error:
                raise Refused(str(error)) from None
            self._functions[name] = program[FUNCTION]
        return self._functions[name]

    def bind(
        self, problem: Problem, operands: tuple, result: Any
    ) -> Callable[[], None]:
        """A call without arguments that writes `result`."""
        function = self._find(problem)

        def run() -> None:
            function(*operands, out=result)

        return run


class ModuleFolder:
    """Libraries that --precompile wrote."""

    def __init__(
        self,
        folder: str,
        sizes: str,
        stream: Callable[[], int] = current_stream,
        allocate: Callable[[int], Any] = allocate,
    ) -> None:
        if not os.path.isdir(folder):
            raise BenchError(
                f"expected a folder of modules, got '{folder}'; write one with "
                "--precompile where lowp-compile is"
            )
        self.description = "libraries compiled beforehand"
        self._folder = folder
        self._sizes = sizes
        self._stream = stream
        self._allocate = allocate
        self._functions: dict[str, LibraryFunction] = {}

    def _find(self, problem: Problem) -> LibraryFunction:
        name = module_name(problem, choose_sizes(problem.shape, self._sizes))
        path = os.path.join(self._folder, name + LIBRARY_SUFFIX)
        if name not in self._functions:
            if not os.path.exists(path):
                raise Unsupported(
                    f"expected '{path}', got no such file; give --precompile the "
                    "same options"
                )
            self._functions[name] = LibraryFunction(os.path.abspath(path), FUNCTION)
        return self._functions[name]

    def bind(
        self, problem: Problem, operands: tuple, result: Any
    ) -> Callable[[], None]:
        """A call without arguments that writes `result`."""
        function = self._find(problem)
        return function.bind((*operands, result), self._stream, self._allocate)
