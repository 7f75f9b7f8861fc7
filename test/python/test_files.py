"""How the package writes files: lowp._files."""

import subprocess
import sys

import pytest
from lowp._files import write, write_text


def test_replaces(tmp_path):
    path = tmp_path / "a%b"
    path.write_text("before")
    path.chmod(0o640)
    write_text(str(path), "after")
    assert path.read_text() == "after"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_follows_links(tmp_path):
    link = tmp_path / "link"
    link.symlink_to("target")
    for text in ("first", "second"):
        write_text(str(link), text)
        assert link.is_symlink() and (tmp_path / "target").read_text() == text


def test_keeps_what_was_there(tmp_path):
    path = tmp_path / "file"
    path.write_text("before")

    def produce(file):
        file.write(b"half")
        raise OSError("full")

    with pytest.raises(OSError, match="full"):
        write(str(path), produce)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_device():
    with pytest.raises(OSError, match="No space left"):
        write_text("/dev/full", "text")


def test_descriptor(tmp_path):
    """What is open is added to, whatever file it is."""
    path, link = tmp_path / "file", tmp_path / "link"
    link.symlink_to("/proc/self/fd/1")
    with open(path, "w") as file:
        file.write("before\n")
        file.flush()
        program = f"from lowp._files import write_text; write_text({str(link)!r}, 'x')"
        subprocess.run([sys.executable, "-c", program], stdout=file, check=True)
    assert path.read_text() == "before\nx"
    assert link.is_symlink()


def test_results_on_a_full_disk(tmp_path, run_python):
    path = tmp_path / "results.json"
    path.write_text("before")
    printed = run_python(f"""
import resource, signal
from lowp.bench.errors import BenchError
from lowp.bench.report.results import save
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGXFSZ])
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try:
    save({str(path)!r}, {{"text": "x" * 1000}})
except BenchError as error:
    print(error)
""")
    assert "the results cannot be written" in printed
    assert path.read_text() == "before"
    assert [file.name for file in tmp_path.iterdir()] == ["results.json"]
