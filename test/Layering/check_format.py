# RUN: %python %s %lowp_source_dir
"""Checks that sources are formatted: C++ by clang-format 22, Python by ruff format.

Usage: check_format.py <root of the source tree>
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
    found = unformatted(pathlib.Path(sys.argv[1]).resolve())
    for name in sorted(found):
        print(f"{name}: not formatted; run clang-format-22 -i or ruff format on it")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
