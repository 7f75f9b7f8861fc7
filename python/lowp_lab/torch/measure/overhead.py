"""What the host spends on a frozen layer of few rows."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import torch

import lowp.torch
from lowp.torch.prepared_program import PreparedProgram
from lowp_lab.bench.quantize.launches import count_launches
from lowp_lab.torch.measure.driver import launch_microseconds
from lowp_lab.torch.measure.timing import host_microseconds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rows", type=int, default=16)
    parser.add_argument("--width", type=int, default=4096)
    parser.add_argument("--recipe", default="blockwise_training")
    parser.add_argument("--calls", type=int, default=200)


def _scaled_mm(rows: int, width: int) -> Callable[[], object]:
    """torch._scaled_mm alone, on data that are quantized already."""
    a = torch.zeros(rows, width, device="cuda").to(torch.float8_e4m3fn)
    b = torch.zeros(width, width, device="cuda").to(torch.float8_e4m3fn).t()
    one = torch.ones((), device="cuda")
    return lambda: torch._scaled_mm(a, b, one, one, out_dtype=torch.bfloat16)


def calls_of(arguments: argparse.Namespace) -> dict[str, Callable[[], object]]:
    rows, width, device = arguments.rows, arguments.width, arguments.device
    options = {"device": device, "dtype": torch.bfloat16}
    plain = torch.nn.Linear(width, width, bias=False, **options)
    layer: Any = torch.nn.Linear(width, width, bias=False, **options)
    lowp.torch.convert(layer, arguments.recipe)
    lowp.torch.freeze(layer)
    x = torch.randn(rows, width, **options)
    function = PreparedProgram.parse(layer.lowp_program).find(x.device)
    prepared = [layer._buffers[name] for name in layer.lowp_names]
    found: dict[str, Callable[[], object]] = {
        "nn.Linear": lambda: plain(x),
        "frozen layer": lambda: layer(x),
        "lowp::linear_prepared": lambda: torch.ops.lowp.linear_prepared.default(
            x, prepared, None, layer.lowp_program
        ),
        "lowp.Function": lambda: function(x, *prepared),
    }
    # What submits the launches, in the library: the driver's time and the checks.
    function(x, *prepared)
    y = function(x, *prepared)
    caller = function._caller
    assert caller is not None and caller.last is not None, "was just called"
    repeat = caller.last.plans[-1].repeat
    assert repeat is not None, "was called twice"
    arrays = (x, *prepared, y)
    found["library"] = lambda: caller.library.RepeatRun(repeat.handle, arrays)
    if device == "cuda":
        found["torch._scaled_mm"] = _scaled_mm(rows, width)
    return found


def run(arguments: argparse.Namespace, write: Callable[[dict[str, Any]], None]) -> None:
    """A layer's time on a GPU is told without the driver's for its launches, too."""
    results: dict[str, Any] = {}
    with torch.inference_mode():
        calls = calls_of(arguments)
        for name, call in calls.items():
            for _ in range(20):
                call()
            results[name] = host_microseconds(call, arguments.device, arguments.calls)
        if arguments.device == "cuda":
            launches = count_launches(calls["frozen layer"])
            assert launches is not None, "this torch hands out its graphs"
            driver = launches * launch_microseconds(arguments.calls)
            results[f"the driver, {launches} launches"] = driver
            results["frozen layer beyond the driver"] = results["frozen layer"] - driver
    for name, microseconds in results.items():
        print(f"{name}: {microseconds:.2f} us", flush=True)
    write(results)
