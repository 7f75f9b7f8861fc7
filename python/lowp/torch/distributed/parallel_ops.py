"""The operators lowp::gathered_linear and lowp::linear_scattered: what devices compute
together of layers whose weights they share.

Rows travel while others are multiplied where that pays, by torch's loops over chunks, and
by a collective otherwise; bits are the same but for the order of sums. A weight is
quantized once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import torch
from torch.distributed.distributed_c10d import ProcessGroup, _resolve_process_group

from lowp.torch import linear_of_scaled, ops, programs, scaled
from lowp.torch.distributed import overlap_prices, pipelines
from lowp.torch.distributed.collectives import gather_rows, scatter_rows_now
from lowp.torch.distributed.overlap_prices import Product
from lowp.torch.scaled_tensor import parts_of

# Chunks begin at multiples of so many bytes. Results are of 16 bits.
_ALIGNMENT, _WIDE_BYTES = 128, 2

# Called with data and scales of rows, and what their product is written to.
_Multiply = Callable[[torch.Tensor, torch.Tensor, torch.Tensor], None]


def product_of(
    shape: torch.Size, w: Sequence[torch.Tensor], dim: int, ranks: int, recipe: str
) -> Product:
    """What one device computes of rows of a rank, of such a shape, and weights."""
    sizes = tuple(each.shape[0] for each in w)
    return Product(ranks, shape[:dim].numel(), shape[:-1].numel(), sizes, shape[-1], recipe)


def _is_aligned(product: Product) -> bool:
    """Whether chunks of rows and of results begin where kernels read and write them."""
    rows = product.rows // max(1, product.batches)
    parts = scaled.kind_of(product.recipe, "lhs").parts((rows, product.k))
    sizes = [math.prod(shape) * kind.itemsize for shape, kind in parts]
    sizes += [rows * n * _WIDE_BYTES for n in product.n]
    return rows > 0 and not any(size % _ALIGNMENT for size in sizes)


def _loops_for(
    product: Product, size: float, group: ProcessGroup, device: torch.device, *, adds_up: bool
) -> pipelines.Loops | None:
    """Torch's loops where they pay, by `chunks_pay`; None otherwise."""
    if product.ranks == 1 or not _is_aligned(product):
        return None
    loops = pipelines.find_loops(group, device)
    if loops is None or not overlap_prices.chunks_pay(product, size, device, adds_up=adds_up):
        return None
    return loops


def make_multiply(
    w: torch.Tensor, bias: torch.Tensor | None, recipe: str, dtype: torch.dtype
) -> _Multiply:
    """Multiplies by a weight, which is quantized here."""
    others = parts_of(w)
    if len(others) == 1:
        others = ops.quantize(w, recipe, "rhs")
    if bias is not None:
        others = [*others, bias.contiguous()]
    about = tuple(w.shape), dtype, bias is not None, recipe, w.device
    function = programs.linear(*about, scaled="xw")

    def multiply(data: torch.Tensor, scales: torch.Tensor, out: torch.Tensor) -> None:
        function(data, scales, *others, out=out)

    return multiply


def gather_in_chunks(
    x: Sequence[torch.Tensor],
    dtype: torch.dtype,
    calls: Sequence[_Multiply],
    product: Product,
    gather: Callable[..., None],
    name: str,
) -> tuple[list[torch.Tensor], list[torch.Tensor]]:
    """Results, batches by ranks by rows by N, and data and scales, ranks by batches by rows."""
    ranks, batches = product.ranks, product.batches
    rows = product.rows // batches
    kinds = [part.dtype for part in x]
    sent = [part.reshape(product.rows, -1).view(torch.uint8) for part in x]
    came = [part.new_empty(ranks * product.rows, part.shape[1]) for part in sent]
    y = [sent[0].new_empty(batches, ranks, rows, n, dtype=dtype) for n in product.n]

    def consume(chunk: list[torch.Tensor], rank: int) -> None:
        pairs = zip(chunk, kinds)
        data, scales = (part.view(kind).view(batches, rows, -1) for part, kind in pairs)
        for call, result in zip(calls, y):
            for index in range(batches):
                call(data[index], scales[index], result[index, rank])

    gather(sent, consume, came, name)
    back = [part.view(kind).view(ranks, batches, rows, -1) for part, kind in zip(came, kinds)]
    return y, back


def gathered(data, scales, w, bias, dim, recipe, dtype, group_name):
    group = _resolve_process_group(group_name)
    ranks, shape = group.size(), data.shape
    product = product_of(shape, w, dim, ranks, recipe)
    loops = _loops_for(product, data.nbytes + scales.nbytes, group, data.device, adds_up=False)
    if loops is None:
        read = gather_rows([data, scales], ranks, group_name, dim)
        pairs = zip(map(parts_of, w), bias)
        return [*(linear_of_scaled.run(read, *pair, recipe, dtype) for pair in pairs), *read]
    calls = [make_multiply(*pair, recipe, dtype) for pair in zip(w, bias)]
    about = product, loops.gather, group_name
    y, came = gather_in_chunks([data, scales], dtype, calls, *about)
    whole = _whole(shape, dim, ranks)
    came = [part.transpose(0, 1).reshape(*whole, part.shape[-1]) for part in came]
    return [*(each.view(*whole, each.shape[-1]) for each in y), *came]


def _whole(shape: torch.Size, dim: int, ranks: int) -> tuple[int, ...]:
    """Sizes of the rows of all ranks, without the width."""
    return *shape[:dim], ranks * shape[dim], *shape[dim + 1 : -1]


def _gathered_fake(data, scales, w, bias, dim, recipe, dtype, group_name):
    whole = _whole(data.shape, dim, _resolve_process_group(group_name).size())
    y = [data.new_empty(*whole, each.shape[0], dtype=dtype) for each in w]
    return [*y, *(part.new_empty(*whole, part.shape[-1]) for part in (data, scales))]


def _scatter_in_chunks(
    x: Sequence[torch.Tensor],
    dtype: torch.dtype,
    call: _Multiply,
    product: Product,
    scatter: Callable[..., None],
    name: str,
) -> torch.Tensor:
    """The sums of this rank's rows, batches by rows by N."""
    ranks, batches = product.ranks, product.batches
    rows = product.rows // batches
    data, scales = (part.reshape(batches, ranks, rows, -1) for part in x)
    came = data.new_empty(ranks * batches, rows, *product.n, dtype=dtype)

    def produce(rank: int, out: torch.Tensor) -> None:
        for index in range(batches):
            call(data[index, rank], scales[index, rank], out[index])

    scatter(produce, came, name)
    return came.unflatten(0, (ranks, batches)).sum(0)


def scattered(x, w, dim, recipe, group_name):
    group = _resolve_process_group(group_name)
    own = _own(x.shape, dim, group.size())
    product = product_of(torch.Size((*own, x.shape[-1])), [w], dim, group.size(), recipe)
    size = product.rows * w.shape[0] * x.element_size()
    loops = _loops_for(product, size, group, x.device, adds_up=True)
    if loops is None:
        y = torch.ops.lowp.linear(x, w, None, recipe)
        return scatter_rows_now(y, group.size(), group_name, dim)
    call = make_multiply(w, None, recipe, x.dtype)
    about = product, loops.scatter, group_name
    y = _scatter_in_chunks(ops.quantize(x, recipe), x.dtype, call, *about)
    return y.view(*own, w.shape[0])


def _own(shape: torch.Size, dim: int, ranks: int) -> tuple[int, ...]:
    """Sizes of a rank's rows, without the width."""
    return *shape[:dim], shape[dim] // ranks, *shape[dim + 1 : -1]


def _scattered_fake(x, w, dim, recipe, group_name):
    own = _own(x.shape, dim, _resolve_process_group(group_name).size())
    return x.new_empty(*own, w.shape[0])


ops._define(
    "gathered_linear(Tensor data, Tensor scales, Tensor[] w, Tensor?[] bias, int dim, str recipe, "
    "ScalarType dtype, str group_name) -> Tensor[]",
    gathered,
    _gathered_fake,
    refuses="use lowp.torch.distributed.gathered_linear",
)
ops._define(
    "linear_scattered(Tensor x, Tensor w, int dim, str recipe, str group_name) -> Tensor",
    scattered,
    _scattered_fake,
    refuses="use lowp.torch.distributed.linear_scattered",
)
