"""Says on standard error how far a run has come."""

from __future__ import annotations

import sys
import time


class Progress:
    """One line that is written over on a terminal, else a line per `every` steps."""

    def __init__(self, total: int, stream=None, every: int = 1) -> None:
        self._total = total
        self._every = every
        self._done = 0
        self._stream = stream or sys.stderr
        self._start = time.monotonic()
        self._width = 0

    def step(self, what: str, is_notable: bool = False) -> None:
        """One more is done: `what`; a notable one is always shown."""
        self._done += 1
        is_due = self._done % self._every == 0 or self._done == self._total
        if is_notable or is_due or self._stream.isatty():
            self._show(what)

    def _show(self, what: str) -> None:
        elapsed = time.monotonic() - self._start
        left = elapsed / self._done * (self._total - self._done)
        line = f"[{self._done}/{self._total}, {left:.0f} s left] {what}"
        if self._stream.isatty():
            self._stream.write("\r" + line.ljust(self._width))
            self._width = len(line)
        else:
            self._stream.write(line + "\n")
        self._stream.flush()

    def end(self) -> None:
        if self._stream.isatty() and self._done:
            self._stream.write("\n")
