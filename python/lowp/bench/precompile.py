"""Compiling modules to libraries, for machines that have no compiler."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

from lowp.bench.errors import BenchError
from lowp.bench.products.kernels import LIBRARY_SUFFIX
from lowp.bench.report.progress import Progress

DEFAULT_CHIP = "sm_90a"


def find_compiler(given: str | None) -> str:
    """The path of lowp-compile: as given, else LOWP_COMPILE, else on PATH."""
    name = given or os.environ.get("LOWP_COMPILE") or "lowp-compile"
    path = shutil.which(name)
    if path is None:
        raise BenchError(
            f"expected the tool lowp-compile, got nothing to run called '{name}'; "
            "name it by --compiler or the environment variable LOWP_COMPILE"
        )
    return path


def _compile(command: list[str], folder: str, name: str, text: str) -> str:
    """Writes one library; returns what is wrong, empty if nothing. command: the
    compiler and its options."""
    source = os.path.join(folder, name + ".mlir")
    target = os.path.join(folder, name + LIBRARY_SUFFIX)
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    command = [*command, source, "--emit=lib", "-o", target]
    finished = subprocess.run(command, capture_output=True, text=True)
    if finished.returncode:
        return finished.stderr.strip() or f"exit status {finished.returncode}"
    os.unlink(source)
    return ""


def precompile(
    options: argparse.Namespace, modules: dict[str, str], flags: Iterable[str] = ()
) -> int:
    """Writes the libraries that --precompile asks for, and says so; the sources of refused
    modules stay in the folder. flags: of lowp-compile. Returns the exit status: 1 where
    something was refused."""
    chip, folder = options.chip or DEFAULT_CHIP, options.precompile
    command = [find_compiler(options.compiler), f"--chip={chip}", *flags]
    os.makedirs(folder, exist_ok=True)
    progress, refused = Progress(len(modules)), {}
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        outcomes = workers.map(
            lambda item: (item[0], _compile(command, folder, *item)),
            modules.items(),
        )
        for name, reason in outcomes:
            progress.step(name)
            if reason:
                refused[name] = reason
    progress.end()
    for name, reason in refused.items():
        print(f"{name}: refused:\n{reason}", file=sys.stderr)
    done = len(modules) - len(refused)
    print(f"{done} of {len(modules)} modules compiled into {folder}")
    return 1 if refused else 0
