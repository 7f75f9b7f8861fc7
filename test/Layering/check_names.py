"""Checks that no two files define a type of one name in one namespace: the linker
would take the functions of one for those of the other. Files of one library that uses
MLIR define no static function, constant or type twice, either: add_lowp_library also
compiles several of them at a time.

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
STATIC = re.compile(
    r"^(?:template <[^\n]*>\n)?static\b[^;{}=()]*?\b(?P<name>\w+)\((?P<parameters>[^;{}]*?)\)\s*[;{]",
    re.MULTILINE,
)
DECLARATION = re.compile(r"^(?:(?:static|constexpr|const) )+([^;(){}]*)", re.MULTILINE)
CONSTANT = re.compile(r"\b(k[A-Z]\w*)(?:\[\w*\])?\s*=(?!=)")
ALIAS = re.compile(r"^using (\w+) =", re.MULTILINE)
UNNAMED = re.compile(r"^namespace \{\n(.*?)^\} // namespace$", re.MULTILINE | re.DOTALL)
UNNAMED_TYPE = re.compile(
    r"^(?:struct|class|enum class|enum|union|using) (?P<name>\w+)(?! *;)", re.MULTILINE
)


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


def own_names(text):
    """What a file defines for itself: functions with the types of their parameters."""
    for part in UNNAMED.finditer(text):
        for type in UNNAMED_TYPE.finditer(SILENT.sub("", part[1])):
            yield type["name"]
    text = SILENT.sub("", text)
    for function in STATIC.finditer(text):
        parameters = re.sub(r"\s*=[^,]*", "", function["parameters"])
        types = re.sub(r"\s*\b\w+\s*(?=,|$)", "", parameters)
        yield f"{function['name']}({' '.join(types.split())})"
    for declaration in DECLARATION.finditer(text):
        yield from CONSTANT.findall(declaration[1])
    yield from ALIAS.findall(text)


def twice(folder):
    """The names that several files of a library define, and these files."""
    places = collections.defaultdict(set)
    for path in sorted(folder.rglob("*.cpp")):
        # A library of its own lies below.
        if not any(
            (above / "CMakeLists.txt").exists() for above in path.parents if folder in above.parents
        ):
            for name in own_names(path.read_text(encoding="utf-8")):
                places[name].add(path.relative_to(folder).as_posix())
    return {name: files for name, files in places.items() if len(files) > 1}


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
    failed = bool(shared)
    libraries = (root / top for top in ("lib", "tools", "test/lib"))
    for library in sorted(path for top in libraries for path in top.rglob("CMakeLists.txt")):
        text = library.read_text(encoding="utf-8")
        if "add_lowp_library" not in text or "NO_MLIR" in text:
            continue
        for name, files in sorted(twice(library.parent).items()):
            print(
                f"{library.parent.relative_to(root)}: {name} in {' and '.join(sorted(files))};"
                " rename one, or define it once"
            )
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
