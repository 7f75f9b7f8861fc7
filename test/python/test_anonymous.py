"""Results to send have no names of the machine and of the user."""

import getpass
import json
import os
import pathlib
import socket

import pytest
from lowp.bench.report import anonymous as module
from lowp.bench.report.anonymous import anonymous
from lowp.bench.report.results import save


@pytest.fixture
def names(monkeypatch):
    """A machine and a user with names that tell something."""
    monkeypatch.setattr(socket, "gethostname", lambda: "zeppelin-7.example.org")
    monkeypatch.setattr(getpass, "getuser", lambda: "gretchen")
    monkeypatch.setenv("HOME", "/home/gretchen")
    monkeypatch.setenv("USER", "gretchen")


@pytest.mark.parametrize(
    "text, shown",
    [
        ("/home/gretchen/model.mlir", "~/model.mlir"),
        ("open /data/gretchen/x failed", "open /data/USER/x failed"),
        ("on zeppelin-7.example.org", "on HOST"),
        ("zeppelin-7: no driver", "HOST: no driver"),
        ("gretchen_7@zeppelin-7", "USER_7@HOST"),
        ("gretchens zeppelin-70", "gretchens zeppelin-70"),
        ("/home/gretchenson/x", "/home/gretchenson/x"),
    ],
)
def test_texts(names, text, shown):
    assert anonymous(text) == shown


def test_values_stay(names):
    value = {"a": [1, 2.5, None, True], "b": {"c": "NVIDIA H200"}}
    assert anonymous(value) == value
    assert anonymous({"gretchen": ("x",)}) == {"USER": ["x"]}


def test_names_of_everybody_stay(names, monkeypatch):
    monkeypatch.setattr(getpass, "getuser", lambda: "root")
    monkeypatch.setenv("USER", "root")
    monkeypatch.setattr(socket, "gethostname", lambda: "localhost")
    assert anonymous("square root on localhost") == "square root on localhost"


def test_user_without_an_entry(names, monkeypatch):
    def fail():
        raise KeyError("uid not found")

    monkeypatch.setattr(getpass, "getuser", fail)
    assert "gretchen" not in anonymous("gretchen was here")


def test_all_files_are(names, tmp_path):
    path = tmp_path / "results.json"
    save(str(path), {"why": "no such file: /home/gretchen/a on zeppelin-7"})
    assert json.loads(path.read_text()) == {"why": "no such file: ~/a on HOST"}


def test_names_of_this_machine():
    """Whatever they are here."""
    home = str(pathlib.Path.home())
    texts = [home, os.environ.get("USER", ""), socket.gethostname(), getpass.getuser()]
    shown = json.dumps(anonymous({"texts": texts}))
    for name in {socket.gethostname(), getpass.getuser()} - module._NOBODYS_NAMES:
        assert f'"{name}"' not in shown
