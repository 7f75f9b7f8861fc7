"""Grouped matmuls of tensors that are there: of rows, of the contracted dimension and of
batches, with and without scales, and what follows them."""

import numpy as np

from . import blocks
from .contractions import is_operand, multiplied
from .epilogues import epilogue
from .quantizes import meets_fold
from .sizes import Size, sizes_of, type_from
from .value import Value

LETTERS = "mk", "nk", "mn"
SCALINGS = [
    (blocks.Scaling("#lowp.rowwise", "torchao_rowwise", "f8E4M3FN"),) * 2,
    (
        blocks.Scaling("#lowp.block<1x128>", "torchao", "f8E4M3FN"),
        blocks.Scaling("#lowp.block<128x128>", "torchao", "f8E4M3FN"),
    ),
]


def draw_ends(b, size, groups):
    """Where groups end: some are empty, the last one ends with the matrix."""
    cuts = sorted(int(b.rng.integers(0, size + 1)) for _ in range(groups - 1))
    ends = np.array([*cuts, size], np.int32)
    return ends, b.argument((groups,), "i32", array=ends)


def ranges(ends):
    return list(zip([0, *ends[:-1]], ends))


def stacked(pairs):
    """Values and bounds of groups as one; exact only if all are."""
    if all(bound is None for _, bound in pairs):
        return [want for want, _ in pairs], None
    return (
        [np.asarray(want, np.float64) for want, _ in pairs],
        [np.zeros(want.shape) if bound is None else bound for want, bound in pairs],
    )


def piece(x, where):
    return Value("", "", x.element, x.want[where], None if x.bound is None else x.bound[where])


def matrix(b, elements=("bf16", "f16")):
    """One that kernels of groups take: of 16 bits, or after a quantize of any type."""
    x = b.tensor(lambda value: is_operand(value) and value.element in elements, rank=2, wild=False)
    return x if x.element in elements else b.any_argument(x.shape, b.choose(elements), wild=False)


def of_rows(b, scalings=None, unknown=()):
    """Each group of rows with a matrix of its own, of whose dimensions some are unknown."""
    x = matrix(b, ("f32", "bf16", "f16")) if scalings else matrix(b)
    groups = int(b.choose([1, 2, 3]))
    if scalings and meets_fold(b, x, scalings[0]):
        x = b.any_argument(x.shape, x.element, wild=False)
    ends, argument = draw_ends(b, x.shape[0], groups)
    columns = int(b.choose([8, 16, 24]))
    w = b.argument((groups, columns, x.shape[1]), x.element, unknown, wild=False)
    result = b.choose([x.element, "f32"])
    kind = type_from([sizes_of(x)[0], sizes_of(w)[1]], result)
    left, right, names, types = operands(b, x, w, scalings)
    pairs = [
        multiplied(
            b.mix,
            LETTERS,
            piece(left, slice(begin, end)),
            piece(right, group),
            x.shape[1],
            result,
            scalings is None,
        )
        for group, (begin, end) in enumerate(ranges(ends))
    ]
    wants, bounds = stacked(pairs)
    name = "grouped_scaled_matmul" if scalings else "grouped_matmul"
    return b.define(
        f"lowp.{name} {names} ends({argument.name} : {argument.type}) : {types} -> {kind}",
        (kind, result),
        np.concatenate(wants),
        None if bounds is None else np.concatenate(bounds),
    )


def operands(b, x, w, scalings):
    """What both stand for, their names and types, after quantizes if there are scalings."""
    if scalings is None:
        return x, w, f"{x.name}, {w.name}", f"{x.type}, {w.type}"
    values, names, types = [], [], []
    for value, scaling in zip((x, w), scalings):
        kind, name = scaling.type([size.text for size in sizes_of(value)]), b.fresh("q")
        b.line(
            f"{name} = lowp.quantize {value.name} numerics <{scaling.preset}> : {value.type} "
            f"-> {kind}"
        )
        values.append(Value("", "", "f64", *blocks.behind(value, scaling, np.float64)))
        names.append(name)
        types.append(kind)
    return *values, ", ".join(names), ", ".join(types)


def rows(b):
    x = of_rows(b)
    if b.chance(1, 2):
        epilogue(b, x)


def rows_of_unknown_columns(b):
    """Whose result the program reads."""
    epilogue(b, of_rows(b, None, [1]))


def scaled_rows(b):
    x = of_rows(b, b.choose(SCALINGS))
    if b.chance(1, 2):
        epilogue(b, x)


def contracted(b):
    """Groups of the contracted dimension: gradients of the matrices of experts."""
    x, groups = matrix(b), int(b.choose([1, 2, 3]))
    y = b.any_argument((int(b.choose([8, 16])), x.shape[1]), x.element, wild=False)
    ends, argument = draw_ends(b, x.shape[1], groups)
    result = b.choose([x.element, "f32"])
    kind = type_from([Size(groups), sizes_of(x)[0], sizes_of(y)[0]], result)
    pairs = [
        multiplied(
            b.mix,
            LETTERS,
            piece(x, (slice(None), slice(begin, end))),
            piece(y, (slice(None), slice(begin, end))),
            end - begin,
            result,
            True,
        )
        for begin, end in ranges(ends)
    ]
    wants, bounds = stacked(pairs)
    b.define(
        f"lowp.grouped_matmul {x.name}, {y.name} ends({argument.name} : {argument.type}) "
        f": {x.type}, {y.type} -> {kind}",
        (kind, result),
        np.stack(wants),
        None if bounds is None else np.stack(bounds),
    )
