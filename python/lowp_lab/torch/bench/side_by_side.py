"""Architectures that compile at the same time, each in a process, and are measured in turn.

A worker says that it has compiled a case, and waits; when all that run have, one after the other is
told to measure, and says when it has. None begins its next case before the last has measured.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from typing import Any

READY, DONE = "ready for its turn", "done with its turn"
MEASURE, GO_ON = "measure", "go on"


def _wait_for(word: str) -> None:
    if sys.stdin.readline().strip() != word:
        raise SystemExit(f"expected to be told to {word}, got the end of the input")


@contextlib.contextmanager
def wait_for_turn() -> Iterator[None]:
    """What a worker measures in."""
    print(READY, flush=True)
    _wait_for(MEASURE)
    try:
        yield
    finally:
        print(DONE, flush=True)
        _wait_for(GO_ON)


def _command(words: Sequence[str], name: str, path: str) -> list[str]:
    own = ["--jobs", "1", "--turns", "--architectures", name, "--json", path]
    return [sys.executable, "-m", "lowp_lab.torch.bench", *words, *own]


class _Worker:
    """A process that measures one architecture."""

    def __init__(self, words: Sequence[str], name: str, path: str) -> None:
        self.name, self._path = name, path
        self._process = subprocess.Popen(
            _command(words, name, path), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def reads_until(self, word: str) -> bool:
        """Prints what the worker says up to a word; False where it ended before."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.strip() == word:
                return True
            print(line, end="", flush=True)
        self._process.wait()
        return False

    def tell(self, word: str) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(word + "\n")
            self._process.stdin.flush()

    def measures(self) -> bool:
        """Gives the worker its turn; False where it ended in that."""
        self.tell(MEASURE)
        return self.reads_until(DONE)

    def results(self) -> dict[str, Any]:
        """What it has written so far; of a process that failed before, its exit status."""
        with contextlib.suppress(OSError, json.JSONDecodeError), open(self._path) as file:
            return json.load(file)
        status = self._process.poll()
        return {self.name: {"error": f"its process ended with status {status}"}} if status else {}


def measure_in_turn(
    words: Sequence[str], names: Sequence[str], jobs: int, note: Callable[[dict[str, Any]], None]
) -> None:
    """Measures architectures, `jobs` of them at a time. words: the arguments of each process, but
    its own. note: takes the results of a process so far."""
    with tempfile.TemporaryDirectory() as folder:
        for first in range(0, len(names), jobs):
            wave = names[first : first + jobs]
            workers = [_Worker(words, name, f"{folder}/{name}.json") for name in wave]
            running = workers
            while running:
                ready = [worker for worker in running if worker.reads_until(READY)]
                running = [worker for worker in ready if worker.measures()]
                for worker in running:
                    worker.tell(GO_ON)
                for worker in workers:
                    note(worker.results())
