# RUN: %python %s %lowp_source_dir
"""Counts the words of the docs that somebody wrote, and holds them below a ceiling.

Usage: check_words.py [--list] <root of the source tree>

Words are what `wc -w` counts, code and tables too, in docs/**/*.md, the README of the tree
and that of the Python package and CONTRIBUTING.md, without what scripts make. Descriptions in
.td files have a ceiling of their own. A page that would pass a ceiling says less elsewhere.
"""

import pathlib
import re
import sys

MOST, MOST_IN_TD, MOST_IN_README = 60_000, 28_000, 900
GENERATED = re.compile(
    r"<!-- made by test/Docs/(\S+) .*?<!-- end of what \1 makes -->|"
    r"<!-- made by test/Docs/(\S+) -->.*?<!-- end of what \2 makes -->",
    re.DOTALL,
)
DESCRIPTION = re.compile(r"\bdescription = (?:\[\{(.*?)\}\]|\"([^\"]*)\");", re.DOTALL)


def pages(root):
    yield from sorted((root / "docs").rglob("*.md"))
    yield from (root / name for name in ("README.md", "python/README.md", "CONTRIBUTING.md"))


def main():
    root = pathlib.Path(sys.argv[-1])
    counts = {
        page.relative_to(root): len(GENERATED.sub("", page.read_text(encoding="utf-8")).split())
        for page in pages(root)
    }
    in_td = sum(
        len((long or short).split())
        for path in (root / "include").rglob("*.td")
        for long, short in DESCRIPTION.findall(path.read_text(encoding="utf-8"))
    )
    if sys.argv[1] == "--list":
        for page, count in sorted(counts.items(), key=lambda pair: pair[1]):
            print(f"{count:6} {page}")
    totals = [
        ("written pages", sum(counts.values()), MOST),
        ("descriptions in .td", in_td, MOST_IN_TD),
        ("README.md", counts[pathlib.Path("README.md")], MOST_IN_README),
    ]
    for name, count, most in totals:
        print(f"{name}: {count} words, {most} at most")
    return 1 if any(count > most for _, count, most in totals) else 0


if __name__ == "__main__":
    sys.exit(main())
