"""The one way in which the package writes files for its users."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Callable
from typing import BinaryIO


def write(path: str, produce: Callable[[BinaryIO], object]) -> None:
    """Puts what `produce` writes into a file at `path`, whole or not at all: it is
    written beside and renamed. Links stay links, and a file that was there keeps its
    mode. What is no file, such as /dev/stdout, is written to as it is. Raises
    OSError."""
    place = os.path.realpath(path)
    try:
        former = os.stat(path).st_mode
    except FileNotFoundError:
        former = None
    if former is not None and (not stat.S_ISREG(former) or _is_descriptor(path)):
        with open(path, "ab" if stat.S_ISREG(former) else "wb") as file:
            produce(file)
        return
    temporary = _beside(place)
    try:
        with open(temporary, "xb") as file:
            produce(file)
            if former is not None:
                os.fchmod(file.fileno(), stat.S_IMODE(former))
        os.replace(temporary, place)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def try_place(path: str) -> None:
    """Raises OSError where `write` could not begin a file at `path`. Leaves nothing."""
    if os.path.isdir(path):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if os.path.exists(path) and not os.path.isfile(path):
        return
    temporary = _beside(os.path.realpath(path))
    with open(temporary, "xb"):
        os.unlink(temporary)


def write_text(path: str, text: str) -> None:
    write(path, lambda file: file.write(text.encode()))


def _beside(place: str) -> str:
    return os.path.join(os.path.dirname(place), f".lowp-{os.urandom(8).hex()}.tmp")


def _is_descriptor(path: str) -> bool:
    """Whether the path leads to what this process has open, by whatever links."""
    for _ in range(40):
        folder, name = os.path.split(path)
        folder = os.path.realpath(folder)
        if folder == f"/proc/{os.getpid()}/fd":
            return True
        path = os.path.join(folder, name)
        if not os.path.islink(path):
            return False
        path = os.path.join(folder, os.readlink(path))
    return False
