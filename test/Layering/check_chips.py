"""Checks that generic code names no chip: who wants to know one asks its target.

Usage: check_chips.py <root of the source tree>

Prints one line per chip, product or family that code outside of Kernel/Targets names
in strings, identifiers or numbers of names, and exits with 1 if there is any. Comments
may say where figures are from, and descriptions and help texts may give examples.
"""

import pathlib
import re
import sys

# A chip, a product, or a family of chips.
CHIP = re.compile(
    r"sm_?\d{2,3}[af]?|(?<![a-z0-9])(?:[hb][1-3]00|gb10|gb200)(?![0-9])"
    r"|rtx|hopper|blackwell|wgmma|tcgen05|mmasync",
    re.IGNORECASE,
)
SOURCES = {".h", ".cpp", ".def", ".inc"}
# Folders that own chips or register their owners. The simulator is a chip.
OWNERS = ["Kernel/Targets", "Simulator", "InitAll/RegisterDialects.cpp"]
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
# Texts for people: descriptions of options, from one to the next argument.
HELP = re.compile(r'(?:"(?:\\.|[^"\n])*"\s*)+')


def blank(match):
    """Spaces in place of a match, so that lines keep their numbers."""
    return re.sub(r"[^\n]", " ", match.group())


def without_help(match):
    """Strings that are sentences are for people, words alone are for code."""
    return blank(match) if "e.g." in match.group() else match.group()


def code_of(path):
    text = COMMENT.sub(blank, path.read_text(encoding="utf-8"))
    return HELP.sub(without_help, text)


def is_owner(inside):
    return any(inside == owner or inside.startswith(owner + "/") for owner in OWNERS)


def check(root):
    for top in ("include/lowp", "lib"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in SOURCES or is_owner(path.relative_to(root / top).as_posix()):
                continue
            for number, line in enumerate(code_of(path).splitlines(), 1):
                for match in CHIP.finditer(line):
                    yield f"{path.relative_to(root)}:{number}: names {match.group()}: ask the target"


def main():
    objections = list(check(pathlib.Path(sys.argv[1])))
    for text in objections:
        print(text)
    return 1 if objections else 0


if __name__ == "__main__":
    sys.exit(main())
