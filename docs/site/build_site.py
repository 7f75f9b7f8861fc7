"""Makes the HTML of the docs and of the reference that mlir-tblgen writes.

Usage: build_site.py <root of the source tree> <folder of the reference> <folder of the site>

Pages of the tree are gathered in one folder, links between them follow, and a link to another
file of the tree leads to a copy of it. Sphinx checks every link; a wrong one is an error, and
so is a page that loads something from elsewhere.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

LINK = re.compile(r"\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
FENCE = re.compile(r"^( *)```.*?^\1```", re.MULTILINE | re.DOTALL)
ELSEWHERE = re.compile(
    r"<(?:script|link|img|iframe)\b[^>]*(?:src|href)=\"(?:https?:)?//[^\"]*\"|@import|url\(https?:"
)
# Pages outside of docs/, by their names on the site.
OUTSIDE = {
    "README.md": "index.md",
    "python/README.md": "Python.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "SECURITY.md": "SECURITY.md",
}
SECTIONS = {
    "Use": [
        "GettingStarted",
        "PyTorch",
        "Checkpoints",
        "Distributed",
        "Jax",
        "PreparedWeights",
        "Python",
        "Embedding",
        "ExternalFunctions",
        "Tuning",
        "Errors",
        "Compatibility",
    ],
    "Meaning": ["Specification", "Numerics", "Targets", "Glossary"],
    "Speed": ["Performance", "PerformanceNotes", "lab/Runs"],
    "Change": [
        "CONTRIBUTING",
        "Architecture",
        "Quantize",
        "Rationale",
        "Simulator",
        "AddingAPass",
        "AddingARecipe",
        "AddingALayout",
        "AddingATarget",
        "Releasing",
        "CHANGELOG",
        "SECURITY",
    ],
    "Kernels": ["kernels/*"],
    "Reference": ["reference/*"],
}


def places(root):
    """Where each page of the tree is on the site."""
    found = {root / name: pathlib.Path(place) for name, place in OUTSIDE.items()}
    for page in (root / "docs").rglob("*.md"):
        found[page] = page.relative_to(root / "docs")
    return found


class Gatherer:
    """Copies pages, and the files that they link to, into `folder`."""

    def __init__(self, root, folder):
        self.root, self.folder, self.places = root, folder, places(root)

    def follow(self, page, target):
        """The link from the site's page to what `target` is, or None for a folder."""
        path = (page.parent / target).resolve()
        place = self.places.get(path)
        if place is None:
            if not path.is_file():
                return None
            place = pathlib.Path("files") / path.relative_to(self.root)
            (self.folder / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, self.folder / place)
        return os.path.relpath(self.folder / place, (self.folder / self.places[page]).parent)

    def rewrite(self, page, text):
        def link(match):
            target = match.group(2)
            if re.match(r"[a-z]+:", target):
                return match.group(0)
            followed = self.follow(page, target)
            words = match.group(1)
            return f"[{words}]({followed}{match.group(3) or ''})" if followed else words

        parts, end = [], 0
        for fence in FENCE.finditer(text):
            parts += [LINK.sub(link, text[end : fence.start()]), fence.group(0)]
            end = fence.end()
        return "".join([*parts, LINK.sub(link, text[end:])])

    def gather(self):
        for page, place in self.places.items():
            (self.folder / place).parent.mkdir(parents=True, exist_ok=True)
            text = self.rewrite(page, page.read_text(encoding="utf-8"))
            (self.folder / place).write_text(text, encoding="utf-8")


def gather_reference(reference, folder):
    for path in sorted(reference.rglob("*.md")):
        name = "-".join(path.relative_to(reference).with_suffix("").parts)
        text = path.read_text(encoding="utf-8")
        title = f"# {path.stem.replace('-', '/')} ({path.parent.name.lower()})\n\n"
        (folder / "reference").mkdir(exist_ok=True)
        (folder / f"reference/{name}.md").write_text(title + text, encoding="utf-8")


def contents(folder):
    """The table of contents that the front page hides and the sidebar shows."""
    for caption, pages in SECTIONS.items():
        yield f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n"
        for page in pages:
            found = sorted(folder.glob(f"{page}.md"))
            yield from (str(path.relative_to(folder).with_suffix("")) for path in found)
        yield "```\n"


def check_sources(site):
    for path in sorted(site.rglob("*.html")) + sorted(site.rglob("*.css")):
        match = ELSEWHERE.search(path.read_text(encoding="utf-8"))
        if match:
            sys.exit(f"{path}: loads something from elsewhere: {match.group(0)}")


def main():
    root, reference, site = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    folder = site.with_name(site.name + "-pages")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    Gatherer(root, folder).gather()
    gather_reference(reference, folder)
    index = folder / "index.md"
    index.write_text(
        index.read_text(encoding="utf-8") + "\n".join(contents(folder)), encoding="utf-8"
    )
    for name in ("conf.py", "site.css"):
        shutil.copyfile(root / "docs/site" / name, folder / name)
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-W",
        "--keep-going",
        "-b",
        "html",
        folder,
        site,
    ]
    if subprocess.run(command).returncode:
        return 1
    check_sources(site)
    print(f"the site: {site}/index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
