"""Which backward programs know the number of rows."""

import pytest

torch = pytest.importorskip("torch")

from lowp.torch import programs  # noqa: E402, after the check for torch

GPU = torch.device("cuda", 0)


@pytest.fixture(autouse=True)
def capturing(monkeypatch):
    state = {"capturing": False}
    monkeypatch.setattr(
        torch.cuda, "is_current_stream_capturing", lambda: state["capturing"]
    )
    monkeypatch.setattr(programs, "_known_rows", {})
    return state


def choose(rows, layer="a", device=GPU):
    return programs._choose_rows((layer, device), rows)


def test_the_first_four_numbers_of_rows_are_known():
    assert [choose(128 * i) for i in range(1, 7)] == [128, 256, 384, 512, None, None]
    assert choose(256) == 256
    assert choose(640, layer="b") == 640


@pytest.mark.parametrize("rows", [None, 0, 1, 127, 130])
def test_others_are_not(rows):
    assert choose(rows) is None


def test_the_cpu_has_one_program():
    assert choose(128, device=torch.device("cpu")) is None


def test_a_captured_graph_takes_what_is_loaded(capturing):
    assert choose(128) == 128
    capturing["capturing"] = True
    assert choose(256) is None
    assert choose(128) == 128
