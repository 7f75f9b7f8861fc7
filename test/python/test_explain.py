"""Tables of recipes and launches."""

import lowp
import pytest



@pytest.fixture
def source():
    from lowp._linear import texts

    return texts.matmul(4096, 4096, 4096, "bf16", "forward")


def test_explain(source):
    table = lowp.explain(source, recipe="auto", part="h200")
    (row,) = table
    assert row["M x N x K"] == "4096x4096x4096" and row["recipe"] != "-"
    assert row["us"] < row["us without"] and "adds an error" in row["why"]
    assert table.json["part"] == "h200" and len(table) == 1
    assert "recipes for h200" in str(table) and "speed-up" in repr(table)
    html = table._repr_html_()
    assert html.startswith("<table><caption>") and "<td>4096x4096x4096</td>" in html


def test_traffic(source):
    table = lowp.traffic(source, recipe="rowwise", chip="sm_90a")
    rows = list(table)
    assert rows[-1]["kind"] == "gemm" and len(rows) == 3
    assert rows[0]["reads"] == 2 * 4096 * 4096
    assert "<b>" not in lowp.Table("<b>", ("a",), [], {})._repr_html_()


def test_refused(source):
    with pytest.raises(lowp.CompileError, match="expected a part that lowp knows"):
        lowp.explain(source, recipe="auto", part="h2000")
    with pytest.raises(ValueError, match="expected part without spaces"):
        lowp.explain(source, part="h200 file=x")
