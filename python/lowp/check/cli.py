"""`python -m lowp.check`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from lowp._errors import Error, LibraryError
from lowp.bench.errors import BenchError
from lowp.bench.hardware.card import describe_card
from lowp.bench.precompile import find_compiler, precompile
from lowp.bench.products.kernels import PRODUCT, CaseFolder, CompiledCases, Products
from lowp.bench.products.module_text import module_name, module_text
from lowp.bench.products.problem import choose_sizes
from lowp.bench.report.progress import Progress
from lowp.bench.report.results import expect_writable, save
from lowp.check import expectations
from lowp.check.arguments import (
    choose_cases,
    choose_functions,
    choose_grouped,
    make_parser,
)
from lowp.check.cases import Case
from lowp.check.function_runner import (
    CompiledFunctions,
    FunctionFolder,
    run_function,
)
from lowp.check.functions import FunctionCase
from lowp.check.grouped_draws import GroupedDraw
from lowp.check.grouped_run import GroupedKernels, run_grouped, why_not
from lowp.check.missing import why_missing
from lowp.check.runner import Report, run_case

_DEFAULT_CHIP = "sm_90a"
_SIZES = ("dynamic", "static")
_MOST_FAILURES_SHOWN = 20
FORMAT = "lowp-check 1"


def _has_torch(device: str) -> bool:
    try:
        import torch
    except ImportError:
        return False
    return device == "cpu" or torch.cuda.is_available()


def _choose_data(options):
    device = "cpu" if options.chip == "cpu" else "cuda"
    has_torch = _has_torch(device)
    if options.data == "torch" and not has_torch:
        raise BenchError("expected a torch that sees a GPU, got none; use --data numpy")
    if has_torch and options.data in ("auto", "torch"):
        from lowp.check.torch_data import TorchData

        return TorchData(device)
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


def _allocate_without_torch(size: int):
    from lowp.check.driver_memory import DeviceMemory

    return DeviceMemory((size,), 1)


def _module_folders(folder: str, uses_torch: bool) -> dict:
    plain = () if uses_torch else (_default_stream, _allocate_without_torch)
    kernels = CaseFolder(folder, PRODUCT, *plain)
    return {sizes: Products(kernels, sizes) for sizes in _SIZES}


def _choose_chip(options) -> str:
    if options.chip:
        return options.chip
    import lowp

    return lowp.device_info(0).chip


def _find_kernels(options, data) -> dict:
    if options.modules:
        return _module_folders(options.modules, type(data).__name__ == "TorchData")
    kernels = CompiledCases(_choose_chip(options), PRODUCT)
    return {sizes: Products(kernels, sizes) for sizes in _SIZES}


def _find_functions(options):
    if not options.modules:
        return CompiledFunctions(_choose_chip(options))
    # Their memory is the driver's, whatever library made the other data.
    return FunctionFolder(options.modules, _default_stream, _allocate_without_torch)


def _precompile(options, cases: list[Case], functions: list[FunctionCase]) -> int:
    compiler = find_compiler(options.compiler)
    modules = {case.name: case.text for case in functions}
    for problem, which in cases:
        sizes = choose_sizes(problem.shape, which)
        modules[module_name(problem, sizes)] = module_text(problem, sizes)
    chip = options.chip or _DEFAULT_CHIP
    progress = Progress(len(modules))
    # Formats that the chip lacks are checked, too.
    flags = ("--allow-emulation",)
    refused = precompile(modules, options.precompile, chip, compiler, progress, flags=flags)
    for name, reason in refused.items():
        print(f"{name}: refused:\n{reason}", file=sys.stderr)
    done = len(modules) - len(refused)
    print(f"{done} of {len(modules)} modules compiled into {options.precompile}")
    _save_references(options.precompile, functions, chip)
    return 1 if refused else 0


def _save_references(folder: str, functions: list[FunctionCase], chip: str) -> None:
    """What functions should give, for a machine that has no reference path."""
    try:
        for case in functions:
            expectations.save(folder, case, expectations.compute(case, chip))
    except LibraryError as error:
        print(f"functions cannot be checked there: {error}", file=sys.stderr)


def _hint(failed) -> str:
    """How to look closer at a failure."""
    return f"look closer: compute-sanitizer --tool memcheck python3 -m lowp.check {failed.options}"


def _show(report: Report) -> None:
    for kind, share in report.worst.items():
        print(f"{kind}: greatest error {share:.0%} of what is allowed")
    for reason, count in report.skipped.items():
        print(f"skipped {count}: {reason}")
    for case, reason in report.failures[:_MOST_FAILURES_SHOWN]:
        print(f"FAILED {case}: {reason}")
    if len(report.failures) > _MOST_FAILURES_SHOWN:
        print(f"and {len(report.failures) - _MOST_FAILURES_SHOWN} more")
    if report.failures:
        print(_hint(report.failures[0][0]))
    skipped = sum(report.skipped.values())
    print(f"lowp.check: {report.passed} passed, {len(report.failures)} failed, {skipped} skipped")


def _save(path: str, description: str, report: Report) -> None:
    """Writes what came of all cases, for who has no such card."""
    failures = [
        {"case": str(case), "options": case.options, "reason": reason}
        for case, reason in report.failures
    ]
    results = {
        "format": FORMAT,
        "machine": describe_card(),
        "run": description,
        "passed": report.passed,
        "skipped": dict(report.skipped),
        "of_tolerance": {k: v if v == v else None for k, v in report.worst.items()},
        "failures": failures,
        "results": report.records,
    }
    save(path, results)


class _Steps:
    """Checks one thing after the other; remembers at which one the GPU fell out."""

    def __init__(
        self,
        options,
        cases: list[Case],
        functions: list[FunctionCase],
        draws: list[GroupedDraw],
    ):
        self.report = Report()
        self._device = "cpu" if options.chip == "cpu" else "cuda"
        self._draws = self._choose_draws(options, draws)
        total = len(cases) + len(functions) + len(self._draws)
        self._progress = Progress(total, every=50)
        self._data = _choose_data(options)
        self._kernels = _find_kernels(options, self._data)
        self._functions = _find_functions(options)
        # Kernels of modules are there or not.
        self._chip = "" if options.modules else _choose_chip(options)
        self._cases, self._function_cases = cases, functions
        self.current: Any = None
        self.description = (
            f"data: {self._data.description}; kernels: {self._kernels['dynamic'].description}"
        )

    def _choose_draws(self, options, draws: list[GroupedDraw]) -> list[GroupedDraw]:
        reason = why_not(options) if draws else ""
        if not reason:
            return draws
        self.report.skipped[f"grouped matmuls: {reason}"] += len(draws)
        return []

    def _step(self, case, reason: str) -> None:
        self._progress.step(f"{case}: {reason}" if reason else str(case), bool(reason))

    def _check(self, case: Any, check: Callable[[], str]) -> None:
        self.current = case
        missing = why_missing(case, self._chip)
        if missing:
            self.report.skip(case, missing)
        self._step(case, "" if missing else check())

    def run(self) -> None:
        report = self.report
        for case in self._cases:
            self._check(case, lambda: run_case(case, self._data, self._kernels, report))
        for function in self._function_cases:
            self._check(
                function,
                lambda: run_function(function, self._functions, self._device, report),
            )
        self._run_grouped()

    def _run_grouped(self) -> None:
        present = [draw for draw in self._draws if not why_missing(draw, self._chip)]
        grouped = GroupedKernels(self._chip, present)
        try:
            for draw in self._draws:
                self._check(draw, lambda: run_grouped(draw, grouped, self.report))
        finally:
            grouped.end()

    def end(self) -> None:
        self._progress.end()


def _run(
    options,
    cases: list[Case],
    functions: list[FunctionCase],
    draws: list[GroupedDraw],
) -> int:
    expect_writable(options.json)
    steps = _Steps(options, cases, functions, draws)
    report = steps.report
    print(steps.description)
    try:
        steps.run()
    except (RuntimeError, BenchError) as error:
        # What a faulty kernel leaves behind: nothing runs in this process any more.
        report.failures.append((steps.current, f"the GPU cannot go on: {error}"))
    except KeyboardInterrupt:
        print("interrupted; what was checked follows", file=sys.stderr)
    steps.end()
    _show(report)
    if options.json:
        _save(options.json, steps.description, report)
    if report.failures:
        return 1
    return 0 if report.passed else 2


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status: 0, 1 for failures, 2 when nothing could be checked."""
    options = make_parser().parse_args(arguments)
    try:
        cases, functions = choose_cases(options), choose_functions(options)
        if options.precompile:
            return _precompile(options, cases, functions)
        return _run(options, cases, functions, choose_grouped(options))
    except Error as error:
        print(f"lowp.check: error: {error}", file=sys.stderr)
        return 2
