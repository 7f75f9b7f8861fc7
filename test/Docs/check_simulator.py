"""Checks whether docs/Simulator.md says what test/External runs, and which facts it pins down.

Usage: check_simulator.py <root of the source tree> [<another Simulator.md>]
"""

import re
import sys
from pathlib import Path


def stated(text, sentence, numbers):
    """Demands that a sentence is in the text once, with these numbers for its `#`."""
    pattern = r"\s+".join(map(re.escape, sentence.split())).replace(r"\#", r"(\d+)")
    found = re.findall(pattern, text)
    if found != [tuple(map(str, numbers))]:
        sys.exit(
            f"Simulator.md: expected once '{sentence}' with {numbers}, got {found}; "
            "change the page, or the sentence here"
        )


def rows(text, header):
    """Cells of the table that begins with a cell of this name."""
    pattern = rf"^\| {re.escape(header)} \|[^\n]*\n\|[-|]+\|\n((?:\|[^\n]*\n)+)"
    tables = re.findall(pattern, text, re.M)
    if len(tables) != 1:
        sys.exit(f"Simulator.md: expected one table '{header}', got {len(tables)}")
    return [
        tuple(cell.strip() for cell in line.strip("|").split(" | "))
        for line in tables[0].splitlines()
    ]


def main():
    root = Path(sys.argv[1])
    external = root / "test/External/Inputs"
    sys.path.append(str(external))
    from mutants import MUTANTS, UNSEEN

    text = Path([*sys.argv, root / "docs/Simulator.md"][2]).read_text()
    facts = {mutant[0] for mutant in MUTANTS}
    if UNSEEN.keys() - facts:
        sys.exit(
            f"mutants.py: expected facts of MUTANTS in UNSEEN, got {sorted(UNSEEN.keys() - facts)}"
        )
    stated(
        text,
        "takes # facts for something else, one at a time: the kernels see #",
        (len(facts), len(facts) - len(UNSEEN)),
    )
    if sorted(rows(text, "no kernel would show")) != sorted(UNSEEN.items()):
        sys.exit(
            f"Simulator.md: expected rows {sorted(UNSEEN.items())}, "
            f"got {sorted(rows(text, 'no kernel would show'))}"
        )
    of_cute = {path.name for path in external.glob("*-cute-*.ptx.gz")}
    of_triton = {path.name for path in external.glob("*.ptx.gz")} - of_cute
    stated(
        text,
        "the # kernels that Triton made of our own source, and # of the CuTe DSL",
        (len(of_triton), len(of_cute)),
    )
    print("right:", len(UNSEEN), "facts that no kernel shows")


main()
