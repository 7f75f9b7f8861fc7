"""What the tests of lowp.torch share; they run where torch itself is installed."""

import sys

import pytest

torch = pytest.importorskip("torch")
if not hasattr(torch, "library"):
    pytest.skip("needs torch itself", allow_module_level=True)


@pytest.fixture(autouse=True)
def seeded():
    torch.set_num_threads(1)
    torch.manual_seed(5)
    # What earlier tests compiled counts towards dynamo's limit of a function.
    if "torch._dynamo" in sys.modules:
        torch._dynamo.reset()
