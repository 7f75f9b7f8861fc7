"""Checks in a process of their own, which is ended when it does not answer in time and begun
anew: a kernel that hangs or faults takes one case with it and no other."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
import time
from multiprocessing import Pipe
from typing import Any

from lowp.bench.errors import BenchError
from lowp.check.runner import Record, fail, has_one_tile
from lowp.check.symptoms import Symptom

# Seconds for Python, torch and the driver to begin, and for one compilation.
_STARTING, _COMPILING = 300.0, 300.0
# Seconds for the driver to let an ended process go.
_ENDING = 60.0
_LAST_WORDS = 600


class Lost(Exception):
    """The process has ended, or does not answer: `str` says how. hangs: which of both."""

    def __init__(self, reason: str, hangs: bool) -> None:
        super().__init__(reason)
        self.hangs = hangs


class _Process:
    """One process; the events that it tells, by a connection that its last argument names.
    Raises Lost, and BenchError if it can check nothing here."""

    def __init__(self, command: list[str]) -> None:
        self._errors = tempfile.TemporaryFile()
        self._events, theirs = Pipe()
        with theirs:
            self._process = subprocess.Popen(
                [*command, str(theirs.fileno())],
                stdout=self._errors,
                stderr=self._errors,
                pass_fds=[theirs.fileno()],
            )
        self.count = 0
        event, self.description = self.expect(_STARTING, "to begin")
        if event == "refused":
            self.end()
            raise BenchError(self.description)

    def send(self, index: int) -> None:
        with contextlib.suppress(OSError):  # Reading says why.
            self._events.send(index)

    def expect(self, seconds: float, what: str) -> tuple[str, Any]:
        """The next event and its value."""
        try:
            if self._events.poll(seconds):
                return self._events.recv()
        except (EOFError, OSError):
            status = self._process.wait()
            self._errors.seek(0)
            words = self._errors.read().decode(errors="replace")[-_LAST_WORDS:].strip()
            raise Lost(f"the process ended with status {status}: {words}", False) from None
        raise Lost(f"no answer within {seconds:.0f} s, which it had {what}", True)

    def end(self) -> None:
        """Raises BenchError where the driver does not let the process go."""
        self._process.kill()
        try:
            self._process.wait(_ENDING)
        except subprocess.TimeoutExpired:
            raise BenchError(
                f"expected the process of the checks to end, got one that the driver has kept for "
                f"{_ENDING:.0f} s: the GPU does not come back; reset it or restart the machine"
            ) from None
        self._events.close()
        self._errors.close()


class Supervisor:
    """Takes the place of Steps. command: of a process, see worker. deadline: seconds that a
    case may take, its compilation aside. chosen: what indexes stand for."""

    def __init__(self, command: list[str], chosen: list[Any], deadline: float) -> None:
        self._command, self._chosen, self._deadline = command, chosen, deadline
        self._process: _Process | None = None
        self.description = self._find().description

    @staticmethod
    def of(arguments: list[str], chosen: list[Any], deadline: float) -> Supervisor:
        command = [sys.executable, "-m", "lowp.check.worker", *arguments]
        return Supervisor(command, chosen, deadline)

    def _find(self) -> _Process:
        if self._process is None:
            try:
                self._process = _Process(self._command)
            except Lost as lost:
                raise BenchError(f"expected a process that checks, got none: {lost}") from None
        return self._process

    def check(self, index: int) -> Record:
        process, start = self._find(), time.monotonic()
        process.send(index)
        case = self._chosen[index]
        try:
            record = self._wait(process)
        except Lost as lost:
            symptom = Symptom(str(lost), lost.hangs, process.count == 0, has_one_tile(case))
            record = {**fail(case, symptom, time.monotonic() - start), "lost": True}
        process.count += 1
        if record.get("lost"):
            self.end()
        return record

    def _wait(self, process: _Process) -> Record:
        event, value = process.expect(_COMPILING, "to compile")
        while event != "record":
            event, value = process.expect(self._deadline, "to run")
        return value

    def end(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None
