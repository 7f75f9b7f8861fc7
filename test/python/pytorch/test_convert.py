"""Converted models are the models that they were, in low precision."""

import copy
import functools
import io
import pickle
import threading
import warnings

import lowp
from lowp import _library
import pytest
from torch_fixtures import seeded, torch  # noqa: F401

import lowp.torch

FAMILY = "blockwise_training"
WIDTH = 160


class Block(torch.nn.Module):
    """Two layers of one weight, one with a bias; equal sizes keep programs few."""

    def __init__(self, dtype=torch.bfloat16):
        super().__init__()
        self.up = torch.nn.Linear(WIDTH, WIDTH, bias=False, dtype=dtype)
        self.tied = torch.nn.Linear(WIDTH, WIDTH, bias=False, dtype=dtype)
        self.tied.weight = self.up.weight
        self.down = torch.nn.Linear(WIDTH, WIDTH, dtype=dtype)

    def forward(self, x):
        return self.down(torch.relu(self.tied(torch.relu(self.up(x)))))


def data(rows=5):
    return torch.randn(rows, WIDTH, dtype=torch.bfloat16)


def expected(model, x):
    f = functools.partial(lowp.torch.linear, recipe=FAMILY)
    x = f(torch.relu(f(x, model.up.weight)), model.tied.weight)
    return f(torch.relu(x), model.down.weight, model.down.bias)


@pytest.fixture
def model():
    return lowp.torch.convert(Block(), FAMILY)


def test_objects_stay():
    model = Block()
    calls = []
    model.up.register_forward_hook(lambda *_: calls.append("hook"))
    model.up.note = "kept"
    keys, layer, weight = list(model.state_dict()), model.up, model.up.weight
    optimizer = torch.optim.AdamW(model.parameters())
    assert lowp.torch.convert(model, FAMILY) is model
    x = data()
    assert torch.equal(model(x), expected(model, x))
    assert calls == ["hook"] and model.up.note == "kept"
    assert list(model.state_dict()) == keys and model.up is layer
    assert model.up.weight is weight and model.tied.weight is weight
    assert optimizer.param_groups[0]["params"][0] is weight
    assert isinstance(model.up, torch.nn.Linear) and "recipe=blockwise" in repr(model)
    lowp.torch.restore(model)
    assert {type(each) for each in model.children()} == {torch.nn.Linear}
    assert vars(model.up).keys() == vars(torch.nn.Linear(2, 2)).keys() | {"note"}


def test_root_is_a_layer():
    layer = torch.nn.Linear(WIDTH, WIDTH, bias=False, dtype=torch.bfloat16)
    assert type(lowp.torch.convert(layer, FAMILY)) is lowp.torch.Linear


@pytest.mark.parametrize("fused", [False, True])
def test_training(fused):
    """Steps of the optimizer count at once, also those that bump no version."""
    model = lowp.torch.convert(Block(torch.float32), "rowwise")
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, fused=fused)
    x, target = torch.randn(2, 3, WIDTH), torch.randn(2, 3, WIDTH)
    losses = []
    for _ in range(4):
        loss = torch.nn.functional.mse_loss(model(x), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses == sorted(losses, reverse=True) and losses[-1] < 0.97 * losses[0]


def test_copies(model):
    x = data()
    y = model(x)
    copied = copy.deepcopy(model)
    assert copied.up.weight is copied.tied.weight is not model.up.weight
    for each in (copied, pickle.loads(pickle.dumps(model))):
        assert torch.equal(each(x), y)
        assert [d.recipe for d in lowp.torch.decisions(each)] == [FAMILY] * 3
    file = io.BytesIO()
    torch.save(model.state_dict(), file)
    file.seek(0)
    plain = Block()
    plain.load_state_dict(torch.load(file, weights_only=True))
    assert torch.equal(lowp.torch.convert(plain, FAMILY)(x), y)
    swapped = {name: 2 * value for name, value in model.named_parameters()}
    z = torch.func.functional_call(model, swapped, (x,))
    plain.load_state_dict({**swapped, "tied.weight": swapped["up.weight"]})
    assert torch.equal(z, expected(plain, x))


def test_activation_checkpointing(model):
    from torch.utils import checkpoint

    operator = torch.ops.lowp.linear.default
    calls = []

    class Count(torch.utils._python_dispatch.TorchDispatchMode):
        def __torch_dispatch__(self, function, types, args=(), kwargs=None):
            calls.append(function)
            return function(*args, **(kwargs or {}))

    def policy(_context, function, *args, **kwargs):
        save = checkpoint.CheckpointPolicy.MUST_SAVE
        other = checkpoint.CheckpointPolicy.PREFER_RECOMPUTE
        return save if function is operator else other

    def gradient(**options):
        x = data(5).requires_grad_()
        calls.clear()
        with Count():
            checkpoint.checkpoint(model, x, use_reentrant=False, **options).sum().backward()
        return calls.count(operator)

    contexts = checkpoint.create_selective_checkpoint_contexts
    assert gradient() == 6
    assert gradient(context_fn=functools.partial(contexts, policy)) == 3


def test_export_and_compile(model):
    x = data()
    y = model(x)
    exported = torch.export.export(
        model, (x,), dynamic_shapes=({0: torch.export.Dim("rows", min=2, max=64)},)
    )
    names = [str(node.target) for node in exported.graph.nodes]
    assert names.count("lowp.linear.default") == 3
    assert torch.equal(exported.module()(x), y)
    assert torch.equal(exported.module()(data(9)[:5] * 0 + x), y)
    compiled = torch.compile(model, backend="aot_eager", fullgraph=True)
    z = compiled(x)
    assert torch.equal(z, y)
    z.sum().backward()
    gradient, model.up.weight.grad = model.up.weight.grad, None
    model(x).sum().backward()
    assert torch.equal(model.up.weight.grad, gradient)


def test_two_threads():
    model = lowp.torch.convert(torch.nn.Linear(WIDTH, WIDTH - 8, dtype=torch.bfloat16), FAMILY)
    x = data(33)
    results = [None] * 4

    def run(number):
        with torch.no_grad():
            for _ in range(20):
                results[number] = model(x * (number + 1))

    threads = [threading.Thread(target=run, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, found in enumerate(results):
        assert torch.equal(found, model(x * (number + 1)))


def reasons(model):
    return {each.name: each.reason for each in lowp.torch.decisions(model)}


def test_what_is_kept():
    class Own(torch.nn.Linear):
        pass

    model = torch.nn.ModuleDict(
        {
            "embed": torch.nn.Embedding(WIDTH, WIDTH),
            "head": torch.nn.Linear(WIDTH, WIDTH, bias=False),
            "own": Own(WIDTH, WIDTH),
            "normed": torch.nn.utils.parametrizations.weight_norm(torch.nn.Linear(8, 8)),
            "f64": torch.nn.Linear(8, 8, dtype=torch.float64),
            "gate": torch.nn.Linear(8, 8),
            "taken": torch.nn.Linear(8, 8),
        }
    )
    model["head"].weight = model["embed"].weight
    lowp.torch.convert(model, FAMILY, deny="g*", filter=lambda layer, name: name != "taken")
    found = reasons(model)
    assert "shared with embed (Embedding)" in found["head"]
    assert "a subclass of nn.Linear: " in found["own"]
    assert "Parametrized" in found["normed"]
    assert found["f64"] == "its weight is of torch.float64"
    assert found["gate"] == "denied by 'g*'" and found["taken"] == "kept by filter"
    assert not any(isinstance(each, lowp.torch.Linear) for each in model.modules())
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        lowp.torch.convert(model, FAMILY, allow=["tak*", "missing.*"])
    assert [str(each.message) for each in caught] == [
        "lowp.torch.convert: expected pattern 'missing.*' of allow to match the name of a "
        "layer, got none that it matches; the closest are 'own', 'gate', 'taken'"
    ]
    assert caught[0].filename == __file__
    assert type(model["taken"]) is lowp.torch.Linear
    assert reasons(model)["gate"] == "not allowed by a pattern"


def test_auto():
    with torch.device("meta"):
        model = torch.nn.Sequential(
            *(
                torch.nn.Linear(k, n, bias=False, dtype=torch.bfloat16)
                for n, k in ((8192, 4096), (64, 4096), (128, 128))
            )
        )
    lowp.torch.convert(model, "auto", part="h200", tokens=8192)
    wide, router, small = lowp.torch.decisions(model)
    assert wide.recipe and wide.us < wide.without_us and "times as fast" in wide.reason
    assert "tensorwise (" in wide.reason and "adds an error" in wide.reason
    assert router.recipe is None and "a router" in router.reason
    assert small.recipe is None and small.tokens == 8192
    table = lowp.torch.report(model)
    assert "8192x8192x4096" in str(table) and "<td>" in table._repr_html_()
    assert table.json[0]["matmuls"]["forward"] != "-"
    assert "recipe=" in repr(model[0]) and type(model[1]) is torch.nn.Linear
    assert (
        "4096 tokens assumed"
        in lowp.torch.decisions(lowp.torch.convert(model, part="h100"))[0].reason
    )


LAYER = """
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#km = affine_map<(m, n, k) -> (k, m)>
#mn = affine_map<(m, n, k) -> (m, n)>
!x = tensor<4096x2048xbf16>
!w = tensor<8192x2048xbf16>
!y = tensor<4096x8192xbf16>
func.func @layer(%x: !x, %w: !w, %g: !y) -> (!y, !x, !w) {
  %zero = arith.constant 0.0 : bf16
  %ye = tensor.empty() : !y
  %y0 = linalg.fill ins(%zero : bf16) outs(%ye : !y) -> !y
  %y = linalg.matmul indexing_maps = [#mk, #nk, #mn] {lowp.role = "forward"}
    ins(%x, %w : !x, !w) outs(%y0 : !y) -> !y
  %xe = tensor.empty() : !x
  %x0 = linalg.fill ins(%zero : bf16) outs(%xe : !x) -> !x
  %dx = linalg.matmul indexing_maps = [#mk, #kn, #mn] {lowp.role = "dgrad"}
    ins(%g, %w : !y, !w) outs(%x0 : !x) -> !x
  %we = tensor.empty() : !w
  %w0 = linalg.fill ins(%zero : bf16) outs(%we : !w) -> !w
  %dw = linalg.matmul indexing_maps = [#km, #kn, #mn] {lowp.role = "wgrad"}
    ins(%g, %x : !y, !x) outs(%w0 : !w) -> !w
  return %y, %dx, %dw : !y, !x, !w
}
"""


def parts():
    library = _library.get()
    return library.names(library.PartName)


@pytest.mark.sample(4)
@pytest.mark.parametrize("part", parts())
def test_auto_is_the_compilers(part):
    """`auto` chooses for each part, role by role, what the compiler does."""
    with torch.device("meta"):
        layer = torch.nn.Linear(2048, 8192, bias=False, dtype=torch.bfloat16)
    try:
        found = lowp.explain(LAYER, recipe="auto", part=part).json["matmuls"]
    except lowp.CompileError:
        with pytest.raises(ValueError, match="a chip with gemm kernels"):
            lowp.torch.convert(layer, "auto", part=part)
        return
    lowp.torch.convert(layer, "auto", part=part, tokens=4096)
    (row,) = lowp.torch.report(layer).json
    assert list(row["matmuls"].values()) == [each["recipe"] or "-" for each in found]
    assert row["us"] == pytest.approx(sum(each["us"] for each in found))


def test_presets_and_roles():
    """What the backend takes: one preset for all, or one for each role."""
    layer = torch.nn.Linear(WIDTH, WIDTH, bias=False, dtype=torch.bfloat16)
    lowp.torch.convert(layer, "block_1x128_1x128")
    matmuls = lowp.torch.report(layer).json[0]["matmuls"]
    assert set(matmuls.values()) == {"block_1x128_1x128"}
    x = data().requires_grad_()
    layer(x).sum().backward()
    assert x.grad is not None and layer.weight.grad is not None
    lowp.torch.convert(layer, {"forward": "rowwise", "dgrad": "rowwise_grad"})
    matmuls = lowp.torch.report(layer).json[0]["matmuls"]
    assert matmuls == {"forward": "rowwise", "dgrad": "rowwise_grad", "wgrad": "-"}
    lowp.torch.convert(layer, {role: "blockwise_training" for role in matmuls})
    assert layer.recipe == FAMILY


def test_kernels_of_a_part():
    """Layers that a GPU has no kernels for are kept, with a reason."""
    model = torch.nn.Sequential(
        torch.nn.Linear(161, 56), torch.nn.Linear(512, 56), torch.nn.Linear(512, 512)
    )
    lowp.torch.convert(model, FAMILY, part="h200")
    odd, narrow, wide = lowp.torch.decisions(model)
    assert odd.recipe is None and "161, no multiple of 8" in odd.reason
    assert narrow.recipe == wide.recipe == FAMILY and wide.us > wide.without_us
    lowp.torch.convert(model, "mxfp8_training", part="h200")
    assert "no kernel for scales of type" in lowp.torch.decisions(model)[2].reason
    own = "#lowp.training_recipe<forward = <rowwise>>"
    lowp.torch.convert(model, own, part="h200")
    assert lowp.torch.decisions(model)[2].recipe == own


def test_bad_input(model):
    with pytest.raises(lowp.LaunchError, match="layer 'up': lowp::linear: expected an inp"):
        model(data()[:, 1:])
    with pytest.raises(lowp.LaunchError, match="layer 'up'.*5x160 of float32 on cpu"):
        model(data().float())
    with pytest.raises(lowp.LaunchError, match="layer 'up'.*one device.* on meta, weight .*cpu"):
        model(data().to("meta"))
    with pytest.raises(ValueError, match="got 'rowise'"):
        lowp.torch.convert(model, "rowise")
    with pytest.raises(ValueError, match="expected roles forward, dgrad and wgrad, got .'up'"):
        lowp.torch.convert(model, {"up": "rowwise"})
    with pytest.raises(ValueError, match="got 'fp8'; families are .*, blockwise_training, "):
        lowp.torch.convert(model, "fp8")
    with pytest.raises(TypeError, match="torch.convert: expected recipe to be a string, .*got 3"):
        lowp.torch.convert(model, 3)
    with pytest.raises(TypeError, match="expected deny to be a pattern .*, got 3"):
        lowp.torch.convert(model, FAMILY, deny=3)
    with pytest.raises(ValueError, match=r"a part that lowp knows \(h200, .*got 'h2000'"):
        lowp.torch.convert(model, "auto", part="h2000")
    assert [each.recipe for each in lowp.torch.decisions(model)] == [FAMILY] * 3
    assert lowp.torch.convert(copy.deepcopy(model), None).up.recipe == "none"
    model.up.weight = torch.nn.Parameter(data(7))
    with pytest.raises(lowp.LaunchError, match="layer 'tied': .* got 5x7 of bfloat16"):
        model(data())


def test_ranks_are_left_alone():
    """Adapters and routers are in their own type, unless a pattern names them."""
    model = torch.nn.ModuleDict(
        {
            "down": torch.nn.Linear(512, 16),
            "up": torch.nn.Linear(16, 512),
            "small": torch.nn.Linear(64, 128),
            "wide": torch.nn.Linear(512, 128),
        }
    )
    lowp.torch.convert(model, FAMILY)
    found = {each.name: each for each in lowp.torch.decisions(model)}
    assert [name for name, each in found.items() if each.recipe] == ["small", "wide"]
    assert found["down"].reason == (
        "16 is a rank, a router or a small head; a pattern of allow= takes it"
    )
    lowp.torch.convert(model, FAMILY, allow=["up", "wide"])
    assert [each.name for each in lowp.torch.decisions(model) if each.recipe] == ["up", "wide"]


class Quantized(torch.Tensor):
    """What torchao has for a weight, as far as a layer can tell."""


Quantized.__module__ = "torchao.quantization"


def test_nothing_to_convert():
    """The commonest reason is said."""
    model = torch.nn.Sequential(*(torch.nn.Linear(256, 256) for _ in range(4)))
    model[0].quantization_scheme = object()
    for layer in model[1:3]:
        layer.weight = torch.nn.Parameter(layer.weight.detach().as_subclass(Quantized))
    model[3].forward = lambda input: input
    with pytest.warns(
        UserWarning,
        match="got none: 2 of 4 are kept since its weight is a Quantized "
        r"of torchao: lowp.torch.adopt\(model\) computes it",
    ):
        lowp.torch.convert(model, FAMILY)
    assert [each.reason.split(":")[0] for each in lowp.torch.decisions(model)][::3] == [
        "compressed-tensors has quantized it",
        "its forward was replaced, as by hooks of accelerate",
    ]
