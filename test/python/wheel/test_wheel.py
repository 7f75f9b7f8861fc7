"""The wheel: built, looked at, installed into clean environments, used.

LOWP_WHEEL names a wheel that exists; else one is built from the static build tree
LOWP_BUILD_DIR, which must be up to date.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

import pytest

SOURCE = pathlib.Path(__file__).resolve().parents[3]
MAX_BYTES = 26 * 2**20
# What the platform tag promises: no newer symbols of the C library than these.
C_LIBRARY = (2, 34)
# Libraries of C and of gcc, in every manylinux; all else must be inside.
PROVIDED = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "libgcc_s.so.1"}


def run(*command, **options):
    finished = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, **options
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


def build_wheel(folder):
    run(
        sys.executable,
        *("-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index"),
        *("--wheel-dir", folder),
        f"--config-settings=build-dir={os.environ['LOWP_BUILD_DIR']}",
        "--config-settings=cmake.define.LOWP_BUILD_TESTS=ON",
        "--config-settings=cmake.define.LOWP_UNITY_BUILD=OFF",
        SOURCE,
    )
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    given = os.environ.get("LOWP_WHEEL")
    if given:
        return pathlib.Path(given)
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def library(wheel, tmp_path_factory):
    """The liblowp-c.so of the wheel."""
    folder = tmp_path_factory.mktemp("library")
    with zipfile.ZipFile(wheel) as archive:
        return archive.extract("lowp/liblowp-c.so", folder)


def test_name_and_size(wheel):
    assert re.fullmatch(r"lowp-[0-9.]+-py3-none-manylinux_2_34_x86_64\.whl", wheel.name)
    assert wheel.stat().st_size < MAX_BYTES


def test_links_of_the_page_lead_somewhere(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        page = archive.read(name).decode()
    assert "# lowp for Python" in page
    assert not re.search(r"\]\((?!https?://|#)", page)


def test_content(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    package = SOURCE / "python" / "lowp"
    expected = {
        "lowp/" + path.relative_to(package).as_posix()
        for path in package.rglob("*")
        if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in path.parts)
    }
    assert "lowp/py.typed" in names
    # The archive is what lowp-compile links into libraries.
    assert names == expected | {"lowp/liblowp-c.so", "lowp/libLowpRuntime.a"}


def test_laboratory(tmp_path):
    """It is a wheel of its own, without anything that is compiled."""
    package = SOURCE / "python" / "lowp_lab"
    options = ("--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", tmp_path)
    run(sys.executable, "-m", "pip", "wheel", *options, package)
    (wheel,) = tmp_path.glob("lowp_lab-*-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == {f"lowp_lab/{x.relative_to(package).as_posix()}" for x in package.rglob("*.py")}


def test_needs_the_c_library_only(library):
    needed = set(re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "-d", library)))
    assert needed <= PROVIDED
    versions = set(re.findall(r"GLIBC_(\w[\w.]*)", run("readelf", "-V", library)))
    # A feature of the loader of 2.36, whose name has no version.
    assert "ABI_DT_RELR" not in versions
    assert max(tuple(map(int, v.split("."))) for v in versions) <= C_LIBRARY


def test_exports(library):
    names = run("nm", "-D", "--defined-only", library).split()[2::3]
    assert "lowpCompile" in names
    assert all(name.startswith("lowp") for name in names)


USE = """
import sys, lowp
assert not {"numpy", "torch"} & set(sys.modules)
assert "site-packages" in lowp.__file__
source = '''
func.func @fill() -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %ones = linalg.fill ins(%one : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  return %ones : tensor<4xf32>
}'''
program = lowp.compile(source, chip="sm_90a", image_format="ptx")
assert b".target sm_90a" in program.images[0]
assert [kernel.name for kernel in program.kernels] == ["fill_fill_f32"]
assert str(lowp.compile(source, device="cpu")["fill"]) == "fill() -> (result0: 4xf32)"
try:
  lowp.compile("nonsense")
except lowp.CompileError as error:
  assert error.diagnostics[0].line == 1
try:
  lowp.DeviceArray((1,), "f32")
except lowp.LaunchError as error:
  assert error.status in ("LOWP_ERROR_NO_DRIVER", "LOWP_ERROR_NO_DEVICE"), error
print("used", lowp.__version__)
"""


def find_python(version):
    """The interpreter of a version of Python; None where there is none."""
    if sys.version_info[:2] == tuple(map(int, version.split("."))):
        return sys.executable
    name = f"python{version}"
    root = pathlib.Path(os.environ.get("PYENV_ROOT", pathlib.Path.home() / ".pyenv"))
    candidates = sorted(root.glob(f"versions/{version}.*/bin/{name}"))
    return str(candidates[-1]) if candidates else shutil.which(name)


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_install_and_use(wheel, tmp_path, version):
    python = find_python(version)
    if python is None:
        pytest.skip(f"needs Python {version}")
    environment = tmp_path / "environment"
    run(python, "-m", "venv", environment)
    run(environment / "bin/python", "-m", "pip", "install", "--no-index", wheel)
    # Nothing of a development tree may help.
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("LOWP_", "PYTHON"))
    }
    clean["LOWP_CACHE_DIR"] = str(tmp_path / "cache")
    printed = run(environment / "bin/python", "-c", USE, env=clean, cwd=tmp_path)
    assert printed.startswith("used ")
    for tool in ("lowp-opt", "lowp-compile", "lowp-run"):
        printed = run(environment / "bin" / tool, "--help", env=clean, cwd=tmp_path)
        assert f"USAGE: {tool} [options]" in printed
