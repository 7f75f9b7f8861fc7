"""Folders of the cache, and the files in them, that nobody else can have written.

What is opened is checked, not what a path leads to at some other time: folders and
files are opened below the folder that was opened before, links are not followed,
and owner and mode are those of the descriptor. The owner is to be the effective
user. Root's files are refused as well: root needs no trick to run code, but what
root has left behind, e.g. under sudo, this user could neither refresh nor replace.
"""

from __future__ import annotations

import errno
import os
import stat

# A FIFO is opened without waiting for its writer.
_READ = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
_FOLDER = os.O_RDONLY | os.O_CLOEXEC | os.O_DIRECTORY
# What opening a link, a socket, a device without driver, or another user's file says.
_NO_ENTRY = (errno.ELOOP, errno.ENXIO, errno.ENODEV, errno.EACCES, errno.EPERM)
# Likewise for a folder. O_DIRECTORY makes a link ENOTDIR too.
_NO_FOLDER = (errno.ELOOP, errno.ENOTDIR)


class Untrusted(Exception):
    """A folder that somebody else may have written into."""

    def __init__(self, path: str, got: str) -> None:
        super().__init__(
            f"expected '{path}' of the cache to be a folder of user {os.geteuid()}, "
            f"writable by nobody else, got {got}; no program is cached there: correct "
            "that, or name another folder in LOWP_CACHE_DIR"
        )


def _find_fault(status: os.stat_result) -> str | None:
    """Names the other users who can have written what was opened; None when nobody can."""
    if status.st_uid != os.geteuid():
        return f"one of user {status.st_uid}"
    # Where a file has an access control list, this is what the list grants at most.
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return f"mode {stat.S_IMODE(status.st_mode):03o}"
    return None


class Folder:
    """A folder that was opened and checked, until the end of a `with`. Names below
    are looked up in it, wherever its path leads by then."""

    def __init__(self, path: str, descriptor: int) -> None:
        """path: for messages. descriptor: closed also when this fails."""
        self._path = path
        self._descriptor = descriptor
        fault = _find_fault(os.fstat(descriptor))
        if fault is not None:
            os.close(descriptor)
            raise Untrusted(path, fault)

    @classmethod
    def open(cls, path: str) -> Folder:
        """The folder at `path`, which may be a link: many have their caches on
        another disk. Raises OSError, and Untrusted."""
        return cls(path, os.open(path, _FOLDER))

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, *_error) -> None:
        os.close(self._descriptor)

    def open_folder(self, name: str) -> Folder:
        """The folder `name` in this one. Raises OSError, and Untrusted also for what
        is no folder."""
        path = os.path.join(self._path, name)
        flags = _FOLDER | os.O_NOFOLLOW
        try:
            descriptor = os.open(name, flags, dir_fd=self._descriptor)
        except OSError as error:
            if error.errno in _NO_FOLDER:
                raise Untrusted(path, "a link or a file") from None
            raise
        return Folder(path, descriptor)

    def make_folder(self, name: str) -> Folder:
        """The same, made when it is not there."""
        try:
            os.mkdir(name, 0o700, dir_fd=self._descriptor)
        except FileExistsError:
            pass
        return self.open_folder(name)

    def scan(self) -> list[os.DirEntry[str]]:
        """What is in the folder. Raises OSError."""
        with os.scandir(self._descriptor) as result:
            return list(result)

    def read(self, name: str, most: int) -> bytes | None:
        """The content of a file, which is marked as used now; None for what is not a
        regular file of at most `most` bytes that this user alone can have written.
        Never waits for others. Raises OSError."""
        try:
            descriptor = os.open(name, _READ, dir_fd=self._descriptor)
        except OSError as error:
            if error.errno in _NO_ENTRY:
                return None
            raise
        try:
            return _read_opened(descriptor, most)
        finally:
            os.close(descriptor)

    def write(self, name: str, content: bytes) -> None:
        """Puts a file in place of what has this name, whole or not at all: it is
        written beside and renamed. Raises OSError."""
        temporary = f"{name}-{os.urandom(8).hex()}.tmp"
        descriptor = os.open(temporary, _CREATE, 0o600, dir_fd=self._descriptor)
        try:
            with open(descriptor, "wb") as file:
                file.write(content)
            os.replace(
                temporary,
                name,
                src_dir_fd=self._descriptor,
                dst_dir_fd=self._descriptor,
            )
        except BaseException:
            self.remove(temporary)
            raise

    def remove(self, name: str) -> None:
        """Removes a file, or the link, FIFO or the like that has this name."""
        try:
            os.unlink(name, dir_fd=self._descriptor)
        except OSError:
            pass  # Another process was faster, or may and we may not.


def _read_opened(descriptor: int, most: int) -> bytes | None:
    status = os.fstat(descriptor)
    is_fit = stat.S_ISREG(status.st_mode) and status.st_size <= most
    if not is_fit or _find_fault(status) is not None:
        return None
    try:
        os.utime(descriptor)  # Used now: it is evicted last.
    except OSError:
        pass  # A cache that is only read.
    with open(descriptor, "rb", closefd=False) as file:
        return file.read(status.st_size)
