"""Products of tensors that are there, and what follows them element by element: biases,
residuals that may be permuted or smaller, activations, casts; then views of that."""

from .contractions import plain, under_recipe
from .generic import Generic
from .permutations import moved
from .sizes import empty, sizes_of, type_from

ACTIVATIONS = ["relu", "tanh", "exp", "square", "sigmoid"]


def activated(loops, scalar, name):
    if name == "relu":
        return loops.binary("maximumf", scalar, loops.constant(0.0, scalar.element))
    if name == "square":
        return loops.binary("mulf", scalar, scalar)
    if name == "sigmoid":
        power = loops.function("exp", loops.negate(scalar))
        one = loops.constant(1.0, scalar.element)
        return loops.binary("divf", one, loops.binary("addf", one, power))
    return loops.function(name, scalar)


def other_operand(b, x):
    """What is added to a product: as large, permuted, or of fewer dimensions."""
    rank = len(x.shape)
    dims = b.choose([list(range(rank)), [rank - 1], [0], list(range(rank))[::-1]])
    shape = tuple(x.shape[d] for d in dims)
    found = b.find(lambda value: value.shape == shape and value.element == x.element)
    if found and b.chance(2, 3):
        return found, dims
    return b.any_argument(shape, x.element, wild=False), dims


def epilogue(b, x):
    loops = Generic(b, sizes_of(x))
    scalar = loops.read(x)
    for _ in range(int(b.rng.integers(1, 4))):
        kind = b.choose(["other", "other", "scale", "activation", "cast"])
        if kind == "other" and scalar.element == x.element:
            other, dims = other_operand(b, x)
            scalar = loops.binary(
                b.choose(["addf", "mulf", "subf"]), scalar, loops.read(other, dims)
            )
        elif kind == "scale":
            scalar = loops.binary(
                "mulf", scalar, loops.constant(float(b.choose([0.5, 0.125, 3.0])), scalar.element)
            )
        elif kind == "activation" and abs(scalar.wide()).max(initial=0.0) < 8:
            scalar = activated(loops, scalar, b.choose(ACTIVATIONS))
        elif kind == "cast":
            scalar = loops.cast(scalar, b.choose(["f32", "bf16", "f16"]))
    order = [int(d) for d in b.rng.permutation(len(x.shape))] if b.chance(1, 4) else None
    return loops.write(scalar, order)


def swap(b, x):
    """The last two dimensions change their places."""
    order = [*range(len(x.shape) - 2), len(x.shape) - 1, len(x.shape) - 2]
    sizes = [sizes_of(x)[d] for d in order]
    kind, init = type_from(sizes, x.element), empty(b, sizes, x.element)
    return b.define(
        f"linalg.transpose ins({x.name} : {x.type}) outs({init} : {kind}) permutation = {order}",
        (kind, x.element),
        moved(x.want, order),
        moved(x.bound, order),
    )


def product(b):
    plain(b)


def product_and_more(b):
    x = plain(b)
    if len(x.shape) > 1 and b.chance(1, 4):
        x = swap(b, x)
    epilogue(b, x)


def scaled_product(b):
    under_recipe(b)


def scaled_product_and_more(b):
    epilogue(b, under_recipe(b))
