"""Checks that no two files define a type of one name in one namespace: the linker
would take the functions of one for those of the other.

Usage: check_names.py <root of the source tree>

Prints one line per such name and exits with 1 if there is any.
"""

import collections
import pathlib
import re
import sys

# What is no code: comments, strings, characters.
SILENT = re.compile(r'//[^\n]*|"(?:\\.|[^"\n])*"|\'(?:\\.|[^\'\n])\'')
TOKEN = re.compile(
    r"namespace\s*(?P<namespace>[\w:]*)\s*\{"
    r"|\b(?:enum\s+class|struct|class|enum|union)\s+(?P<type>\w+)(?:\s+final)?"
    r"\s*(?::[^;{()]*)?\{"
    r"|(?P<other>[{}])"
)
SOURCES = {".h", ".cpp"}


def types(text):
    """The full names of types that other files could name, too."""
    scopes = []
    for token in TOKEN.finditer(SILENT.sub("", text)):
        if token["other"] == "}":
            if scopes:
                scopes.pop()
        elif token["other"]:
            scopes.append(None)
        elif token["type"]:
            if all(scopes):
                yield "::".join([*scopes, token["type"]])
            scopes.append(None)
        else:
            # Nobody names what is in a namespace without a name.
            scopes.append(token["namespace"] or None)


def main():
    root = pathlib.Path(sys.argv[1])
    places = collections.defaultdict(set)
    for top in ("include/lowp", "lib", "tools"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in SOURCES:
                for name in types(path.read_text(encoding="utf-8")):
                    places[name].add(path.relative_to(root).as_posix())
    # Tools are programs of their own.
    shared = {
        name: files
        for name, files in places.items()
        if len(files) > 1 and not all(file.startswith("tools/") for file in files)
    }
    for name, files in sorted(shared.items()):
        print(f"{name}: defined in {' and '.join(sorted(files))}; rename one")
    return 1 if shared else 0


if __name__ == "__main__":
    sys.exit(main())
