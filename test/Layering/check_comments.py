# RUN: %python %s %lowp_source_dir
"""Checks words of comments, pages and summaries.

Usage: check_comments.py [--write] <root of the source tree>

No sentence begins with Of, Those, Who or Else: its subject comes first. Things are before and
after each other, not in front or behind; a thing is not one, or not there, instead of none; an
index is no number. A summary of a pass or an operation begins with a verb. Inputs/wordings.txt
counts what each file still has otherwise; a count may only shrink. --write lowers the counts
that did, and drops files without any.
"""

import pathlib
import re
import sys

FOLDERS = ["include", "lib", "tools", "test", "python", "docs"]
COMMENTS = {
    ".h": "//",
    ".cpp": "//",
    ".td": "//",
    ".py": "#",
    ".mlir": "//",
    ".txt": "#",
    ".test": "#",
}
OPENING = re.compile(
    r"(?:^|(?<=[.:?!] )|(?<=\n\n))(?:Of|Those|Who|Whoever|Else)\b(?!\()", re.MULTILINE
)
# `behind` is right where something hides, or is left.
WORDS = re.compile(
    r"(?<!hide )(?<!hides )(?<!hidden )(?<!left )(?<!leaves )\b[Bb]ehind\b|\b[Ii]n front of\b|"
    r"(?<!there )\b(?:is|are) none\b|\bnumber(?:ed)? `"
)
# A definition has a name and a base class, as in `def CopyOp : Lowp_Op<...> {`.
ACTION = re.compile(r"^def \w+(?:Op|Pass) |^def [^{]*?: (?:Pass|\w*_\w*Op)<", re.MULTILINE)
DEFINITION = re.compile(r"^(?:def|class) ", re.MULTILINE)
SUMMARY = re.compile(
    r"\bsummary = \"(?!(?:%s) )"
    % "|".join(pathlib.Path(__file__).with_name("Inputs").joinpath("verbs.txt").read_text().split())
)
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)
DOCSTRING = re.compile(r'"""(.*?)"""', re.DOTALL)


def texts(path):
    """What a file says in words, paragraph by paragraph."""
    text = path.read_text(encoding="utf-8", errors="replace")
    if path.suffix == ".md":
        paragraphs = re.split(r"\n\s*\n|\n(?=[-*|#] )", CODE.sub("", text))
        return [" ".join(one.lstrip("-*|# ").split()) for one in paragraphs]
    mark = re.escape(COMMENTS[path.suffix])
    blocks = re.findall(rf"(?:^[^\S\n]*{mark}+[^\n]*\n)+", text, re.MULTILINE)
    joined = [
        " ".join(re.sub(rf"^\s*{mark}+", "", block, flags=re.MULTILINE).split()) for block in blocks
    ]
    return joined + [" ".join(one.split()) for one in DOCSTRING.findall(text)]


def summaries(text):
    """How many passes and operations of a .td file have a summary without a verb; types,
    attributes and constraints are things."""
    starts = [match.start() for match in DEFINITION.finditer(text)] + [len(text)]
    definitions = (text[start:end] for start, end in zip(starts, starts[1:], strict=False))
    return sum(len(SUMMARY.findall(one)) for one in definitions if ACTION.match(one))


def count(path):
    wordings = sum(len(OPENING.findall(one)) + len(WORDS.findall(one)) for one in texts(path))
    return wordings + (summaries(path.read_text()) if path.suffix == ".td" else 0)


def main():
    root = pathlib.Path(sys.argv[-1])
    listed_in = root / "test/Layering/Inputs/wordings.txt"
    lines = (line.split() for line in listed_in.read_text(encoding="utf-8").splitlines())
    most = {name: int(number) for number, name in lines}
    found = {}
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if (
                path.suffix in COMMENTS or path.suffix == ".md"
            ) and "__pycache__" not in path.parts:
                found[str(path.relative_to(root))] = count(path)
    wrong = [name for name in sorted(found) if found[name] > most.get(name, 0)]
    if sys.argv[1] == "--write":
        kept = {name: min(number, found.get(name, 0)) for name, number in most.items()}
        listed_in.write_text(
            "".join(f"{kept[name]} {name}\n" for name in sorted(kept) if kept[name])
        )
    for name in wrong:
        print(
            f"{name}: {found[name]} wordings to change, {most.get(name, 0)} at most; see {__file__}"
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
