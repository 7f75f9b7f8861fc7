# RUN: %python %s %lowp_source_dir mlir-tblgen
"""Checks what passes and operations say of themselves.

Usage: check_reference.py <root of the source tree> <mlir-tblgen>

Each pass has a summary and a description. Each operation, attribute and type of the
dialects has a summary.
"""

import pathlib
import re
import subprocess
import sys

PASS = re.compile(r"^### `-([\w-]+)`\n(.*?)(?=^### |\Z)", re.MULTILINE | re.DOTALL)
SUMMARY = re.compile(r"^_\S.*_$", re.MULTILINE)
ENTITY = re.compile(r"^### (.+?)\n(.*?)(?=^#|\Z)", re.MULTILINE | re.DOTALL)
DIALECTS = {
    "lowp": "Dialect/Lowp/IR/LowpOps.td",
    "lowp_gpu": "Dialect/LowpGPU/IR/LowpGPUOps.td",
}


class Reference:
    """Runs mlir-tblgen's documentation back ends."""

    def __init__(self, root, tblgen):
        self.headers = root / "include"
        tblgen = pathlib.Path(tblgen).resolve()
        includes = [self.headers, tblgen.parent.parent / "include"]
        self.command = [str(tblgen), *(f"-I{folder}" for folder in includes)]

    def generate(self, td, *flags):
        run = subprocess.run(
            [*self.command, *flags, str(td)], capture_output=True, text=True, check=True
        )
        return run.stdout

    def passes(self):
        """(name, documentation) of each pass."""
        for td in sorted((self.headers / "lowp").rglob("*.td")):
            if 'include "mlir/Pass/PassBase.td"' in td.read_text(encoding="utf-8"):
                yield from PASS.findall(self.generate(td, "-gen-pass-doc"))

    def entities(self, dialect, td):
        """(heading, documentation) of each operation, attribute and type."""
        text = self.generate(self.headers / "lowp" / td, "-gen-dialect-doc", f"-dialect={dialect}")
        return ENTITY.findall(text)


def check_pass(name, text):
    text = text.split("#### Options")[0]
    if not SUMMARY.search(text):
        yield f"pass {name} has no summary"
    if not SUMMARY.sub("", text).strip():
        yield f"pass {name} has no description"


def objections(reference):
    for name, text in reference.passes():
        yield from check_pass(name, text)
    for dialect, td in DIALECTS.items():
        entities = reference.entities(dialect, td)
        if not entities:
            yield f"dialect {dialect} has no documentation"
        for heading, text in entities:
            if not SUMMARY.search(text):
                yield f"{dialect}: {heading} has no summary"


def main():
    root = pathlib.Path(sys.argv[1])
    found = list(objections(Reference(root, sys.argv[2])))
    for objection in found:
        print(objection)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
