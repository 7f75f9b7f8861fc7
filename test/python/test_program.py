"""Programs and functions as objects: copies, and ways into other processes."""

import copy
import pickle

import lowp
import numpy as np
import pytest
from conftest import ADD


def call(function):
    ones = np.ones(3, np.float32)
    return function(ones, ones).tolist()


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy])
def test_copies(make):
    program = lowp.compile(ADD, device="cpu")
    assert make(program) is program
    assert make({"add": program["add"]})["add"] is program["add"]
    assert call(program["add"]) == [2, 2, 2]


def test_pickled_program(monkeypatch):
    # Without ptxas the compiler remarks on that.
    monkeypatch.setenv("LOWP_PTXAS", "")
    program = lowp.compile(ADD, chip="sm_90a")
    again = pickle.loads(pickle.dumps(program))
    assert (again.images, again.kernels) == (program.images, program.kernels)
    assert "no ptxas" in again.diagnostics[-1].message
    assert list(map(str, again.diagnostics)) == list(map(str, program.diagnostics))


def test_pickled_function():
    content = pickle.dumps(lowp.compile(ADD, device="cpu")["add"])
    assert call(pickle.loads(content)) == [2, 2, 2]
