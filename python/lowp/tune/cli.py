"""`python -m lowp.tune`."""

from __future__ import annotations

import os

from lowp.bench import command_line
from lowp.bench.errors import BenchError, Refused
from lowp.bench.precompile import DEFAULT_CHIP, find_compiler
from lowp.bench.products.kernels import choose_chip
from lowp.bench.report.progress import Progress
from lowp.bench.report.recording import record_all, require_torch
from lowp.bench.report.results import load
from lowp.tune import config_file, modules
from lowp.tune.arguments import (
    choose_effort,
    choose_problems,
    choose_scope,
    make_parser,
)
from lowp.tune.building import Built, build_all
from lowp.tune.candidates import Job, make_job
from lowp.tune.compilers import LibraryCompiler, ToolCompiler
from lowp.tune.report import format_results
from lowp.tune.verdict import broken, judge

FORMAT = "lowp-tune 1"


def _list_jobs(options, compiler) -> list[Job]:
    """The problems and their candidates. A problem without a kernel is an error."""
    scope = choose_scope(options)
    jobs = []
    for problem in choose_problems(options):
        try:
            ranking = compiler.rank(problem, scope.variants)
        except Refused as reason:
            raise BenchError(
                f"expected a problem that there is a kernel for, got {problem}: {reason}"
            ) from None
        jobs.append(make_job(problem, ranking, scope))
    if not jobs:
        raise BenchError("expected problems to tune, got none; see --shapes and --m")
    return jobs


def _build(options, compiler, jobs: list[Job]) -> list[dict[int, Built]]:
    if options.jobs < 1:
        raise BenchError(f"expected --jobs of 1 or more, got {options.jobs}")
    return build_all(jobs, compiler.build, options.jobs, Progress)


def _precompile(options) -> int:
    chip = options.chip or DEFAULT_CHIP
    os.makedirs(options.precompile, exist_ok=True)
    tool = find_compiler(options.compiler)
    compiler = ToolCompiler(tool, chip, options.precompile)
    jobs = _list_jobs(options, compiler)
    built = _build(options, compiler, jobs)
    modules.save(options.precompile, jobs, built)
    count = sum(len(some) for some in built)
    refused = sum(one.module is None for some in built for one in some.values())
    print(
        f"{count - refused} of {count} configs of {len(jobs)} problems compiled into "
        f"{options.precompile}"
    )
    return 0


def _load_or_compile(options) -> list[tuple[Job, object]]:
    """Jobs with what binds their candidates."""
    if options.modules:
        return [
            (job, modules.FolderKernels(options.modules, built))
            for job, built in modules.load(options.modules)
        ]
    compiler = LibraryCompiler(choose_chip(options))
    jobs = _list_jobs(options, compiler)
    built = _build(options, compiler, jobs)
    return [(job, modules.ProgramKernels(some)) for job, some in zip(jobs, built)]


def _say(job: Job, record: dict) -> str:
    """The line of progress after one problem."""
    verdict = judge(record)
    loss = "no figures" if verdict is None or verdict.loss is None else (
        f"loss {verdict.loss:.1%}"
    )  # fmt: skip
    return f"{job.problem}: {loss}"


def _finish(options, results: dict) -> None:
    print(format_results(results))
    if not options.config_file:
        return
    machine = results["machine"].get("gpu", "unknown GPU")
    result = [config_file.make_entry(record, machine) for record in results["results"]]
    entries = [entry for entry in result if entry is not None]
    if options.ranges:
        entries = config_file.stretch(entries)
    config_file.update(options.config_file, entries)
    print(f"{len(entries)} configs written to {options.config_file}")


def _run(options) -> int:
    effort = choose_effort(options)
    require_torch()
    from lowp.bench.hardware.machine import describe_machine
    from lowp.tune.measure import measure

    work = _load_or_compile(options)
    results: dict = {"format": FORMAT, "machine": describe_machine(), "results": []}
    is_complete = record_all(
        "lowp.tune",
        work,
        lambda one: measure(one[0], one[1].bind, effort),
        lambda one, record: _say(one[0], record),
        results,
        options.json,
    )
    _finish(options, results)
    records = results["results"]
    has_figures = all(map(judge, records))
    return 0 if is_complete and has_figures and not any(map(broken, records)) else 1


def _dispatch(options) -> int:
    if options.table:
        _finish(options, load(options.table, FORMAT, "lowp.tune"))
        return 0
    if options.precompile:
        return _precompile(options)
    return _run(options)


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status: 0, 1 when a problem has no figures or a kernel is
    wrong or does not run, 2 for errors."""
    return command_line.run("lowp.tune", make_parser(), arguments, _dispatch)
