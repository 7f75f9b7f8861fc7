"""The example of python/README.md, with a stand-in for torch and a GPU."""

import os
import pathlib
import re
import sys

import pytest

pytestmark = pytest.mark.skipif("LOWP_FAKE_CUDA" not in os.environ, reason="needs the fake driver")

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def torch(monkeypatch):
    import fake_torch
    from lowp import arrays

    monkeypatch.setitem(sys.modules, "torch", None)
    yield fake_torch.install()
    arrays.readers.clear()


def test_example(torch, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    text = (ROOT / "python/README.md").read_text()
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    variables = {}
    exec(example, variables)
    assert (variables["y"].shape, variables["y"].dtype) == ((64, 256), torch.bfloat16)
    assert f"```\n{capsys.readouterr().out}```" in text
