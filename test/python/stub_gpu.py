"""A GPU for lowp.bench that is not one: tensors live in host memory, graphs are
lists of calls, and time is made up. Wants torch, of any build."""

import contextlib
import functools
import json


class Stream:
    cuda_stream = 0

    def wait_stream(self, _other):
        pass


class Graph:
    def replay(self):
        pass


class Event:
    clock = 0.0

    def __init__(self, enable_timing):
        assert enable_timing

    def record(self):
        Event.clock += 1.0
        self.time = Event.clock

    def elapsed_time(self, end):
        return end.time - self.time


class Properties:
    name, major, minor = "Stub GPU", 9, 0
    multi_processor_count, total_memory, L2_cache_size = 132, 1 << 30, 1 << 20


class Copies:
    """Copies that copy nothing."""

    how, calls, graph = "nothing", 4, Graph()

    def bandwidth(self, _seconds):
        return 4e12


def install(monkeypatch, rotated=1_000_000, calls=8):
    """Makes torch.cuda and lowp.bench believe that there is a GPU. rotated: bytes of all sets of
    inputs, of which there are two at least. calls: most of a graph."""
    import torch
    from lowp.bench import timing
    from lowp.bench.hardware import machine
    from lowp.bench.products import kernels, measure

    cuda = torch.cuda
    replacements = {
        "is_available": lambda: True,
        "synchronize": lambda: None,
        "empty_cache": lambda: None,
        "current_stream": Stream,
        "Stream": Stream,
        "Event": Event,
        "CUDAGraph": Graph,
        "graph": lambda _graph: contextlib.nullcontext(),
        "stream": lambda _stream: contextlib.nullcontext(),
        "get_device_properties": lambda _index: Properties,
    }
    for name, value in replacements.items():
        monkeypatch.setattr(cuda, name, value)
    for name in ("make_operands", "make_result"):
        on_host = functools.partial(getattr(measure, name), device="cpu")
        monkeypatch.setattr(measure, name, on_host)
    monkeypatch.setattr(timing, "ROTATED_BYTES", rotated)
    # Each call of a graph is one of the host.
    monkeypatch.setattr(timing, "_MOST_CALLS", calls)
    monkeypatch.setattr(machine, "measure_copy", lambda: (4.3e12, "nothing"))
    monkeypatch.setattr(kernels, "allocate", lambda size: torch.empty(size, dtype=torch.uint8))


def run(path, *arguments):
    """The exit status of lowp.bench, and the results that it wrote to a file; None where it wrote
    none."""
    from lowp_lab.bench.cli import main

    status = main([f"--json={path}", "--chip=cpu", "--repetitions=3", *arguments])
    return status, json.loads(path.read_text()) if path.exists() else None


def compute(case):
    """The results of a case of lowp_lab.bench.quantize by lowp on the CPU, those of torch, and the
    inputs."""
    from lowp.bench.products.kernels import CompiledCases
    from lowp_lab.bench.quantize.contenders import our_contender
    from lowp_lab.bench.quantize.measure import make_inputs

    inputs = make_inputs(case, 0, "cpu")
    results = case.eager(*inputs)
    (call,) = our_contender(CompiledCases("cpu")).bind(case, [inputs], results)
    return call(), results, inputs
