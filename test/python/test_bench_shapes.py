"""Which sizes lowp.bench measures."""

import json

import pytest
from lowp.bench.errors import BenchError
from lowp.bench.products.shapes import Shape, load_shapes, parse_shape, parse_shapes, set_names


def test_own_sets():
    assert "dense" in set_names()
    assert len(load_shapes(["dense"])) == 18
    assert Shape(1, 7168, 2048) in load_shapes(["small-m"])
    both = load_shapes(["dense", "wgrad"])
    assert len(both) == len(set(both)) < 18 + len(load_shapes(["wgrad"]))


def test_parse():
    assert parse_shapes("1x2x3,4x5x6") == [Shape(1, 2, 3), Shape(4, 5, 6)]
    assert parse_shapes("1x2x3,4x5x6,1x2x3") == [Shape(1, 2, 3), Shape(4, 5, 6)]
    assert str(Shape(1, 2, 3)) == "1x2x3"
    assert parse_shape("0x8x16", least_m=0) == Shape(0, 8, 16)


@pytest.mark.parametrize("text", ["", "1x2", "1x2x3x4", "axbxc", "0x2x3", "1x2x-3"])
def test_parse_invalid(text):
    with pytest.raises(BenchError, match="M x N x K"):
        parse_shape(text)


def test_file(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"note": "", "a": [[1, 2, 3]], "b": [[4, 5, 6]]}))
    assert load_shapes(None, str(path)) == [Shape(1, 2, 3), Shape(4, 5, 6)]
    assert load_shapes(["b"], str(path)) == [Shape(4, 5, 6)]
    path.write_text("[[1, 2, 3]]")
    assert load_shapes(None, str(path)) == [Shape(1, 2, 3)]


def test_combinations(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"a": {"m": [1, 2], "nk": [[3, 4]]}}))
    assert load_shapes(None, str(path)) == [Shape(1, 3, 4), Shape(2, 3, 4)]


def test_drawn(tmp_path):
    """M of the whole range, the same each time, others for another weight."""
    path = tmp_path / "mine.json"
    entry = {"m": [1, 10000], "drawn_m": 100, "nk": [[3, 4], [5, 6]]}
    path.write_text(json.dumps({"a": entry}))
    shapes = load_shapes(None, str(path))
    assert shapes == load_shapes(None, str(path))
    of = {n: [shape.m for shape in shapes if shape.n == n] for n in (3, 5)}
    assert of[3] != of[5]
    for values in of.values():
        assert {1, 10000} < set(values) <= set(range(1, 10001))
        assert 49 <= sum(value > 100 for value in values) <= 51


def test_any_m():
    """Edges of tiles and what lies between, few enough to be measured in minutes."""
    shapes = load_shapes(["any-m"])
    assert {shape.m for shape in shapes} > {1, 64, 65, 2049, 16384}
    weights = {(shape.n, shape.k) for shape in shapes}
    assert len(weights) == 15
    assert 14 * len(weights) <= len(shapes) <= 16 * len(weights)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "expected JSON"),
        ("3", "list of shapes or an object of sets"),
        ("[[1, 2]]", "M x N x K"),
        ('[[1, 2, "3"]]', "M x N x K"),
        ('{"a": {"m": [1]}}', '"m" and "nk"'),
        ('{"a": {"m": [1], "nk": [[3, 4]], "n": 1}}', '"m" and "nk", and maybe "drawn_m"'),
        ('{"a": {"m": [1], "nk": [[3, 4]], "drawn_m": "6"}}', '"drawn_m" to be a num'),
        ('{"a": 3}', "expected a set to be a list"),
    ],
)
def test_file_invalid(tmp_path, content, message):
    path = tmp_path / "mine.json"
    path.write_text(content)
    with pytest.raises(BenchError, match=message):
        load_shapes(None, str(path))


def test_missing(tmp_path):
    with pytest.raises(BenchError, match="a file of shapes"):
        load_shapes(None, str(tmp_path / "none.json"))
    with pytest.raises(BenchError, match="one of dense, .*got 'sparse'"):
        load_shapes(["sparse"])
