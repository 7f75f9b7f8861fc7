"""Whose entries are run: those that this user alone can have written, under the key
that they were written for. Each refusal has a twin that is used."""

import os
import shutil
import signal
import socket

import lowp
import numpy as np
import pytest
from cached_add import check, compile_add, entries
from conftest import ADD
from lowp import cache
from lowp._cache_folder import Folder, Untrusted

_STRANGER = os.geteuid() + 1


@pytest.fixture(autouse=True)
def warn_again(monkeypatch):
    """Each test has the warnings of its own."""
    monkeypatch.setattr(cache, "_warned", set())


@pytest.fixture(autouse=True)
def deadline():
    """A test that waits for others fails."""

    def stop(_signal, _frame):
        pytest.fail("expected the cache not to wait, got no result within a minute")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def entry(cache_directory):
    """The path of an entry that was just made."""
    compile_add()
    (path,) = entries(cache_directory)
    return path


@pytest.fixture(params=["given away", "said to be"])
def give_away(request, monkeypatch):
    """Makes a path a stranger's: really, which only root may, or in what is said of
    its descriptors."""
    # Inodes, and descriptors that keep others from getting their numbers.
    strange = {}
    original = os.fstat

    def fstat(descriptor):
        status = original(descriptor)
        if status.st_ino not in strange:
            return status
        fields = list(status)
        fields[4] = _STRANGER
        return os.stat_result(fields)

    def give(path):
        if request.param == "said to be":
            strange[os.stat(path).st_ino] = os.open(path, os.O_RDONLY)
            monkeypatch.setattr(os, "fstat", fstat)
            return
        try:
            os.chown(path, _STRANGER, -1)
        except PermissionError:
            pytest.skip("only root may give files away")

    yield give
    for descriptor in strange.values():
        os.close(descriptor)


def compile_again(compilations):
    """Whether a program like the one of the entry is compiled once more."""
    before = len(compilations)
    check(compile_add())
    return len(compilations) > before


def expect_replaced(path, compilations):
    """What lies under `path` is not used, and an entry comes in its place."""
    assert compile_again(compilations)
    assert path.is_file() and not path.is_symlink()
    assert path.stat().st_uid == os.geteuid()
    assert not compile_again(compilations)


def test_entry_under_another_key(cache_directory, compilations, entry):
    subtract = ADD.replace("arith.addf", "arith.subf")
    lowp.compile(subtract, device="cpu")
    (other,) = set(entries(cache_directory)) - {entry}
    assert not compile_again(compilations)
    shutil.copyfile(entry, other)
    ones = np.ones(3, np.float32)
    for _ in range(2):
        program = lowp.compile(subtract, device="cpu")
        assert program(ones, ones).tolist() == [0, 0, 0]
    assert len(compilations) == 3
    assert other.read_bytes() != entry.read_bytes()


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o444])
def test_entry_that_others_may_read(compilations, entry, mode):
    entry.chmod(mode)
    assert not compile_again(compilations)


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_entry_that_others_may_write(compilations, entry, mode):
    entry.chmod(mode)
    expect_replaced(entry, compilations)


def test_entry_of_a_stranger(compilations, entry, give_away):
    assert not compile_again(compilations)
    give_away(entry)
    expect_replaced(entry, compilations)


def make_link(path):
    moved = path.rename(path.parent.parent / "moved")
    path.symlink_to(moved)


def make_fifo(path):
    path.unlink()
    os.mkfifo(path, 0o600)


def make_socket(path):
    path.unlink()
    folder = os.open(path.parent, os.O_RDONLY)
    # Names of sockets are short.
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"/proc/self/fd/{folder}/{path.name}")
    os.close(folder)


def make_device(path):
    path.unlink()
    try:
        os.mknod(path, 0o600 | 0o020000, os.makedev(1, 5))
    except PermissionError:
        pytest.skip("only root may make devices")


@pytest.mark.parametrize("make", [make_link, make_fifo, make_socket, make_device])
def test_entry_that_is_no_file(compilations, entry, make):
    make(entry)
    with Folder.open(str(entry.parent)) as folder:
        assert folder.read(entry.name, 100) is None
    expect_replaced(entry, compilations)


def test_what_a_link_leads_to_stays(compilations, entry):
    content = entry.read_bytes()
    make_link(entry)
    assert compile_again(compilations)
    assert (entry.parent.parent / "moved").read_bytes() == content


def test_folder_in_place_of_an_entry(compilations, entry):
    entry.unlink()
    entry.mkdir()
    with pytest.warns(lowp.CacheWarning, match="cannot be written"):
        assert compile_again(compilations)
    assert entry.is_dir()


def test_size_of_an_entry(compilations, entry, monkeypatch):
    size = entry.stat().st_size
    monkeypatch.setattr(cache, "_MOST_ENTRY_BYTES", size)
    assert not compile_again(compilations)
    monkeypatch.setattr(cache, "_MOST_ENTRY_BYTES", size - 1)
    assert compile_again(compilations)
    assert not entry.exists()


def test_huge_entry_is_not_read(compilations, entry):
    os.truncate(entry, 1 << 40)
    expect_replaced(entry, compilations)


def expect_unused(compilations, *, match):
    """Nothing is read or written, and one warning says so."""
    with pytest.warns(lowp.CacheWarning, match=match) as warned:
        assert compile_again(compilations)
        assert compile_again(compilations)
    assert len(warned) == 1
    # Where the code that compiles is, not in lowp.
    assert warned[0].filename.endswith("cached_add.py")


def folder_of(entry, level):
    return entry.parent if level == "folder" else entry.parent.parent


both_levels = pytest.mark.parametrize("level", ["folder", "root"])


@both_levels
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_folder_that_others_may_write(compilations, entry, level, mode):
    folder = folder_of(entry, level)
    before = entry.read_bytes()
    folder.chmod(mode)
    expect_unused(compilations, match=f"writable by nobody else, got mode {mode:o}")
    assert entry.read_bytes() == before
    folder.chmod(0o755)
    assert not compile_again(compilations)


@both_levels
def test_folder_of_a_stranger(compilations, entry, give_away, level):
    give_away(folder_of(entry, level))
    expect_unused(compilations, match=f"got one of user {_STRANGER}")


def test_folder_that_is_a_link(compilations, entry, tmp_path):
    """The stranger who could make it chooses what is run."""
    elsewhere = entry.parent.rename(tmp_path / "elsewhere")
    entry.parent.symlink_to(elsewhere)
    expect_unused(compilations, match="got a link or a file")
    lowp.cache.clear()
    assert lowp.cache.size() == 0 and (elsewhere / entry.name).exists()


def test_folder_that_is_a_file(compilations, entry):
    shutil.rmtree(entry.parent)
    entry.parent.write_text("a file")
    expect_unused(compilations, match="got a link or a file")


def test_nothing_of_an_untrusted_cache_is_removed(cache_directory, entry):
    cache_directory.chmod(0o777)
    with pytest.warns(lowp.CacheWarning, match="writable by nobody else"):
        lowp.cache.clear()
    assert lowp.cache.size() == 0 and entry.exists()


def test_root_may_be_a_link(cache_directory, compilations, entry, tmp_path):
    elsewhere = cache_directory.rename(tmp_path / "elsewhere")
    cache_directory.symlink_to(elsewhere)
    assert not compile_again(compilations)
    lowp.cache.clear()
    assert compile_again(compilations)
    assert (elsewhere / entry.parent.name / entry.name).exists()


def test_root_below_a_link(compilations, tmp_path, monkeypatch):
    disk = tmp_path / "disk"
    disk.mkdir()
    (tmp_path / "link").symlink_to(disk)
    monkeypatch.delenv("LOWP_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "link"))
    assert compile_again(compilations)
    assert not compile_again(compilations)
    assert len(entries(disk / "lowp")) == 1


def test_root_that_leads_to_an_untrusted_folder(cache_directory, compilations, entry, tmp_path):
    elsewhere = cache_directory.rename(tmp_path / "elsewhere")
    cache_directory.symlink_to(elsewhere)
    elsewhere.chmod(0o777)
    expect_unused(compilations, match="got mode 777")


def test_what_was_opened_counts(tmp_path):
    """Not what its path leads to later."""
    path, moved = tmp_path / "root", tmp_path / "moved"
    path.mkdir(mode=0o700)
    (path / "ab").mkdir(mode=0o700)
    (path / "ab" / "file").write_bytes(b"ours")
    (path / "ab" / "file").chmod(0o600)
    with Folder.open(str(path)) as root:
        path.rename(moved)
        (path / "ab").mkdir(parents=True)
        (path / "ab" / "file").write_bytes(b"theirs")
        with root.open_folder("ab") as folder:
            assert folder.read("file", 100) == b"ours"
            folder.write("file", b"new")
    assert (moved / "ab" / "file").read_bytes() == b"new"
    assert (path / "ab" / "file").read_bytes() == b"theirs"


def test_descriptors_are_closed(cache_directory, compilations, entry, tmp_path):
    before = len(os.listdir("/proc/self/fd"))
    compile_again(compilations)
    make_fifo(entry)
    compile_again(compilations)
    entry.parent.chmod(0o777)
    with pytest.warns(lowp.CacheWarning):
        compile_again(compilations)
    with pytest.raises(Untrusted), Folder.open(str(cache_directory)) as root:
        root.open_folder(entry.parent.name)
    lowp.cache.clear()
    assert len(os.listdir("/proc/self/fd")) == before
