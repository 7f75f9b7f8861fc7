"""A GPU for lowp.bench that is not one: tensors live in host memory, graphs are
lists of calls, and time is made up. Wants torch, of any build."""

import contextlib
import functools


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
