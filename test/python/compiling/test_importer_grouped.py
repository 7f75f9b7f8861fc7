"""Grouped matmuls: each form of torch's as one region, those with scales, recipes of
experts, and what a GPU leaves to torch."""

import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402

import lowp.torch  # noqa: E402
from graphs import QUICK, error, numbers, run_as_region, start_graph  # noqa: E402
from lowp._linear import recipes  # noqa: E402
from lowp.torch.compiling import programs  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402
from lowp.torch.compiling.errors import Refusal  # noqa: E402
from lowp.torch.compiling.importer.region import import_region  # noqa: E402
from lowp.torch.compiling.programs import Loaded  # noqa: E402
from lowp.torch.compiling.settings import Settings  # noqa: E402
from lowp.torch.compiling.support import Support  # noqa: E402

aten = torch.ops.aten


def grouped(x, w, ends, dy):
    return (
        torch._grouped_mm(x, w.transpose(1, 2), ends),
        torch._grouped_mm(dy.t(), x, ends),
        torch._grouped_mm(dy, w, ends),
        torch._grouped_mm(w, x.t(), ends),
        torch._grouped_mm(w, w.transpose(1, 2)),
    )


def test_grouped_matmuls():
    """Imports groups of rows, of the contracted dimension, by weights in either order, of columns,
    and one for each matrix."""
    ends = torch.tensor([16, 16, 40], dtype=torch.int32)
    inputs = numbers(40, 32), numbers(3, 16, 32, seed=1), ends, numbers(40, 16, seed=2)
    for one, other in zip(run_as_region(grouped, *inputs), grouped(*inputs)):
        assert one.shape == other.shape and error(one, other) < 2e-3


def by_scales(nodes, turned):
    """The arguments of _scaled_grouped_mm."""
    x, _, x_scales, w_scales, ends = nodes
    return aten._scaled_grouped_mm.default, (x, turned, x_scales, w_scales, ends)


def by_recipe(nodes, turned, kind=1, swizzle=0):
    """The arguments of F.scaled_grouped_mm. kind: 1 is ScalingType.RowWise."""
    x, _, x_scales, w_scales, ends = nodes
    of_x, of_w = (([each], [kind], [swizzle]) for each in (x_scales, w_scales))
    return aten._scaled_grouped_mm_v2.default, (x, turned, *of_x, *of_w, ends)


@pytest.mark.parametrize("call", [by_scales, by_recipe])
def test_scaled_grouped_matmuls(call):
    """The CPU's torch has none: they are compared with the product in f64."""
    x, w = numbers(40, 32).to(torch.float8_e4m3fn), numbers(3, 16, 32).to(torch.float8_e4m3fn)
    scales = torch.rand(40), torch.rand(3, 16)
    ends = torch.tensor([16, 16, 40], dtype=torch.int32)
    inputs = [x, w, *scales, ends]
    graph, nodes = start_graph(inputs)
    turned = graph.call_function(torch.ops.aten.transpose.int, (nodes[1], 1, 2))
    turned.meta["val"] = w.transpose(1, 2)
    named = {"out_dtype": torch.bfloat16, "use_fast_accum": True}
    product = graph.call_function(*call(nodes, turned), named)
    product.meta["val"] = torch.empty(40, 16, dtype=torch.bfloat16)
    region, _owners = import_region([turned, product], nodes, [product], "cpu", QUICK)
    assert "lowp.grouped_scaled_matmul" in region.text
    assert "fast_accumulation" in region.text
    (found,) = Loaded(region).calls[0](inputs)
    wanted = torch.zeros(40, 16, dtype=torch.float64)
    for group, rows in ((0, slice(0, 16)), (2, slice(16, 40))):
        scaled = x[rows].double() * scales[0][rows, None].double()
        wanted[rows] = scaled @ (w[group].double() * scales[1][group, :, None].double()).t()
    assert error(found, wanted) < 3e-3


def region_of_k(call, tensors, result, **named):
    """The region of a product for each group of K of x, (m, k), and of y, (k, n)."""
    graph, nodes = start_graph(tensors)
    product = graph.call_function(*call(nodes, nodes[1]), named)
    product.meta["val"] = result
    return import_region([product], nodes, [product], "cpu", QUICK)[0]


@pytest.mark.parametrize("call", [by_scales, by_recipe])
@pytest.mark.parametrize("ends", [[16, 16, 64, 96], [96]])
def test_scaled_groups_of_k(call, ends):
    """Scales of all rows of a group follow those of the group before."""
    x, y = (numbers(size, 112).to(torch.float8_e4m3fn) for size in (8, 24))
    groups = len(ends)
    scales = torch.rand(groups * 8), torch.rand(groups * 24)
    x[:, 96:] = torch.nan
    inputs = [x, y.t(), *scales, torch.tensor(ends, dtype=torch.int32)]
    result = torch.empty(groups, 8, 24, dtype=torch.bfloat16)
    region = region_of_k(call, inputs, result, out_dtype=torch.bfloat16)
    assert f"groups = <{groups}, axis = 1, start = 16>" in region.text
    (found,) = Loaded(region).calls[0](inputs)
    begin = 0
    for group, end in enumerate(ends):
        factors = (each.view(groups, -1)[group, :, None].double() for each in scales)
        of_x, of_y = (each[:, begin:end].double() * f for each, f in zip((x, y), factors))
        begin = end
        if of_x.numel():
            assert error(found[group], of_x @ of_y.t()) < 3e-3
        else:
            assert not found[group].any()


FP4 = torch.tensor([0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6]).double()


def in_atoms(scales):
    """Scales of one group in SWIZZLE_32_4_4, flat, with zeros where there are none."""
    rows, blocks = -(-scales.shape[0] // 128), -(-scales.shape[1] // 4)
    padded = torch.zeros(rows * 128, blocks * 4, dtype=torch.uint8)
    padded[: scales.shape[0], : scales.shape[1]] = scales.view(torch.uint8)
    return padded.view(rows, 4, 32, blocks, 4).permute(0, 3, 2, 1, 4).reshape(-1)


class Blocks:
    """A matrix whose K is in groups with scales of blocks: data, scales and what they stand for
    in each group. more: bytes of scales that no group has."""

    def __init__(self, kind, rows, ends, k, more=0):
        random = torch.Generator().manual_seed(rows)
        draw = lambda low, high, *shape: torch.randint(low, high, shape, generator=random)  # noqa: E731
        if kind == "mxfp8":
            self.data = numbers(rows, k).to(torch.float8_e4m3fn)
            values = self.data.double()
        else:
            codes = draw(0, 16, rows, k).to(torch.uint8)
            pairs = codes[:, ::2] | codes[:, 1::2] << 4
            self.data, values = pairs.view(torch.float4_e2m1fn_x2), FP4[codes.int()]
        self.kind, block = kind, 16 if kind == "nvfp4" else 32
        self.whole = torch.rand(len(ends), generator=random)
        self.values, stored = [], []
        for group, (begin, end) in enumerate(zip([0, *ends], ends)):
            shape = rows, (end - begin) // block
            if kind == "nvfp4":
                scales = torch.rand(shape, generator=random).to(torch.float8_e4m3fn)
                factors = scales.double() * self.whole[group].double()
            else:
                scales = draw(120, 134, *shape).to(torch.uint8).view(torch.float8_e8m0fnu)
                factors = torch.exp2(scales.view(torch.uint8).double() - 127)
            self.values.append(values[:, begin:end] * factors.repeat_interleave(block, 1))
            stored.append(in_atoms(scales))
        codes = torch.cat([*stored, torch.full((more,), 255, dtype=torch.uint8)])
        self.scales = codes.view(scales.dtype).view(-(-rows // 128) * 128, -1)

    def arguments(self, nodes):
        """Scales, kinds and swizzles of F.scaled_grouped_mm."""
        if self.kind == "nvfp4":
            return [nodes[0], nodes[1]], [2, 0], [1, 0]
        return [nodes[0]], [3], [1]


def region_of_blocks(x, y, ends, by_type=False):
    tensors = x.data, y.data.t(), x.scales, x.whole, y.scales, y.whole, ends
    graph, nodes = start_graph(tensors)
    if by_type:
        call = aten._scaled_grouped_mm.default, (*nodes[:2], nodes[2], nodes[4], nodes[6])
    else:
        parts = *x.arguments(nodes[2:4]), *y.arguments(nodes[4:6])
        call = aten._scaled_grouped_mm_v2.default, (*nodes[:2], *parts, nodes[6])
    product = graph.call_function(*call, {"out_dtype": torch.bfloat16})
    shape = len(ends), x.data.shape[0], y.data.shape[0]
    product.meta["val"] = torch.empty(shape, dtype=torch.bfloat16)
    return import_region([product], nodes, [product], "cpu", QUICK)[0], tensors


@pytest.mark.parametrize(
    "kind, more, by_type",
    [("mxfp8", 0, False), ("mxfp8", 8192, True), ("mxfp4", 0, False), ("nvfp4", 8192, False)],
)
def test_groups_of_k_with_scales_of_blocks(kind, more, by_type):
    """Scales of torch, of as many atoms as groups have or of more, and NaN in data and scales
    after the last group."""
    ends = [32, 32, 160, 224]
    x, y = (Blocks(kind, rows, ends, 256, more) for rows in (8, 24))
    x.data.view(torch.uint8)[:, -4:] = 0x7F
    region, tensors = region_of_blocks(x, y, torch.tensor(ends, dtype=torch.int32), by_type)
    assert "alignment = 4, start = 32, separate = true" in region.text
    loaded = Loaded(region)
    (found,) = loaded.calls[0](list(tensors))
    for one, left, right in zip(found, x.values, y.values):
        assert error(one, left @ right.t()) < 3e-3 if left.numel() else not one.any()


@pytest.mark.parametrize(
    "change, came",
    [
        (lambda x: setattr(x, "arguments", lambda nodes: ([nodes[0]], [3], [0])), "SWIZZLE_32_4_4"),
        (
            lambda x: setattr(x, "scales", x.scales.view(torch.float8_e4m3fn)),
            "data and scales of mx<1x32>",
        ),
        (
            lambda x: setattr(x, "data", x.data[:, :200]),
            "a multiple of 32, got 2 groups of 8 x 200",
        ),
    ],
)
def test_blocks_that_do_not_fit_are_refused(change, came):
    x, y = (Blocks("mxfp8", rows, [64, 128], 256) for rows in (8, 24))
    change(x)
    with pytest.raises(Refusal, match=came):
        region_of_blocks(x, y, torch.tensor([64, 128], dtype=torch.int32))


def test_rows_of_which_copies_have_a_part_are_refused():
    tensors = numbers(6, 32), numbers(32, 16), torch.rand(18), torch.rand(48)
    inputs = [*tensors, torch.tensor([16, 16, 32], dtype=torch.int32)]
    with pytest.raises(Refusal, match="a multiple of 4, got 3 groups of 6 rows"):
        region_of_k(by_scales, inputs, torch.empty(3, 6, 16, dtype=torch.bfloat16))


@pytest.mark.parametrize("other, came", [({"kind": 3}, r"kinds \[3\]"), ({"swizzle": 1}, r"\[1\]")])
def test_other_scales_are_refused(other, came):
    tensors = numbers(40, 32), numbers(3, 32, 16), torch.rand(40), torch.rand(3, 16)
    inputs = [*tensors, torch.tensor([16, 16, 40], dtype=torch.int32)]
    graph, nodes = start_graph(inputs)
    product = graph.call_function(*by_recipe(nodes, nodes[1], **other))
    product.meta["val"] = torch.empty(40, 16, dtype=torch.bfloat16)
    with pytest.raises(Refusal, match=f"expected ScalingType.RowWise without a swizzle .*{came}"):
        import_region([product], nodes, [product], "cpu", QUICK)


@torch.library.custom_op("transformers::grouped_mm_fallback", mutates_args=())
def fallback(input: torch.Tensor, weight: torch.Tensor, offs: torch.Tensor) -> torch.Tensor:
    result, begin = input.new_zeros(input.shape[0], weight.shape[2]), 0
    for group, end in enumerate(offs.tolist()):
        result[begin:end] = input[begin:end] @ weight[group]
        begin = end
    return result


@fallback.register_fake
def _(input, weight, offs):
    return input.new_empty(input.shape[0], weight.shape[2])


def test_what_transformers_has_in_its_place():
    ends = torch.tensor([7, 7, 20], dtype=torch.int32)
    inputs = numbers(20, 32, dtype=torch.float32), numbers(3, 16, 32, dtype=torch.float32), ends

    def function(x, w, ends):
        return (torch.ops.transformers.grouped_mm_fallback(x, w.transpose(1, 2), ends),)

    (one,), (other,) = run_as_region(function, *inputs), function(*inputs)
    assert error(one, other) < 1e-6


class Experts(nn.Module):
    """turned: whether weights are K x N, whose gradient torch has the other way round."""

    def __init__(self, turned=False, groups=2, width=32, hidden=64):
        super().__init__()
        up = numbers(groups, hidden, width, seed=3)
        self.turned = turned
        self.up = nn.Parameter(up.transpose(1, 2).contiguous() if turned else up)

    def forward(self, x, ends):
        return torch._grouped_mm(x, self.up if self.turned else self.up.transpose(1, 2), ends)


@pytest.mark.parametrize(
    "recipe, turned, quantized",
    [
        ("rowwise_with_gw_hp", False, 2),
        ("rowwise_training", False, 3),
        ("blockwise_training", False, 3),
        ({"wgrad": "block_1x128_128x128"}, True, 1),
    ],
)
def test_experts_have_the_recipes_of_their_roles(recipe, turned, quantized):
    """Forward and both gradients, as in eager mode; that of weights keeps its type where the
    family says so."""
    torch._dynamo.reset()
    programs.TABLE.clear()
    model, x = Experts(turned), numbers(48, 32).requires_grad_()
    ends = torch.tensor([16, 48], dtype=torch.int32)
    options = {"rest": "eager", "recipe": recipe, "compile": QUICK}
    compiled = torch.compile(model, backend=lambda m, i: backend(m, i, options=options))
    dy = numbers(48, 64, seed=5)
    y = compiled(x, ends)
    found = [y.detach(), *torch.autograd.grad(y, [x, model.up], dy)]
    texts = [loaded.region.text for loaded in programs.TABLE._loaded.values()]
    chosen = sum(text.count("lowp.recipe = #lowp.matmul_recipe") for text in texts)
    products = sum(text.count("lowp.grouped_matmul") for text in texts)
    assert (chosen, products) == (quantized, 3)
    w = model.up.detach().transpose(1, 2) if turned else model.up.detach()
    w, text = w.contiguous().requires_grad_(), recipes.read_option(recipe).text
    y = lowp.torch.grouped_linear(x, w, ends, recipe=text)
    wanted = [y.detach(), *torch.autograd.grad(y, [x, w], dy)]
    if turned:
        wanted[2] = wanted[2].transpose(1, 2)
    assert all(map(torch.equal, found, wanted))
    dw, dws = (each.float() for each in (found[2], expected_of_weights(x, dy, ends)))
    kept = quantized == 2
    assert (4e-3 > error(dw, dws)) if kept else (1e-2 < error(dw, dws.mT if turned else dws) < 6e-2)


def expected_of_weights(x, dy, ends):
    """The gradient of weights in f32."""
    x, dy = x.detach().float(), dy.float()
    rows = zip([0, *ends.tolist()], ends.tolist())
    return torch.stack([dy[begin:end].t() @ x[begin:end] for begin, end in rows])


@pytest.mark.parametrize(
    "right, dtype, precision, reason",
    [
        ((64, 16), torch.bfloat16, "highest", None),
        ((64, 16), torch.float32, "high", "groups of f32 have no kernels"),
        ((2, 64, 16), torch.bfloat16, "highest", None),
        ((2, 64, 16), torch.float32, "high", "groups of f32 have no kernels"),
        ((2, 64, 16), torch.float32, "medium", None),
    ],
)
def test_what_a_gpu_leaves_to_torch(right, dtype, precision, reason):
    graph = torch.fx.Graph()
    x, y, ends = (graph.placeholder(name) for name in "xyn")
    product = graph.call_function(aten._grouped_mm.default, (x, y, ends))
    result = (2, 32, 16) if len(right) == 2 else (32, 16)
    shapes = {x: (32, 64), y: right, product: result}
    with torch._subclasses.FakeTensorMode():
        for node, shape in shapes.items():
            node.meta["val"] = torch.empty(shape, dtype=dtype, device="cuda")
        ends.meta["val"] = torch.empty(2, dtype=torch.int32, device="cuda")
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision(precision)
    try:
        found = Support(graph, Settings()).reason_against(product)
    finally:
        torch.set_float32_matmul_precision(before)
    assert found is None if reason is None else reason in found
