"""Tables of recipes and launches."""

import lowp
import pytest


@pytest.fixture
def source():
    type = "tensor<4096x4096xbf16>"
    return f"""
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @linear(%x: {type}, %w: {type}) -> {type} {{
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : {type}
  %y0 = linalg.fill ins(%zero : bf16) outs(%e : {type}) -> {type}
  %y = linalg.matmul indexing_maps = [#mk, #nk, #mn]
    ins(%x, %w : {type}, {type}) outs(%y0 : {type}) -> {type}
  return %y : {type}
}}"""


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
    with pytest.raises(ValueError, match="expected part to be words without spaces"):
        lowp.explain(source, part="h200 file=x")
