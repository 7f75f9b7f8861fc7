"""The form of the cache's entries."""

import hashlib

import pytest
from lowp._cache_entry import decode, encode
from lowp._errors import Diagnostic

KEY = "ab" * 32
PROGRAM = bytes(range(256))
NOTE = Diagnostic("remark", "text", "file", 1, 2)


def test_round_trip():
    program, diagnostics = decode(KEY, encode(KEY, PROGRAM, (NOTE,)))
    assert program == PROGRAM
    assert list(map(str, diagnostics)) == [str(NOTE)]
    assert decode(KEY, encode(KEY, b"", ())) == (b"", ())


def test_each_byte_counts():
    content = encode(KEY, b"program", (NOTE,))
    for number in range(len(content)):
        changed = bytearray(content)
        changed[number] ^= 1
        assert decode(KEY, bytes(changed)) is None, number
        assert decode(KEY, content[:number]) is None, number
    assert decode(KEY, content + b"\0") is None


def test_another_key():
    other = "cd" * 32
    content = encode(KEY, PROGRAM, ())
    assert decode(other, content) is None
    # Nor is it enough to write the other key into the head.
    renamed = content.replace(bytes.fromhex(KEY), bytes.fromhex(other))
    assert renamed != content and decode(other, renamed) is None


@pytest.mark.parametrize("version", [1, 3])
def test_another_version(version, monkeypatch):
    """The same program in another form is compiled anew."""
    from lowp import _cache_entry

    content = encode(KEY, PROGRAM, ())
    monkeypatch.setattr(_cache_entry, "_MAGIC", b"LOWPCC%02d" % version)
    assert decode(KEY, content) is None
    assert decode(KEY, encode(KEY, PROGRAM, ())) == (PROGRAM, ())


def test_entry_of_the_first_version():
    payload = (2).to_bytes(8, "little") + b"[]" + PROGRAM
    content = b"LOWPCCH1" + hashlib.sha256(payload).digest() + payload
    assert decode(KEY, content) is None
