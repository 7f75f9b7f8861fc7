"""Our kernels of a sum: compiled in this process, or a folder of libraries."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Protocol

from lowp.bench.errors import Refused, Unsupported
from lowp.bench.products.kernels import LIBRARY_SUFFIX, allocate, current_stream
from lowp.bench.products.library_call import LibraryFunction
from lowp.bench.reductions.case import SumCase
from lowp.bench.reductions.text import FUNCTION, sum_text

# Gives the matrix, a result to write; makes a call without arguments.
Binder = Callable[[Any, Any], Callable[[], Any]]


class SumKernels(Protocol):
    """Where our kernels come from."""

    description: str

    def find(self, case: SumCase) -> Binder: ...


class CompiledSums:
    """Compiles a sum when it is asked for; lowp's cache keeps it."""

    def __init__(self, chip: str) -> None:
        self.description = f"compiled in this process for {chip}"
        self._chip = chip

    def find(self, case: SumCase) -> Binder:
        """Raises Refused."""
        import lowp

        is_cpu = self._chip == "cpu"
        try:
            program = lowp.compile(
                sum_text(case),
                device="cpu" if is_cpu else "cuda",
                chip=None if is_cpu else self._chip,
                source_name=case.file_name,
            )
        except lowp.CompileError as error:
            raise Refused(str(error)) from None
        function = program[FUNCTION]

        def bind(matrix: Any, result: Any) -> Callable[[], Any]:
            def run() -> Any:
                return function(matrix, out=result)

            return run

        return bind


class SumFolder:
    """Libraries that --precompile wrote."""

    def __init__(self, folder: str) -> None:
        self.description = "libraries compiled beforehand"
        self._folder = folder

    def find(self, case: SumCase) -> Binder:
        """Raises Unsupported."""
        path = os.path.join(self._folder, case.file_name + LIBRARY_SUFFIX)
        if not os.path.exists(path):
            raise Unsupported(f"expected '{path}', got no such file: was it refused?")
        function = LibraryFunction(os.path.abspath(path), FUNCTION)

        def bind(matrix: Any, result: Any) -> Callable[[], Any]:
            return function.bind((matrix, result), current_stream, allocate)

        return bind
