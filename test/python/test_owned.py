"""What C gives back with the last object that holds it."""

import ctypes
import pathlib
import signal
import time

import pytest

import lowp
from lowp._owned import Owned

C = ctypes.CDLL(None)


def test_given_back():
    memory = (ctypes.c_char * 4)(*b"abcd")
    owned = Owned(C.memset, memory, ord("x"), 4)
    assert memory.raw == b"abcd"
    del owned
    assert memory.raw == b"xxxx"


def test_kept():
    memory = (ctypes.c_char * 4)(*b"abcd")
    owned = Owned(C.memset, memory, ord("x"), 4)
    owned.keep()
    del owned
    assert memory.raw == b"abcd"


def test_ctrl_c_meanwhile_is_not_lost():
    owned = Owned(C["raise"], int(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012, at the next call of Python
        del owned
        time.sleep(0)


def test_nothing_is_given_back_by_code_of_python():
    sources = pathlib.Path(lowp.__file__).parent.rglob("*.py")
    assert [str(path) for path in sources if "def __del__" in path.read_text()] == []
