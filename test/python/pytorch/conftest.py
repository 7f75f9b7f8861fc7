"""Tests of lowp.torch run on the CPU, where torch itself is installed."""

import importlib.metadata

import pytest

try:
    importlib.metadata.version("torch")
    import torch
except importlib.metadata.PackageNotFoundError:
    torch = None
    collect_ignore_glob = ["test_*"]


@pytest.fixture(scope="session", autouse=True)
def one_thread():
    torch.set_num_threads(1)


@pytest.fixture(autouse=True)
def seeded():
    torch.manual_seed(5)
