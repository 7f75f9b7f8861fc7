"""Numbers around a tensor."""

import numpy as np

from .sizes import Size, listed, maybe_hidden, sizes_of, type_from


def widths(b, rank):
    """Below and above, of few dimensions."""
    low, high = [0] * rank, [0] * rank
    for dim in b.rng.choice(rank, int(b.rng.integers(1, min(rank, 2) + 1)), replace=False):
        low[dim], high[dim] = (int(b.choose([0, 0, 1, 2, 3, 8, 16])) for _ in range(2))
    return low, high


def pad(b):
    x = b.tensor()
    rank = len(x.shape)
    low, high = widths(b, rank)
    around = [[maybe_hidden(b, size) if size else Size(0) for size in side] for side in (low, high)]
    sizes = [
        Size(
            size.number + below.number + above.number,
            "sum" if any(each.source is not None for each in (size, below, above)) else None,
        )
        for size, below, above in zip(sizes_of(x), *around)
    ]
    number = float(b.choose([0.0, 0.0, 0.0, -1.0, 0.5]))
    scalar, name = b.constant(f"{number!r} : {x.element}"), b.fresh()
    kind = type_from(sizes, x.element)
    b.line(f"{name} = tensor.pad {x.name} low{listed(b, around[0])} high{listed(b, around[1])} {{")
    b.line(f"^bb0({', '.join(f'%i{d}: index' for d in range(rank))}):")
    b.line(f"  tensor.yield {scalar} : {x.element}")
    pairs = list(zip(low, high))
    b.define_again(
        name,
        f"}} : {x.type} to {kind}",
        (kind, x.element),
        np.pad(x.want, pairs, constant_values=number),
        None if x.bound is None else np.pad(x.bound, pairs),
    )
