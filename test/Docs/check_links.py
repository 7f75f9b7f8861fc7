# RUN: %python %s %lowp_source_dir
"""Checks the links of the documentation.

Usage: check_links.py <root of the source tree>

Each relative link of a Markdown file must lead to a file or folder of the tree,
and a fragment (#...) to a heading there. Links to the web are not followed.
"""

import pathlib
import re
import sys

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+\s+(.*?)\s*$", re.MULTILINE)
FENCE = re.compile(r"^( *)```.*?^\1```", re.MULTILINE | re.DOTALL)


def documents(root):
    yield from sorted(root.glob("*.md"))
    for folder in ("docs", "python"):
        yield from sorted((root / folder).rglob("*.md"))


def without_code(text):
    """The text with its code blocks blanked; line numbers stay."""
    return FENCE.sub(lambda match: "\n" * match.group(0).count("\n"), text)


def anchor(heading):
    """The fragment by which a rendered heading is reached."""
    words = re.sub(r"[^\w\- ]", "", heading.lower())
    return words.replace(" ", "-")


def anchors(path):
    text = without_code(path.read_text(encoding="utf-8"))
    return {anchor(heading) for heading in HEADING.findall(text)}


def objection(document, link):
    """Why the link leads nowhere, or None if it does lead somewhere."""
    if re.match(r"[a-z]+:", link):
        return None
    path, _, fragment = link.partition("#")
    target = (document.parent / path).resolve() if path else document
    if not target.exists():
        return "no such file"
    if fragment and (target.suffix != ".md" or fragment not in anchors(target)):
        return "no such heading"
    return None


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    failed = False
    for document in documents(root):
        text = without_code(document.read_text(encoding="utf-8"))
        for match in LINK.finditer(text):
            reason = objection(document, match.group(1))
            if reason:
                line = text.count("\n", 0, match.start()) + 1
                print(f"{document.relative_to(root)}:{line}: {match.group(1)}: {reason}")
                failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
