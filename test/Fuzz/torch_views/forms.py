"""What modules are made of: each form adds lines to a drawing."""


def dim_of(d, x):
    return d.integer(0, len(d.size(x)))


def beside(d, x, dim):
    shape = d.size(x)
    if d.chance(1, 3):
        shape[dim] = d.choose([1, 2, 4, 8, 16])
    return d.like(shape)


# Concats.


def cat(d):
    x = d.tensor()
    dim = dim_of(d, x)
    parts = [x, *(beside(d, x, dim) for _ in range(d.integer(1, 4)))]
    d.rng.shuffle(parts)
    d.add(f"torch.cat([{', '.join(parts)}], {dim})")


def stack(d):
    x = d.tensor(lambda value: value.dim() < 4)
    if len(d.size(x)) < 4:
        d.add(f"torch.stack([{x}, {d.like(d.size(x))}], {d.integer(0, len(d.size(x)) + 1)})")


def turned(d):
    """Rotary embeddings: halves that change their places."""
    x = d.tensor(lambda value: value.shape[-1] % 2 == 0)
    half = d.size(x)[-1] // 2
    if not half or d.size(x)[-1] % 2:
        return
    cos, sin = (d.like(d.size(x)[-2:]) for _ in range(2))
    d.add(f"{x} * {cos} + torch.cat([-{x}[..., {half}:], {x}[..., :{half}]], -1) * {sin}")


def nested_cat(d):
    x = d.tensor(lambda value: value.shape[-1] % 2 == 0)
    half = d.size(x)[-1] // 2
    if not half or d.size(x)[-1] % 2:
        return
    other = d.like(d.size(x))
    d.add(
        f"torch.cat([torch.cat([-{x}[..., {half}:], {x}[..., :{half}]], -1), {other}], "
        f"{d.integer(0, len(d.size(x)) - 1)})"
    )


# Parts.


def part(d):
    x = d.tensor()
    subscripts = []
    for size in d.size(x):
        kind = d.choose(["all", "all", "range", "step", "index"])
        if kind == "index" and len(d.size(x)) - sum(s.isdigit() for s in subscripts) > 2:
            subscripts.append(str(d.integer(0, size)))
        elif kind == "range":
            start = d.integer(0, size)
            subscripts.append(f"{start}:{d.integer(start + 1, size + 1)}")
        elif kind == "step":
            subscripts.append(f"{d.integer(0, min(size, 3))}::{d.choose([2, 3])}")
        else:
            subscripts.append(":")
    d.add(f"{x}[{', '.join(subscripts)}]")


def chunks(d):
    x = d.tensor()
    dim = dim_of(d, x)
    if d.size(x)[dim] % 2 == 0:
        d.add(f"torch.mul(*{x}.chunk(2, {dim}))")


def unbound(d):
    x = d.tensor(lambda value: value.dim() > 2)
    dim = dim_of(d, x)
    if len(d.size(x)) > 2 and d.size(x)[dim] in (2, 3):
        d.add(f"torch.stack([part * part for part in {x}.unbind({dim})], {dim})")


def scattered(d):
    x = d.tensor()
    dim = dim_of(d, x)
    size = d.size(x)[dim]
    step = d.choose([1, 1, 2])
    start = d.integer(0, size)
    count = d.integer(1, (size - 1 - start) // step + 2)
    shape = d.size(x)
    shape[dim] = count
    d.add(
        f"torch.slice_scatter({x}, {d.like(shape)}, {dim}, {start}, "
        f"{start + (count - 1) * step + 1}, {step})"
    )


def padded(d):
    x = d.tensor()
    widths = [d.choose([0, 0, 1, 2, 3, 8]) for _ in range(2 * d.integer(1, len(d.size(x)) + 1))]
    d.add(f"F.pad({x}, {widths})")


# Other dimensions.


def transposed(d):
    x = d.tensor()
    first, second = d.rng.choice(len(d.size(x)), 2, replace=False)
    d.add(f"{x}.transpose({first}, {second})")


def permuted(d):
    x = d.tensor()
    d.add(f"{x}.permute({', '.join(map(str, d.rng.permutation(len(d.size(x)))))})")


def flattened(d):
    x = d.tensor(lambda value: value.dim() > 2)
    if len(d.size(x)) > 2:
        start = d.integer(0, len(d.size(x)) - 1)
        d.add(f"{x}.flatten({start}, {start + 1})")


def divided(d):
    x = d.tensor(lambda value: value.dim() < 4)
    dim = dim_of(d, x)
    size = d.size(x)[dim]
    if len(d.size(x)) < 4:
        factor = d.choose([f for f in (1, 2, 3, 4, 8, 16) if size % f == 0])
        d.add(f"{x}.unflatten({dim}, ({factor}, {size // factor}))")


def expanded(d):
    x = d.tensor(lambda value: value.dim() < 4)
    if len(d.size(x)) < 4:
        dim = d.integer(0, len(d.size(x)) + 1)
        shape = d.size(x)
        shape.insert(dim, d.choose([2, 3, 4]))
        d.add(f"{x}.unsqueeze({dim}).expand({', '.join(map(str, shape))})")


# Sums and norms.


def summed(d):
    x = d.tensor(lambda value: value.dim() > 2)
    name, dim = d.choose(["sum", "mean", "amax", "sum"]), dim_of(d, x)
    keep = d.chance(1, 3) or len(d.size(x)) < 3
    if len(d.size(x)) == 4 and d.chance(1, 3):
        dim = tuple(sorted(int(each) for each in d.rng.choice(4, 2, replace=False)))
    d.add(f"{x}.{name}({dim}, keepdim={keep})")


def softmax(d):
    x = d.tensor()
    d.add(f"{x}.softmax({dim_of(d, x)})")


def weighted(d):
    """A sum of rows by weights of a softmax."""
    x = d.tensor(rank=3)
    weights = d.like([d.size(x)[0], d.size(x)[2]])
    d.add(f"({x} * {weights}.softmax(-1)[:, None]).sum(-1)")


def normalized(d):
    x = d.tensor()
    size = d.size(x)[-1]
    name = d.choose(["rms_norm", "layer_norm"])
    d.add(f"F.{name}({x}, [{size}], {d.parameter([size])}, eps=0.01)")


def centred(d):
    x = d.tensor()
    d.add(f"{x} - {x}.mean({dim_of(d, x)}, keepdim=True)")


# Element by element.


def combined(d):
    x = d.tensor()
    shape = [1 if d.chance(1, 4) else size for size in d.size(x)]
    y = d.like(shape[d.integer(0, len(shape) - 1) :])
    d.add(f"{x} {d.choose(['+', '*', '-'])} {y}")


def activated(d):
    x = d.tensor()
    d.add(
        d.choose(
            ["F.gelu({})", "F.silu({})", "torch.tanh({})", "torch.relu({})", "torch.sigmoid({})"]
        ).format(x)
    )


# Products.


def linear(d):
    x = d.tensor(lambda value: value.shape[-1] >= 8)
    k = d.size(x)[-1]
    weight = d.parameter([d.choose([16, 32, 48]), k], "linear", k**-0.5)
    d.add(f"{weight}({x})")


def batched(d):
    """A matrix of weights for each of a batch."""
    x = d.tensor(lambda value: value.shape[-1] >= 8, rank=3)
    b, _, k = d.size(x)
    weight = d.parameter([b, k, d.choose([16, 32])], "w", k**-0.5)
    d.add(f"torch.bmm({x}, {weight})")


def batched_second(d):
    """The batch stands between rows and columns."""
    x = d.tensor(lambda value: value.shape[-1] >= 8, rank=3)
    _, b, k = d.size(x)
    weight = d.parameter([b, d.choose([16, 32]), k], "w", k**-0.5)
    d.add(
        d.choose(
            [
                f"torch.einsum('mbk,bnk->bmn', {x}, {weight})",
                f"torch.einsum('mbk,bnk->mbn', {x}, {weight})",
                f"torch.bmm({x}.transpose(0, 1), {weight}.transpose(1, 2))",
            ]
        )
    )


def attention(d):
    """Products of two computed operands."""
    x = d.tensor(lambda value: value.shape[-1] >= 8, rank=3)
    keys = d.like(d.size(x))
    d.add(f"({x} @ {keys}.transpose(-1, -2) * {d.size(x)[-1] ** -0.5}).softmax(-1) @ {keys}")


VIEWS = [
    cat,
    cat,
    stack,
    turned,
    turned,
    nested_cat,
    part,
    part,
    chunks,
    unbound,
    scattered,
    padded,
    transposed,
    transposed,
    permuted,
    permuted,
    flattened,
    divided,
    divided,
    expanded,
    summed,
    summed,
    softmax,
    weighted,
    normalized,
    centred,
    combined,
    combined,
    activated,
]
PRODUCTS = [linear, linear, linear, batched, batched_second, batched_second, attention]
