"""Checks that lowp-fuzz runs every pass of lowp.

usage: check_passes.py <source folder>
"""

import re
import sys
from pathlib import Path

# Runs LLVM's back end and ptxas: slow, and not lowp's.
LEFT_OUT = {"lowp-serialize"}


def main(source):
    source = Path(source)
    defined = set()
    for file in (source / "include").rglob("*.td"):
        defined |= set(re.findall(r'Pass<\s*"([^"]+)"', file.read_text()))
    if not defined:
        sys.exit("expected passes in include/**/*.td, found none: adapt this script")
    pipelines = (source / "test/lib/Fuzz/Pipelines.cpp").read_text()
    single = pipelines[pipelines.index("kSinglePasses[]"):]
    listed = set(re.findall(r'"([a-z0-9-]+)",', single))
    if defined - LEFT_OUT != listed:
        sys.exit("expected kSinglePasses in test/lib/Fuzz/Pipelines.cpp to be the "
                 f"passes of lowp; missing: {sorted(defined - LEFT_OUT - listed)}, "
                 f"unknown: {sorted(listed - defined)}")


main(*sys.argv[1:])
