"""Tells whether a change of the compiler changes the PTX of kernels.

Usage: ptx_identity.py record HASHES [--build=DIR] [--chip=sm_90a] [--recipe=R]...
                       [--alone] [PROGRAM]...
       ptx_identity.py compare HASHES [--keep=DIR] [the same]

`record` compiles each program under each recipe and writes a hash of the PTX, or
of the diagnostic that refuses the program, to the file HASHES. `compare` does the
same and prints what differs from the file; it ends with 1 if anything does. With
--keep=DIR the PTX lies there afterwards, to be compared by diff.

The programs are those of Integration/Programs/Inputs, Integration/GPU and
docs/examples, and those on the command line, or with --alone only these: they may
be large, and nothing here is part of the check. Names of symbols, labels and comments do not count: symbols are
numbered in the order in which they are met.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["test/Integration/Programs/Inputs", "test/Integration/GPU", "docs/examples"]
# The program's own recipes, and a preset for each kind of main loop. Presets for
# training would do nothing to programs without gradients.
RECIPES = ["own", "rowwise", "block_1x128_128x128", "block_1x128_1x128"]

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
DECLARATION = re.compile(
    r"\.(?:entry|func|global|extern|shared|const)\b[^;{=(]*?([A-Za-z_$][\w$]*)\s*[(\[;={]"
)
LABEL = re.compile(r"\$L\w+")
# Where a refused program lies, which the tool's caller chose.
PLACE = re.compile(r"^\S*?([^/\s]+\.mlir)", re.MULTILINE)


def normalize(ptx):
    """The PTX without comments and empty lines, its symbols and labels numbered."""
    text = COMMENT.sub("", ptx)
    symbols = {}
    for match in DECLARATION.finditer(text):
        symbols.setdefault(match.group(1), f"symbol{len(symbols)}")
    if symbols:
        word = re.compile(r"(?<![\w$%.])(" + "|".join(map(re.escape, symbols)) + r")(?![\w$])")
        # Parameters are named after their kernel.
        parameter = re.compile("(" + "|".join(map(re.escape, symbols)) + r")(?=_param_\d)")
        text = parameter.sub(lambda match: symbols[match.group(1)], text)
        text = word.sub(lambda match: symbols[match.group(1)], text)
    labels = {}
    text = LABEL.sub(lambda match: labels.setdefault(match.group(), f"$L{len(labels)}"), text)
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip())


def compile_program(tool, chip, program, recipe):
    """The normalised PTX of `program`, or what the compiler says instead of it."""
    command = [tool, program, f"--chip={chip}", "--emit=ptx", "-o", "-"]
    if recipe != "own":
        command.append(f"--recipe={recipe}")
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode == 0:
        return normalize(result.stdout)
    if result.returncode < 0:
        return f"signal {-result.returncode}"
    return "refused: " + PLACE.sub(r"\1", result.stderr)


def name_of(program):
    path = pathlib.Path(program).resolve()
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name


def list_programs(more, alone):
    if alone:
        return more
    found = [str(path) for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.mlir"))]
    return found + more


def compile_all(arguments):
    """Pairs of "program recipe" and text, in a fixed order."""
    tool = str(pathlib.Path(arguments.build) / "bin" / "lowp-compile")
    jobs = [
        (program, recipe)
        for program in list_programs(arguments.programs, arguments.alone)
        for recipe in arguments.recipe or RECIPES
    ]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        texts = pool.map(lambda job: compile_program(tool, arguments.chip, *job), jobs)
        for (program, recipe), text in zip(jobs, texts):
            yield f"{name_of(program)} {recipe}", text


def keep(folder, key, text):
    path = pathlib.Path(folder) / (key.replace("/", "-").replace(" ", "-") + ".ptx")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def compare(hashes, reference):
    """Prints what differs; whether nothing does."""
    differing = sorted(
        key for key in hashes.keys() | reference.keys() if hashes.get(key) != reference.get(key)
    )
    for key in differing:
        what = "is new" if key not in reference else "is gone" if key not in hashes else "differs"
        print(f"{key} {what}")
    print(f"{len(differing)} of {len(hashes)} differ")
    return not differing


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("action", choices=["record", "compare"])
    parser.add_argument("hashes")
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--chip", default="sm_90a")
    parser.add_argument("--recipe", action="append")
    parser.add_argument("--keep")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_intermixed_args()
    hashes = {}
    for key, text in compile_all(arguments):
        hashes[key] = hashlib.sha256(text.encode()).hexdigest()[:16]
        if arguments.keep:
            keep(arguments.keep, key, text)
    path = pathlib.Path(arguments.hashes)
    if arguments.action == "record":
        path.write_text(json.dumps(hashes, indent=1, sort_keys=True) + "\n")
        different = len(set(hashes.values()))
        print(f"{len(hashes)} recorded in {path}, {different} of them different")
        return
    sys.exit(0 if compare(hashes, json.loads(path.read_text())) else 1)


if __name__ == "__main__":
    main()
