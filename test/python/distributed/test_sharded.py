"""Layers on several devices have the bits of one, but for sums of parts in bf16."""

import contextlib
import importlib.util
import json
import os
import pathlib
import signal
import subprocess
import sys

import pytest

if importlib.util.find_spec("torch") is None:
    pytest.skip("torch is not installed", allow_module_level=True)

HERE = pathlib.Path(__file__).parent
SECONDS = 400
# What a sum of two parts in bf16 is off, of the largest element.
SUM = 0.008
# The same where a recipe rounds after such a sum.
ROUNDED = 0.08

# The values that are sums of parts; the others are equal in all bits.
BOUNDS = {
    "columns": {"dx": SUM},
    "rows": {"y": SUM},
    "batches": {"dw": SUM, "db": SUM},
    "tokens": {"dw": SUM, "db": SUM},
    "styles": {"y": SUM, "dx": SUM},
    "compiled_styles": {"y": SUM},
    "experts": {"dx": SUM, "y": SUM},
    "data_parallel": {name: ROUNDED for name in ("0.weight", "0.bias", "2.weight", "2.bias")},
    # Weights are gathered quantized, and dgrad quantizes them along the other side.
    "gathered_in_the_graph": {"dw": SUM, "dx": 1e-3, "db": SUM},
    "prices": {},
    "scaled_data": {},
    "products_of_data": {"y": SUM},
    "experts_of_devices": {},
    "frozen_experts": {"dx": SUM},
    "gathered_experts": {},
    "refused_experts": {},
    "frozen_parts": {},
    "frozen_reports": {},
    "frozen_states": {},
    "frozen_errors": {},
    "quantized_weights": {},
    "loaded_weights": {},
    "quantized_rows": {"dw": 1e-3, "dw, rounded twice": ROUNDED},
    "exchanged_rows": {"dw, rounded twice": ROUNDED},
    "compiled_rows": {"d up.weight": 1e-3, "d down.weight": 1e-3},
    "compiled_exchange": {},
    "together": {"y": 2 * SUM, "dw": 1e-3},
    "decisions": {},
    "resharded_checkpoint": {},
    "compiled_weights": {},
    "recomputed": {},
    "at_once": {},
    "held": {},
    "pipelined": {},
    "refused": {},
    "refused_together": {},
    "kept_gradients": {},
    "other_recipes": {},
    "other_columns": {},
    "traced_input": {},
    "other_rows": {},
    "uneven_rows": {},
    "graphed": {},
    "compiled_data_parallel": {},
    "few_experts": {},
    "measured": {},
}
if not os.environ.get("LOWP_LONG_TESTS"):
    del BOUNDS["compiled_styles"]


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sharded")
    # Names of hosts need not be found.
    environment = {**os.environ, "GLOO_SOCKET_IFNAME": "lo"}
    command = [sys.executable, HERE / "sharded_cases.py", folder]
    run = subprocess.Popen(command, env=environment, start_new_session=True)
    try:
        assert run.wait(timeout=SECONDS) == 0
    finally:
        # Ranks that wait for each other, too.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
    return [json.loads((folder / f"results{rank}.json").read_text()) for rank in range(2)]


def values(found, *path):
    if isinstance(found, dict):
        for name, each in found.items():
            yield from values(each, *path, name)
    else:
        yield path, found


@pytest.mark.parametrize("name", BOUNDS)
def test_sharded(results, name):
    for found in (each[name] for each in results):
        assert isinstance(found, dict), found
        bounds = BOUNDS[name]
        wrong = {path: off for path, off in values(found) if not off <= bounds.get(path[-1], 0.0)}
        assert not wrong


def test_all_cases_have_bounds(results):
    assert set(results[0]) == set(BOUNDS)
