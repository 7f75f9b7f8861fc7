"""Fixtures that tests of the backend share."""

import pytest
import torch

from lowp.torch.compiling.programs import TABLE


@pytest.fixture(autouse=True)
def fresh():
    """Nothing is compiled, and the same numbers are drawn."""
    torch._dynamo.reset()
    TABLE.clear()
    torch.manual_seed(0)
