"""Checks that Python asks the compiler: no file of python takes apart what it prints, IR,
types or messages.

Usage: check_texts.py <root of the source tree>

Prints one line per method of strings, or `in`, that searches for a piece of IR or reads
an exception, and per file that imports `re` but is not in Inputs/texts.txt, which has
what else such files read and may only shrink. Exits with 1 if there is any.
"""

import ast
import pathlib
import re
import sys

METHODS = {
    "split", "rsplit", "partition", "rpartition", "startswith", "endswith", "removeprefix",
    "removesuffix", "find", "rfind", "index", "replace", "count",
}  # fmt: skip
# What IR has and other texts have not.
IR = re.compile(r"[<>%!]|#\w|@\w|\w\(|^ : $|lowp\.|allow-")
# What exceptions are called, besides by `except`.
ERRORS = {"error", "refusal"}


def has_ir(node):
    """Whether a literal in an argument is a piece of IR."""
    return any(
        isinstance(each, ast.Constant) and isinstance(each.value, str) and IR.search(each.value)
        for each in ast.walk(node)
    )


def is_message(node, errors):
    """Whether an expression is the text of an exception or a diagnostic."""
    if isinstance(node, ast.Attribute):
        return node.attr == "message"
    is_text = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "str" and node.args
    return bool(is_text) and getattr(node.args[0], "id", "") in errors


def search(tree):
    """The lines that take a text apart, with what they do."""
    handlers = (node for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler))
    errors = ERRORS | {each.name for each in handlers if each.name}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            reads = node.func.attr in METHODS
            if reads and (any(map(has_ir, node.args)) or is_message(node.func.value, errors)):
                yield node.lineno, node.func.attr
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            is_ir = isinstance(node.left, ast.Constant) and has_ir(node.left)
            if is_ir or is_message(node.comparators[0], errors):
                yield node.lineno, "in"


def imports_re(tree):
    return any(
        alias.name == "re"
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    )


def check(root, allowed):
    for path in sorted((root / "python").rglob("*.py")):
        name = path.relative_to(root).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for line, method in search(tree):
            yield f"{name}:{line}: {method} reads what the compiler prints: ask it by lowp-c"
        if imports_re(tree) != (name in allowed):
            verb = "keep in" if name not in allowed else "remove from"
            yield f"{name}: imports of re: {verb} Inputs/texts.txt what it reads"


def main():
    root = pathlib.Path(sys.argv[1])
    text = (root / "test/Layering/Inputs/texts.txt").read_text(encoding="utf-8")
    allowed = {line.split(":")[0] for line in text.splitlines() if line}
    objections = list(check(root, allowed))
    for each in objections:
        print(each)
    return 1 if objections else 0


if __name__ == "__main__":
    sys.exit(main())
