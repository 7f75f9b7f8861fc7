# RUN: %python %s %lowp_source_dir %lowp_tools_dir
"""Checks that everything that tells a version tells the same.

Usage: check_release.py [--final] [--notes] <root of the source tree> [<folder of tools> [<wheel>]]

The version is that of CMakeLists.txt. The Python package, the newest section of the changelog,
`--version` of the tools and the wheel's metadata have it too. --final demands a date in the
changelog, --notes prints its section, for the tag.
"""

import pathlib
import re
import subprocess
import sys
import zipfile


def find(pattern, text, where):
    match = re.search(pattern, text, re.MULTILINE)
    if not match:
        sys.exit(f"{where}: expected a version, {pattern}")
    return match.group(1)


def versions(root, tools, wheel):
    """(place, version) of each place that tells one."""
    package = (root / "python/lowp/_version.py").read_text(encoding="utf-8")
    yield "python/lowp/_version.py", find(r'^__version__ = "(.*)"', package, "_version.py")
    changelog = (root / "docs/CHANGELOG.md").read_text(encoding="utf-8")
    yield "docs/CHANGELOG.md", find(r"^## \[(.*?)\]", changelog, "CHANGELOG.md")
    for name in ["lowp-opt", "lowp-compile", "lowp-run"] if tools else []:
        run = subprocess.run([tools / name, "--version"], capture_output=True, text=True)
        yield f"{name} --version", find(r"^lowp (\S+) with LLVM ", run.stdout, name)
    if wheel:
        with zipfile.ZipFile(wheel) as archive:
            name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
            metadata = archive.read(name).decode()
        yield wheel.name, find(r"^Version: (.*)$", metadata, "METADATA")


def main():
    options = {word for word in sys.argv[1:] if word.startswith("--")}
    root, *rest = [pathlib.Path(word) for word in sys.argv[1:] if word not in options]
    tools, wheel = [*rest, None, None][:2]
    cmake = (root / "CMakeLists.txt").read_text(encoding="utf-8")
    wanted = find(r"^project\(lowp VERSION (\S+)", cmake, "CMakeLists.txt")
    wrong = [pair for pair in versions(root, tools, wheel) if pair[1] != wanted]
    for place, version in wrong:
        print(f"{place}: expected {wanted}, as CMakeLists.txt has it, got {version}")
    changelog = (root / "docs/CHANGELOG.md").read_text(encoding="utf-8")
    heading, section = re.search(
        r"^(## \[[^\n]*)\n(.*?)(?=^## \[|\Z)", changelog, re.M | re.S
    ).groups()
    if "--final" in options and not re.search(r"\d{4}-\d\d-\d\d$", heading):
        print(f"docs/CHANGELOG.md: expected the day of the release, got '{heading}'")
        return 1
    if "--notes" in options:
        print(section.strip())
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
