"""Prints the ten tests that cost most, and what all cost, after a run of ctest.

    python test/slowest_tests.py BUILD

Tests of lit are told in processor seconds, which do not depend on what else a machine
does; the other tests of ctest, which lit is one of, in seconds.
"""

import json
import pathlib
import sys
import xml.etree.ElementTree

COUNT = 10


def read_lit(path):
    """Processor seconds of each test that ran."""
    tests = json.loads(path.read_text())["tests"]
    return [
        (test["metrics"]["processor seconds"], test["name"].split(" :: ")[1])
        for test in tests
        if "metrics" in test
    ]


def read_ctest(path):
    suites = xml.etree.ElementTree.parse(path).getroot()
    return [
        (float(case.get("time")), case.get("name"))
        for case in suites.iter("testcase")
        if case.get("name") != "lit"
    ]


def main():
    build = pathlib.Path(sys.argv[1])
    lit, others = read_lit(build / "test/lit.json"), read_ctest(build / "ctest.xml")
    print(
        f"lit: {sum(seconds for seconds, _ in lit):.0f} processor seconds in {len(lit)} tests; "
        f"other tests: {sum(seconds for seconds, _ in others):.0f} s in {len(others)}"
    )
    for seconds, name in sorted(lit + others, reverse=True)[:COUNT]:
        print(f"{seconds:7.1f} s  {name}")


if __name__ == "__main__":
    main()
