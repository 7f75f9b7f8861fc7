"""What the tests of lowp.torch share; they run where torch itself is installed."""

import sys

import pytest

torch = pytest.importorskip("torch")
if not hasattr(torch, "library"):
    pytest.skip("needs torch itself", allow_module_level=True)

import lowp  # noqa: E402
from record_operators import RecordOperators  # noqa: E402, F401


@pytest.fixture(autouse=True)
def seeded():
    torch.set_num_threads(1)
    torch.manual_seed(5)
    # What earlier tests compiled counts towards dynamo's limit of a function.
    if "torch._dynamo" in sys.modules:
        torch._dynamo.reset()


@pytest.fixture
def prepares(monkeypatch):
    """Names of the functions whose `prepare` was called."""
    names, original = [], lowp.Function.prepare

    def prepare(self, *weights, **options):
        names.append(self.name)
        return original(self, *weights, **options)

    monkeypatch.setattr(lowp.Function, "prepare", prepare)
    return names
