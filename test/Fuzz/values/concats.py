"""Tensors put together of others."""

import numpy as np

from . import blocks
from .generic import Generic
from .quantizes import quantized_in
from .reshapes import collapsed
from .sizes import Size, sizes_of, type_from
from .slices import cut, part_of


def joined(b, parts, dim):
    """The concat of `parts` along `dim`."""
    sizes = []
    for d in range(len(parts[0].shape)):
        own = [sizes_of(part)[d] for part in parts]
        if d == dim:
            is_known = all(size.source is None for size in own)
            sizes.append(Size(sum(size.number for size in own), None if is_known else "sum"))
        else:
            sizes.append(next((size for size in own if size.source is None), own[0]))
    kind = type_from(sizes, parts[0].element)
    names, types = (
        ", ".join(each) for each in ([part.name for part in parts], [part.type for part in parts])
    )
    if all(part.is_exact for part in parts):
        want, bound = np.concatenate([part.want for part in parts], dim), None
    else:
        want = np.concatenate([part.wide() for part in parts], dim)
        bound = np.concatenate([part.error() for part in parts], dim)
    return b.define(
        f"tensor.concat dim({dim}) {names} : ({types}) -> {kind}",
        (kind, parts[0].element),
        want,
        bound,
    )


def companion(b, x, dim):
    """What may stand beside `x` along `dim`: a tensor that is there, a part of one or an
    argument, as large as `x` along `dim` or not."""
    found = b.find(
        lambda value: value.element == x.element
        and len(value.shape) == len(x.shape)
        and all(size == x.shape[d] for d, size in enumerate(value.shape) if d != dim)
        and value.want.size
    )
    if found and b.chance(2, 3):
        return found
    shape = list(x.shape)
    if b.chance(1, 2):
        shape[dim] = int(b.choose([1, 1, 2, 3, 4, 8, 15, 16, 32]))
    return b.any_argument(shape, x.element)


def concat(b):
    x = b.tensor()
    dim = int(b.rng.integers(len(x.shape)))
    parts = [x] + [companion(b, x, dim) for _ in range(int(b.rng.integers(1, 4)))]
    joined(b, [parts[n] for n in b.rng.permutation(len(parts))], dim)


def nested(b):
    """Concats as parts of one along another dimension, beside a tensor that is whole."""
    x = b.tensor()
    inner, outer = (int(d) for d in b.rng.choice(len(x.shape), 2, replace=False))
    parts = [x]
    for _ in range(int(b.rng.integers(1, 3))):
        if b.chance(2, 3):
            count = int(b.choose([2, 2, 4]))
            pieces = [companion(b, x, inner) for _ in range(count - 1)]
            row = joined(b, [x, *pieces], inner)
        else:
            row = x
        parts.append(row)
    width = max(part.shape[inner] for part in parts)
    same = [part for part in parts if part.shape[inner] == width]
    shape = list(x.shape)
    shape[inner], shape[outer] = width, int(b.choose([1, 2, shape[outer]]))
    same.append(b.any_argument(shape, x.element))
    joined(b, same, outer)


def halves(b, x, dim):
    half = x.shape[dim] // 2
    return [cut(b, x, part_of(x, dim, start, half)) for start in (0, half)]


def turned(b):
    """Halves that change their places, as rotary embeddings have them."""
    x = b.tensor(lambda value: value.shape[-1] % 2 == 0)
    if x.shape[-1] % 2:
        x = b.any_argument([*x.shape[:-1], 16], x.element)
    turn(b, x)


def turn(b, x):
    """The halves of `x`, one of them negated; often with products on both."""
    dim = len(x.shape) - 1
    first, second = halves(b, x, dim)
    turned_half = b.define(
        f"arith.negf {second.name} : {second.type}", second.like, -second.want, second.bound
    )
    other = joined(b, [turned_half, first], dim)
    if b.chance(1, 3):
        return other
    loops = Generic(b, sizes_of(x))
    table = [b.any_argument([x.shape[-1]], x.element, wild=False) for _ in range(2)]
    reads = [
        loops.read(x),
        loops.read(table[0], [dim]),
        loops.read(other),
        loops.read(table[1], [dim]),
    ]
    products = [loops.binary("mulf", *reads[:2]), loops.binary("mulf", *reads[2:])]
    return loops.write(loops.binary("addf", *products))


def turned_heads(b):
    """Heads of tokens whose halves change their places, beside each other, quantized."""
    tokens, heads, width = (int(b.choose(sizes)) for sizes in ([16, 64, 128], [1, 2, 4], [16, 64]))
    batch = [2] if b.chance(1, 2) else []
    x = turn(b, b.any_argument([*batch, tokens, heads, width], "bf16", wild=False))
    rows = list(range(len(batch) + 1))
    flat = collapsed(b, x, [rows, [len(rows), len(rows) + 1]])
    if b.chance(2, 3):
        quantized_in(b, flat, blocks.draw(b))


def interleaved(b):
    """Parts that are stacked after the last dimension and flattened into it."""
    x = b.tensor(lambda value: len(value.shape) < 4 and not value.unknown)
    if x.unknown or len(x.shape) > 3:
        x = b.argument((4, 8, 16), "bf16")
    y = b.like(x) if b.chance(1, 2) else x
    rank = len(x.shape)
    sizes = sizes_of(x)
    groups = ", ".join([f"[{d}]" for d in range(rank - 1)] + [f"[{rank - 1}, {rank}]"])
    tall = type_from([*sizes, Size(1)], x.element)
    parts = []
    for each in (x, y):
        shape = ", ".join(map(str, [*each.shape, 1]))
        parts.append(
            b.define(
                f"tensor.expand_shape {each.name} [{groups}] output_shape [{shape}] : {each.type} "
                f"into {tall}",
                (tall, x.element),
                each.want[..., None],
                None if each.bound is None else each.bound[..., None],
            )
        )
    both = joined(b, parts, rank)
    flat = type_from([*sizes[:-1], Size(2 * x.shape[-1])], x.element)
    shape = (*x.shape[:-1], 2 * x.shape[-1])
    b.define(
        f"tensor.collapse_shape {both.name} [{groups}] : {both.type} into {flat}",
        (flat, x.element),
        both.want.reshape(shape),
        None if both.bound is None else both.bound.reshape(shape),
    )
