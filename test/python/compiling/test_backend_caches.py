"""What inductor keeps on disk, lowp's regions included, serves another process."""

import json
import os
import subprocess
import sys

import pytest

torch = pytest.importorskip("torch")

import cached_models  # noqa: E402
from lowp.torch.compiling import identity, own_sums  # noqa: E402
from lowp.torch.compiling.programs import TABLE  # noqa: E402
from lowp.torch.compiling.settings import Settings  # noqa: E402


def test_a_second_process_compiles_nothing(tmp_path, monkeypatch, compilations):
    """The first process, whose functions have other addresses, is another."""
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path / "inductor"))
    finished = subprocess.run(
        [sys.executable, cached_models.__file__], capture_output=True, text=True, env=os.environ
    )
    assert finished.returncode == 0, finished.stderr
    first = json.loads(finished.stdout.splitlines()[-1])
    for case in cached_models.CASES:
        told = first[case.__name__]
        assert told["counters"]["autograd_cache_miss"] == 1, case
        assert told["counters"]["autograd_cache_saved"] == 1, case
        TABLE.clear()
        second = cached_models.run(case)
        assert second["values"] == told["values"], case
        assert second["counters"] == {"autograd_cache_hit": 1, "fxgraph_cache_hit": 2}, case
        assert len(TABLE) == 2, case
    assert not compilations


def graph_of(function, *inputs):
    """What dynamo hands to a backend."""
    found = []

    def keep(module, _inputs):
        found.append(module)
        return module.forward

    torch._dynamo.reset()
    torch.compile(function, backend=keep, fullgraph=True)(*inputs)
    return found[0]


class Named(torch.nn.Module):
    """A layer of a name that only a graph within the graph has."""

    def __init__(self, name):
        super().__init__()
        self.inner = torch.nn.ModuleDict({name: torch.nn.Linear(16, 16)})

    def body(self, x):
        (layer,) = self.inner.values()
        return torch.nn.functional.silu(layer(x))

    def forward(self, x):
        return torch.utils.checkpoint.checkpoint(self.body, x, use_reentrant=False)


def test_the_digest_has_what_decides_on_regions():
    x = torch.ones(4, 16)
    module = graph_of(Named("up"), x)
    settings, _rest = Settings.read({"recipe": "rowwise"})
    base = identity.digest(module, settings, [False, True, True])
    summed = graph_of(Named("up"), x)
    summed.meta[own_sums._KEY] = [False, True, False]
    assert base == identity.digest(module, settings, [False, True, True])
    others = [
        identity.digest(module, settings, [True, True, True]),
        identity.digest(summed, settings, [False, True, True]),
        identity.digest(module, Settings.read({"recipe": None})[0], [False, True, True]),
        identity.digest(graph_of(Named("down"), x), settings, [False, True, True]),
    ]
    assert len({base, *others}) == 5
    nodes = [node for each in module.modules() for node in each.graph.nodes if each is not None]
    lines = [identity._describe(node) for node in nodes]
    assert any("silu" in line for line in lines) and not any("0x" in line for line in lines)


def test_a_library_without_a_file_keeps_nothing(monkeypatch):
    def fail():
        raise OSError("no file")

    identity._of_lowp.cache_clear()
    monkeypatch.setattr(identity.cache, "library_identity", fail)
    module = graph_of(torch.nn.Linear(16, 16), torch.ones(4, 16))
    assert identity.digest(module, Settings(), [False, True, True]) is None
