# RUN: %python %s %lowp_source_dir
"""Writes or checks the tables of measured figures in the docs.

Usage: check_figures.py [--write] <root of the source tree>

A page has the table of docs/lab/NAME.json between the comment
"made by test/Docs/check_figures.py from docs/lab/NAME.json" and its end. The file says on
what card and by which command its rows were taken, and each file is in one page. The README
has one column of some rows, which its own table names first.
"""

import json
import pathlib
import re
import sys

PART = re.compile(
    r"(<!-- made by test/Docs/check_figures\.py from docs/lab/([\w-]+)\.json -->\n)(.*?)"
    r"(<!-- end of what check_figures\.py makes -->\n)",
    re.DOTALL,
)

COLUMN = re.compile(
    r"(<!-- made by test/Docs/check_figures\.py from docs/lab/([\w-]+)\.json, (.*?) -->\n\n"
    r"\| (.*?) \|\n)(.*?)(\n<!-- end of what check_figures\.py makes -->\n)",
    re.DOTALL,
)


def render(figures):
    columns, rows = figures["columns"], figures["rows"]
    for row in rows:
        if len(row) != len(columns):
            raise ValueError(f"expected {len(columns)} cells, got {row}")
    source = f"Card: {figures['card']}; `{figures['command']}`." if figures["command"] else ""
    lines = [f"| {' | '.join(row)} |" for row in [columns, *rows]]
    lines.insert(1, "|---" * len(columns) + "|")
    return "\n".join(["", *([source, ""] if source else []), *lines, "", ""])


def replace(root, text, used):
    def part(match):
        path = root / "docs/lab" / f"{match.group(2)}.json"
        used.append(path.name)
        figures = json.loads(path.read_text(encoding="utf-8"))
        return match.group(1) + render(figures) + match.group(4)

    return PART.sub(part, text)


def replace_columns(root, text):
    def part(match):
        head, name, column, names, _, end = match.groups()
        figures = json.loads((root / f"docs/lab/{name}.json").read_text(encoding="utf-8"))
        place = figures["columns"].index(column)
        rows = {row[0]: row[place] for row in figures["rows"]}
        cells = [rows[each] for each in names.split(" | ")]
        return f"{head}{'|---' * len(cells)}|\n| {' | '.join(cells)} |\n{end}"

    return COLUMN.sub(part, text)


def main():
    write, root = sys.argv[1] == "--write", pathlib.Path(sys.argv[-1])
    used, objections = [], []
    for page in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        old = page.read_text(encoding="utf-8")
        new = replace_columns(root, replace(root, old, used))
        if old == new:
            continue
        if write:
            page.write_text(new, encoding="utf-8")
        else:
            objections.append(
                f"{page.relative_to(root)}: a table is not that of docs/lab; "
                "write it anew: check_figures.py --write <root of the source tree>"
            )
    for path in sorted((root / "docs/lab").glob("*.json")):
        if used.count(path.name) != 1:
            objections.append(
                f"docs/lab/{path.name}: expected it in one page, got {used.count(path.name)}"
            )
    print("\n".join(objections), end="\n" if objections else "")
    return 1 if objections else 0


if __name__ == "__main__":
    sys.exit(main())
