"""Checks docs/Specification.md against the code and the tests.

Usage: check_specification.py <root of the source tree> <lowp-opt>

Each constraint that the specification numbers must be named by a source file
and by a test of invalid input: by a part of it, between two lines of `// -----`,
that expects an error. Neither may name a constraint that the specification
lacks. Each operation has a heading, and a test of test/Integration/Reference that
runs it. Each example in a ```mlir block must be legal.
"""

import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from expand_twins import expand  # noqa: E402  (needs the path above)

CONSTRAINT = re.compile(r"\b([a-z]\w*-C\d+)\b")
DEFINITION = re.compile(r"^- `([a-z]\w*-C\d+)`:", re.MULTILINE)
# The first constraint that a line of comment names; others are comparisons.
TESTED = re.compile(r"^ *//.*?\b([a-z]\w*-C\d+)\b", re.MULTILINE)
SEPARATOR = re.compile(r"^// -----$", re.MULTILINE)
# Headings of operations are the only ones of one word of this kind.
OPERATION = re.compile(r"^### ([a-z]+(?:_[a-z]+)*)$", re.MULTILINE)
OPERATION_DEFINITION = re.compile(r": Lowp_\w*Op<\"(\w+)\"")
SCRIPT = re.compile(r"^RUN: %python %S/(\w+\.py)", re.MULTILINE)
# A script that is a test itself.
SCRIPT_RUN = re.compile(r"^# RUN: ", re.MULTILINE)
IMPORT = re.compile(r"^(?:from|import) (\w+)", re.MULTILINE)
EXAMPLE = re.compile(r"^```mlir\n(.*?)^```", re.MULTILINE | re.DOTALL)


def constraints_named(files):
    return {name for file in files for name in CONSTRAINT.findall(file.read_text(encoding="utf-8"))}


def constraints_violated(files):
    """Returns the constraints that a part of a test names and expects an error for, and the
    file and constraint of each part that names one for nothing."""
    violated, idle = set(), []
    for file in files:
        for part in SEPARATOR.split(expand(file.read_text(encoding="utf-8"))):
            names = set(TESTED.findall(part))
            if "expected-error" in part:
                violated |= names
            else:
                idle += [(file, name) for name in sorted(names)]
    return violated, idle


def check_constraints(root, text):
    defined = DEFINITION.findall(text)
    for name in sorted({name for name in defined if defined.count(name) > 1}):
        yield f"{name} is defined twice"
    sources = constraints_named((root / "lib/Dialect/Lowp/IR").rglob("*.cpp"))
    tests, idle = constraints_violated(
        sorted((root / "test/Dialect/Lowp/IR").glob("*-invalid.mlir"))
    )
    for name in defined:
        if name not in sources:
            yield f"{name} is checked by no source file that names it"
        if name not in tests:
            yield f"{name} has no test of invalid input that names it where it expects an error"
    for file, name in idle:
        yield f"{file.relative_to(root)} names {name} where it expects no error"
    for name in sorted((sources | tests) - set(defined)):
        yield f"{name} is named by code or tests and not by the specification"


def executed_tests(folder):
    """What the tests of a folder execute: programs, and scripts with what they
    import from the folder."""
    scripts = {
        name
        for test in folder.glob("*.test")
        for name in SCRIPT.findall(test.read_text(encoding="utf-8"))
    }
    scripts |= {
        script.name
        for script in folder.glob("*.py")
        if SCRIPT_RUN.search(script.read_text(encoding="utf-8"))
    }
    texts = [(folder / name).read_text(encoding="utf-8") for name in sorted(scripts)]
    modules = {f"{name}.py" for text in texts for name in IMPORT.findall(text)}
    texts += [
        file.read_text(encoding="utf-8") for file in folder.glob("*.py") if file.name in modules
    ]
    programs = (file.read_text(encoding="utf-8") for file in folder.glob("*.mlir"))
    return texts + [text for text in programs if "RUN: lowp-run" in text]


def check_operations(root, text):
    files = (root / "include/lowp/Dialect/Lowp/IR").glob("*.td")
    defined = {
        name
        for file in files
        for name in OPERATION_DEFINITION.findall(file.read_text(encoding="utf-8"))
    }
    described = set(OPERATION.findall(text))
    for name in sorted(defined ^ described):
        yield f"{name} is an operation of Dialect/Lowp/IR/*.td or a heading of section 6, not both"
    tests = executed_tests(root / "test/Integration/Reference")
    for name in sorted(defined):
        # In a program, or as the argument of a function that writes one.
        use = re.compile(rf"\blowp\.{name}\b|\"{name}\"")
        if not any(use.search(test) for test in tests):
            yield f"{name} is executed by no test of test/Integration/Reference"


def check_examples(text, lowp_opt):
    for match in EXAMPLE.finditer(text):
        run = subprocess.run([lowp_opt], input=match.group(1), capture_output=True, text=True)
        if run.returncode != 0:
            line = text.count("\n", 0, match.start()) + 1
            yield f"example at line {line}: {run.stderr.strip()}"


def main():
    root, lowp_opt = pathlib.Path(sys.argv[1]), sys.argv[2]
    text = (root / "docs/Specification.md").read_text(encoding="utf-8")
    objections = [
        *check_constraints(root, text),
        *check_operations(root, text),
        *check_examples(text, lowp_opt),
    ]
    for objection in objections:
        print(objection)
    return 1 if objections else 0


if __name__ == "__main__":
    sys.exit(main())
