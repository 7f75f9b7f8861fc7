"""Calls of every operation that is imported, and forms of the tensors that they read."""

import operator

import torch

from lowp.torch.compiling.importer import expert_layers, grouped, layers, quantized
from lowp.torch.compiling.importer.table import OPERATIONS

aten, prims = torch.ops.aten, torch.ops.prims
_NUMBERS = (0.3, -2, True)


def _unary(*packets):
    return {packet.default: (lambda x, y, t=packet.default: t(x),) for packet in packets}


def _binary(*packets):
    """Two tensors, a tensor and numbers, and a tensor without dimensions."""
    made = {}
    for packet in packets:
        for name in ("Tensor", "Scalar", "default"):
            target = getattr(packet, name, None)
            if target not in OPERATIONS:
                continue
            calls = [lambda x, y, t=target, n=n: t(x, n) for n in _NUMBERS if name != "default"]
            if name != "Scalar":
                calls += (
                    [
                        lambda x, y, t=target: t(x, y),
                        lambda x, y, t=target: t(x, y.flatten()[:1].sum()),
                        lambda x, y, t=target: t(x, _count(x) * 50),
                    ]
                    if name == "Tensor"
                    else [lambda x, y, t=target: t(x, y)]
                )
            made[target] = tuple(calls)
    return made


def _count(x):
    return aten.arange.start_step(0, x.shape[-1], 1)


def _cut(x):
    return aten.slice.Tensor(x, -1, 1, 3)


def _matrices(x, y):
    return x.flatten(1), y.flatten(1)


def _batches(x, y):
    return x.reshape(-1, x.shape[-2], x.shape[-1]), y.reshape(-1, y.shape[-2], y.shape[-1])


def _addmm(x, y, **factors):
    a, b = _matrices(x, y)
    return aten.addmm.default(aten.mm.default(a, b.t()), a, b.t(), **factors)


def _baddbmm(x, y, **factors):
    a, b = _batches(x, y)
    b = b.transpose(1, 2)
    return aten.baddbmm.default(aten.bmm.default(a, b), a, b, **factors)


def _with_nan(call):
    """The same where a factor of 0 stands beside NaN."""

    def made(x, y):
        a, b = _matrices(x, y)
        filler = torch.full((a.shape[0], b.shape[0]), float("nan"), dtype=x.dtype)
        return call(filler, a, b.t())

    return made


def _of_floats(call):
    """The same, where torch checks the type of tensors with elements alone."""

    def made(x, y):
        if not x.is_floating_point():
            raise TypeError(x.dtype)
        return call(x, y)

    return made


CASES = {
    **_unary(
        aten.abs,
        aten.ceil,
        aten.cos,
        aten.erf,
        aten.exp,
        aten.exp2,
        aten.expm1,
        aten.floor,
        aten.neg,
        aten.relu,
        aten.round,
        aten.sigmoid,
        aten.silu,
        aten.sin,
        aten.tanh,
        aten.trunc,
        aten.logical_not,
        aten.bitwise_not,
        aten.zeros_like,
        aten.ones_like,
        aten.alias,
        aten.detach,
        aten.clone,
        aten.lift_fresh_copy,
        aten.squeeze,
        aten.sum,
        aten.mean,
        aten.any,
        aten.all,
        aten.amax,
        aten.amin,
    ),
    # Where they are defined.
    **{
        packet.default: (lambda x, y, t=packet.default: t(x.abs() + 1),)
        for packet in (aten.log, aten.log1p, aten.log2, aten.reciprocal, aten.rsqrt, aten.sqrt)
    },
    **_binary(
        aten.add,
        aten.sub,
        aten.rsub,
        aten.mul,
        aten.div,
        aten.maximum,
        aten.minimum,
        aten.eq,
        aten.ne,
        aten.lt,
        aten.le,
        aten.gt,
        aten.ge,
        aten.bitwise_and,
        aten.bitwise_or,
        aten.bitwise_xor,
        aten.logical_and,
        aten.logical_or,
        aten.logical_xor,
    ),
    aten.where.self: (
        lambda x, y: aten.where.self(x > y, x, y),
        lambda x, y: aten.where.self(x > 0, x, y.to(torch.float32)),
    ),
    aten.clamp.default: (
        lambda x, y: aten.clamp.default(x, 0, 1),
        lambda x, y: aten.clamp.default(x, None, 0.3),
    ),
    aten.clamp.Tensor: (lambda x, y: aten.clamp.Tensor(x, y, None),),
    aten.clamp_min.default: (lambda x, y: aten.clamp_min.default(x, 0.3),),
    aten.clamp_max.default: (lambda x, y: aten.clamp_max.default(x, 1),),
    aten.pow.Tensor_Scalar: tuple(
        lambda x, y, e=e: aten.pow.Tensor_Scalar(x, e) for e in (0, 2, 3, 5, -1, 2.0)
    )
    + (lambda x, y: aten.pow.Tensor_Scalar(x.abs(), 1.1),),
    aten.gelu.default: (
        lambda x, y: aten.gelu.default(x),
        lambda x, y: aten.gelu.default(x, approximate="tanh"),
    ),
    aten._to_copy.default: tuple(
        lambda x, y, d=d: aten._to_copy.default(x, dtype=d)
        for d in (torch.float64, torch.float16, torch.bfloat16, torch.int32, torch.bool)
    ),
    prims.convert_element_type.default: (
        lambda x, y: prims.convert_element_type.default(x, torch.float32),
    ),
    aten.copy.default: (lambda x, y: aten.copy.default(x.float(), y),),
    aten.full.default: (lambda x, y: aten.full.default([2, 3], 0.3) + x.sum(),),
    aten.full_like.default: (lambda x, y: aten.full_like.default(x, 3),),
    aten.scalar_tensor.default: (lambda x, y: aten.scalar_tensor.default(0.3) * x,),
    prims.iota.default: (
        lambda x, y: x
        + prims.iota.default(
            x.shape[-1], start=3, step=2, dtype=torch.int64, device="cpu", requires_grad=False
        ),
    ),
    aten.arange.start_step: (lambda x, y: x * aten.arange.start_step(0, x.shape[-1], 1),),
    aten.tril.default: (
        lambda x, y: aten.tril.default(x),
        lambda x, y: aten.tril.default(x, -1),
    ),
    aten.triu.default: (lambda x, y: aten.triu.default(x, 1),),
    aten.mm.default: (
        lambda x, y: aten.mm.default(x.flatten(1), y.flatten(1).t()),
        lambda x, y: aten.mm.default(x.flatten(1).t(), y.flatten(1)),
    ),
    aten.bmm.default: (
        lambda x, y: aten.bmm.default(_batches(x, y)[0], _batches(x, y)[1].transpose(1, 2)),
    ),
    aten.addmm.default: (
        lambda x, y: _addmm(x, y),
        lambda x, y: _addmm(x, y, beta=2, alpha=3),
        _with_nan(lambda nan, a, b: aten.addmm.default(nan, a, b, beta=0)),
    ),
    aten.baddbmm.default: (
        lambda x, y: _baddbmm(x, y),
        lambda x, y: _baddbmm(x, y, alpha=2),
        _with_nan(lambda nan, a, b: aten.baddbmm.default(nan[None], a[None], b[None], beta=0)),
    ),
    aten.cumsum.default: (lambda x, y: aten.cumsum.default((x[0] > 0).to(torch.int64), -1),),
    aten.topk.default: (lambda x, y: aten.topk.default(x + _count(x) * 7, 1)[0],),
    aten.sum.dim_IntList: (
        lambda x, y: aten.sum.dim_IntList(x, [0]),
        lambda x, y: aten.sum.dim_IntList(x, [-1], True),
        lambda x, y: aten.sum.dim_IntList(x, [0, -1]),
        lambda x, y: aten.sum.dim_IntList(x, []),
    ),
    aten.mean.dim: (
        lambda x, y: aten.mean.dim(x, [0]),
        lambda x, y: aten.mean.dim(x, [0, -1], True),
        lambda x, y: aten.mean.dim(x, []),
    ),
    aten.var_mean.correction: (
        lambda x, y: aten.var_mean.correction(x, [0, -1], correction=0),
        lambda x, y: aten.var_mean.correction(x, [-1], correction=0, keepdim=True),
    ),
    aten.native_layer_norm.default: (
        lambda x, y: aten.native_layer_norm.default(x, x.shape[-1:], None, None, 1e-3),
        lambda x, y: aten.native_layer_norm.default(
            x, x.shape[-1:], x.flatten(0, -2)[0], y.flatten(0, -2)[0], 1e-3
        ),
    ),
    aten.any.dim: (lambda x, y: aten.any.dim(x > y, 0), lambda x, y: aten.any.dim(x, -1, True)),
    aten.any.dims: (
        lambda x, y: aten.any.dims(x > y, [0, -1]),
        lambda x, y: aten.any.dims(x > y, []),
        lambda x, y: aten.any.dims(x > y),
    ),
    aten.all.dim: (lambda x, y: aten.all.dim(x > y, -1),),
    aten.all.dims: (lambda x, y: aten.all.dims(x >= y, []),),
    aten._softmax.default: (
        lambda x, y: aten._softmax.default(x, -1, False),
        lambda x, y: aten._softmax.default(x, 0, False),
    ),
    aten._log_softmax.default: (lambda x, y: aten._log_softmax.default(x, -1, False),),
    aten._softmax_backward_data.default: (
        _of_floats(lambda x, y: aten._softmax_backward_data.default(x, y, -1, y.dtype)),
    ),
    aten.expand.default: (
        lambda x, y: aten.expand.default(x, [2, *x.shape]) * 2,
        lambda x, y: aten.expand.default(x.sum(0, keepdim=True), x.shape) + y,
    ),
    aten.permute.default: (lambda x, y: aten.permute.default(x, [1, 2, 0]) * 2,),
    aten.transpose.int: (lambda x, y: aten.transpose.int(x, 0, -1) * 2,),
    aten.t.default: (lambda x, y: aten.t.default(x[0]) * 2,),
    aten.select.int: (
        lambda x, y: aten.select.int(x, 0, 0) * 2,
        lambda x, y: aten.select.int(x, -1, -1) * 2,
    ),
    aten.slice.Tensor: (
        lambda x, y: _cut(x) * 2,
        lambda x, y: aten.slice.Tensor(x, 0, 0, 1) * 2,
        lambda x, y: aten.slice.Tensor(x, -1, -1) * 2,
        lambda x, y: aten.slice.Tensor(x, -1, 1, 8, 3) * 2,
        lambda x, y: aten.slice.Tensor(x, 0, x.shape[0]) * 2,
    ),
    aten.squeeze.dim: (lambda x, y: aten.squeeze.dim(x, 0) * 2,),
    aten.squeeze.dims: (lambda x, y: aten.squeeze.dims(x, [0, -1]) * 2,),
    aten.unsqueeze.default: (lambda x, y: aten.unsqueeze.default(x, 1) * 2,),
    aten.view.default: (
        lambda x, y: aten.view.default(aten.clone.default(x).contiguous(), [-1]) * 2
        if x.numel()
        else x,
    ),
    aten._unsafe_view.default: (
        lambda x, y: aten._unsafe_view.default(
            (x + y).contiguous(), [x.shape[0], x.shape[1] * x.shape[2]]
        )
        * 2,
    ),
    aten.reshape.default: (
        lambda x, y: aten.reshape.default(x, [x.shape[0] * x.shape[1], x.shape[2]]) * 2,
        lambda x, y: aten.reshape.default(x, [1, *x.shape, 1]) * 2,
    ),
    aten.cat.default: (
        lambda x, y: aten.cat.default([x, y, x], -1),
        lambda x, y: aten.cat.default([x[..., :0], y], -1),
        lambda x, y: aten.cat.default([x, y.float()], 0),
    ),
    aten.constant_pad_nd.default: (
        lambda x, y: aten.constant_pad_nd.default(x, [1, 2, 0, 1], 3),
        lambda x, y: aten.constant_pad_nd.default(x, [-1, 2], 3),
    ),
    aten.select_scatter.default: (
        lambda x, y: aten.select_scatter.default(x, y.select(0, 0), 0, 0),
        lambda x, y: aten.select_scatter.default(x, y.select(-1, 0), -1, -1),
    ),
    aten.slice_scatter.default: (
        lambda x, y: aten.slice_scatter.default(x, y[:1], 0, 0, 1),
        lambda x, y: aten.slice_scatter.default(x, y[..., :0], -1, 0, 0),
        lambda x, y: aten.slice_scatter.default(x, y, 0, 0, x.shape[0]),
    ),
    aten.split.Tensor: (lambda x, y: [p * 2 for p in aten.split.Tensor(x, 3, -1)],),
    aten.split_with_sizes.default: (
        lambda x, y: [p * 2 for p in aten.split_with_sizes.default(x, [0, 1, x.shape[-1] - 1], -1)],
    ),
    aten.stack.default: (
        lambda x, y: aten.stack.default([x, y], 0),
        lambda x, y: aten.stack.default([x], -1),
    ),
    aten.unbind.int: (lambda x, y: [p * 2 for p in aten.unbind.int(x, 1)],),
}

# Tested by tests of their own: they read tensors of certain origins alone.
OTHERS = {
    *expert_layers.OPERATIONS,
    *grouped.OPERATIONS,
    *layers.OPERATIONS,
    *quantized.OPERATIONS,
    aten.sort.default,
    aten.sort.stable,
    aten.histc.default,
    operator.getitem,
}
assert OPERATIONS.keys() == CASES.keys() | OTHERS, OPERATIONS.keys() ^ (CASES.keys() | OTHERS)

# The sizes of what is stored, and how it is seen.
FORMS = {
    "stored": ((3, 4, 8), lambda s: s),
    "one row": ((1, 4, 8), lambda s: s),
    "one column": ((3, 4, 1), lambda s: s),
    "one in between": ((3, 1, 8), lambda s: s),
    "one element": ((1, 1, 1), lambda s: s),
    "no dimensions": ((), lambda s: s),
    "rows repeat": ((1, 4, 8), lambda s: s.expand(3, 4, 8)),
    "columns repeat": ((3, 4, 1), lambda s: s.expand(3, 4, 8)),
    "a number repeats": ((), lambda s: s.expand(3, 4, 8)),
    "a row repeats": ((8,), lambda s: s.expand(1, 4, 8)),
    "turned": ((8, 4, 3), lambda s: s.permute(2, 1, 0)),
    "turned beside one": ((8, 1, 3), lambda s: s.permute(2, 1, 0)),
    "every other": ((3, 4, 16), lambda s: s[..., ::2]),
    "one of several": ((3, 4, 8), lambda s: s[1:2]),
    "no rows": ((0, 4, 8), lambda s: s),
    "no columns": ((3, 4, 8), lambda s: s[..., 8:]),
}
TYPES = (
    torch.float32,
    torch.bfloat16,
    torch.float16,
    torch.int64,
    torch.int32,
    torch.int8,
    torch.bool,
)


def stored(shape, dtype, seed):
    generator = torch.Generator().manual_seed(seed)
    if dtype is torch.bool:
        return torch.rand(shape, generator=generator) > 0.5
    made = torch.randn(shape, generator=generator) * 2
    return made.round().to(dtype) if not dtype.is_floating_point else made.to(dtype)


def listed(made):
    return list(made) if isinstance(made, (list, tuple)) else [made]


def is_accepted(call, view, inputs):
    """Whether torch takes a call."""
    try:
        made = listed(call(*map(view, inputs)))
    except (RuntimeError, IndexError, ValueError, TypeError):
        return False
    return all(isinstance(each, torch.Tensor) for each in made)


NAMED = [
    (f"{target} {number}", call)
    for target, calls in CASES.items()
    for number, call in enumerate(calls)
]


def accepted(view, inputs):
    """The calls that torch takes, with their names."""
    return [(name, call) for name, call in NAMED if is_accepted(call, view, inputs)]
