"""Machine code of kernels in the cache: what finds it again, and what does not."""

import concurrent.futures
import pathlib

import lowp
import pytest
from cached_add import entries
from conftest import ADD
from lowp import cache
from lowp._cache_entry import decode, encode

FAKE = pathlib.Path(__file__).parents[1] / "Target" / "Inputs" / "fake-ptxas"
# The same kernel under another, longer name, in another program.
LONG = "an_addition_of_two_vectors_by_a_longer_name"
RENAMED = ADD.replace("@add", f"@{LONG}")
OTHER = ADD.replace("addf", "mulf")


class Assembler:
    """A ptxas that counts its runs."""

    def __init__(self, folder):
        folder.mkdir()
        self.path = folder / "ptxas"
        self._log = folder / "log"
        self.path.write_text(f'#!/bin/sh\necho run >> "{self._log}"\nexec "{FAKE}" "$@"\n')
        self.path.chmod(0o755)

    @property
    def runs(self):
        return len(self._log.read_text().split()) if self._log.exists() else 0

    def compile(self, source=ADD, **options):
        options = {"chip": "sm_90a", "ptxas": str(self.path), **options}
        return lowp.compile(source, **options)


@pytest.fixture
def assembler(tmp_path):
    return Assembler(tmp_path / "assembler")


def rebuild(monkeypatch):
    """Makes the library another one."""
    monkeypatch.setattr(cache, "library_identity", lambda: ["rebuilt"])


def kernel_entries(folder):
    """Entries whose content is no program."""
    found = [(path, decode(path.stem, path.read_bytes())) for path in entries(folder)]
    return [path for path, entry in found if not entry[0].startswith(b"LOWPPRG")]


def test_hits(assembler, cache_directory, monkeypatch):
    first = assembler.compile()
    assert assembler.runs == 1 and len(kernel_entries(cache_directory)) == 1
    rebuild(monkeypatch)
    assert assembler.compile().images == first.images
    (image,) = assembler.compile(RENAMED).images
    assert assembler.runs == 1
    assert LONG[:40].encode() + b"_elementwise_f32" in image and b"$$" not in image
    lowp.cache.clear()
    assert entries(cache_directory) == []


def test_compilations_at_once(assembler):
    """What one assembles the others wait for, or find."""
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        programs = pool.map(lambda name: assembler.compile(source_name=str(name)), range(4))
    assert len({program.images for program in programs}) == 1
    assert assembler.runs == 1


def test_misses(assembler, tmp_path):
    assembler.compile()
    assembler.compile(OTHER)
    assert assembler.runs == 2
    assembler.compile(chip="sm_120a")
    assert assembler.runs == 3
    another = Assembler(tmp_path / "another")
    another.compile()
    assert another.runs == 1


@pytest.mark.parametrize("is_intact", [False, True])
def test_damage_is_a_miss(assembler, cache_directory, monkeypatch, is_intact):
    first = assembler.compile()
    (path,) = kernel_entries(cache_directory)
    # For the cache: bytes of another entry, or what is no machine code.
    path.write_bytes(encode(path.stem, bytes(99), ()) if is_intact else b"x" * 99)
    rebuild(monkeypatch)
    assert assembler.compile().images == first.images
    assert assembler.runs == 2
    (path,) = kernel_entries(cache_directory)
    assert len(path.read_bytes()) > 200


def test_switched_off(assembler, cache_directory, monkeypatch):
    assembler.compile(use_cache=False)
    monkeypatch.setenv("LOWP_CACHE_BYTES", "0")
    assembler.compile()
    assert assembler.runs == 2 and not cache_directory.exists()


def test_kernels_count_for_the_bound(assembler, cache_directory, monkeypatch):
    assembler.compile()
    kept = entries(cache_directory)
    monkeypatch.setenv("LOWP_CACHE_BYTES", str(lowp.cache.size()))
    assembler.compile(OTHER)
    assert not set(kept) <= set(entries(cache_directory))
