"""Results and gradients of the operations that are imported, on every form of a tensor: after
the backend, where nothing may be refused, against torch."""

import pytest

torch = pytest.importorskip("torch")

from drawn_calls import DrawnCalls, call_failures  # noqa: E402
from graphs import IS_LONG  # noqa: E402
from table_cases import FORMS  # noqa: E402

# Forms, and which of the bundles of calls.
SOME = [("one row", 0), ("columns repeat", 5), ("one in between", 11)]


@pytest.mark.sample(4)
@pytest.mark.parametrize("form, number", [] if IS_LONG else SOME)
def test_some(form, number):
    assert not call_failures(DrawnCalls.all(form, torch.float32)[number], "eager")


@pytest.mark.parametrize("form", FORMS if IS_LONG else [])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_all(form, dtype):
    for bundle in DrawnCalls.all(form, dtype):
        assert not call_failures(bundle, "eager"), bundle
