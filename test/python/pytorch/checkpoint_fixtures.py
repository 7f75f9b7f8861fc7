"""Quantized checkpoints of test/python/pytorch/checkpoints, and what their weights are."""

import json
import pathlib

import numpy
import pytest
from torch_fixtures import torch

from lowp.torch.checkpoints import files

FOLDER = pathlib.Path(__file__).parent / "checkpoints"
_E2M1 = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0]
_TYPES = {
    "BF16": torch.bfloat16,
    "F32": torch.float32,
    "U8": torch.uint8,
    "I8": torch.int8,
    "F8_E4M3": torch.float8_e4m3fn,
}


class PlainFile:
    """What the tests need of safetensors where that is not installed."""

    def __init__(self, path, _device="cpu"):
        content = pathlib.Path(path).read_bytes()
        size = int.from_bytes(content[:8], "little")
        self._entries = json.loads(content[8 : 8 + size])
        self._entries.pop("__metadata__", None)
        self._bytes = content[8 + size :]

    def keys(self):
        return list(self._entries)

    def get_tensor(self, name):
        entry = self._entries[name]
        first, last = entry["data_offsets"]
        raw = torch.tensor(numpy.frombuffer(self._bytes[first:last], numpy.uint8))
        return raw.view(_TYPES[entry["dtype"]]).reshape(entry["shape"])


@pytest.fixture(autouse=True)
def reader(monkeypatch):
    """The library's reader, or the one above."""
    try:
        import safetensors  # noqa: F401
    except ImportError:
        monkeypatch.setattr(files, "open_safetensors", PlainFile)


def tensors_of(name):
    held = PlainFile(FOLDER / name / "model.safetensors")
    return {key: held.get_tensor(key) for key in held.keys()}


def unpack(data):
    """Bytes of two elements of e2m1, the first in the low half."""
    table = torch.tensor([*_E2M1, *(-each for each in _E2M1)], dtype=torch.float64)
    return torch.stack([table[(data & 15).long()], table[(data >> 4).long()]], -1).flatten(-2)


def _factors(scales, shape):
    """Scales in f64 for each element of a matrix; bytes are exponents."""
    wide = scales.double() if scales.dtype is not torch.uint8 else 2.0 ** (scales.double() - 127)
    # One, or one for each row; blocks may have dimensions of 1 after each of their own.
    wide = wide.reshape(-1, 1) if wide.dim() < 2 else wide.reshape(wide.shape[:: wide.dim() // 2])
    rows, columns = (-(-size // count) for size, count in zip(shape, wide.shape))
    return wide.repeat_interleave(rows, 0).repeat_interleave(columns, 1)[: shape[0], : shape[1]]


def dequantize(data, scales, second=1.0):
    """The values that a format says, in f64."""
    values = data.double() if data.dtype is torch.float8_e4m3fn else unpack(data)
    return values * _factors(scales, values.shape) * second


def weight_of(name):
    """Returns the weight of the layer `up`, dequantized."""
    held = {key.removeprefix("up."): each for key, each in tensors_of(name).items()}
    data = held.get("weight", held.get("weight_packed"))
    scales = held.get("weight_scale", held.get("weight_scale_inv"))
    second = 1.0
    if "weight_scale_2" in held:
        second = held["weight_scale_2"].double()
    if "weight_global_scale" in held:
        second = 1 / held["weight_global_scale"].double()
    return dequantize(data, scales, second)


def make(sizes):
    """The model of the files, on meta."""
    n, k = sizes
    with torch.device("meta"):
        model = torch.nn.Module()
        model.up = torch.nn.Linear(k, n, dtype=torch.bfloat16)
        model.head = torch.nn.Linear(n, 4, bias=False, dtype=torch.bfloat16)
    return model


def error(got, want):
    return ((got.double() - want.double()).norm() / want.double().norm()).item()
