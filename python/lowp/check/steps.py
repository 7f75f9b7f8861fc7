"""All that one run checks, by index, in this process."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from lowp.bench.errors import BenchError
from lowp.bench.products.kernels import (
    PRODUCT,
    Binder,
    CaseFolder,
    CompiledCases,
    Kernels,
    Products,
    Source,
    choose_chip,
)
from lowp.check import expectations
from lowp.check.arguments import choose_cases, choose_functions, choose_grouped
from lowp.check.cases import Case
from lowp.check.expectations import FUNCTION
from lowp.check.function_runner import Expect, run_function
from lowp.check.functions import FunctionCase
from lowp.check.grouped_draws import GroupedDraw
from lowp.check.grouped_run import GroupedKernels, run_grouped, why_not
from lowp.check.ladder import in_order
from lowp.check.missing import why_missing
from lowp.check.runner import Record, run_case, skip

SIZES = ("dynamic", "static")

Choice = list[Case | FunctionCase | GroupedDraw]


def choose(options: argparse.Namespace) -> Choice:
    """What is asked for, in the order of its checks; the same in all processes."""
    return [*in_order(choose_cases(options)), *choose_functions(options), *choose_grouped(options)]


def _has_torch(device: str) -> bool:
    try:
        import torch
    except ImportError:
        return False
    return device == "cpu" or torch.cuda.is_available()


def _choose_data(options: argparse.Namespace, device: str) -> Any:
    if options.data in ("auto", "torch"):
        if _has_torch(device):
            from lowp.check.torch_data import TorchData

            return TorchData(device)
        if options.data == "torch":
            raise BenchError("expected a torch that sees a GPU, got none; use --data numpy")
    if options.data != "plain":
        from lowp.check.numpy_data import NumpyData

        try:
            return NumpyData(device)
        except ImportError:
            if options.data == "numpy":
                raise BenchError("expected numpy, got none; use --data plain") from None
    from lowp.check.plain_data import PlainData

    return PlainData(device)


def _default_stream() -> int:
    return 0


def _allocate_without_torch(size: int) -> Any:
    from lowp.check.driver_memory import DeviceMemory

    return DeviceMemory((size,), 1)


class _Told:
    """Kernels that tell when one is compiled and about to run."""

    def __init__(self, kernels: Any, tell: Callable[[], None]) -> None:
        self._kernels, self._tell = kernels, tell
        self.description = kernels.description

    def find(self, source: Source) -> Binder:
        bind = self._kernels.find(source)

        def bind_and_tell(inputs: Any, results: Any) -> Callable[[], Any]:
            call = bind(inputs, results)
            self._tell()
            return call

        return bind_and_tell


class Steps:
    """Checks what is chosen. tell: called when a kernel is compiled and about to run."""

    def __init__(
        self, options: argparse.Namespace, chosen: Choice, tell: Callable[[], None]
    ) -> None:
        self._chosen, self._tell = chosen, tell
        self._device = "cpu" if options.chip == "cpu" else "cuda"
        self._data = _choose_data(options, self._device)
        # Kernels of modules are there or not.
        self._chip = "" if options.modules else choose_chip(options)
        self._kernels = self._find_kernels(options)
        self._functions = self._find_functions(options)
        self._why_no_groups = why_not(options)
        self._grouped: GroupedKernels | None = None
        self.description = (
            f"data: {self._data.description}; kernels: {self._kernels['dynamic'].description}"
        )

    def _find_kernels(self, options: argparse.Namespace) -> dict[str, Products]:
        kernels: Any
        if options.modules:
            uses_torch = type(self._data).__name__ == "TorchData"
            plain = () if uses_torch else (_default_stream, _allocate_without_torch)
            kernels = CaseFolder(options.modules, PRODUCT, *plain)
        else:
            kernels = CompiledCases(self._chip, PRODUCT)
        told = _Told(kernels, self._tell)
        return {sizes: Products(told, sizes) for sizes in SIZES}

    def _find_functions(self, options: argparse.Namespace) -> tuple[Kernels, Expect]:
        """Their kernels, and what they should give."""
        folder = options.modules
        if folder:
            # Their memory is the driver's, whatever library made the other data.
            kernels: Kernels = CaseFolder(
                folder, FUNCTION, _default_stream, _allocate_without_torch
            )
            return _Told(kernels, self._tell), lambda case: expectations.load(folder, case)
        kernels = CompiledCases(self._chip, FUNCTION, allow_emulation=True)
        return _Told(kernels, self._tell), lambda case: expectations.compute(case, self._chip)

    def check(self, index: int) -> Record:
        """Raises what the GPU raises when it cannot go on."""
        case = self._chosen[index]
        missing = why_missing(case, self._chip)
        if missing:
            return skip(case, missing)
        if isinstance(case, Case):
            return run_case(case, self._data, self._kernels)
        if isinstance(case, FunctionCase):
            return run_function(case, *self._functions, self._device)
        if self._why_no_groups:
            return skip(case, f"grouped matmuls: {self._why_no_groups}")
        return run_grouped(case, self._find_grouped(index))

    def _find_grouped(self, index: int) -> GroupedKernels:
        """All modules of draws from one on, which are compiled side by side."""
        if self._grouped is None:
            draws = [
                case
                for case in self._chosen[index:]
                if isinstance(case, GroupedDraw) and not why_missing(case, self._chip)
            ]
            self._grouped = GroupedKernels(self._chip, draws, self._tell)
        return self._grouped

    def end(self) -> None:
        if self._grouped is not None:
            self._grouped.end()
