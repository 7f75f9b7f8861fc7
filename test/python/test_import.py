"""Importing the package is cheap and brings nothing along."""

import lowp

MEASURE = """
import sys, time
begin = time.process_time()
import lowp
print(time.process_time() - begin)
print(sorted({"torch", "numpy", "ml_dtypes"} & set(sys.modules)))
"""


def test_import_is_fast_and_alone(run_python):
    runs = [run_python(MEASURE).splitlines() for _ in range(5)]
    assert min(float(seconds) for seconds, _modules in runs) < 0.1
    assert all(modules == "[]" for _seconds, modules in runs)


def test_everything_public_is_documented():
    for name in lowp.__all__:
        if not name.startswith("__"):
            assert getattr(lowp, name).__doc__, name


def test_missing_library_is_an_exception(run_python):
    printed = run_python(
        "import lowp\n"
        "try:\n"
        "  lowp.chips()\n"
        "except lowp.LibraryError as error:\n"
        "  print(error)\n",
        LOWP_LIBRARY="/nonexistent/liblowp-c.so",
    )
    assert "expected liblowp-c at '/nonexistent/liblowp-c.so'" in printed
