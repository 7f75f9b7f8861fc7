"""Models that a process compiles first, and a second one finds in inductor's caches.

Run as a program it prints what they computed and what torch counted."""

import json
import sys
import zlib

import torch
import torch._inductor.config
from torch._dynamo.utils import counters
from torch.utils.checkpoint import checkpoint

import lowp.torch
from graphs import IS_LONG, QUICK, QUICK_CPP, Mlp, gradients, numbers
from lowp.torch.compiling.backend import backend


class Checkpointed(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.mlp = Mlp()

    def forward(self, x):
        return checkpoint(self.mlp, x, use_reentrant=False)


def regions():
    return Mlp().bfloat16(), {"recipe": "rowwise", "save": "time"}


def converted():
    model = Mlp().bfloat16()
    lowp.torch.convert(model, recipe="rowwise")
    return model, {"recipe": None}


def checkpointed():
    return Checkpointed().bfloat16(), {"recipe": {"forward": "rowwise"}}


CASES = (regions, converted, checkpointed) if IS_LONG else (checkpointed,)


def digest(tensors):
    return [zlib.crc32(tensor.contiguous().view(torch.uint8).numpy()) for tensor in tensors]


def run(case):
    """The digests of a result and of its gradients, and torch's counters."""
    torch._dynamo.reset()
    counters.clear()
    torch.manual_seed(0)
    model, options = case()
    options = {**options, "strict": True, "compile": QUICK}
    lowered = torch.compile(model, backend=backend, fullgraph=True, options=options)
    with torch._inductor.config.patch(QUICK_CPP):
        values = gradients(lowered, numbers(2, 16, 64, grad=True))
    named = {**counters["aot_autograd"], **counters["inductor"]}
    return {"values": digest(values), "counters": {k: v for k, v in named.items() if "cache" in k}}


if __name__ == "__main__":
    json.dump({case.__name__: run(case) for case in CASES}, sys.stdout)
