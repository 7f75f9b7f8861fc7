"""Checks that a module uses every operation, attribute and type of lowp.

usage: check_bytecode_coverage.py <module> <folder of the .td files>
"""

import re
import sys
from pathlib import Path

DEFINITIONS = [
    # Operations: `def Lowp_GemmOp : Lowp_Op<"gemm", ...`.
    ("operations", r'def Lowp_\w+Op\s*:\s*Lowp_\w+<"(\w+)"', r"\blowp\.{}\b"),
    # Attributes: `def Lowp_MXAttr : Lowp_BlockRecipeOf<Lowp_MXScale, "MX", "mx"`.
    (
        "attributes",
        r'def Lowp_\w+Attr\s*:\s*Lowp_\w+<(?:Lowp_\w+,\s*)?"\w+",\s*"(\w+)"',
        r"#lowp\.{}\b",
    ),
    # Types name themselves by `let mnemonic`.
    ("types", r'let mnemonic = "(\w+)"', r"!lowp\.{}\b"),
]


def main(module, folder):
    text = Path(module).read_text()
    definitions = "".join(td.read_text() for td in sorted(Path(folder).glob("*.td")))
    missing = []
    for what, definition, use in DEFINITIONS:
        names = re.findall(definition, definitions)
        if not names:
            sys.exit(f"expected definitions of {what}, found none: adapt this script")
        missing += [name for name in names if not re.search(use.format(name), text)]
    if missing:
        sys.exit("expected the module to use all of lowp, these are missing: " + ", ".join(missing))


main(*sys.argv[1:])
