"""What the tests of the backend share: functions as one region, models as graphs."""

import os

import torch
import torch._inductor.config
import torch.nn.functional as F
from torch import nn
from torch.fx.experimental.proxy_tensor import make_fx

from lowp.torch.compiling.backend import backend
from lowp.torch.compiling.importer.region import import_region
from lowp.torch.compiling.programs import Loaded

IS_LONG = os.environ.get("LOWP_LONG_TESTS") == "1"
# Quick to compile; models of the long tests run longer than they compile.
QUICK = {"host_opt_level": 1 if IS_LONG else 0}
# The same for inductor: few kernels do not repay headers that are compiled before, nor trials of
# which vectors the host has.
QUICK_CPP = {"cpp.simdlen": 1, "cpp.vec_isa_ok": False, "cpp_cache_precompile_headers": False}
if not IS_LONG:
    for name, value in QUICK_CPP.items():
        setattr(torch._inductor.config, name, value)


def compiled(model, **options):
    """`model` as one graph, without inductor; a region that is refused is an error."""
    options = {"rest": "eager", "strict": True, "compile": QUICK, **options}
    return torch.compile(model, backend=backend, fullgraph=True, options=options)


def run_as_region(function, *inputs):
    """What one region of all operations of `function` computes. It returns a tuple of
    new tensors."""
    graph = make_fx(function)(*inputs).graph
    graph.eliminate_dead_code()
    nodes = [node for node in graph.nodes if node.op == "call_function"]
    arguments = [node for node in graph.nodes if node.op == "placeholder"]
    output = next(node for node in graph.nodes if node.op == "output")
    region, _owners = import_region(nodes, arguments, list(output.args[0]), "cpu", QUICK)
    return Loaded(region).calls[0](inputs)


def start_graph(tensors):
    """A graph, and its arguments with these values."""
    graph = torch.fx.Graph()
    nodes = [graph.placeholder(f"t{place}") for place in range(len(tensors))]
    for node, tensor in zip(nodes, tensors):
        node.meta["val"] = tensor
    return graph, nodes


def gradients(model, x, seed=1):
    """The result for x, and the gradients of x and of all parameters."""
    y = model(x)
    generator = torch.Generator().manual_seed(seed)
    dy = torch.randn(y.shape, generator=generator).to(y.dtype)
    return [y.detach(), *torch.autograd.grad(y, [x, *model.parameters()], dy)]


def error(got, want):
    got, want = got.double(), want.double()
    return ((got - want).norm() / want.norm().clamp_min(1e-30)).item()


# Units in the last place, and how sums may be off, of what torch computes otherwise.
TOLERANCES = {torch.bfloat16: 2e-2, torch.float16: 2e-3, torch.float32: 2e-5, torch.float64: 1e-6}


def agrees(got, want):
    """Whether tensors are equal: floats up to roundings."""
    if got.dtype is not want.dtype or got.shape != want.shape:
        return False
    if not want.dtype.is_floating_point:
        return torch.equal(got, want)
    most = TOLERANCES[want.dtype]
    return torch.allclose(got.double(), want.double(), rtol=most, atol=most, equal_nan=True)


def numbers(*shape, dtype=torch.bfloat16, seed=0, grad=False):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator).to(dtype).requires_grad_(grad)


class Mlp(nn.Module):
    """RMSNorm, SwiGLU with a bias, residual."""

    def __init__(self, width=64, hidden=128):
        super().__init__()
        self.norm = nn.RMSNorm(width, eps=1e-5)
        self.gate = nn.Linear(width, hidden, bias=True)
        self.up = nn.Linear(width, hidden, bias=False)
        self.down = nn.Linear(hidden, width, bias=False)

    def forward(self, x):
        y = self.norm(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))


class Attention(nn.Module):
    """Grouped queries, rotary positions, a causal mask, in plain operations."""

    def __init__(self, width=64, heads=4, groups=2):
        super().__init__()
        self.heads, self.groups, self.size = heads, groups, width // heads
        self.q = nn.Linear(width, width, bias=False)
        self.k = nn.Linear(width, groups * self.size, bias=False)
        self.v = nn.Linear(width, groups * self.size, bias=False)
        self.o = nn.Linear(width, width, bias=False)

    def rotate(self, x):
        half = self.size // 2
        places = torch.arange(x.shape[2], dtype=torch.float32)[:, None]
        angles = places * torch.arange(1, half + 1, dtype=torch.float32) / 100
        angles = torch.cat([angles, angles], -1)
        turned = torch.cat([-x[..., half:], x[..., :half]], -1)
        return (x * angles.cos() + turned * angles.sin()).to(x.dtype)

    def split(self, x, heads):
        return x.view(x.shape[0], x.shape[1], heads, self.size).transpose(1, 2)

    def forward(self, x):
        b, s, width = x.shape
        repeats = self.heads // self.groups
        q = self.rotate(self.split(self.q(x), self.heads))
        k = self.rotate(self.split(self.k(x), self.groups)).repeat_interleave(repeats, 1)
        v = self.split(self.v(x), self.groups).repeat_interleave(repeats, 1)
        scores = q @ k.transpose(2, 3) / self.size**0.5
        later = torch.ones(s, s, dtype=torch.bool).triu(1)
        weights = scores.masked_fill(later, -1e9).float().softmax(-1).to(x.dtype)
        return self.o((weights @ v).transpose(1, 2).reshape(b, s, width))


class Layer(nn.Module):
    """A decoder layer."""

    def __init__(self, width=64, hidden=128):
        super().__init__()
        self.norm = nn.RMSNorm(width, eps=1e-5)
        self.attention = Attention(width)
        self.mlp = Mlp(width, hidden)

    def forward(self, x):
        return self.mlp(x + self.attention(self.norm(x)))
