"""`python -m lowp.check`."""

from __future__ import annotations

import sys

from lowp._errors import Error
from lowp.bench.errors import BenchError
from lowp.bench.kernels import CompiledKernels, ModuleFolder
from lowp.bench.module_text import module_name, module_text
from lowp.bench.precompile import find_compiler, precompile
from lowp.bench.problem import choose_sizes
from lowp.bench.progress import Progress
from lowp.check.arguments import choose_cases, make_parser
from lowp.check.cases import Case
from lowp.check.runner import Report, run_case

_DEFAULT_CHIP = "sm_90a"
_SIZES = ("dynamic", "static")
_MOST_FAILURES_SHOWN = 20


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
    if has_torch and options.data != "numpy":
        from lowp.check.torch_data import TorchData

        return TorchData(device)
    from lowp.check.numpy_data import NumpyData

    try:
        return NumpyData(device)
    except ImportError:
        raise BenchError("expected torch or numpy, got neither; install one") from None


def _default_stream() -> int:
    return 0


def _allocate_without_torch(size: int):
    from lowp.check.driver_memory import DeviceMemory

    return DeviceMemory((size,), 1)


def _module_folders(folder: str, uses_torch: bool) -> dict:
    if uses_torch:
        return {sizes: ModuleFolder(folder, sizes) for sizes in _SIZES}
    plain = (_default_stream, _allocate_without_torch)
    return {sizes: ModuleFolder(folder, sizes, *plain) for sizes in _SIZES}


def _find_kernels(options, data) -> dict:
    if options.modules:
        return _module_folders(options.modules, type(data).__name__ == "TorchData")
    chip = options.chip
    if chip is None:
        import lowp

        chip = lowp.device_info(0).chip
    return {sizes: CompiledKernels(sizes, chip) for sizes in _SIZES}


def _precompile(options, cases: list[Case]) -> int:
    compiler = find_compiler(options.compiler)
    modules = {}
    for problem, which in cases:
        sizes = choose_sizes(problem.shape, which)
        modules[module_name(problem, sizes)] = module_text(problem, sizes)
    chip = options.chip or _DEFAULT_CHIP
    progress = Progress(len(modules))
    refused = precompile(modules, options.precompile, chip, compiler, progress)
    for name, reason in refused.items():
        print(f"{name}: refused:\n{reason}", file=sys.stderr)
    done = len(modules) - len(refused)
    print(f"{done} of {len(modules)} modules compiled into {options.precompile}")
    return 1 if refused else 0


def _hint(case: Case) -> str:
    """How to look closer at a failure."""
    return (
        "look closer: compute-sanitizer --tool memcheck python3 -m lowp.check "
        f"--kinds {case.problem.kind.name} --shapes {case.problem.shape}"
    )


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
    print(
        f"lowp.check: {report.passed} passed, {len(report.failures)} failed, "
        f"{skipped} skipped"
    )


def _run(options, cases: list[Case]) -> int:
    data = _choose_data(options)
    kernels = _find_kernels(options, data)
    print(f"data: {data.description}; kernels: {kernels['dynamic'].description}")
    report, progress = Report(), Progress(len(cases), every=50)
    try:
        for case in cases:
            reason = run_case(case, data, kernels, report)
            progress.step(f"{case}: {reason}" if reason else str(case), bool(reason))
    except (RuntimeError, BenchError) as error:
        # What a faulty kernel leaves behind: nothing runs in this process any more.
        report.failures.append((case, f"the GPU cannot go on: {error}"))
    except KeyboardInterrupt:
        print("interrupted; what was checked follows", file=sys.stderr)
    progress.end()
    _show(report)
    if report.failures:
        return 1
    return 0 if report.passed else 2


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status: 0, 1 for failures, 2 when nothing could be checked."""
    options = make_parser().parse_args(arguments)
    try:
        cases = choose_cases(options)
        if options.precompile:
            return _precompile(options, cases)
        return _run(options, cases)
    except Error as error:
        print(f"lowp.check: error: {error}", file=sys.stderr)
        return 2
