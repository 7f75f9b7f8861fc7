"""The roofline of a part: what is read, and where it is drawn."""

import json

import pytest
from lowp.roofline import points
from lowp.roofline.cli import main

LAYER = """
func.func @layer(%x: tensor<2048x4096xbf16>, %q: tensor<4096x4096xbf16>,
                 %o: tensor<4096x4096xbf16>, %r: tensor<4096x8xbf16>)
    -> (tensor<2048x4096xbf16>, tensor<2048x4096xbf16>, tensor<2048x8xbf16>) {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<2048x4096xbf16>
  %i = linalg.fill ins(%zero : bf16) outs(%e : tensor<2048x4096xbf16>)
      -> tensor<2048x4096xbf16>
  %f = tensor.empty() : tensor<2048x8xbf16>
  %j = linalg.fill ins(%zero : bf16) outs(%f : tensor<2048x8xbf16>)
      -> tensor<2048x8xbf16>
  %0 = linalg.matmul {lowp.name = "wq", lowp.recipe = #lowp.matmul_recipe<rowwise>}
      ins(%x, %q : tensor<2048x4096xbf16>, tensor<4096x4096xbf16>) outs(%i : tensor<2048x4096xbf16>) -> tensor<2048x4096xbf16>
  %1 = linalg.matmul {lowp.name = "wo", lowp.recipe = #lowp.matmul_recipe<rowwise>}
      ins(%x, %o : tensor<2048x4096xbf16>, tensor<4096x4096xbf16>) outs(%i : tensor<2048x4096xbf16>) -> tensor<2048x4096xbf16>
  %2 = linalg.matmul {lowp.name = "router"} ins(%x, %r : tensor<2048x4096xbf16>,
      tensor<4096x8xbf16>) outs(%j : tensor<2048x8xbf16>) -> tensor<2048x8xbf16>
  return %0, %1, %2 : tensor<2048x4096xbf16>, tensor<2048x4096xbf16>, tensor<2048x8xbf16>
}
"""


@pytest.fixture
def explained(tmp_path):
    """The table of the layer's recipes, as the compiler writes it."""
    import lowp

    path = tmp_path / "layer.json"
    lowp.run_pipeline(LAYER, f"lowp-explain{{part=h200 file={path}}}")
    return json.loads(path.read_text())


def test_the_roof_is_the_parts(explained):
    assert points.read_roof(explained) == points.Roof("h200", 4800e9, 989e12, 1979e12)


def test_roofs_of_products_that_take_scales():
    geforce = points.Roof("rtx5090", 1792e9, 209.5e12, 419e12, 838e12, 1676e12)
    assert geforce.most == 1676e12
    assert list(geforce.ceilings().items()) == [
        ("4 bits with scales", 1676e12),
        ("8 bits with scales", 838e12),
        ("8 bits", 419e12),
        ("16 bits", 209.5e12),
    ]
    even = points.Roof("gb10", 273e9, 125e12, 250e12, 250e12, 500e12)
    assert list(even.ceilings()) == ["4 bits with scales", "8 bits", "16 bits"]
    hopper = points.Roof("h200", 4800e9, 989e12, 1979e12)
    assert list(hopper.ceilings()) == ["8 bits", "16 bits"]


def test_points_of_layers(explained):
    both, router = points.read_layers(explained)
    record = explained["matmuls"][0]
    m, n, k = 2048, 4096, 4096
    assert both.label == f"wq, wo, {m} x {n} x {k}, rowwise {record['speedup']:.2f}x"
    former, kernel = both.points["without a recipe"], both.points["rowwise"]
    flops = 2 * m * n * k
    assert former.intensity == pytest.approx(flops / (2 * (m * k + n * k + m * n)))
    assert former.speed == pytest.approx(flops / record["without_us"] * 1e6)
    # A byte per element, and two for the result; scales of rows are next to nothing.
    assert kernel.intensity == pytest.approx(flops / (m * k + n * k + 2 * m * n), rel=1e-3)
    assert kernel.speed == pytest.approx(flops / record["gemm_us"] * 1e6)
    assert kernel.floor == pytest.approx(flops / record["us"] * 1e6)
    # A router has no recipe, and is bound by the memory.
    assert router.label == "router, 2048 x 8 x 4096"
    assert list(router.points) == ["without a recipe"]


def test_no_point_is_above_the_roof(explained):
    roof = points.read_roof(explained)
    for layer in points.read_layers(explained):
        for name, point in layer.points.items():
            flops = roof.flops16 if name == "without a recipe" else roof.flops8
            assert point.speed < min(flops, point.intensity * roof.bandwidth)


def test_what_is_drawn(explained):
    pytest.importorskip("matplotlib")
    from lowp.bench.report.plots import load_pyplot
    from lowp.roofline.drawing import make_figure

    layers = points.read_layers(explained)
    figure = make_figure(load_pyplot(), points.read_roof(explained), layers)
    (axis,) = figure.axes
    assert axis.get_xscale() == axis.get_yscale() == "log"
    texts = [text.get_text() for text in axis.texts]
    assert {layer.label for layer in layers} < set(texts)
    assert {"8 bits: 1979 TFLOPS", "16 bits: 989 TFLOPS", "4800 GB/s"} < set(texts)
    legend = [text.get_text() for text in axis.get_legend().get_texts()]
    assert legend == ["without a recipe", "rowwise", "with its quantizes"]
    # The roof of 8 bits bends at 1979 / 4.8 operations per byte.
    bends = [line.get_xydata()[1] for line in axis.lines if len(line.get_xydata()) == 3]
    assert bends[0] == pytest.approx([1979 / 4.8, 1979])
    assert bends[1] == pytest.approx([989 / 4.8, 989])


def make_launch(seconds, **fields):
    return {
        "kernel": "gemm_0",
        "kind": "gemm",
        "location": "a/layer.mlir:7:3",
        "flops": 6e12,
        "reads": 2e9,
        "writes": 1e9,
        "predicted": 0.005,
        "seconds": seconds,
    } | fields


def make_results(*launches):
    return {
        "format": "lowp-bench 1",
        "set": "program",
        "results": [{"launches": list(launches)}],
    }


def test_measured_launches_stand_beside_predicted_ones():
    launches = [
        make_launch(0.005),
        make_launch(0.007),
        make_launch(0.004, location="layer.mlir:9:3", predicted=None, flops=9e12),
        make_launch(0.001, flops=None, kind="fusion"),
        make_launch(None),
    ]
    both, alone = points.read_measured(make_results(*launches))
    assert both.label == "layer.mlir:7:3 (2 times), 6000 GFLOP, predicted / measured 0.83"
    assert both.points["predicted"] == points.Point(2000, 1.2e15)
    assert both.points["measured"].speed == pytest.approx(1e15)
    assert list(alone.points) == ["measured"]


def test_files_are_written(tmp_path, explained, capsys):
    pytest.importorskip("matplotlib")
    table, picture = tmp_path / "layer.json", tmp_path / "roofline.png"
    measured = tmp_path / "measured.json"
    measured.write_text(json.dumps(make_results(make_launch(0.006))))
    for more in ([], [f"--measured={measured}"]):
        assert main([str(table), "-o", str(picture), *more]) == 0
        assert picture.read_bytes().startswith(b"\x89PNG")
        picture.unlink()
    assert f"roofline: {picture}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": "lowp-traffic 1"}, "expected results of lowp-explain"),
        ({"matmuls": []}, "expected matmuls in the table of recipes, got none"),
        ({"figures": None}, "expected the figures of the part"),
    ],
)
def test_what_is_no_table_is_an_error(tmp_path, explained, capsys, change, reason):
    content = {k: v for k, v in (explained | change).items() if v is not None}
    path = tmp_path / "other.json"
    path.write_text(json.dumps(content))
    assert main([str(path), "-o", str(tmp_path / "roofline.png")]) == 2
    assert reason in capsys.readouterr().err


def test_other_measurements_are_errors():
    with pytest.raises(points.BenchError, match="results of lowp.bench --program"):
        points.read_measured(make_results() | {"set": "quantize"})
    with pytest.raises(points.BenchError, match="measured launches of matmuls"):
        points.read_measured(make_results(make_launch(None)))
