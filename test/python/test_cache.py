"""The cache on disk: hits, damage, bounds, other processes, broken disks."""

import os
import signal
import subprocess
import sys
import time
import warnings

import lowp
import pytest
from cached_add import check, compile_add, entries
from conftest import ADD
from lowp._cache_entry import encode

# See conftest.py: other processes compile the same.
AS_SHIPPED = True


def test_hit(cache_directory, compilations):
    check(compile_add())
    check(compile_add())
    assert len(compilations) == 1
    assert len(entries(cache_directory)) == 1
    assert lowp.cache.size() == entries(cache_directory)[0].stat().st_size
    lowp.cache.clear()
    assert entries(cache_directory) == [] and lowp.cache.size() == 0


def test_diagnostics_are_kept(monkeypatch):
    # Without ptxas the compiler remarks on that.
    monkeypatch.setenv("LOWP_PTXAS", "")
    first = compile_add(device="cuda", chip="sm_90a")
    again = compile_add(device="cuda", chip="sm_90a")
    assert "no ptxas" in first.diagnostics[-1].message
    assert list(map(str, again.diagnostics)) == list(map(str, first.diagnostics))
    assert again.images == first.images


def test_key_has_everything(cache_directory, compilations):
    compile_add()
    compile_add(source_name="other")
    lowp.compile(ADD + "\n", device="cpu")
    for options in (
        {},
        {"ptx_version": 87},
        {"strict": False},
        {"chip": "sm_100a"},
        {"expected_m": 16},
    ):
        compile_add(**{"device": "cuda", "chip": "sm_90a", "image_format": "ptx", **options})
    assert len(compilations) == len(entries(cache_directory)) == 8


def test_switched_off(cache_directory, compilations, monkeypatch):
    compile_add(use_cache=False)
    monkeypatch.setenv("LOWP_CACHE_BYTES", "0")
    compile_add()
    assert len(compilations) == 2 and not cache_directory.exists()


def truncate(content):
    return content[: len(content) // 2]


def flip(content):
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


@pytest.mark.parametrize(
    "damage",
    [truncate, flip, lambda _: b"", lambda _: b"LOWPCC02", lambda _: b"x" * 99],
)
def test_damage(cache_directory, compilations, damage):
    compile_add()
    (path,) = entries(cache_directory)
    path.write_bytes(damage(path.read_bytes()))
    check(compile_add())
    check(compile_add())
    assert len(compilations) == 2


def test_program_of_another_version(cache_directory, compilations):
    compile_add()
    (path,) = entries(cache_directory)
    # Intact for the cache, foreign to the library.
    path.write_bytes(encode(path.stem, b"LOWPPRG2" + bytes(100), ()))
    check(compile_add())
    assert len(compilations) == 2


def test_bounded(cache_directory, monkeypatch):
    compile_add(source_name="0")
    size = lowp.cache.size()
    monkeypatch.setenv("LOWP_CACHE_BYTES", str(size * 3 + size // 2))
    for number in range(1, 6):
        time.sleep(0.01)
        compile_add(source_name=str(number))
        time.sleep(0.01)
        compile_add(source_name="0")  # Used all the time: stays.
    assert len(entries(cache_directory)) == 3
    from lowp import compiler

    monkeypatch.setattr(compiler, "_compile", None)
    compile_add(source_name="0")
    compile_add(source_name="5")


def test_too_large_for_the_cache(cache_directory, monkeypatch):
    monkeypatch.setenv("LOWP_CACHE_BYTES", "100")
    check(compile_add())
    assert not cache_directory.exists()


def test_abandoned_files_are_removed(cache_directory):
    compile_add()
    (path,) = entries(cache_directory)
    abandoned = path.with_name(f"{path.name}-{0xABC:016x}.tmp")
    abandoned.write_bytes(b"half")
    compile_add(source_name="other")
    assert abandoned.exists()  # Its writer may be at it.
    os.utime(abandoned, (0, 0))
    assert lowp.cache.size() > 0 and abandoned.exists()
    compile_add(source_name="third")
    assert not abandoned.exists()


def write_old(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"not ours")
    os.utime(path, (0, 0))
    return path


def test_files_of_others_stay(cache_directory, monkeypatch, tmp_path):
    """The folder that LOWP_CACHE_DIR names may be somebody's home."""
    cache_directory.mkdir(mode=0o700)
    key, token = "ab" * 32, "0" * 16
    names = (
        "notes.tmp",
        "model.lowp",
        "ab/notes.tmp",
        "ab/model.lowp",
        f"{key}.lowp",
        f"cd/{key}.lowp",
        f"ab/cd/{key}.lowp",
        f"ab/{key}.lowp.tmp",
        f"cd/{key}.lowp-{token}.tmp",
    )
    others = [write_old(cache_directory / name) for name in names]
    elsewhere = write_old(tmp_path / "elsewhere" / f"ef{key[2:]}.lowp")
    (cache_directory / "ef").symlink_to(elsewhere.parent)
    assert lowp.cache.size() == 0
    compile_add()
    monkeypatch.setenv("LOWP_CACHE_BYTES", str(lowp.cache.size()))
    compile_add(source_name="other")
    lowp.cache.clear()
    assert lowp.cache.size() == 0
    assert all(path.exists() for path in (*others, elsewhere))


def test_names_are_as_they_are_written(cache_directory, monkeypatch):
    """Or else no file would be found again."""
    from lowp import cache

    written = []
    replace = os.replace

    def record(*paths, **folders):
        written.extend(paths)
        replace(*paths, **folders)

    monkeypatch.setattr(os, "replace", record)
    compile_add()
    temporary, entry = written
    assert cache._NAME.fullmatch(temporary) and cache._NAME.fullmatch(entry)


def test_folder_that_cannot_be(cache_directory):
    cache_directory.write_text("a file")
    from lowp import cache

    cache._warned.clear()
    with pytest.warns(lowp.CacheWarning, match="cannot be"):
        check(compile_add())
    # Once is enough.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check(compile_add())


BY_NAME = f"""
import os, sys, warnings
os.environ["LOWP_LIBRARY"] = os.path.basename(sys.argv[1])
import lowp
with warnings.catch_warnings(record=True) as caught:
  warnings.simplefilter("always")
  lowp.compile({ADD!r}, device="cpu", use_cache=False)
  print(len(caught))
  print(lowp.compile({ADD!r}, device="cpu"), *[one.message for one in caught])
"""


def test_library_that_the_loader_finds(run_python, cache_directory):
    """By its name alone, as LD_LIBRARY_PATH says."""
    library = os.environ["LOWP_LIBRARY"]
    printed = run_python(
        f"import sys\nsys.argv.append({library!r})\n{BY_NAME}",
        LD_LIBRARY_PATH=os.path.dirname(library),
    )
    silent, warned = printed.splitlines()
    assert silent == "0"
    assert warned.startswith("<lowp.Program add for cpu> expected LOWP_LIBRARY to be")
    assert not cache_directory.exists()


FULL = f"""
import resource, signal, warnings
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
import lowp
with warnings.catch_warnings(record=True) as caught:
  warnings.simplefilter("always")
  program = lowp.compile({ADD!r}, device="cpu")
print(program, [str(warning.message) for warning in caught])
"""


def test_full_disk(run_python, cache_directory):
    printed = run_python(FULL)
    assert "<lowp.Program add for cpu>" in printed
    assert "the cache cannot be written" in printed
    assert [path for path in cache_directory.rglob("*") if path.is_file()] == []


MANY = f"""
import lowp, numpy
ones = numpy.ones(3, numpy.float32)
for number in range(20):
  program = lowp.compile({ADD!r}, device="cpu", host_opt_level=0, source_name=str(number % 5))
  assert program(ones, ones).tolist() == [2, 2, 2]
  if number % 7 == 3:
    lowp.cache.clear()
"""


def test_many_processes(cache_directory, monkeypatch):
    compile_add()
    monkeypatch.setenv("LOWP_CACHE_BYTES", str(lowp.cache.size() * 3))
    processes = [
        subprocess.Popen([sys.executable, "-c", MANY], stderr=subprocess.PIPE, text=True)
        for _ in range(6 if "LOWP_LONG_TESTS" in os.environ else 3)
    ]
    for process in processes:
        _printed, errors = process.communicate()
        assert process.returncode == 0, errors
        assert errors == ""


STORE = """
import itertools, os, select, sys
from lowp import cache
for number in itertools.count():
    cache.store(f"{sys.argv[1]}{number:062x}", os.urandom(10_000), ())
    if number >= 30 and select.select([sys.stdin], [], [], 0)[0]:
        break
"""


def measure_at_rest(processes):
    """The size while no process does anything: what is listed while they write was
    never there at one time."""
    for process in processes:
        process.send_signal(signal.SIGSTOP)
    for process in processes:
        waiting = os.WSTOPPED | os.WEXITED | os.WNOWAIT
        state = os.waitid(os.P_PID, process.pid, waiting)
        assert state.si_code == os.CLD_STOPPED
    size = lowp.cache.size()
    for process in processes:
        process.send_signal(signal.SIGCONT)
    return size


_BOUND = 100_000


@pytest.fixture
def writers(cache_directory, monkeypatch):
    """Six processes that store until their input ends."""
    monkeypatch.setenv("LOWP_CACHE_BYTES", str(_BOUND))
    processes = [
        subprocess.Popen([sys.executable, "-c", STORE, f"{number:02x}"], stdin=subprocess.PIPE)
        for number in range(6)
    ]
    yield processes
    for process in processes:
        process.kill()
        process.wait()


def test_bounded_among_many_processes(writers):
    entry = 10_000 + 1000
    sizes = []
    for _ in range(1000):
        time.sleep(0.01)
        sizes.append(measure_at_rest(writers))
        if len(sizes) >= 40 and max(sizes) > _BOUND / 2:
            break
    for process in writers:
        process.stdin.close()
    assert [process.wait() for process in writers] == [0] * len(writers)
    # A process that stores removes what is too much: at most one entry each is on top.
    assert _BOUND / 2 < max(sizes) <= _BOUND + len(writers) * entry
    # Nobody removes more than that.
    assert _BOUND / 2 < lowp.cache.size() <= _BOUND


def test_interrupted_compilation(cache_directory):
    """A process that is killed while it stores leaves nothing that misleads."""
    program = (
        "import os, lowp\n"
        "os.replace = lambda *paths, **folders: os._exit(9)\n"
        f"lowp.compile({ADD!r}, device='cpu')\n"
    )
    process = subprocess.run([sys.executable, "-c", program])
    assert process.returncode == 9
    assert entries(cache_directory) == []
    check(compile_add())


FIRST_CALL = f"""
import sys, lowp, numpy
from lowp import compiler
compiler._compile = None
ones = numpy.ones(3, numpy.float32)
lowp.chips()
before = set(sys.modules)
lowp.compile({ADD!r}, device="cpu")(ones, ones)
print(*sorted(set(sys.modules) - before))
"""


def test_first_call_from_the_cache_loads_little(run_python):
    """A process that finds its program compiled neither compiles nor imports much."""
    compile_add()
    loaded = run_python(FIRST_CALL).split()
    assert len(loaded) <= 12, loaded
