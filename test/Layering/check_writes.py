"""Checks that files are written by lib/Files alone, which keeps what was there when
something goes wrong and never replaces an input, a link or a device.

Usage: check_writes.py <root of the source tree>

Prints one line per call that writes to a path, and exits with 1 if there is any.
"""

import pathlib
import re
import sys

# What opens, replaces or renames a file by its path. A stream on a descriptor, which
# somebody else has opened, says so.
WRITES = re.compile(
    r"\b(?:writeToOutput|ToolOutputFile|openOutputFile|FileOutputBuffer|openFileForWrite"
    r"|openFileForReadWrite|createUniqueFile|createTemporaryFile|copy_file|fopen|freopen"
    r"|mkstemp|creat|O_CREAT|O_TRUNC)\b|\bofstream\b|\bfs::rename\b"
    r"|\braw_fd_ostream\b(?!\s*&)(?!\s+\w+\(descriptor,)"
)
OWNER = pathlib.PurePosixPath("lib/Files")
SOURCES = {".h", ".cpp"}


def main():
    root = pathlib.Path(sys.argv[1])
    objections = 0
    for top in ("include/lowp", "lib", "tools"):
        for path in sorted((root / top).rglob("*")):
            name = pathlib.PurePosixPath(path.relative_to(root))
            if path.suffix not in SOURCES or OWNER in name.parents:
                continue
            lines = path.read_text(encoding="utf-8").splitlines()
            for number, line in enumerate(lines, 1):
                found = WRITES.search(line.split("//")[0])
                if found:
                    print(
                        f"{name}:{number}: {found.group()}: write files by lowp/Files/OutputSet.h"
                    )
                    objections += 1
    return 1 if objections else 0


if __name__ == "__main__":
    sys.exit(main())
