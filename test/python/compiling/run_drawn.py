"""Modules and calls that are drawn, compiled by the backend, against torch, in several processes.

usage: run_drawn.py [--what modules,calls] [--rest eager] [--first SEED] [--count N]
           [--minutes M] [--jobs N] [--failures FOLDER]

Says how many were compared, and how many are wrong, raise or were refused; seeds of modules are
strict where they are odd.
"""

import argparse
import collections
import json
import pathlib
import queue
import resource
import subprocess
import sys
import threading
import time
import traceback
import warnings

# Draws of one process, since torch keeps what it compiles.
PER_PROCESS = 150
# Processor time of one draw; more is a hang. A process that waits is ended later.
SECONDS, SECONDS_OF_WAITING = 120, 1800
# Bytes that the report of a failure has at most.
LONGEST = 4000
# Draws between two lines that say how far a run is, so that one that is cut short counts.
BETWEEN_LINES = 50


def outcome(what, seed, rest):
    """A word, and what is told beside it."""
    from compare_drawn import Unfit, failures
    from drawn_calls import DrawnCalls, call_failures
    from drawn_modules import Drawn
    from lowp.torch.compiling.errors import RegionWarning

    drawn = DrawnCalls.of(seed) if what == "calls" else Drawn.of(seed)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", RegionWarning)
        try:
            found = (
                call_failures(drawn, rest)
                if what == "calls"
                else failures(drawn, rest, strict=seed % 2 == 1)
            )
        except Unfit:
            return "unfit", ""
        except Exception:  # Whatever torch or lowp raises is what is looked for.
            return "raised", f"{drawn}\n{traceback.format_exc()[-LONGEST:]}"
    if found:
        return "wrong", f"{drawn}\n{found}"
    refused = [str(each.message) for each in caught if issubclass(each.category, RegionWarning)]
    return ("refused", f"{drawn}\n{refused}") if refused else ("right", "")


def work(options):
    """Compares seeds of standard input, and prints a line for each."""
    import torch

    torch.set_num_threads(1)
    for line in sys.stdin:
        seed = int(line)
        usage = resource.getrusage(resource.RUSAGE_SELF)
        most = int(usage.ru_utime + usage.ru_stime) + SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
        print(json.dumps([seed, *outcome(options.what, seed, options.rest)]), flush=True)


class Run:
    """Processes that take seeds from one queue."""

    def __init__(self, what, options, end):
        self.what, self.options, self.end = what, options, end
        self.counts, self.lock = collections.Counter(), threading.Lock()
        self.seeds = queue.SimpleQueue()
        for seed in range(options.first, options.first + options.count):
            self.seeds.put(seed)

    def run(self):
        threads = [threading.Thread(target=self._serve) for _ in range(self.options.jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self._tell("drawn")
        return sum(self.counts[word] for word in ("wrong", "raised", "refused", "ended"))

    def _tell(self, state):
        told = ", ".join(
            f"{self.counts[word]} {word}"
            for word in ("right", "wrong", "raised", "refused", "ended", "unfit")
        )
        print(
            f"{self.what}, rest={self.options.rest}, seeds from {self.options.first} on: "
            f"{self.counts.total()} {state}, {told}",
            flush=True,
        )

    def _serve(self):
        while time.monotonic() < self.end and not self.seeds.empty():
            self._serve_process()

    def _serve_process(self):
        command = [
            sys.executable,
            __file__,
            "--work",
            "--what",
            self.what,
            "--rest",
            self.options.rest,
        ]
        with subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            for _ in range(PER_PROCESS):
                try:
                    seed = self.seeds.get_nowait()
                except queue.Empty:
                    break
                if time.monotonic() > self.end or not self._compare(process, seed):
                    break
            process.kill()

    def _compare(self, process, seed):
        """Whether the process lives on."""
        guard = threading.Timer(SECONDS_OF_WAITING, process.kill)
        guard.start()
        try:
            process.stdin.write(f"{seed}\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = ""
        guard.cancel()
        _seed, word, text = (
            json.loads(line) if line else (seed, "ended", f"the process ended, or took {SECONDS} s")
        )
        self._keep(seed, word, text)
        return bool(line)

    def _keep(self, seed, word, text):
        with self.lock:
            self.counts[word] += 1
            if self.counts.total() % BETWEEN_LINES == 0:
                self._tell("so far")
            if not text:
                return
            print(f"{word} {self.what} {seed} rest={self.options.rest}: {text[:300]}", flush=True)
            if self.options.failures and self.counts[word] <= 100:
                folder = pathlib.Path(self.options.failures)
                folder.mkdir(parents=True, exist_ok=True)
                name = f"{word}_{self.what}_{self.options.rest}_{seed}.txt"
                (folder / name).write_text(text[:LONGEST])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--what", default="modules,calls")
    parser.add_argument("--rest", default="eager")
    parser.add_argument("--first", type=int, default=100_000)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--minutes", type=float, default=1.0, help="of each kind")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--failures", help="a folder")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        return work(options)
    failed = 0
    for what in options.what.split(","):
        failed += Run(what, options, time.monotonic() + 60 * options.minutes).run()
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
