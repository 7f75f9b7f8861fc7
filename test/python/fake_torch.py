"""As much of torch as lowp looks at, with the memory of the fake driver: what a
call does with streams, devices and memory can be seen without a GPU or torch."""

import contextlib
import ctypes
import sys
import types

import lowp


class Type:
    def __init__(self, name, itemsize):
        self.name = name
        self.itemsize = itemsize

    def __repr__(self):
        return "torch." + self.name


class Size(tuple):
    pass


class Device:
    def __init__(self, type, index=None):
        self.type = type
        self.index = index

    def __eq__(self, other):
        return (self.type, self.index) == (other.type, other.index)

    def __hash__(self):
        return hash((self.type, self.index))


class Tensor:
    def __init__(self, shape, dtype, device, requires_grad=False):
        self.shape = Size(shape)
        self.dtype = dtype
        self.device = device
        self.requires_grad = requires_grad
        count = 1
        for extent in shape:
            count *= extent
        self.address = 0
        if device.type == "cuda":
            size = (count * dtype.itemsize,)
            self.memory = lowp.DeviceArray(size, "i8", device.index or 0)
            self.address = self.memory.pointer
        elif count:
            self.memory = ctypes.create_string_buffer(count * dtype.itemsize + 256)
            self.address = -(-ctypes.addressof(self.memory) // 256) * 256

    def data_ptr(self):
        return self.address

    def is_neg(self):
        return False

    def stride(self):
        strides, stride = [], 1
        for extent in reversed(self.shape):
            strides.insert(0, stride)
            stride *= extent
        return tuple(strides)


def install():
    """Puts the module into sys.modules and returns it."""
    torch = types.ModuleType("torch")
    torch.__version__ = "0.fake"
    for name, itemsize in (
        ("float32", 4),
        ("bfloat16", 2),
        ("float8_e4m3fn", 1),
        ("uint8", 1),
        ("complex64", 8),
    ):
        setattr(torch, name, Type(name, itemsize))
    torch.Tensor = Tensor
    torch.device = Device
    torch.grad_enabled = True
    torch.is_grad_enabled = lambda: torch.grad_enabled
    torch.made = []

    def empty(shape, dtype, device):
        if isinstance(shape, int):
            shape = (shape,)
        if isinstance(device, int):
            device = Device("cuda", device)
        tensor = Tensor(shape, dtype, device)
        torch.made.append((tensor.shape, torch.current))
        return tensor

    torch.empty = empty
    torch.randn = lambda *shape, dtype, device: empty(shape, dtype, Device(device))
    torch.current = 11
    torch._C = types.SimpleNamespace(
        _cuda_getCurrentRawStream=lambda device: torch.current + device
    )

    @contextlib.contextmanager
    def use_stream(stream):
        before, torch.current = torch.current, stream.handle
        yield
        torch.current = before

    torch.cuda = types.SimpleNamespace(
        stream=use_stream,
        ExternalStream=lambda handle, device: types.SimpleNamespace(handle=handle),
    )
    sys.modules["torch"] = torch
    return torch
