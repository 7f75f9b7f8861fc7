# RUN: %python %s %lowp_source_dir mlir-tblgen
"""Writes or checks what docs/Specification.md says of operations besides their constraints.

Usage: check_operations.py [--write] <root of the source tree> <mlir-tblgen>

Summary, syntax, description, operands and results of an operation are those of its .td file,
its example is docs/examples/operations/NAME.mlir. Each operation of the dialect has a part.
"""

import pathlib
import re
import sys

from check_reference import Reference

PART = re.compile(
    r"(<!-- made by test/Docs/check_operations\.py of (\w+) -->\n)(.*?)"
    r"(<!-- end of what check_operations\.py makes -->\n)",
    re.DOTALL,
)
DEFINITION = re.compile(r": Lowp_\w*Op<\"\w+\"")
OPERATION = re.compile(
    r"^### `lowp\.(\w+)` \(.*?\)\n(.*?)(?=^##{1,2} |\Z)", re.MULTILINE | re.DOTALL
)
# Traits and interfaces, which are of use to those who write C++.
SILENT = re.compile(r"^(?:Traits|Interfaces|Effects): .*\n+", re.MULTILINE)
ROW = re.compile(r"^\| +(`\S+`|&laquo;unnamed&raquo;) +\| (.*?)(?: +\|)?$", re.MULTILINE)


def tables_of(folder):
    """The .td files of operations that no other one includes."""
    whole = folder / "LowpOps.td"
    yield whole
    included = whole.read_text(encoding="utf-8")
    for path in sorted(folder.glob("*.td")):
        if DEFINITION.search(path.read_text(encoding="utf-8")) and path.name not in included:
            yield path


def tables(text):
    """The rows of the tables of attributes, operands and results."""
    for heading, kind in (
        ("Attributes", "attribute"),
        ("Operands", "operand"),
        ("Results", "result"),
    ):
        section = re.search(
            rf"^#### {heading}:?\n(.*?)(?=^#### |\Z)", text, re.MULTILINE | re.DOTALL
        )
        for cells in re.findall(
            r"<tr><td><code>(\w+)</code></td><td>.*?</td><td>(.*?)</td></tr>",
            section.group(1) if section else "",
            re.DOTALL,
        ):
            yield kind, *cells
        for name, what in ROW.findall(section.group(1) if section else ""):
            yield kind, name.strip("`"), what.strip()


def render(root, name, text):
    body, *_ = re.split(r"^#### ", text, maxsplit=1, flags=re.MULTILINE)
    body = SILENT.sub("", body).strip()
    rows = [f"| {kind} | `{what}` | {kinds} |" for kind, what, kinds in tables(text)]
    lines = ["", body, ""]
    if rows:
        lines += ["| | name | type |", "|---|---|---|", *rows, ""]
    example = root / f"docs/examples/operations/{name}.mlir"
    if example.exists():
        lines += ["```mlir", example.read_text(encoding="utf-8").strip(), "```", ""]
    return "\n".join([*lines, ""])


def main():
    root = pathlib.Path(sys.argv[-2])
    reference = Reference(root, sys.argv[-1])
    texts = {}
    for path in tables_of(reference.headers / "lowp/Dialect/Lowp/IR"):
        texts |= dict(OPERATION.findall(reference.generate(path, "-gen-op-doc")))
    page = root / "docs/Specification.md"
    old, found = page.read_text(encoding="utf-8"), []

    def part(match):
        found.append(match.group(2))
        return match.group(1) + render(root, match.group(2), texts[match.group(2)]) + match.group(4)

    new = PART.sub(part, old)
    if sorted(found) != sorted(texts):
        sys.exit(
            f"docs/Specification.md: expected a part for each of {sorted(texts)}, got {sorted(found)}"
        )
    if sys.argv[1] == "--write":
        page.write_text(new, encoding="utf-8")
    elif old != new:
        print(
            "docs/Specification.md: an operation is not what its .td file says; write it anew: "
            "check_operations.py --write <root of the source tree> <mlir-tblgen>"
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
