"""Calls that use an array of lowp's own, on several streams."""

import os
import sys
import threading

import lowp
import pytest

pytestmark = pytest.mark.skipif("LOWP_FAKE_CUDA" not in os.environ, reason="needs the fake driver")


@pytest.fixture
def arrays():
    """Three that nobody has used."""
    return [lowp.DeviceArray((2,), "f32") for _ in range(3)]


def waits(events):
    """Returns which stream waits for which, in any order, before the only launch."""
    *waits, launch = events
    assert launch[0] == "launch" and all(name == "wait" for name, *_ in waits)
    events.clear()
    return {(waiting, awaited) for _name, _device, waiting, awaited in waits}


def test_arrays_that_nobody_has_used(add, events, arrays):
    x, y, out = arrays
    add(x, y, out=out)
    assert events == [("launch", 0)]


def test_a_reader_waits_for_the_writer(add, events, arrays):
    x, y, out = arrays
    add(x, x, out=y, stream=7)
    events.clear()
    add(y, y, out=out, stream=8)
    assert events == [("wait", 0, 8, 7), ("launch", 8)]
    events.clear()
    add(lowp.reinterpret(y, "f32"), x, out=out, stream=7)
    # y is written there, but out is not.
    assert events == [("wait", 0, 7, 8), ("launch", 7)]


def test_readers_do_not_wait_for_readers(add, events, arrays):
    x, y, _out = arrays
    for stream in (7, 8):
        add(x, y, stream=stream)
    assert events == [("launch", 7), ("launch", 8)]


def test_a_writer_waits_for_all(add, events, arrays):
    x, y, out = arrays
    add(x, x, out=y, stream=7)
    for stream in (7, 8, 9):
        add(y, x, stream=stream)
    events.clear()
    add(x, x, out=lowp.reinterpret(y, "f32"), stream=10)
    assert waits(events) == {(10, 7), (10, 8), (10, 9)}
    # That is after them; who comes next waits for that alone.
    add(x, x, out=y, stream=8)
    assert waits(events) == {(8, 10)}


def test_the_default_stream(add, events, arrays):
    x, y, out = arrays
    add(x, x, out=y, stream=1)
    assert y.stream == 0 and y.__cuda_array_interface__["stream"] == 1
    add(y, y, out=out, stream=0)
    add(y, y, out=out, stream=1)
    assert events == [("launch", 1), ("launch", 0), ("launch", 1)]
    events.clear()
    add(y, y, out=out, stream=7)
    assert events == [("wait", 0, 7, 0), ("launch", 7)]


def test_default_streams_of_threads(add, events, arrays):
    """No thread can name another's; the default stream comes after all of them."""
    x, y, out = arrays
    thread = threading.Thread(target=add, args=(x, x), kwargs={"out": y, "stream": 2})
    thread.start()
    thread.join()
    events.clear()
    add(y, y, out=out, stream=2)
    assert events == [("wait", 0, 2, 0), ("launch", 2)]
    events.clear()
    add(x, x, out=y)
    assert events == [("launch", 0)]


def test_without_stream(add, events, arrays):
    """A call goes where its arrays become ready."""
    x, y, out = arrays
    add(x, x, out=y, stream=7)
    add(y, y, out=out)
    assert out.stream == 7 and events == [("launch", 7)] * 2
    x.stream = 8
    with pytest.raises(lowp.LaunchError, match="stream=, since several .*: 0x7, 0x8"):
        add(y, x)


def test_what_others_do(add, events, arrays):
    """A caller who has an array written otherwise says so."""
    x, y, out = arrays
    add(x, y, stream=7)
    y.stream = 9
    add(x, y, out=out, stream=7)
    assert waits(events[1:]) == {(7, 9)}
    events.clear()
    # After all was waited for.
    y.stream = None
    add(x, x, out=y, stream=8)
    assert events == [("launch", 8)]


def test_a_call_that_is_refused(add, events, arrays):
    x, y, out = arrays
    x.stream = 7
    with pytest.raises(lowp.LaunchError, match="shares with argument0"):
        add(x, y, out=x, stream=8)
    assert (x.stream, y.stream) == (7, None)
    events.clear()
    add(out, out, out=y, stream=9)
    assert events == [("launch", 9)]


class OfInterface:
    def __init__(self, stream):
        self.array = lowp.DeviceArray((2,), "f32")
        interface = self.array.__cuda_array_interface__
        self.__cuda_array_interface__ = {**interface, "stream": stream}


def test_beside_arrays_of_others(add, events, arrays):
    x, _y, out = arrays
    x.stream = 7
    add(OfInterface(None), x, out=out)
    # A library that names a stream decides; ours can wait.
    add(OfInterface(8), x, out=lowp.DeviceArray((2,), "f32"))
    assert events == [("launch", 7), ("wait", 0, 8, 7), ("launch", 8)]


def test_beside_tensors(add, events, arrays, monkeypatch):
    import fake_torch
    from lowp import arrays as readers

    monkeypatch.setitem(sys.modules, "torch", None)
    torch = fake_torch.install()
    tensor = torch.Tensor((2,), torch.float32, torch.device("cuda", 0))
    x, *_others = arrays
    x.stream = 7
    add(tensor, x)
    assert events == [("wait", 0, 11, 7), ("launch", 11)]
    readers.readers.clear()
