"""`python -m lowp.bench --set all`: one file with all that a card can be asked.

Each set runs in a process of its own, so that a kernel at fault takes nothing along but
its own set; what was measured until then stays.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from typing import Any

from lowp.bench.errors import BenchError, expect_known
from lowp.bench.hardware.card import describe_card
from lowp_lab.bench import suite
from lowp_lab.bench.program.sample import write_feed_forward
from lowp.bench.report.results import expect_writable, load, read_json, save

SET = "all"
FORMAT = "lowp-bench-all 1"
PROGRAM = "program"
# In the order in which they run: what is short and says most comes first.
SETS = (
    *("formats", "dense", "grouped", "moe", PROGRAM),
    *("bf16", "small-m", "quantize", "epilogue", "reductions"),
)

# Runs lowp.bench with arguments; returns its exit status, and why it is not 0.
Runner = Callable[[Sequence[str]], tuple[int, str | None]]
ERROR = "lowp.bench: error: "


def is_asked_for(options: argparse.Namespace) -> bool:
    """Whether the options ask for everything."""
    excluded = ("shapes", "shapes_file", "modules", "precompile", "plots")
    is_asked = suite.is_asked_for(options, [SET], excluded)
    if is_asked and not options.json:
        raise BenchError(f"expected --json FILE, which --set {SET} writes, got none")
    return is_asked


def run_in_process_of_its_own(arguments: Sequence[str]) -> tuple[int, str | None]:
    """The usual Runner. What the process says is heard; the reason is its error, or
    the last line of one that was ended."""
    command = [sys.executable, "-m", "lowp.bench", *arguments]
    last = ""
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, errors="replace") as bench:
        assert bench.stderr
        for line in bench.stderr:
            sys.stderr.write(line)
            last = line.strip() or last
    if not bench.returncode:
        return 0, None
    return bench.returncode, last.removeprefix(ERROR) or None


def _choose(options: argparse.Namespace) -> list[str]:
    """Names of the sets: --cases, or all."""
    expect_known("a set", options.cases, SETS)
    return [name for name in SETS if not options.cases or name in options.cases]


def _shared(options: argparse.Namespace) -> list[str]:
    """Options that each set takes."""
    arguments = [f"--repetitions={options.repetitions}", f"--math={options.math}"]
    arguments.append(f"--peers={','.join(options.peers) or 'none'}")
    arguments += [f"--chip={options.chip}"] if options.chip else []
    arguments += ["--sustained"] if options.sustained else []
    return arguments


def _what(name: str, folder: str) -> list[str]:
    """The options that ask for a set."""
    if name == PROGRAM:
        return [f"--program={write_feed_forward(folder)}", "--recipe=auto"]
    return [f"--set={name}"]


def _run_one(
    name: str, options: argparse.Namespace, folder: str, run_bench: Runner
) -> dict[str, Any]:
    """What came of a set: its results, if it wrote any, its exit status and why it is
    not 0."""
    path = os.path.join(folder, f"{name}.json")
    arguments = [*_what(name, folder), *_shared(options), f"--json={path}"]
    print(f"--set {name}", flush=True)
    status, reason = run_bench(arguments)
    results = load(path) if os.path.exists(path) else None
    return {"set": name, "status": status, "reason": reason, "results": results}


def run(options: argparse.Namespace, run_bench: Runner = run_in_process_of_its_own) -> int:
    """Returns the exit status: 1 where a set lacks a figure, or has none at all."""
    expect_writable(options.json)
    sets: list[dict[str, Any]] = []
    everything = {"format": FORMAT, "machine": describe_card(), "sets": sets}
    with tempfile.TemporaryDirectory(prefix="lowp-") as folder:
        for name in _choose(options):
            sets.append(_run_one(name, options, folder, run_bench))
            save(options.json, everything)
    print(f"wrote {options.json}: {', '.join(map(_say, sets))}")
    return 1 if any(one["status"] for one in sets) else 0


def load_all(path: str) -> list[dict[str, Any]]:
    """The results of each set that has some, or of the one that a file is of."""
    content = read_json(path, "results of lowp.bench")
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        return [load(path)]
    return [one["results"] for one in content["sets"] if one["results"]]


def _say(one: dict[str, Any]) -> str:
    count = len(one["results"]["results"]) if one["results"] else 0
    return f"{one['set']} {count}" + (" (incomplete)" if one["status"] else "")
