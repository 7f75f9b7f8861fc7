"""Option save: less is saved for the backward pass, and nothing else changes."""

import contextlib

import pytest

torch = pytest.importorskip("torch")

from graphs import IS_LONG, QUICK, Mlp, gradients, numbers  # noqa: E402
from lowp.torch import explain  # noqa: E402
from lowp.torch.compiling import report  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402


@contextlib.contextmanager
def saved_tensors(model):
    """What autograd is given to keep, without parameters, by type."""
    kept = {}
    parameters = {each.data_ptr() for each in model.parameters()}

    def pack(tensor):
        if tensor.data_ptr() not in parameters:
            kept[tensor.data_ptr()] = tensor
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        yield kept


def lower(model, **options):
    torch._dynamo.reset()
    told = {"rest": "eager", "strict": True, "compile": QUICK, **options}
    return torch.compile(model, backend=backend, fullgraph=True, options=told)


def run(model, x, **options):
    lowered = lower(model, **options)
    with report.collect() as cuts, saved_tensors(model) as kept:
        values = gradients(lowered, x)
    size = sum(each.numel() * each.element_size() for each in kept.values())
    return values, size, [each.dtype for each in kept.values()], cuts


def cut(model, x, **options):
    """What is computed without the option and with it, and the regions' texts with it."""
    options = {"recipe": "blockwise", "save": "time", **options}
    plain, *_rest = run(model, x, recipe=options["recipe"])
    values, _size, _types, cuts = run(model, x, **options)
    texts = {each.kind: each.region.text for each in cuts if each.region is not None}
    return plain, values, texts


_ROWS, _WIDTH, _HIDDEN = 144, 128, 256
# Bytes of bf16, and of the reciprocals of the norm.
_INPUT, _GATES, _NORM = 2 * _ROWS * _WIDTH, 4 * _ROWS * _HIDDEN, 4 * _ROWS


def scales_of(recipe, width):
    """Bytes of the scales of an activation that a gradient of a weight reads."""
    return {"blockwise": 4 * -(-_ROWS // 128) * width, "rowwise": 4 * width, "tensorwise": 4}[
        recipe
    ]


def orders_of(recipe):
    """Bytes of the orders of the three weights that the gradients of rows read, with scales of
    blocks, of columns or of the whole."""
    columns = 2 * _WIDTH + _HIDDEN
    scales = {"blockwise": 3 * 2, "rowwise": columns, "tensorwise": 3}[recipe]
    return 3 * _WIDTH * _HIDDEN + 4 * scales


@pytest.mark.parametrize(
    "recipe", ["blockwise", "rowwise", "tensorwise"] if IS_LONG else ["tensorwise"]
)
def test_what_is_kept_and_gradients_are_equal(recipe):
    """The product of the gates is computed again, kept in fp8, or so is the norm, too."""
    torch.manual_seed(0)
    model, x = Mlp(_WIDTH, _HIDDEN).bfloat16(), numbers(2, _ROWS // 2, _WIDTH, grad=True)
    plain, size, types, _cuts = run(model, x, recipe=recipe)
    assert size == 2 * _INPUT + _GATES + _NORM
    assert torch.float8_e4m3fn not in types
    values, size, _types, _cuts = run(model, x, recipe=recipe, save="memory")
    assert all(map(torch.equal, values, plain))
    assert size == _INPUT + _GATES + _NORM
    values, size, types, cuts = run(model, x, recipe=recipe, save="time")
    assert all(map(torch.equal, values, plain))
    quantized = [_ROWS * width + scales_of(recipe, width) for width in (_WIDTH, _HIDDEN)]
    assert size == _INPUT + sum(quantized) + _GATES + _NORM + orders_of(recipe)
    assert torch.float8_e4m3fn in types
    regions = [cut for cut in cuts if cut.region is not None]
    assert [cut.kind for cut in regions] == ["forward", "backward"]
    wgrads = [each for cut in regions for each in cut.matmuls if each[1] == "wgrad"]
    assert len(wgrads) == 3 and all("#lowp.matmul_recipe" in each[2] for each in wgrads)


class Parallel(torch.nn.Module):
    """Two norms of one input, as of a residual that attention and MLP share, and a GELU."""

    def __init__(self):
        super().__init__()
        self.norms = torch.nn.ModuleList(torch.nn.LayerNorm(_WIDTH) for _ in range(2))
        self.mix = torch.nn.Linear(_WIDTH, _WIDTH)
        self.up, self.down = torch.nn.Linear(_WIDTH, _HIDDEN), torch.nn.Linear(_HIDDEN, _WIDTH)

    def forward(self, x):
        one, other = (norm(x) for norm in self.norms)
        return x + self.mix(one) + self.down(torch.nn.functional.gelu(self.up(other)))


def test_norms_with_means_are_computed_again():
    """The mean and the deviation's reciprocal of each row are kept, nothing else of norms in
    any type."""
    torch.manual_seed(0)
    model, x = Parallel().bfloat16(), numbers(2, _ROWS // 2, _WIDTH, grad=True)
    plain, size, _types, _cuts = run(model, x, recipe="rowwise")
    values, less, _types, _cuts = run(model, x, recipe="rowwise", save="memory")
    assert all(map(torch.equal, values, plain))
    assert less == _INPUT + _GATES // 2 + 2 * _NORM
    assert size >= less + 2 * _INPUT - _NORM


class Ending(torch.nn.Module):
    """A norm that a matmul reads, and one of a sum with a mask that torch computes."""

    def __init__(self):
        super().__init__()
        self.norm = torch.nn.LayerNorm(64)
        self.up, self.down = (torch.nn.Linear(64, 64, bias=False) for _ in range(2))

    def forward(self, x):
        mask = (torch.arange(40)[:, None] * 7 + torch.arange(64) * 13) % 10 > 2
        y = torch.nn.functional.gelu(self.up(self.norm(x))) * mask / 0.7
        z = x + self.down(y) * mask.flip(0)
        return self.norm(z) + z.masked_fill(~mask, -1.0).amax(-1, keepdim=True)


def test_norms_that_no_matmul_reads_stay_whole():
    """Their parts are rounded otherwise."""
    torch.manual_seed(1)
    model, x = Ending(), numbers(40, 64, dtype=torch.float32, grad=True)
    plain, values = (run(model, x, recipe=None, save=save)[0] for save in ("bf16", "memory"))
    assert all(map(torch.equal, values, plain))


class Shared(torch.nn.Module):
    """Queries of 4 heads with one of keys and values, all parts of one matmul."""

    def __init__(self):
        super().__init__()
        self.heads = torch.nn.Linear(64, 6 * 32, bias=False)
        self.out = torch.nn.Linear(4 * 32, 64, bias=False)

    def forward(self, x):
        q, k, v = self.heads(x).view(2, 128, 6, 32).transpose(1, 2).split([4, 1, 1], dim=1)
        k, v = (each.expand(-1, 4, -1, -1).contiguous() for each in (k, v))
        y = torch.nn.functional.scaled_dot_product_attention(q.contiguous(), k, v, is_causal=True)
        return self.out(y.transpose(1, 2).reshape(2, 128, 128))


def test_heads_that_are_repeated_are_kept_once():
    torch.manual_seed(0)
    model, x = Shared().bfloat16(), numbers(2, 128, 64, grad=True)
    with saved_tensors(model) as kept:
        plain = gradients(lower(model, recipe="rowwise"), x)
    shapes = [tuple(each.shape) for each in kept.values()]
    assert shapes.count((2, 4, 128, 32)) >= 3
    with saved_tensors(model) as kept:
        values = gradients(lower(model, recipe="rowwise", save="memory"), x)
    assert all(map(torch.equal, values, plain))
    one = 2 * 128 * 32
    alone = [each for each in kept.values() if each.numel() == one]
    assert len(alone) == 2
    assert all(each.untyped_storage().nbytes() == 2 * one for each in alone)


class Gates(torch.nn.Module):
    """What is multiplied by a matrix: of gates, and of one that the backward pass does
    not read."""

    def __init__(self, function):
        super().__init__()
        self.function = function
        self.up, self.down = (torch.nn.Linear(64, 64, bias=False) for _ in range(2))

    def forward(self, x):
        return self.down(self.function(self.up(x)))


@pytest.mark.parametrize(
    "function, is_kept",
    [(torch.nn.functional.silu, False), (lambda x: x + 8, True)],
    ids=["silu", "sum"],
)
def test_what_backward_does_not_read_is_kept(function, is_kept):
    """Instead of a tensor of equal size, from which it would be computed again."""
    model, x = Gates(function).bfloat16(), numbers(64, 64, grad=True)
    with saved_tensors(model) as kept:
        gradients(lower(model, recipe="rowwise"), x)
    # Other than what both functions are given.
    assert any(each.min() > -0.3 for each in kept.values()) is is_kept


def test_explain():
    """A product of what was quantized before is not priced as another of its layer."""
    torch._dynamo.reset()
    model, x = Mlp(128, 256).bfloat16(), numbers(2, 64, 128, grad=True)
    options = {"recipe": "blockwise", "save": "time", "compile": QUICK}
    made = explain(model, x, options=options, part="h200")
    rows = {(row.layer, row.role): row for row in made.rows}
    assert len(rows) == 9
    for layer, sizes in (("gate", (128, 256, 128)), ("down", (128, 128, 256))):
        assert rows[layer, "forward"].sizes == sizes and rows[layer, "forward"].us > 0
        for role, recipe in (("dgrad", "block_1x128_128x128"), ("wgrad", "block_1x128_1x128")):
            row = rows[layer, role]
            assert (row.sizes, row.us, row.recipe) == (None, None, recipe)


class Transposed(torch.nn.Module):
    """A weight of K x N, as GPT-2 has it: its wgrad may have the gradient on the right."""

    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(numbers(64, 96))

    def forward(self, x):
        return torch.addmm(x.new_zeros(96), x * x, self.weight)


def test_numbers_that_are_none_and_a_transposed_weight():
    model, x = Transposed(), numbers(256, 64)
    x[0, 0], x[1, 1], x[130:, 2], x[3] = float("nan"), float("inf"), 1e-18, 0
    x.requires_grad_(True)
    plain, _size, _types, _cuts = run(model, x, recipe="blockwise")
    values, _size, types, _cuts = run(model, x, recipe="blockwise", save="time")
    for one, other in zip(values, plain, strict=True):
        assert torch.equal(one.view(torch.int16), other.view(torch.int16))
    assert plain[-1].isnan().any() and not plain[-1].isnan().all()
    assert torch.float8_e4m3fn in types


@pytest.mark.parametrize("recipe, is_saved", [("rowwise", True), ("blockwise", False)])
def test_sizes_that_change(recipe, is_saved):
    """How many blocks there are is not known."""
    model, x = Transposed(), numbers(136, 64, grad=True)
    torch._dynamo.mark_dynamic(x, 0)
    plain, _size, _types, _cuts = run(model, x, recipe=recipe)
    values, _size, types, _cuts = run(model, x, recipe=recipe, save="time")
    assert all(torch.equal(one, other) for one, other in zip(values, plain, strict=True))
    assert (torch.float8_e4m3fn in types) is is_saved


class Checkpointed(Transposed):
    def forward(self, x):
        return torch.utils.checkpoint.checkpoint(super().forward, x, use_reentrant=False)


@pytest.mark.parametrize(
    "model", [torch.nn.Linear(64, 96), Checkpointed()], ids=["linear", "again"]
)
def test_what_is_not_saved_stays_so(model):
    """An argument is kept anyway, and checkpoints compute again."""
    model, x = model.bfloat16(), numbers(128, 64, grad=True)
    plain, size, _types, _cuts = run(model, x, recipe="mixed_training")
    values, same, types, _cuts = run(model, x, recipe="mixed_training", save="time")
    assert all(torch.equal(one, other) for one, other in zip(values, plain, strict=True))
    assert same == size and torch.float8_e4m3fn not in types
