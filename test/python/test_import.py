"""Importing the package is cheap and brings nothing along."""

import sys

import lowp

LOADED = """
import sys
before = set(sys.modules)
import lowp
print(*sorted(set(sys.modules) - before))
"""


def test_import_brings_nothing_along(run_python):
    loaded = run_python(LOADED).split()
    rooms = {name.partition(".")[0] for name in loaded}
    assert rooms - sys.stdlib_module_names == {"lowp"}
    # Each module costs about half a millisecond: 105 are loaded today.
    assert len(loaded) <= 120, loaded


def test_everything_public_is_documented():
    for name in lowp.__all__:
        if not name.startswith("__"):
            assert getattr(lowp, name).__doc__, name


def test_missing_library_is_an_exception(run_python):
    printed = run_python(
        "import lowp\ntry:\n  lowp.chips()\nexcept lowp.LibraryError as error:\n  print(error)\n",
        LOWP_LIBRARY="/nonexistent/liblowp-c.so",
    )
    assert "expected liblowp-c at '/nonexistent/liblowp-c.so'" in printed
