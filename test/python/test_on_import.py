"""What lowp adds to libraries that are imported after it."""

import sys

import pytest

torch = pytest.importorskip("torch")

from lowp.torch import on_import  # noqa: E402


@pytest.fixture
def library(tmp_path, monkeypatch):
    """A module that nobody has imported."""
    (tmp_path / "late_library.py").write_text("value = 1\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "late_library"
    sys.modules.pop("late_library", None)


def test_actions_wait_for_the_import(library):
    seen = []
    for _ in range(2):
        on_import.when_imported(library, lambda module: seen.append(module.value))
    import json  # noqa: F401, others find their way

    assert not seen and library not in sys.modules
    import late_library

    assert seen == [1, 1] and late_library.__spec__.name == library
    on_import.when_imported(library, lambda module: seen.append(module))
    assert seen[2] is late_library and library not in on_import._waiting


def test_a_library_that_is_not_there():
    on_import.when_imported("no_such_library", lambda module: pytest.fail("imported"))
    with pytest.raises(ModuleNotFoundError):
        __import__("no_such_library")
    del on_import._waiting["no_such_library"]
