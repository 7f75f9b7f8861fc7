"""Architectures that compile at the same time, each contender in a process, and are measured in
turn.

A worker says that it has compiled a case, and waits; when all that run have, one after the other is
told to measure, and says when it has, several times around: what a host or a card does meanwhile
meets all contenders. None begins its next case before the last has measured.
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
# How often each measures a case.
_ROUNDS = 3


def _heard(word: str, *others: str) -> bool:
    """Whether a worker is told a word, and not one of the others."""
    told = sys.stdin.readline().strip()
    if told not in (word, *others):
        raise SystemExit(f"expected to be told to {word}, got the end of the input")
    return told == word


def take_turns() -> Iterator[None]:
    """What a worker measures in, each time that it is told to."""
    print(READY, flush=True)
    while _heard(MEASURE, GO_ON):
        yield
        print(DONE, flush=True)


def _command(words: Sequence[str], name: str, contender: str, path: str) -> list[str]:
    own = ["--jobs", "1", "--turns", "--architectures", name, "--contender", contender]
    return [sys.executable, "-m", "lowp_lab.torch.bench", *words, *own, "--json", path]


class _Worker:
    """A process that measures one architecture by one contender."""

    def __init__(self, words: Sequence[str], name: str, contender: str, path: str) -> None:
        self._name, self._contender, self._path = name, contender, path
        command = _command(words, name, contender, path)
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
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
        error = {"error": f"its process ended with status {status}"}
        return {self._name: {self._contender: error}} if status else {}


def _measure_wave(workers: Sequence[_Worker], note: Callable[[dict[str, Any]], None]) -> None:
    running = list(workers)
    while running:
        ready = [worker for worker in running if worker.reads_until(READY)]
        for _ in range(_ROUNDS):
            ready = [worker for worker in ready if worker.measures()]
        for worker in ready:
            worker.tell(GO_ON)
        running = ready
        for worker in workers:
            note(worker.results())


def measure_in_turn(
    words: Sequence[str],
    names: Sequence[str],
    contenders: Sequence[str],
    jobs: int,
    note: Callable[[dict[str, Any]], None],
) -> None:
    """Measures architectures, `jobs` of them at a time. words: the arguments of each process, but
    its own. note: takes the results of a process so far."""
    with tempfile.TemporaryDirectory() as folder:
        for first in range(0, len(names), jobs):
            wave = [(name, each) for name in names[first : first + jobs] for each in contenders]
            files = (f"{folder}/{first}.{index}.json" for index in range(len(wave)))
            workers = [_Worker(words, *one, path) for one, path in zip(wave, files)]
            _measure_wave(workers, note)
