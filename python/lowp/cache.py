"""Compiled programs on disk.

A program is found again by its content: source, chip, options, the identity of
ptxas and of liblowp-c. Entries are files that appear complete or not at all, so
that any number of processes may share a cache without locks. A damaged entry is
removed and compiled again. A cache that cannot be read or written (full disk, no
permission) costs time, never correctness: a CacheWarning says so once.

Environment variables:
    LOWP_CACHE_DIR    where it is; default: $XDG_CACHE_HOME/lowp or ~/.cache/lowp
    LOWP_CACHE_BYTES  its greatest size (default 1 GiB); what was not used for
                      longest goes first; 0 switches the cache off

Entries hold machine code that lowp will run: the folder is made for its owner
alone, and one that others may write is not used.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import time
import warnings
from typing import NamedTuple

from lowp import _library
from lowp._errors import CacheWarning, Diagnostic
from lowp._version import __version__

_MAGIC = b"LOWPCCH1"
_SUFFIX = ".lowp"
_TEMPORARY = ".tmp"
# What `store` calls its files: others may have theirs in the same folder.
_NAME = re.compile(r"[0-9a-f]{64}\.lowp(-[0-9a-f]{16}\.tmp)?")
_DEFAULT_BYTES = 1 << 30
# A temporary file this old has lost its writer.
_ABANDONED_SECONDS = 3600
_warned: set[str] = set()


def directory() -> str:
    """The folder of the cache, which need not exist."""
    given = os.environ.get("LOWP_CACHE_DIR")
    if given:
        return given
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "lowp")


def limit() -> int:
    """The greatest size in bytes; 0: no cache."""
    text = os.environ.get("LOWP_CACHE_BYTES", "")
    try:
        return max(int(text), 0) if text else _DEFAULT_BYTES
    except ValueError:
        _warn(f"expected LOWP_CACHE_BYTES to be a number of bytes, got {text!r}")
        return _DEFAULT_BYTES


def size() -> int:
    """Bytes of all entries."""
    return sum(file.size for file in _files() if file.is_entry)


def clear() -> None:
    """Removes all entries. Processes that read one just then are not harmed."""
    for file in _files():
        if file.is_entry or file.is_abandoned():
            _remove(file.path)


def _warn(message: str) -> None:
    """Warns once per process and message."""
    if message not in _warned:
        _warned.add(message)
        warnings.warn(message, CacheWarning, stacklevel=4)


def _library_identity() -> list:
    # A library built anew has the same version and other code.
    path = _library.path()
    status = os.stat(path)
    return [__version__, status.st_size, status.st_mtime_ns]


def make_key(source: bytes, options: dict, ptxas: list) -> str | None:
    """The name of what `source` and `options` compile to; None when nothing is to
    be cached."""
    import json

    if not limit():
        return None
    try:
        library = _library_identity()
    except OSError as error:
        _warn(
            "expected LOWP_LIBRARY to be a path, since the cache tells libraries apart "
            f"by their files, got: {error}; programs are not cached"
        )
        return None
    description = json.dumps(
        [library, os.uname().machine, options, ptxas], sort_keys=True
    )
    digest = hashlib.sha256(description.encode())
    digest.update(b"\0")
    digest.update(source)
    return digest.hexdigest()


def _path_of(key: str) -> str:
    return os.path.join(directory(), key[:2], key + _SUFFIX)


def _is_trusted(folder: str) -> bool:
    """Whether only this user can have written into `folder`."""
    status = os.stat(folder)
    owned = status.st_uid == os.geteuid()
    if owned and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return True
    _warn(
        f"expected the cache '{folder}' to be this user's and writable by nobody "
        "else; programs are not cached"
    )
    return False


def _encode(program: bytes, diagnostics: tuple[Diagnostic, ...]) -> bytes:
    import json

    notes = json.dumps([diagnostic._to_list() for diagnostic in diagnostics]).encode()
    payload = len(notes).to_bytes(8, "little") + notes + program
    return _MAGIC + hashlib.sha256(payload).digest() + payload


def _decode(content: bytes) -> tuple[bytes, tuple[Diagnostic, ...]] | None:
    """The program and its diagnostics; None for damaged content."""
    import json

    start = len(_MAGIC) + 32
    payload = content[start:]
    if (
        not content.startswith(_MAGIC)
        or len(payload) < 8
        or hashlib.sha256(payload).digest() != content[len(_MAGIC) : start]
    ):
        return None
    end = 8 + int.from_bytes(payload[:8], "little")
    notes = json.loads(payload[8:end])
    return payload[end:], tuple(Diagnostic(*fields) for fields in notes)


def load(key: str) -> tuple[bytes, tuple[Diagnostic, ...]] | None:
    """What was stored under `key`, or None. Damaged entries are removed."""
    if not limit():
        return None
    path = _path_of(key)
    try:
        if not _is_trusted(directory()):
            return None
        with open(path, "rb") as file:
            content = file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        _warn(f"the cache cannot be read: {error}")
        return None
    entry = _decode(content)
    if entry is None:
        discard(key)
        return None
    try:
        os.utime(path)  # Used now: it is evicted last.
    except OSError:
        pass  # Gone already, or a cache that is only read.
    return entry


def discard(key: str) -> None:
    """Removes the entry of `key`, if there is one."""
    _remove(_path_of(key))


def store(key: str, program: bytes, diagnostics: tuple[Diagnostic, ...]) -> None:
    """Keeps a program, unless it is larger than the whole cache may be."""
    content = _encode(program, diagnostics)
    if len(content) > limit():
        return
    path = _path_of(key)
    try:
        os.makedirs(directory(), mode=0o700, exist_ok=True)
        if not _is_trusted(directory()):
            return
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        _write(path, content)
    except OSError as error:
        _warn(f"the cache cannot be written: {error}")
        return
    _evict(keep=path)


def _write(path: str, content: bytes) -> None:
    """Writes beside `path`, then renames."""
    temporary = f"{path}-{os.urandom(8).hex()}{_TEMPORARY}"
    handle = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except BaseException:
        _remove(temporary)
        raise


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass  # Another process was faster, or may and we may not.


class _File(NamedTuple):
    """A file of the cache. size: in bytes. used: time of its last use."""

    path: str
    size: int
    used: float

    @property
    def is_entry(self) -> bool:
        return self.path.endswith(_SUFFIX)

    def is_abandoned(self) -> bool:
        """Whether a writer that was interrupted has left it."""
        return not self.is_entry and time.time() - self.used > _ABANDONED_SECONDS


def _list(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return list(found)
    except OSError:
        return []  # Not there, not a folder, or not for us.


def _files() -> list[_File]:
    """All files of the cache, and nothing else that is in its folder."""
    files = []
    for folder in _list(directory()):
        if len(folder.name) != 2 or folder.is_symlink():
            continue
        for file in _list(folder.path):
            if not _NAME.fullmatch(file.name) or file.name[:2] != folder.name:
                continue
            try:
                status = file.stat(follow_symlinks=False)
            except OSError:
                continue
            files.append(_File(file.path, status.st_size, status.st_mtime))
    return files


def _evict(keep: str) -> None:
    """Removes what was abandoned, and what was not used for longest until the rest
    is small enough."""
    files = _files()
    for file in files:
        if file.is_abandoned():
            _remove(file.path)
    entries = sorted(
        (file for file in files if file.is_entry), key=lambda file: file.used
    )
    excess = sum(entry.size for entry in entries) - limit()
    for entry in entries:
        if excess <= 0:
            return
        if entry.path == keep:
            continue
        _remove(entry.path)
        excess -= entry.size
