"""Which facts of the interpreter do kernels of other compilers pin down?

    mutate_interpreter.py SOURCES BUILD [--most N]

Builds the simulator with each of mutants.py in the place of what it has, and runs the kernels
of this folder. Prints the mutants that none sees, which have to be those of UNSEEN. Without
LOWP_LONG_TESTS only `--most` of them, and looks whether the others can still be made.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from mutants import MUTANTS, UNSEEN


class Builder:
    def __init__(self, sources, build, folder):
        self.sources, self.folder = sources / "lib/Simulator", Path(folder)
        with open(build / "compile_commands.json") as file:
            commands = [
                each for each in json.load(file) if "LowpSimulator_EXPORTS" in each["command"]
            ]
        self.commands = {
            Path(each["file"]).relative_to(self.sources).as_posix(): each for each in commands
        }

    def mutated(self, file, text, other):
        """The source with one text in the place of another one."""
        source = (self.sources / file).read_text()
        if source.count(text) != 1:
            sys.exit(f"expected once in {file}, got {source.count(text)} times: {text}")
        return source.replace(text, other)

    def build(self, file, source):
        """The path of the simulator with another source of a file."""
        # Beside the others, as it includes some by their names alone.
        changed = self.folder / "mutant.cpp"
        changed.write_text(source)
        command = self.commands[file]
        words = [word for word in shlex.split(command["command"]) if word not in ("-Werror", "-O3")]
        words[words.index("-o") + 1] = str(self.folder / "mutant.o")
        words[words.index("-c") + 1] = str(changed)
        words += ["-O1", "-w", f"-I{(self.sources / file).parent}"]
        subprocess.run(words, check=True, cwd=command["directory"])
        objects = [
            str(Path(each["directory"]) / each["output"])
            if "output" in each
            else str(Path(each["directory"]) / self.output(each))
            for name, each in self.commands.items()
            if name != file
        ]
        library = self.folder / "libcuda.so.1"
        subprocess.run(
            [words[0], "-shared", "-o", library, self.folder / "mutant.o", *objects, "-lpthread"],
            check=True,
        )
        return library

    @staticmethod
    def output(command):
        words = shlex.split(command["command"])
        return words[words.index("-o") + 1]


def is_seen(library):
    """The first kernel that is wrong, or None."""
    try:
        result = subprocess.run(
            [sys.executable, Path(__file__).with_name("run_all.py"), library],
            capture_output=True,
            text=True,
            timeout=300,
        )
    except subprocess.TimeoutExpired:
        return "seen: no end"
    if result.returncode == 0:
        return None
    lines = result.stdout.splitlines()
    return lines[-1] if lines and "seen" in lines[-1] else f"seen: ended by {result.returncode}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sources", type=Path)
    parser.add_argument("build", type=Path)
    parser.add_argument("--most", type=int, default=len(MUTANTS))
    parser.add_argument("--fact", help="only facts with this text")
    options = parser.parse_args()
    # Kernels of all chips.
    os.environ |= {"LOWP_SIMULATOR_LIMIT": "100000000"}
    os.environ.pop("LOWP_SIMULATOR_CHIP", None)
    most = len(MUTANTS) if os.environ.get("LOWP_LONG_TESTS") else options.most
    chosen = {MUTANTS[i * len(MUTANTS) // most] for i in range(most)}
    unseen = []
    with tempfile.TemporaryDirectory() as folder:
        builder = Builder(options.sources, options.build, folder)
        for mutant in MUTANTS:
            fact, file, text, other = mutant
            source = builder.mutated(file, text, other)
            if mutant not in chosen or (options.fact and options.fact not in fact):
                continue
            seen = is_seen(builder.build(file, source))
            print(f"{fact}: {seen or 'unseen'}", file=sys.stderr, flush=True)
            unseen += [] if seen else [fact]
    print(f"{len(chosen) - len(unseen)} of {len(chosen)} facts are pinned down")
    for fact in unseen:
        print(f"unseen: {fact}")
    expected = UNSEEN.keys() & {mutant[0] for mutant in chosen}
    if not options.fact and set(unseen) != expected:
        sys.exit(f"expected others to be unseen: {sorted(set(unseen) ^ expected)}")


main()
