"""Regions of tensors of the CPU whose programs are of a GPU, which may be the simulator."""

import functools

import ml_dtypes
import numpy as np
import torch

import lowp
from lowp.torch.compiling import divide, programs

POISON = 0xCD
# What prices are of.
PARTS = {"sm_90a": "h200", "sm_100a": "b200", "sm_120a": "rtx-pro-6000"}
# Types that torch gives no array of: with which bits, and what numpy calls them.
UNKNOWN_TO_NUMPY = {
    torch.bfloat16: (torch.int16, ml_dtypes.bfloat16),
    torch.float8_e4m3fn: (torch.uint8, ml_dtypes.float8_e4m3fn),
    torch.float8_e5m2: (torch.uint8, ml_dtypes.float8_e5m2),
    torch.float8_e8m0fnu: (torch.uint8, ml_dtypes.float8_e8m0fnu),
}


def to_numpy(tensor):
    tensor = tensor.detach().contiguous()
    if tensor.dtype in UNKNOWN_TO_NUMPY:
        bits, dtype = UNKNOWN_TO_NUMPY[tensor.dtype]
        return tensor.view(bits).numpy().view(dtype)
    return tensor.numpy()


def copy_back(array, tensor):
    host = array.to_host()
    if tensor.dtype in UNKNOWN_TO_NUMPY:
        bits, _dtype = UNKNOWN_TO_NUMPY[tensor.dtype]
        tensor = tensor.view(bits)
        host = host.view(tensor.numpy().dtype)
    tensor.copy_(torch.from_numpy(host))


class GpuRegion(programs.Region):
    """A region of tensors of the CPU, compiled for a chip."""

    chip = "sm_90a"

    def compile(self):
        left_out = {"f32_matmuls", "part"}
        options = {name: value for name, value in self.options.items() if name not in left_out}
        return lowp.compile(
            self.text,
            device="cuda",
            chip=self.chip,
            use_cache=False,
            image_format="auto" if self.chip == "native" else "ptx",
            **options,
        )


class OnGpu(programs.Loaded):
    """A region whose tensors go to a GPU and come back."""

    called = 0

    def __init__(self, region):
        super().__init__(GpuRegion(**vars(region)))
        for each in self.calls:
            each.function = functools.partial(self.call, each.function)
            # The library would be given the tensors of the CPU.
            each.bind = lambda *_call: None

    def call(self, function, *inputs, out):
        outs = out if isinstance(out, tuple) else (out,)
        arrays = [lowp.DeviceArray.from_host(to_numpy(each)) for each in inputs]
        made = []
        for host in map(to_numpy, outs):
            poisoned = np.full(host.nbytes, POISON, np.uint8).view(host.dtype)
            made.append(lowp.DeviceArray.from_host(poisoned.reshape(host.shape)))
        function(*arrays, out=tuple(made) if len(made) > 1 else made[0])
        for array, tensor in zip(made, outs):
            copy_back(array, tensor)
        for array, before in zip(arrays, inputs):
            if array.to_bytes() != to_numpy(before).tobytes():
                raise AssertionError("an argument of a region was overwritten")
        OnGpu.called += 1


def use(chip):
    """Takes a GPU's programs for all regions from now on; `cpu`: the CPU's."""
    GpuRegion.chip = chip
    if chip != "cpu":
        programs.Loaded = OnGpu
        divide._LEAST_BYTES = 0
        divide.takes_stages = lambda device: True


def options():
    """What lowp.compile needs to know, so that regions are divided as their programs are."""
    part = {"part": PARTS[GpuRegion.chip]} if GpuRegion.chip in PARTS else {}
    return {"allow_emulation": True, **part}
