"""Where results are wrong, and what is said to be the likely cause."""

import pytest
from lowp.check.cases import Case
from lowp.check.depths import Depths
from lowp.check.ladder import in_order
from lowp.check.places import Places, find_places
from lowp.check.symptoms import Symptom, find_cause
from lowp.bench.products.kinds import KINDS
from lowp.bench.products.problem import Problem
from lowp.bench.products.shapes import Shape

ROWS, COLUMNS = range(300), 200
QUARTER = [row for row in ROWS if row % 128 // 32 == 1]


def places(rows=ROWS, columns=range(COLUMNS)):
    return Places(rows, columns, ROWS, COLUMNS)


@pytest.mark.parametrize(
    ("symptom", "words"),
    [
        (Symptom("no answer", hangs=True, is_first=True), "expected bytes"),
        (Symptom("no answer", hangs=True, has_one_tile=True), "expected bytes"),
        (Symptom("no answer", hangs=True), "given back"),
        (Symptom("CUDA_ERROR_ILLEGAL_INSTRUCTION: illegal instruction"), "pair of CTAs"),
        (Symptom("misaligned address"), "16 bytes"),
        (Symptom("memory behind the result was written"), "cut off"),
        (Symptom("two runs gave different bits"), "ordered"),
        (Symptom("relative error 1", places=places(QUARTER)), "quarter"),
        (Symptom("relative error 1", places=places(columns=range(64, 96))), "scales"),
        (Symptom("relative error 1", places=places(range(256, 300))), "not whole"),
        # All of it, a tile, a part of a quarter, single elements: nothing is known.
        (Symptom("relative error 1", places=places()), ""),
        (Symptom("relative error 1", places=places(range(128, 256))), ""),
        (Symptom("relative error 1", places=places(QUARTER[1:])), ""),
        (Symptom("relative error 1", places=places([3, 140], [7, 150])), ""),
        (Symptom("the compiler refused the module"), ""),
    ],
)
def test_causes(symptom, words):
    cause = find_cause(symptom)
    assert words in cause if words else cause == ""


def test_places_of_elements():
    wrong = [[row in (2, 5) and column == 1 for column in range(3)] for row in range(6)]
    found = find_places(wrong, range(10, 16))
    assert (found.rows, found.columns) == ([12, 15], [1])
    assert str(found) == "wrong are 2 of 6 rows, 12 to 15 and 1 of 3 columns, 1 to 1"


def case(m, n, k, sizes="dynamic"):
    return Case(Problem(KINDS["rowwise"], Shape(m, n, k)), sizes)


def test_depths():
    depths = Depths()
    for k, is_right in ((64, True), (512, True), (640, False), (2048, False)):
        depths.note(case(8, 8, k), is_right)
    [line] = depths.tell()
    assert "rowwise: right up to K = 512, wrong from K = 640 on" in line
    depths.note(case(8, 8, 4096), True)
    assert depths.tell() == []


def test_order():
    large, one, static = case(512, 256, 64), case(8, 128, 64), case(8, 8, 64, "static")
    assert in_order([static, large, one]) == [one, large, static]
