"""What `measure distributed --only equal` says of two runs."""

import importlib.util
from types import SimpleNamespace

import pytest

if importlib.util.find_spec("torch") is None:
    pytest.skip("torch is not installed", allow_module_level=True)

import torch

from lowp_lab.torch.measure.distributed.equality import Run, _compare

ALONE = SimpleNamespace(all_true=lambda value: value)
RUN = Run([2.0, 1.5, 1.25], [torch.ones(2), torch.zeros(3)])


def test_equal_runs():
    found = _compare(RUN, Run(list(RUN.losses), [each.clone() for each in RUN.weights]), ALONE)
    assert found["equal losses"] and found["equal weights"]
    assert found["first step that differs"] is None
    assert found["last loss"] == 1.25


def test_the_first_loss_that_differs_is_named():
    found = _compare(RUN, Run([2.0, 1.5000001, 1.0], RUN.weights), ALONE)
    assert not found["equal losses"] and found["equal weights"]
    assert found["first step that differs"] == 2


def test_one_bit_of_a_weight():
    weights = [RUN.weights[0], torch.tensor([0.0, 0.0, 1e-45])]
    found = _compare(RUN, Run(RUN.losses, weights), ALONE)
    assert found["equal losses"] and not found["equal weights"]
