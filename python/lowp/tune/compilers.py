"""The compiler as a search needs it: the tool lowp-compile, or liblowp-c."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from typing import Any

from lowp._errors import CompileError
from lowp._explain import report_of
from lowp.bench.errors import BenchError, Refused
from lowp.bench.products.kernels import LIBRARY_SUFFIX
from lowp.bench.products.module_text import module_text
from lowp.bench.products.problem import Problem, choose_sizes


def _text_of(problem: Problem) -> str:
    return module_text(problem, choose_sizes(problem.shape, "static"))


class ToolCompiler:
    """Writes shared libraries into a folder."""

    def __init__(self, tool: str, chip: str, folder: str) -> None:
        self._tool = tool
        self._chip = chip
        self._folder = folder

    def _run(self, text: str, *arguments: str) -> None:
        command = [self._tool, "-", f"--chip={self._chip}", *arguments]
        finished = subprocess.run(command, input=text, capture_output=True, text=True)
        if finished.returncode:
            reason = finished.stderr.strip() or f"exit status {finished.returncode}"
            raise Refused(reason)

    def rank(self, problem: Problem, variants: int) -> dict:
        """The compiler's ranking of the problem's configs."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "ranking.json")
            self._run(
                _text_of(problem),
                "--emit=ptx",
                f"-o={os.path.join(folder, 'kernel.ptx')}",
                f"--ranking-file={path}",
                f"--ranking-variants={variants}",
            )
            with open(path, encoding="utf-8") as file:
                return json.load(file)

    def build(self, name: str, text: str) -> str:
        """Writes a library of a module; returns its name in the folder."""
        file = name + LIBRARY_SUFFIX
        self._run(text, "--emit=lib", f"-o={os.path.join(self._folder, file)}")
        return file


class LibraryCompiler:
    """Compiles to programs of this process."""

    def __init__(self, chip: str) -> None:
        self._chip = chip

    def rank(self, problem: Problem, variants: int) -> dict:
        """The compiler's ranking of the problem's configs."""
        options = {"chip": self._chip, "serialize": False, "ranking_variants": variants}
        try:
            return report_of(_text_of(problem), "lowp-to-nvvm", "ranking_file", options)
        except CompileError as error:
            raise Refused(str(error)) from None
        except ValueError as error:
            raise BenchError(f"{error}; set TMPDIR") from None

    def build(self, name: str, text: str) -> Any:
        """Compiles a module; returns its program."""
        import lowp

        try:
            return lowp.compile(text, chip=self._chip, source_name=name)
        except CompileError as error:
            raise Refused(str(error)) from None
