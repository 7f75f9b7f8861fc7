"""lowp.bench --first-call, with a driver that computes nothing: the time of the
compiler and of the cache is real."""

import os
import re

import pytest
from lowp_lab.bench.cli import main

pytestmark = pytest.mark.skipif("LOWP_FAKE_CUDA" not in os.environ, reason="needs the fake driver")


def test_first_calls(capsys, cache_directory):
    arguments = ["--first-call", "--repetitions=1", "--shapes=64x128x256"]
    assert main([*arguments, "--kinds=rowwise,1x128.1x128"]) == 0
    lines = capsys.readouterr().out.splitlines()
    pattern = r"(\S+) 64x128x256: ([0-9.]+) s compiled, ([0-9.]+) ms from the cache"
    found = [re.fullmatch(pattern, line) for line in lines[1:]]
    assert [match[1] for match in found] == ["rowwise", "1x128.1x128"]
    for match in found:
        assert float(match[3]) / 1e3 < float(match[2])
    # Caches are those of the measurement.
    assert not cache_directory.exists()


def test_a_chip_that_is_none(capsys):
    arguments = ["--first-call", "--shapes=64x128x256", "--kinds=rowwise"]
    assert main([*arguments, "--chip=sm_91"]) == 2
    assert "expected a first call of rowwise 64x128x256" in capsys.readouterr().err
