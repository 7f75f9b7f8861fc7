"""Prints a test of invalid input with its failing twins written out.

    python test/expand_twins.py FILE

A part of the file, between two lines of `// -----`, is a legal module and, below it, its
twins: what each replaces in the module, wherever it stands, and the error that comes of it.

    // TWIN: Rows that no warpgroups make up.
    //   tile = [128, 256, 128] => tile = [96, 256, 128]
    //   error at lowp.gemm: expected tile rows of one or two times 64

Deeper lines are the right side if it is empty. The error is expected at the first line that has
the text before the colon; notes are written alike. Modules and twins are parts of what is
printed, for `-split-input-file -verify-diagnostics`.
"""

import pathlib
import re
import sys

SEPARATOR = "// -----\n"
TWIN = re.compile(r"^// TWIN\b", re.MULTILINE)
# A line of a twin and the deeper lines below it.
ENTRY = re.compile(r"^//   (\S.*)\n((?://     .*\n)*)", re.MULTILINE)
DIAGNOSTIC = re.compile(r"(error|note) at (.+?): (.*)")


def replace(module, entry, deeper):
    old, arrow, new = entry.partition(" =>")
    if not arrow or (new and deeper):
        raise ValueError(f"expected 'old => new' or 'error at place: text', got '{entry}'")
    if old not in module:
        raise ValueError(f"expected '{old}' in the module")
    lines = [line.removeprefix("//     ") for line in deeper.splitlines()]
    return module.replace(old, new.removeprefix(" ") or "\n".join(lines))


def expect(module, kind, place, text):
    """Returns the module with what is expected at the first line of code that has the place."""
    lines = module.splitlines(keepends=True)
    for index, line in enumerate(lines):
        if place in line and not line.lstrip().startswith("//"):
            lines.insert(index, f"// expected-{kind} @below {{{{{text}}}}}\n")
            return "".join(lines)
    raise ValueError(f"expected '{place}' in a line of the twin")


def write_twin(module, twin):
    comment = twin[: twin.index("\n") + 1]
    entries = ENTRY.findall(twin)
    if twin != comment + "".join(f"//   {entry}\n{deeper}" for entry, deeper in entries):
        raise ValueError(f"expected a comment and entries of a twin, got '{twin}'")
    for entry, deeper in entries:
        diagnostic = DIAGNOSTIC.fullmatch(entry)
        module = (
            expect(module, *diagnostic.groups()) if diagnostic else replace(module, entry, deeper)
        )
    if "// expected-error" not in module:
        raise ValueError(f"expected an error in '{comment}'")
    return f"{comment}{module}"


def expand(text):
    """Returns the text with the twins of each part as parts of their own."""
    parts = []
    for part in text.split(SEPARATOR):
        begins = [match.start() for match in TWIN.finditer(part)]
        module = part[: begins[0]] if begins else part
        twins = [part[begin:end] for begin, end in zip(begins, [*begins[1:], len(part)])]
        parts += [module, *(write_twin(module, twin.strip("\n") + "\n") for twin in twins)]
    return SEPARATOR.join(parts)


if __name__ == "__main__":
    sys.stdout.write(expand(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")))
