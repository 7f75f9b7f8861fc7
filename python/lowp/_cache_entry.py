"""What an entry of the cache holds.

    magic (8 bytes), key (32), digest (32), size of the notes (8), notes, program

The digest is of all but itself, so that an entry is one for its own key alone: a
copy of it under another name would run the wrong program. It tells damage, not
forgery: who may write entries is for the folder to say.
"""

from __future__ import annotations

import hashlib

from lowp._errors import Diagnostic

# To be raised with each change of the form. Entries of other versions are damaged.
FORMAT_VERSION = 2
_MAGIC = b"LOWPCC" + b"%02d" % FORMAT_VERSION
_DIGEST_BYTES = hashlib.sha256().digest_size
_SIZE_BYTES = 8

Entry = tuple[bytes, tuple[Diagnostic, ...]]


def _digest(key: bytes, payload: bytes | memoryview) -> bytes:
    digest = hashlib.sha256(_MAGIC + key)
    digest.update(payload)
    return digest.digest()


def encode(key: str, program: bytes, diagnostics: tuple[Diagnostic, ...]) -> bytes:
    """The content of the entry of `key`, 64 hexadecimal digits."""
    import json

    notes = json.dumps([diagnostic._to_list() for diagnostic in diagnostics]).encode()
    payload = len(notes).to_bytes(_SIZE_BYTES, "little") + notes + program
    binary = bytes.fromhex(key)
    return _MAGIC + binary + _digest(binary, payload) + payload


def decode(key: str, content: bytes) -> Entry | None:
    """The program and its diagnostics; None for what `encode` has not made, or has
    made for another key."""
    import json

    binary = bytes.fromhex(key)
    head = _MAGIC + binary
    start = len(head) + _DIGEST_BYTES
    if len(content) < start + _SIZE_BYTES or not content.startswith(head):
        return None
    payload = memoryview(content)[start:]
    if content[len(head) : start] != _digest(binary, payload):
        return None
    end = _SIZE_BYTES + int.from_bytes(payload[:_SIZE_BYTES], "little")
    notes = json.loads(bytes(payload[_SIZE_BYTES:end]))
    return bytes(payload[end:]), tuple(Diagnostic(*fields) for fields in notes)
