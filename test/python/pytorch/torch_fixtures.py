"""What the tests of lowp.torch share; they run where torch itself is installed."""

import sys

import pytest

torch = pytest.importorskip("torch")
if not hasattr(torch, "library"):
    pytest.skip("needs torch itself", allow_module_level=True)
from torch.utils import _python_dispatch  # noqa: E402


@pytest.fixture(autouse=True)
def seeded():
    torch.set_num_threads(1)
    torch.manual_seed(5)
    # What earlier tests compiled counts towards dynamo's limit of a function.
    if "torch._dynamo" in sys.modules:
        torch._dynamo.reset()


class RecordOperators(_python_dispatch.TorchDispatchMode):
    """The operators that are called."""

    def __init__(self):
        super().__init__()
        self.names = []

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        self.names.append(str(function))
        return function(*args, **(kwargs or {}))

    def count(self, name):
        return sum(name in each for each in self.names)
