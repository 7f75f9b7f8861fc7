"""No test may meet a mistake of the importer's that it does not ask for."""

import pytest


@pytest.fixture
def mistakes():
    """Those of a test that makes some."""
    return []


@pytest.fixture(autouse=True)
def no_mistakes(request, monkeypatch):
    try:
        from lowp.torch.compiling import errors
    except ImportError:
        yield
        return
    is_asked_for = "mistakes" in request.fixturenames
    made = request.getfixturevalue("mistakes")
    begin = errors.Mistake.__init__

    def note(self, message, node):
        begin(self, message, node)
        made.append(str(self))

    monkeypatch.setattr(errors.Mistake, "__init__", note)
    yield
    assert is_asked_for or not made, made
