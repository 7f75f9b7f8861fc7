"""Imports point one way: no module needs, by whatever way round, one that needs it.

Imports in functions and under TYPE_CHECKING count. They hide a cycle from the
interpreter, not from who reads the code.
"""

import ast
import graphlib
import pathlib

import lowp
import pytest

ROOT = pathlib.Path(lowp.__file__).parent
PACKAGES = ROOT, ROOT.with_name("lowp_lab")


def read_modules(*roots):
    """Paths of the packages in the folders `roots`, by the names of their modules."""
    modules = {}
    for root in roots:
        for path in sorted(root.rglob("*.py")):
            parts = path.relative_to(root.parent).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            modules[name] = path
    return modules


def package_of(name, path, level):
    """What an import with `level` dots in front is relative to."""
    parts = name.split(".")
    above = level - (path.name == "__init__.py")
    return ".".join(parts[: len(parts) - above])


def imported_names(name, path):
    """What a module imports, wherever in it: modules, or what is in them."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package_of(name, path, node.level) if node.level else ""
            source = ".".join(filter(None, (start, node.module)))
            yield from (f"{source}.{alias.name}" for alias in node.names)


def find_module(name, modules):
    """The module that is, or has, what is imported; None when it is not of the
    package. A module is not said to need the __init__.py above it, which Python runs
    first, unless it imports a name from there."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name or None


def find_cycle(*roots):
    """The modules of a cycle of imports, the first also last; None without any."""
    modules = read_modules(*roots)
    needed = {
        name: {find_module(one, modules) for one in imported_names(name, path)} - {None}
        for name, path in modules.items()
    }
    try:
        graphlib.TopologicalSorter(needed).prepare()
    except graphlib.CycleError as error:
        return error.args[1]
    return None


def test_no_cycle():
    assert find_cycle(*PACKAGES) is None


def test_all_modules_are_read():
    modules = read_modules(*PACKAGES)
    assert {"lowp", "lowp._call", "lowp.bench", "lowp_lab.bench.cli"} <= modules.keys()
    names = set(imported_names("lowp._call", modules["lowp._call"]))
    assert {"lowp._library", "lowp._plan.Plan", "sys"} <= names


UNDER_TYPE_CHECKING = """
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from package.first import First
"""


@pytest.mark.parametrize(
    "text",
    [
        "import package.first",
        "from package import first",
        "from package.first import First",
        "from . import first",
        "from .first import First",
        "def function():\n  from package.first import First",
        UNDER_TYPE_CHECKING,
    ],
)
def test_cycle_is_found(tmp_path, text):
    package = tmp_path / "package"
    package.mkdir()
    (package / "__init__.py").write_text("from package.first import First")
    (package / "first.py").write_text("import os\nfrom package.second import Second")
    (package / "second.py").write_text("import os.path\nimport json")
    assert find_cycle(package) is None
    (package / "second.py").write_text(text)
    assert set(find_cycle(package)) == {"package.first", "package.second"}


def test_cycle_through_a_package(tmp_path):
    """Its names are those of its __init__.py."""
    package = tmp_path / "package"
    (package / "inner").mkdir(parents=True)
    (package / "inner" / "__init__.py").write_text("from .. import outer")
    (package / "outer.py").write_text("")
    assert find_cycle(package) is None
    (package / "outer.py").write_text("from .inner import name")
    assert set(find_cycle(package)) == {"package.outer", "package.inner"}
