"""Which stream a call launches on, and what producers of arrays are told of it."""

import contextlib
import os
import sys
import types

import lowp
import numpy as np
import pytest
from conftest import MATMUL
from lowp import _exchange, _lent

pytestmark = pytest.mark.skipif("LOWP_FAKE_CUDA" not in os.environ, reason="needs the fake driver")


def on_gpu(*values, device=0):
    return lowp.DeviceArray.from_host(np.array(values, np.float32), device)


class Producer:
    """A library's array on a GPU that notes for which stream it was asked."""

    asked: list = []

    def __init__(self, *values):
        self.array = on_gpu(*values)

    def export(self):
        capsule = np.zeros(self.array.shape, np.float32).__dlpack__()
        tensor, _is_readonly = _exchange._open_capsule(capsule)
        tensor.data, tensor.device_type = self.array.pointer, 2
        return capsule

    def __dlpack__(self, stream=None, max_version=None):
        type(self).asked.append(stream)
        return self.export()

    def __dlpack_device__(self):
        return 2, 0


class Old(Producer):
    """From before DLPack had versions."""

    def __dlpack__(self, stream=None):
        type(self).asked.append(stream)
        return self.export()


class WithoutStream(Producer):
    def __dlpack__(self):
        return self.export()


@pytest.mark.parametrize("kind", [Producer, Old])
@pytest.mark.parametrize("given, told", [(0, 1), (1, 1), (2, 2), (0x700, 0x700)])
def test_dlpack_is_told_the_stream(add, events, kind, given, told):
    kind.asked = []
    out = kind(0, 0)
    assert add(kind(1, 2), kind(3, 4), out=out, stream=given) is out
    assert kind.asked == [told] * 3
    assert events == [("launch", given)]


def test_dlpack_without_stream(add, events):
    with pytest.raises(lowp.LaunchError, match="expected stream=, since .*Producer"):
        add(Producer(1, 2), Producer(3, 4), out=Producer(0, 0))
    with pytest.raises(lowp.LaunchError, match="__dlpack__ to take stream="):
        add(WithoutStream(1), WithoutStream(2), out=WithoutStream(3), stream=0)
    assert events == []


def test_arrays_of_our_own_are_lent(events):
    """To consumers whose streams wait for what writes them."""
    array = on_gpu(1, 2)
    array.stream = 0x700
    assert array.__dlpack_device__() == (2, 0)
    for consumer, waiting in ((None, 1), (2, 2), (0x900, 0x900)):
        events.clear()
        capsule = array.__dlpack__(stream=consumer)
        tensor, is_readonly = _exchange._open_capsule(capsule)
        assert (tensor.data, tuple(tensor.shape[:1]), is_readonly) == (array.pointer, (2,), False)
        assert events == [("wait", 0, waiting, 0x700)]
    events.clear()
    array.__dlpack__(stream=-1)
    array.stream = None
    array.__dlpack__(stream=0x900)
    assert events == []
    # Nobody has taken them over.
    del capsule
    assert not _lent._lent


def test_measuring_makes_nobody_wait():
    matmul = lowp.compile(MATMUL, chip="sm_90a", image_format="ptx")["matmul"]
    x = lowp.DeviceArray((64, 128), "bf16")

    class OfBytes(Producer):
        asked: list = []

        def __init__(self):
            self.array = lowp.DeviceArray((128, 64), "i16")

        def export(self):
            capsule = np.zeros(self.array.shape, np.int16).__dlpack__()
            tensor, _is_readonly = _exchange._open_capsule(capsule)
            tensor.data, tensor.device_type = self.array.pointer, 2
            return capsule

    w = lowp.reinterpret(OfBytes(), "bf16")
    assert matmul.workspace_bytes(x, w) > 0
    assert OfBytes.asked == [-1]


# ===----------------------------------------------------------------------===
# CuPy
# ===----------------------------------------------------------------------===


@pytest.fixture
def cupy(monkeypatch):
    """As much of CuPy as lowp looks at."""

    class CupyArray(Producer):
        __module__ = "cupy"
        asked: list = []
        device = contextlib.nullcontext()

    module = types.ModuleType("cupy")
    module.ndarray = CupyArray
    module.stream = 0x900
    module.cuda = types.SimpleNamespace(
        get_current_stream=lambda: types.SimpleNamespace(ptr=module.stream)
    )
    monkeypatch.setitem(sys.modules, "cupy", module)
    return module


def test_cupy_is_asked_for_its_stream(add, events, cupy):
    x, out = cupy.ndarray(1, 2), cupy.ndarray(0, 0)
    add(x, x, out=out)
    add(x, on_gpu(3, 4), out=out, stream=7)
    cupy.stream = 0
    add(x, x, out=out)
    assert events == [("launch", 0x900), ("launch", 7), ("launch", 0)]
    assert cupy.ndarray.asked == [0x900] * 3 + [7] * 2 + [1] * 3


def test_libraries_on_different_streams(add, cupy, monkeypatch):
    import fake_torch
    from lowp import arrays

    monkeypatch.setitem(sys.modules, "torch", None)
    torch = fake_torch.install()
    tensor = torch.Tensor((2,), torch.float32, torch.device("cuda", 0))
    with pytest.raises(lowp.LaunchError, match="several: cupy on 0x900, torch on 0xb"):
        add(cupy.ndarray(1, 2), tensor)
    torch.current = 0x900
    assert isinstance(add(tensor, cupy.ndarray(1, 2)), torch.Tensor)
    arrays.readers.clear()


# ===----------------------------------------------------------------------===
# __cuda_array_interface__
# ===----------------------------------------------------------------------===


class OfInterface:
    def __init__(self, *values, device=0, **changes):
        self.array = on_gpu(*values, device=device)
        self.__cuda_array_interface__ = {
            **self.array.__cuda_array_interface__,
            **changes,
        }


def test_interface_names_its_stream(add, events):
    x, out = OfInterface(1, 2, stream=0x500), OfInterface(0, 0)
    # Where the data are made is where the call goes.
    add(x, x, out=out)
    assert events == [("launch", 0x500)]
    events.clear()
    add(x, x, out=out, stream=0x600)
    assert events == [("wait", 0, 0x600, 0x500)] * 2 + [("launch", 0x600)]
    events.clear()
    # The default stream has two names.
    add(OfInterface(1, 2, stream=1), OfInterface(3, 4), out=out, stream=0)
    add(OfInterface(1, 2), OfInterface(3, 4), out=out)
    assert events == [("launch", 0)] * 2


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"mask": object()}, "without mask"),
        ({"stream": 0}, "got 0, which may mean any"),
        ({"version": 2}, "version 2 of .*OfInterface does not tell a stream"),
        ({"typestr": ">f4"}, "type that lowp knows"),
    ],
)
def test_interface_refused(add, changes, message):
    with pytest.raises(lowp.LaunchError, match=message):
        add(OfInterface(1, 2, **changes), on_gpu(3, 4))


def test_interface_of_version_2_with_a_stream(add, events):
    add(OfInterface(1, 2, version=2), on_gpu(3, 4), stream=5, out=on_gpu(0, 0))
    assert events == [("launch", 5)]


def test_interface_is_where_its_memory_is(add):
    other = OfInterface(1, 2, device=1)
    with pytest.raises(lowp.LaunchError, match=r"on one device, got devices \[0, 1\]"):
        add(other, on_gpu(3, 4))
    assert add(on_gpu(3, 4, device=1), other, out=on_gpu(0, 0, device=1)).device == 1
    out = on_gpu(0, 0)  # Now, so that it is not put where the freed one was.
    other.array = None
    with pytest.raises(lowp.LaunchError, match="was the memory freed"):
        add(other, other, out=out)
    # What has no elements is nowhere.
    empty = OfInterface(device=1)
    add(empty, on_gpu(device=1), out=on_gpu(device=1))


def test_our_arrays_name_the_stream_that_writes_them(add):
    x = on_gpu(1, 2)
    assert x.__cuda_array_interface__["stream"] is None
    assert add(x, x, stream=9).__cuda_array_interface__["stream"] == 9
    assert add(x, x).__cuda_array_interface__["stream"] == 1
    out = on_gpu(0, 0)
    add(x, x, out=lowp.reinterpret(out, "f32"), stream=9)
    assert out.stream == 9


# ===----------------------------------------------------------------------===
# Memory
# ===----------------------------------------------------------------------===


def test_freed_memory_is_refused(add):
    # The result comes first, so that it is not put where the freed one was.
    x, out, y = on_gpu(1, 2), on_gpu(0, 0), on_gpu(3, 4)
    y._memory.give_back()
    y._memory.keep()
    with pytest.raises(lowp.LaunchError, match="argument1: expected memory of GPU"):
        add(x, y, out=out)
