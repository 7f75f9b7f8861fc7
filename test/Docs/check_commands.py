"""Checks the commands and programs that the documentation shows.

Usage: check_commands.py <root of the source tree> <folder of lowp's tools>

Each option of a lowp tool or of `python -m lowp...` in a code block or a sentence is
one that it has, and each option that a sentence names alone is one of theirs or of
those that OTHERS lists. Each program in an ```mlir block of the README is, but for its comments, one
of docs/examples.
"""

import functools
import os
import pathlib
import re
import subprocess
import sys

CODE = re.compile(r"`([^`]+)`")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"(?:^|[ /]|-m )(lowp-(?:opt|compile|run)|lowp\.\w+)(?: (.*)|$)")
OPTION = re.compile(r"(?<![\w-])--([a-z][\w-]*)")
# Options of other tools.
OTHERS = {"component"}  # cmake
DOCUMENTS = ["README.md", "docs/**/*.md", "python/README.md"]


def documents(root):
    for pattern in DOCUMENTS:
        yield from sorted(root.glob(pattern))


def lines_of_blocks(text):
    for _, block in BLOCK.findall(text):
        yield from block.replace("\\\n", " ").splitlines()


def codes_of_sentences(text):
    for code in CODE.findall(BLOCK.sub("", text)):
        yield " ".join(code.split())


def commands(text):
    """(tool, arguments) of each call in a code block or a sentence."""
    for line in [*lines_of_blocks(text), *codes_of_sentences(text)]:
        match = COMMAND.search(line)
        if match:
            # Options inside of quotes belong to a pipeline.
            arguments = re.sub(r'"[^"]*"', "", match.group(2) or "")
            yield match.group(1), arguments.split(" #")[0]


@functools.lru_cache(maxsize=None)
def options_of(root, tools, name):
    """The options of a tool, or of a module of the Python package."""
    command = [tools / name, "--help-hidden"]
    if name.startswith("lowp."):
        command = [sys.executable, "-m", name, "--help"]
    environment = {**os.environ, "PYTHONPATH": str(root / "python")}
    run = subprocess.run(command, capture_output=True, text=True, env=environment)
    return set(OPTION.findall(run.stdout))


def check_options(root, tools):
    for document in documents(root):
        for tool, arguments in commands(document.read_text(encoding="utf-8")):
            for option in OPTION.findall(arguments):
                if option not in options_of(root, tools, tool):
                    yield f"{document.relative_to(root)}: {tool} has no option --{option}"


def options_alone(text):
    """What sentences name without a tool."""
    for code in codes_of_sentences(text):
        match = OPTION.match(code)
        if match:
            yield match.group(1)


def check_options_alone(root, tools):
    names = ["lowp-opt", "lowp-compile", "lowp-run"]
    for module in sorted((root / "python/lowp").glob("*/__main__.py")):
        names.append(f"lowp.{module.parent.name}")
    known = set().union(*(options_of(root, tools, name) for name in names))
    for document in documents(root):
        for option in options_alone(document.read_text(encoding="utf-8")):
            if option not in known and option not in OTHERS:
                yield f"{document.relative_to(root)}: no tool has the option --{option}"


def without_comments(program):
    lines = [line.rstrip() for line in program.splitlines()]
    return [line for line in lines if line and not line.lstrip().startswith("//")]


def check_readme(root):
    examples = [
        without_comments(path.read_text(encoding="utf-8"))
        for path in (root / "docs/examples").glob("*.mlir")
    ]
    for language, block in BLOCK.findall((root / "README.md").read_text(encoding="utf-8")):
        if language == "mlir" and without_comments(block) not in examples:
            yield "README.md: its program is none of docs/examples"


def main():
    root, tools = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    found = [
        *check_options(root, tools),
        *check_options_alone(root, tools),
        *check_readme(root),
    ]
    for objection in found:
        print(objection)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
