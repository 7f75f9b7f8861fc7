"""Our kernels of a case: compiled in this process, or a folder of libraries."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from lowp.bench.errors import Refused, Unsupported
from lowp.bench.products.kernels import LIBRARY_SUFFIX, allocate, current_stream
from lowp.bench.products.library_call import LibraryFunction
from lowp.bench.quantize.case import Case
from lowp.bench.quantize.text import FUNCTION

# Gives the arguments, results to write; makes a call without arguments.
Binder = Callable[[Sequence[Any], Sequence[Any]], Callable[[], Any]]


class CompiledCases:
    """Compiles a case when it is asked for; lowp's cache keeps it."""

    def __init__(self, chip: str, math: str = "exact") -> None:
        self.description = f"compiled in this process for {chip}, math {math}"
        self._chip = chip
        self._math = math

    def find(self, case: Case) -> Binder:
        """Raises Refused."""
        import lowp
        from lowp._types import torch_type

        is_cpu = self._chip == "cpu"
        try:
            program = lowp.compile(
                case.text,
                device="cpu" if is_cpu else "cuda",
                chip=None if is_cpu else self._chip,
                source_name=case.file_name,
                math=self._math,
            )
        except lowp.CompileError as error:
            raise Refused(str(error)) from None
        function = program[FUNCTION]

        def bind(inputs: Sequence[Any], results: Sequence[Any]) -> Callable[[], Any]:
            import torch

            types = [torch_type(torch, result.type) for result in function.results]
            out = tuple(one.view(type) for one, type in zip(results, types))

            def run() -> None:
                function(*inputs, out=out)

            return run

        return bind


class CaseFolder:
    """Libraries that --precompile wrote."""

    def __init__(self, folder: str) -> None:
        self.description = "libraries compiled beforehand"
        self._folder = folder

    def find(self, case: Case) -> Binder:
        """Raises Unsupported."""
        path = os.path.join(self._folder, case.file_name + LIBRARY_SUFFIX)
        if not os.path.exists(path):
            raise Unsupported(f"expected '{path}', got no such file: was it refused?")
        function = LibraryFunction(os.path.abspath(path), FUNCTION)

        def bind(inputs: Sequence[Any], results: Sequence[Any]) -> Callable[[], Any]:
            arrays = (*inputs, *results)
            return function.bind(arrays, current_stream, allocate)

        return bind
