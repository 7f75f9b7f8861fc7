"""Looks whether docs/Simulator.md says of the interpreter's facts what mutants.py does.

    check_documented.py SIMULATOR.MD
"""

import re
import sys
from pathlib import Path

from mutants import MUTANTS, UNSEEN


def main():
    text = Path(sys.argv[1]).read_text()
    facts = {mutant[0] for mutant in MUTANTS}
    if UNSEEN.keys() - facts:
        sys.exit(f"expected facts of MUTANTS, got {sorted(UNSEEN.keys() - facts)}")
    counts = re.search(r"takes (\d+) facts for something else,\s+one at a time: the kernels see (\d+)",
                       text)
    if not counts or [*map(int, counts.groups())] != [len(facts), len(facts) - len(UNSEEN)]:
        sys.exit(f"expected {len(facts)} facts of which {len(facts) - len(UNSEEN)} are seen, got "
                 f"{counts and counts.groups()}")
    [table] = re.findall(r"^\| no kernel would show \|[^\n]*\n\|[-|]+\|\n((?:\|[^\n]*\n)+)", text, re.M)
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines()]
    if sorted(rows) != sorted([fact, lowp] for fact, lowp in UNSEEN.items()):
        sys.exit(f"expected rows {sorted(UNSEEN.items())}, got {sorted(rows)}")
    folder = Path(__file__).parent
    of_cute = {path.name for path in folder.glob("sm_120a-cute-*.ptx.gz")}
    of_triton = {path.name for path in folder.glob("*.ptx.gz")} - of_cute
    counts = re.search(r"runs (\d+) kernels so that Triton made of our own source, and (\d+) of", text)
    if not counts or [*map(int, counts.groups())] != [len(of_triton), len(of_cute)]:
        sys.exit(f"expected {len(of_triton)} kernels of Triton and {len(of_cute)} of the CuTe DSL, got "
                 f"{counts and counts.groups()}")
    print("right:", len(rows), "facts that no kernel shows")


main()
