"""The file that lowp.check writes, for who has no such card."""

import getpass
import json
import os
import socket

import pytest
from lowp._version import __version__
from lowp.check.cli import main


def needs_fake_driver():
    if "LOWP_FAKE_CUDA" not in os.environ:
        pytest.skip("needs the fake driver")


def check(tmp_path, *arguments):
    path = tmp_path / "check.json"
    status = main([*arguments, f"--json={path}"])
    return status, path.read_text()


def test_reference_path(tmp_path):
    names = "quantize-1x128,product-mxfp8,product-mxfp8-e5m2,product-mxfp4,product-nvfp4"
    status, text = check(tmp_path, "--chip=cpu", f"--functions={names}")
    results = json.loads(text)
    assert status == 0
    assert results["format"] == "lowp-check 1"
    assert results["machine"]["lowp"] == __version__
    assert results["passed"] == 5 and results["failures"] == []
    assert [one["outcome"] for one in results["results"]] == ["passed"] * 5
    assert all(one["seconds"] > 0 for one in results["results"])


@pytest.mark.parametrize("place", ["none/check.json", "."])
def test_no_place(tmp_path, capsys, place):
    """A caller that waits for all checks does not lose them."""
    path = tmp_path / place
    arguments = ["--chip=cpu", "--functions=product-mxfp8", f"--json={path}"]
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert "the results cannot be written" in printed.err
    assert "passed" not in printed.out
    assert list(tmp_path.iterdir()) == []


def test_products(tmp_path):
    needs_fake_driver()
    arguments = ["--shapes=0x136x144", "--kinds=rowwise", "--chip=cpu", "--data=numpy"]
    status, text = check(tmp_path, *arguments)
    results = json.loads(text)
    assert status == 0 and "numpy" in results["run"]
    assert results["passed"] == len(results["results"]) > 3
    machine = results["machine"]
    assert machine["gpu"] == "Fake H200" and machine["chip"] == "sm_90a"
    assert machine["multiprocessors"] == 132 and machine["part"] == "h200"
    assert {"python", "system", "time", "driver", "packages"} <= set(machine)


def test_failures(tmp_path):
    """Kernels that do nothing."""
    needs_fake_driver()
    status, text = check(tmp_path, "--functions=quantize-1x128", "--chip=sm_90a", "--data=numpy")
    results = json.loads(text)
    assert status == 1 and results["passed"] == 0
    (failure,) = results["failures"]
    assert failure["options"] == "--functions quantize-1x128"
    assert "bytes differ" in failure["reason"]
    assert results["results"][0]["outcome"] == "failed"


def test_no_names(tmp_path, monkeypatch):
    """Not even where a message has them: what is missing is named with its folder."""
    needs_fake_driver()
    home = tmp_path / "home" / "gretchen"
    modules = home / "modules"
    modules.mkdir(parents=True)
    monkeypatch.setattr(socket, "gethostname", lambda: "zeppelin-7")
    monkeypatch.setattr(getpass, "getuser", lambda: "gretchen")
    monkeypatch.setenv("USER", "gretchen")
    arguments = ["--functions=ffn", f"--modules={modules}", "--data=numpy"]
    status, text = check(tmp_path, *arguments)
    assert status == 2
    assert json.loads(text)["results"][0]["outcome"] == "skipped"
    assert "no such file" in text
    assert "gretchen" not in text and "zeppelin" not in text
