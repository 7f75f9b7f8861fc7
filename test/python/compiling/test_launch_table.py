"""The launches of architectures as the table has them. After a change that is wanted:
python -m lowp.torch.bench --launches test/python/compiling/launches.txt"""

import os
import pathlib
import sys

import pytest

torch = pytest.importorskip("torch")
sys.path.extend(filter(None, [os.environ.get("LOWP_TRANSFORMERS")]))

from graphs import IS_LONG  # noqa: E402
from lowp_lab.torch.bench import launches  # noqa: E402
from lowp_lab.torch.bench.architectures import ARCHITECTURES, Missing  # noqa: E402

TABLE = pathlib.Path(__file__).with_name("launches.txt")
# Architectures of our own, which need nothing but torch.
SAMPLE = ("own_narrow_layer",)
# How far times may be from those of the table in the check: the models are fitted anew.
TOLERANCE = 0.05


def cells_of(row):
    """The times of a row, and what must be equal."""
    cells = row.split()
    return cells[-3:], cells[:-3]


def check(got, want):
    assert len(got) == len(want), "\n".join(got)
    for one, other in zip(got, want):
        times, rest = cells_of(one)
        expected, wanted = cells_of(other)
        assert rest == wanted, one
        if IS_LONG:
            assert times == expected, one
        else:
            assert all(is_near(*pair) for pair in zip(times, expected)), one


def is_near(got, want):
    return got == want or abs(float(got) - float(want)) <= TOLERANCE * float(want) + 0.1


@pytest.mark.parametrize("name", ARCHITECTURES if IS_LONG else SAMPLE)
def test_launches(name):
    try:
        rows = launches.rows_of(ARCHITECTURES[name], "h200")
    except Missing as missing:
        pytest.skip(str(missing))
    check(rows, launches.read(TABLE)[name])


def test_a_difference_is_told():
    want = launches.read(TABLE)["own_layer"]
    with pytest.raises(AssertionError):
        check([want[0].replace("taken", "left-to-torch"), *want[1:]], want)
    with pytest.raises(AssertionError):
        check(want[1:], want)
    cells = want[0].split()
    slower = " ".join([*cells[:-3], str(2 * float(cells[-3])), *cells[-2:]])
    with pytest.raises(AssertionError):
        check([slower, *want[1:]], want)


def test_every_architecture_has_rows():
    assert list(launches.read(TABLE)) == list(ARCHITECTURES)
    assert len({each.inputs.__name__ for each in ARCHITECTURES.values()}) >= 5


def test_rows_of_others_stay(tmp_path):
    path = tmp_path / "launches.txt"
    path.write_text("another 1 2\n")
    launches.write(str(path), "h200", ["no such name"])
    assert "another" not in path.read_text()
    path.write_text("llama_8b 1 2\n")
    launches.write(str(path), "h200", ["no such name"])
    assert launches.read(path) == {"llama_8b": ["llama_8b 1 2"]}
