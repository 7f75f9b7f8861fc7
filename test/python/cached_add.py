"""A program that tests of the cache compile, and its entries."""

import lowp
import numpy as np
from conftest import ADD


def compile_add(**options):
    return lowp.compile(ADD, **{"device": "cpu", **options})


def check(program):
    ones = np.ones(3, np.float32)
    assert program(ones, ones).tolist() == [2, 2, 2]


def entries(folder):
    """Paths of what has the name of an entry."""
    return sorted(folder.rglob("*.lowp"))
