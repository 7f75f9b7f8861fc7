"""Attention reads keys and values that queries share once, with equal values."""

import pytest

torch = pytest.importorskip("torch")

import torch.nn.functional as F  # noqa: E402
from graphs import IS_LONG, QUICK  # noqa: E402
from torch.fx.experimental.proxy_tensor import make_fx  # noqa: E402

from lowp.torch.compiling.backend import backend  # noqa: E402
from lowp.torch.compiling.shared_heads import share_heads  # noqa: E402

aten = torch.ops.aten
BATCH, SHARED, REPEATS, POSITIONS, HEAD = 2, 2, 3, 40, 16
CPU = aten._scaled_dot_product_flash_attention_for_cpu.default


def repeat(rows, repeats=REPEATS):
    """As models repeat heads."""
    batch, heads, length, width = rows.shape
    whole = rows[:, :, None].expand(batch, heads, repeats, length, width)
    return whole.reshape(batch, heads * repeats, length, width)


def draw(queries=1, dtype=torch.bfloat16, width=HEAD):
    generator = torch.Generator().manual_seed(queries)

    def rows(heads, length):
        return torch.randn(BATCH, heads, length, width, generator=generator).to(dtype)

    mask = torch.zeros(BATCH, 1, queries, POSITIONS, dtype=dtype)
    mask[..., POSITIONS // 2 :] = -torch.inf
    kept = rows(SHARED, POSITIONS), rows(SHARED, POSITIONS)
    return rows(SHARED * REPEATS, queries), *kept, mask


def attend(q, k, v, mask):
    return CPU(q, repeat(k), repeat(v), attn_mask=mask)[0]


def shared(function, inputs):
    """Its module, and how many heads of keys and of values its attention reads."""
    module = make_fx(function, tracing_mode="fake")(*inputs)
    share_heads(module.graph)
    module.graph.lint()
    module.recompile()
    (node,) = module.graph.find_nodes(op="call_function", target=CPU)
    return module, [each.meta["val"].shape[1] for each in node.args[1:3]]


@pytest.mark.parametrize("queries", [1, 5])
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32])
def test_repeats_are_gone(queries, dtype):
    inputs = draw(queries, dtype)
    module, heads = shared(attend, inputs)
    assert heads == [SHARED, SHARED]
    got = module(*inputs)
    q, k, v, mask = (each.double() for each in inputs)
    exact = ((q @ repeat(k).mT) * HEAD**-0.5 + mask).softmax(-1) @ repeat(v)
    assert torch.allclose(got.double(), exact, atol=4 * torch.finfo(dtype).eps)
    assert torch.equal(got, attend(*inputs))


def test_result_lies_as_the_kernel_says():
    module, _ = shared(attend, draw(5))
    (node,) = module.graph.find_nodes(op="call_function", target=CPU)
    got = CPU(*draw(5)[:3], attn_mask=draw(5)[3])[0]
    assert node.meta["val"][0].stride() == got.stride()
    assert next(iter(node.users)).meta["val"].stride() == got.stride()


def with_gradient(q, k, v, mask):
    """Keeps what the gradient of attention reads."""
    return CPU(q, repeat(k), repeat(v), attn_mask=mask)


def of_values_alone(q, k, v, mask):
    return CPU(q, torch.cat([k, k + 1, k], 1), repeat(v), attn_mask=mask)[0]


def tiled(q, k, v, mask):
    """Has heads in another order: 0, 1, 0, 1 and not 0, 0, 1, 1."""
    keys, values = (each.repeat(1, REPEATS, 1, 1) for each in (k, v))
    return CPU(q, keys, values, attn_mask=mask)[0]


def across(q, k, v, mask):
    """Merges heads with what is no repeat."""
    keys, values = (each[:, :, None].expand(-1, -1, REPEATS, -1, -1) for each in (k, v))
    turned = [each.transpose(1, 2).reshape(q.shape[0], -1, *k.shape[2:]) for each in (keys, values)]
    return CPU(q, *turned, attn_mask=mask)[0]


@pytest.mark.parametrize("function", [with_gradient, of_values_alone, tiled, across])
def test_others_stay(function):
    inputs = draw()
    module, heads = shared(function, inputs)
    assert heads == [SHARED * REPEATS] * 2
    got, want = module(*inputs), function(*inputs)
    if isinstance(want, tuple):
        got, want = got[0], want[0]
    assert torch.equal(got, want)


def test_rows_that_kernels_cannot_read_are_copied():
    """Rows of 5 bf16 do not begin at multiples of 16 bytes."""
    _, heads = shared(attend, draw(width=5))
    assert heads == [SHARED * REPEATS] * 2


@pytest.mark.parametrize("rest", ["eager", *["inductor"] * IS_LONG])
def test_backend(rest):
    inputs = draw()

    def call(q, k, v, mask):
        return F.scaled_dot_product_attention(q, repeat(k), repeat(v), attn_mask=mask)

    options = {"rest": rest, "recipe": None, "compile": QUICK}
    lowered = torch.compile(call, backend=backend, fullgraph=True, options=options)
    with torch.no_grad():
        assert torch.equal(lowered(*inputs), call(*inputs))
