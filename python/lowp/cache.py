"""Compiled programs on disk, and the machine code of their kernels.

A program is found again by its content: source, options, the identity of the file
of configs, of ptxas and of liblowp-c. A kernel is found by its PTX, with any name, by
chip and ptxas: another liblowp-c, and another program, finds it too. Entries are files that appear complete or not
at all, so that any number of processes may share a cache without locks. A damaged
entry is removed and compiled again. A cache that cannot be read or written (full
disk, no permission) costs time, never correctness: a CacheWarning says so once.

Environment variables:
    LOWP_CACHE_DIR    where it is; default: $XDG_CACHE_HOME/lowp or ~/.cache/lowp
    LOWP_CACHE_BYTES  its greatest size (default 1 GiB); what was not used for
                      longest goes first; 0 switches the cache off

Entries hold machine code that lowp will run. So the folder, which may be a link,
and the folders in it, which may not, are to be the effective user's and writable by
nobody else; others are not used, and a CacheWarning says so once. An entry is
damaged unless it is a regular file of this user, writable by nobody else, of at
most 256 MiB, and its digest is that of its program and of the key that it is found
under.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
import warnings
from collections.abc import Iterable
from typing import NamedTuple

from lowp import _library
from lowp._cache_entry import FORMAT_VERSION, Entry, decode, encode
from lowp._cache_folder import Folder, Untrusted
from lowp._errors import CacheWarning, Diagnostic
from lowp._version import __version__

_SUFFIX = ".lowp"
# What `store` calls its files: others may have theirs in the same folder.
_NAME = re.compile(r"[0-9a-f]{64}\.lowp(-[0-9a-f]{16}\.tmp)?")
_FOLDER_NAME = re.compile(r"[0-9a-f]{2}")
_DEFAULT_BYTES = 1 << 30
# Programs of many kernels have a few MiB. What is larger is neither kept nor read.
_MOST_ENTRY_BYTES = 1 << 28
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
    files = _files()
    _remove(file.name for file in files if file.is_entry or file.is_abandoned())


def _warn(message: str) -> None:
    """Warns once per process and message."""
    if message not in _warned:
        _warned.add(message)
        warnings.warn(message, CacheWarning, stacklevel=4)


def library_identity() -> list:
    """What tells libraries apart: one built anew has the same version and other code.
    Raises OSError for one that was named without a path."""
    path = _library.path()
    status = os.stat(path)
    return [__version__, status.st_size, status.st_mtime_ns]


def make_key(source: bytes, options: dict, files: list) -> str | None:
    """The name of what `source` and `options` compile to, with files of these
    identities; None when nothing is to be cached."""
    import json

    if not limit():
        return None
    try:
        library = library_identity()
    except OSError as error:
        _warn(
            "expected LOWP_LIBRARY to be a path, since the cache tells libraries apart "
            f"by their files, got: {error}; programs are not cached"
        )
        return None
    description = json.dumps(
        [FORMAT_VERSION, library, os.uname().machine, options, files], sort_keys=True
    )
    digest = hashlib.sha256(description.encode())
    digest.update(b"\0")
    digest.update(source)
    return digest.hexdigest()


def kernel_key(content: bytes, ptxas: list) -> str:
    """The name of what the ptxas of this identity makes of a kernel."""
    import json

    digest = hashlib.sha256(json.dumps([FORMAT_VERSION, "kernel", ptxas]).encode())
    digest.update(b"\0")
    digest.update(content)
    return digest.hexdigest()


def load(key: str) -> Entry | None:
    """What was stored under `key`, or None. Damaged entries are removed."""
    if not limit():
        return None
    try:
        with Folder.open(directory()) as root, root.open_folder(key[:2]) as folder:
            content = folder.read(key + _SUFFIX, _MOST_ENTRY_BYTES)
            entry = None if content is None else decode(key, content)
            if entry is None:
                folder.remove(key + _SUFFIX)
            return entry
    except FileNotFoundError:
        pass
    except Untrusted as error:
        _warn(str(error))
    except OSError as error:
        _warn(f"the cache cannot be read: {error}")
    return None


def discard(key: str) -> None:
    """Removes the entry of `key`, if there is one."""
    _remove([key + _SUFFIX])


def write(key: str, program: bytes, diagnostics: tuple[Diagnostic, ...]) -> bool:
    """Keeps what belongs to a program that is stored soon. Returns whether it could:
    what is larger than the whole cache or an entry may be is not kept."""
    content = encode(key, program, diagnostics)
    if len(content) > min(limit(), _MOST_ENTRY_BYTES):
        return False
    try:
        os.makedirs(directory(), mode=0o700, exist_ok=True)
        with Folder.open(directory()) as root, root.make_folder(key[:2]) as folder:
            folder.write(key + _SUFFIX, content)
    except Untrusted as error:
        _warn(str(error))
        return False
    except OSError as error:
        _warn(f"the cache cannot be written: {error}")
        return False
    return True


def store(key: str, program: bytes, diagnostics: tuple[Diagnostic, ...]) -> None:
    """Keeps a program, and removes what the cache has no room for."""
    if write(key, program, diagnostics):
        _evict(keep=key + _SUFFIX)


class _File(NamedTuple):
    """A file of the cache. size: in bytes. used: time of its last use."""

    name: str
    size: int
    used: float

    @property
    def is_entry(self) -> bool:
        return self.name.endswith(_SUFFIX)

    def is_abandoned(self) -> bool:
        """Whether a writer that was interrupted has left it."""
        return not self.is_entry and time.time() - self.used > _ABANDONED_SECONDS


def _describe(found: os.DirEntry[str], start: str) -> _File | None:
    """None for what is not ours, or is gone."""
    if not _NAME.fullmatch(found.name) or not found.name.startswith(start):
        return None
    try:
        status = found.stat(follow_symlinks=False)
    except OSError:
        return None  # Another process was faster.
    return _File(found.name, status.st_size, status.st_mtime)


def _files_below(root: Folder, start: str) -> list[_File]:
    """Lists our files in the folder of names with this start."""
    try:
        with root.open_folder(start) as folder:
            files = [_describe(result, start) for result in folder.scan()]
    except (OSError, Untrusted):
        return []  # Somebody else's, of whatever kind.
    return [file for file in files if file is not None]


def _files() -> list[_File]:
    """All files of the cache, and nothing else that is in its folder."""
    files = []
    try:
        with Folder.open(directory()) as root:
            for result in root.scan():
                if _FOLDER_NAME.fullmatch(result.name):
                    files += _files_below(root, result.name)
    except OSError:
        pass  # Not there, not a folder, or not for us.
    except Untrusted as error:
        _warn(str(error))
    return files


def _remove(names: Iterable[str]) -> None:
    """Removes files of the cache that are there."""
    for name in names:
        try:
            with Folder.open(directory()) as root, root.open_folder(name[:2]) as folder:
                folder.remove(name)
        except (OSError, Untrusted):
            pass  # Not there, or nothing is read from there either.


def _evict(keep: str) -> None:
    """Removes what was abandoned, and what was not used for longest until the rest
    is small enough."""
    files = _files()
    unwanted = [file.name for file in files if file.is_abandoned()]
    entries = sorted((file for file in files if file.is_entry), key=lambda file: file.used)
    excess = sum(entry.size for entry in entries) - limit()
    for entry in entries:
        if excess <= 0:
            break
        if entry.name != keep:
            unwanted.append(entry.name)
            excess -= entry.size
    _remove(unwanted)
