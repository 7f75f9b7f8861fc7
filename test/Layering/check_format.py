# RUN: %python %s %lowp_source_dir
"""Checks that sources are formatted: C++ by clang-format 22, Python by ruff format.

Usage: check_format.py [--write] <root of the source tree>

Inputs/unformatted.txt names the files that are not formatted yet. It may only shrink: a file
of it that is formatted, or is not there any more, has to leave it. --write drops these.
"""

import pathlib
import re
import shutil
import subprocess
import sys

FOLDERS = ["include", "lib", "tools", "test", "python", "docs"]
CXX = {".h", ".cpp"}
WARNING = re.compile(r"^(.*?):\d+:\d+: (?:warning|error): ", re.MULTILINE)
REFORMATTED = re.compile(r"^Would reformat: (.*)$", re.MULTILINE)


def sources(root, suffixes):
    for folder in FOLDERS:
        yield from (
            path
            for path in sorted((root / folder).rglob("*"))
            if path.suffix in suffixes and "__pycache__" not in path.parts
        )


def unformatted(root):
    """The files that a formatter would change."""
    command = shutil.which("clang-format-22") or shutil.which("clang-format")
    if not command:
        sys.exit("expected clang-format 22 on PATH, found none; tools/setup.sh installs it")
    cxx = [str(path.relative_to(root)) for path in sources(root, CXX)]
    run = subprocess.run([command, "--dry-run", *cxx], cwd=root, capture_output=True, text=True)
    found = set(WARNING.findall(run.stderr))
    command = [sys.executable, "-m", "ruff", "format", "--check", *FOLDERS]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True)
    if run.returncode not in (0, 1) or "No module named" in run.stderr:
        sys.exit(f"expected ruff in {sys.executable}; tools/setup.sh installs it: {run.stderr}")
    return found | set(REFORMATTED.findall(run.stdout))


def main():
    root = pathlib.Path(sys.argv[-1]).resolve()
    path = root / "test/Layering/Inputs/unformatted.txt"
    listed, found = set(path.read_text(encoding="utf-8").split()), unformatted(root)
    if sys.argv[1] == "--write":
        path.write_text("".join(f"{name}\n" for name in sorted(listed & found)), encoding="utf-8")
    for name in sorted(found - listed):
        print(f"{name}: not formatted; run clang-format-22 -i or ruff format on it")
    for name in sorted(listed - found):
        print(f"{name}: formatted, or gone; take it out of {path.relative_to(root)}")
    return 1 if found != listed else 0


if __name__ == "__main__":
    sys.exit(main())
