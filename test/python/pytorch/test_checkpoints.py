"""Checkpoints that other libraries have written: each layer against its dequantized weight."""

import copy
import json
import pickle
import shutil
import types

import lowp
import pytest
from checkpoint_fixtures import (
    FOLDER,
    dequantize,
    error,
    make,
    reader,  # noqa: F401
    tensors_of,
    weight_of,
)
from torch.utils._python_dispatch import TorchDispatchMode
from torch_fixtures import seeded, torch  # noqa: F401

import lowp.torch
from lowp.torch import programs
from lowp.torch.checkpoints import fp4_as_fp8
from lowp.torch.scaled_ops import Form

# By folder: the bound of a product's error, and what the report calls it. Inputs as they are
# round the result alone.
FORMATS = {
    "fp8_block": (0.03, "fp8 by 128x128"),
    "mxfp8": (0.03, "mxfp8"),
    "compressed_tensor": (0.03, "fp8 by tensor, input by a static scale"),
    "compressed_channel": (0.03, "fp8 by row"),
    "compressed_block": (0.03, "fp8 by 128x128"),
    "compressed_mxfp8": (0.03, "mxfp8"),
    "compressed_mxfp4": (0.03, "mxfp4"),
    "compressed_nvfp4": (0.11, "nvfp4"),
    "compressed_nvfp4a16": (0.005, "nvfp4, input as it is"),
    "modelopt_fp8": (0.03, "fp8 by tensor, input by a static scale"),
    "modelopt_row": (0.03, "fp8 by row"),
    "modelopt_block": (0.005, "fp8 by 128x128, input as it is"),
    "modelopt_mxfp8": (0.03, "mxfp8"),
    "modelopt_nvfp4": (0.11, "nvfp4"),
}
E, HIDDEN, INNER = 2, 32, 32


class NoWideWeights(TorchDispatchMode):
    """Refuses tensors of 16 bits and more with as many elements as a weight."""

    def __init__(self, count):
        super().__init__()
        self.count = count

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        made = function(*args, **(kwargs or {}))
        for each in made if isinstance(made, (list, tuple)) else (made,):
            if isinstance(each, torch.Tensor) and not each.is_meta:
                assert each.element_size() < 2 or each.numel() < self.count, function
        return made


def sizes_of(name):
    return (128, 256) if name.endswith("block") else (96, 64)


def load(name, **options):
    return lowp.torch.load(make(sizes_of(name)), FOLDER / name, **options)


def products(name, rows=5):
    x = torch.randn(rows, sizes_of(name)[1]).bfloat16()
    bias = tensors_of(name)["up.bias"].double()
    return x, x.double() @ weight_of(name).t() + bias


@pytest.mark.parametrize("name", FORMATS)
def test_products(name):
    bound, kind = FORMATS[name]
    n, k = sizes_of(name)
    with NoWideWeights(n * k):
        model = load(name)
    x, want = products(name)
    assert error(model.up(x), want) < bound
    assert model.up.lowp_decision.recipe == kind and kind in str(lowp.torch.report(model))
    state, held = model.state_dict(), tensors_of(name)
    unused = {"up.input_scale", "up.input_global_scale"} - state.keys()
    assert state.keys() == held.keys() - unused
    assert all(
        torch.equal(
            state[key].view(torch.uint8) if state[key].dim() else state[key],
            held[key].view(torch.uint8) if held[key].dim() else held[key],
        )
        for key in state
    )
    assert type(model.head) is torch.nn.Linear


@pytest.mark.parametrize("name", ["fp8_block", "compressed_nvfp4"])
def test_gradient_of_the_input(name):
    """As adapters beside a layer need it."""
    model = load(name)
    x = torch.randn(3, sizes_of(name)[1]).bfloat16().requires_grad_()
    g = torch.randn(3, sizes_of(name)[0]).bfloat16()
    model.up(x).backward(g)
    assert error(x.grad, g.double() @ weight_of(name)) < 0.005
    assert not [each for each in model.up.parameters() if each.requires_grad]


@pytest.mark.parametrize("name", ["compressed_nvfp4", "compressed_tensor"])
def test_transforms(name):
    """Compiled, exported, mapped, copied and read again."""
    layer = load(name).up
    x = torch.randn(5, sizes_of(name)[1]).bfloat16()
    y = layer(x)
    assert torch.equal(torch.compile(layer, backend="aot_eager", fullgraph=True)(x), y)
    assert torch.equal(torch.export.export(layer, (x,)).module()(x), y)
    assert torch.equal(torch.vmap(layer)(x[None])[0], y)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert torch.equal(layer(x.float()), y)
    assert torch.equal(pickle.loads(pickle.dumps(layer))(x), y)
    other = copy.deepcopy(layer)
    for each in (*other.buffers(), *other.parameters()):
        each.copy_(torch.zeros_like(each))
    other.load_state_dict(layer.state_dict())
    assert torch.equal(other.half().float()(x), y)


def test_models_of_inference_mode():
    with torch.inference_mode():
        model, (x, want) = load("compressed_tensor"), products("compressed_tensor")
        assert error(model.up(x), want) < 0.03
    assert not any(each.is_inference() for each in model.buffers())
    assert error(model.up(x.clone()), want) < 0.03


def test_written_scales_count():
    model, (x, want) = load("compressed_channel"), products("compressed_channel")
    model.up(x)
    model.up.weight_scale.mul_(2)
    model.up.bias.zero_()
    want = 2 * (want - tensors_of("compressed_channel")["up.bias"].double())
    assert error(model.up(x), want) < 0.03


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "name",
    [
        "fp8_block",
        "mxfp8",
        "compressed_tensor",
        "compressed_channel",
        "compressed_mxfp4",
        "compressed_nvfp4",
    ],
)
def test_kernels_of_hopper(name, monkeypatch):
    """fp8 compiles as it is; others are emulated, with a warning that names the format."""
    seen = []

    def compile_for_hopper(text, **options):
        emulated = options.get("allow_emulation", False)
        made = lowp.compile(text, chip="sm_90a", image_format="ptx", allow_emulation=emulated)
        seen.append(emulated)
        return made

    monkeypatch.setattr(programs, "compile", compile_for_hopper)
    monkeypatch.setattr(programs, "chip_of", lambda device: "sm_90a")
    monkeypatch.setattr(programs, "_functions", {})
    model = load(name, fp4="keep")
    form = Form.parse(model.up.lowp_form)
    is_plain = name in ("fp8_block", "compressed_tensor", "compressed_channel")
    if is_plain:
        programs.scaled_linear(form, torch.bfloat16, True, torch.device("cpu"))
    else:
        with pytest.warns(UserWarning, match="expected kernels of sm_90a for the format, got none"):
            programs.scaled_linear(form, torch.bfloat16, True, torch.device("cpu"))
    assert seen == [not is_plain]


# ===----------------------------------------------------------------------===
# FP4 as FP8
# ===----------------------------------------------------------------------===


def test_mxfp4_is_exact_in_fp8():
    model, (x, want) = load("compressed_mxfp4", fp4="exact"), products("compressed_mxfp4")
    layer = model.up
    assert layer.weight.dtype is torch.float8_e4m3fn and layer.weight_scale.shape == (1, 1)
    assert torch.equal(dequantize(layer.weight, layer.weight_scale), weight_of("compressed_mxfp4"))
    assert layer.lowp_decision.reason == "192 of 192 blocks exact, error 0.0000"
    assert error(layer(x), want) < 0.03


@pytest.mark.parametrize("low, is_exact", [(113, True), (112, False), (255, False)])
def test_powers_that_are_far_apart(low, is_exact):
    """14 apart are exact; the smallest value of 15 is not, nor is a NaN."""
    data = torch.full((2, 16), 0x11, dtype=torch.uint8)
    scales = torch.tensor([[127], [low]], dtype=torch.uint8).view(torch.float8_e8m0fnu)
    data[0] = 0x77
    format = lowp.torch.checkpoints.formats.MXFP4
    made = fp4_as_fp8.convert(format, [data, scales], (2, 32))
    assert (made.exact, made.blocks) == (2 if is_exact else 1, 2)
    if is_exact:
        fp4_as_fp8.check(made, "up", format, rounds=False)
        return
    with pytest.raises(lowp.LaunchError, match="'up': .*got 1 of 2 blocks.*by fp4='rounded'"):
        fp4_as_fp8.check(made, "up", format, rounds=False)
    fp4_as_fp8.check(made, "up", format, rounds=True)


def test_nvfp4_is_rounded_on_request():
    with pytest.raises(lowp.LaunchError, match="'up': expected nvfp4 to be kept.*fp4='rounded'"):
        load("compressed_nvfp4", fp4="exact")
    model, (x, want) = load("compressed_nvfp4", fp4="rounded"), products("compressed_nvfp4")
    assert error(model.up(x), want) < 0.04
    exact, reason = model.up.lowp_decision.reason.split(" ", 1)
    assert 0 < int(exact) < 384 and reason.startswith("of 384 blocks exact, error ")
    added = error(dequantize(model.up.weight, model.up.weight_scale), weight_of("compressed_nvfp4"))
    assert abs(added - float(reason.split()[-1])) < 1e-4


# ===----------------------------------------------------------------------===
# Experts
# ===----------------------------------------------------------------------===


class Experts(torch.nn.Module):
    """gpt-oss's: transposed, interleaved and biased."""

    has_gate = has_bias = is_transposed = True
    num_experts = E

    def __init__(self):
        super().__init__()
        self.config = types.SimpleNamespace(_experts_implementation="eager")
        sizes = {"gate_up_proj": (2 * INNER, HIDDEN), "down_proj": (HIDDEN, INNER)}
        for name, (n, k) in sizes.items():
            self.register_parameter(name, torch.nn.Parameter(torch.empty(E, k, n)))
            bias = torch.nn.Parameter(torch.empty(E, n, dtype=torch.bfloat16))
            self.register_parameter(f"{name}_bias", bias)

    def _apply_gate(self, y):
        return y[..., ::2] * y[..., 1::2].sigmoid()


@pytest.mark.parametrize("fp4", ["keep", "exact"])
def test_gpt_oss(fp4):
    with torch.device("meta"):
        model = torch.nn.ModuleDict({"experts": Experts()})
    lowp.torch.load(model, FOLDER / "gpt_oss", fp4=fp4)
    experts, held = model["experts"], tensors_of("gpt_oss")
    assert experts.config._experts_implementation == "lowp"
    x = torch.randn(4, HIDDEN).bfloat16()
    index, weights = torch.tensor([[0], [1], [1], [0]]), torch.ones(4, 1).bfloat16()
    got = lowp.torch.transformers.experts.compute(experts, x, index, weights)
    for row, expert in enumerate(index[:, 0].tolist()):
        y = x[row].double()
        for name in ("gate_up_proj", "down_proj"):
            blocks = held[f"experts.{name}_blocks"][expert].flatten(1)
            weight = dequantize(blocks, held[f"experts.{name}_scales"][expert])
            y = weight @ y + held[f"experts.{name}_bias"][expert].double()
            y = experts._apply_gate(y) if name == "gate_up_proj" else y
        assert error(got[row], y) < 0.08
    rows = {each.name: each for each in lowp.torch.decisions(model)}
    assert list(rows) == ["experts.gate_up_proj", "experts.down_proj"]
    taken = "fp8 by 128x128 of mxfp4" if fp4 == "exact" else "mxfp4"
    assert {each.recipe for each in rows.values()} == {taken}
    assert "?x2 of 64x32 " in str(lowp.torch.report(model))


# ===----------------------------------------------------------------------===
# What is refused
# ===----------------------------------------------------------------------===


def copy_of(name, tmp_path, entry):
    shutil.copytree(FOLDER / name, tmp_path / name)
    config = json.dumps({"quantization_config": entry})
    (tmp_path / name / "config.json").write_text(config, encoding="utf-8")
    return tmp_path / name


@pytest.mark.parametrize(
    "entry, message",
    [
        ({"quant_method": "gptq"}, "integers of method 'gptq'; lowp multiplies no integers"),
        ({"quant_method": "novel"}, "a quant_method of fp8, .*, got 'novel'"),
        ({"quant_method": "lowp"}, "got 'lowp'; from_pretrained reads it"),
        ({"quant_method": "fp8", "weight_block_size": [64, 64]}, "fp8: .* got blocks of 64x64"),
        ({"quant_method": "modelopt", "quant_algo": "W4A16_AWQ"}, "modelopt: .* got W4A16_AWQ"),
        (
            {"quant_method": "fp8", "weight_block_size": [1, 32]},
            "model.safetensors: 'up.weight_scale_inv': expected scales of 128x8 for mx<1x32>, in "
            "f8E8M0FNU, got 1x2 of float32",
        ),
        (
            {"quant_method": "fbgemm_fp8"},
            "model.safetensors: 'up.weight': expected weight_scale of fp8 by row, got 128x256 of "
            "float8_e4m3fn on cpu without scales",
        ),
    ],
)
def test_refusals(entry, message, tmp_path):
    with pytest.raises(lowp.LaunchError, match=message):
        lowp.torch.load(make((128, 256)), copy_of("fp8_block", tmp_path, entry))


def test_integers_are_refused():
    with pytest.raises(lowp.LaunchError, match="compressed-tensors: .* int of 8 bits in 'group_0'"):
        load("compressed_int8")


def test_other_models_are_refused():
    with pytest.raises(lowp.LaunchError, match="'up.bias': expected 96 of .*, got 128 of .*config"):
        lowp.torch.load(make((96, 256)), FOLDER / "fp8_block")
    with pytest.raises(
        lowp.LaunchError,
        match="'up.weight': expected data of 128x96 in float8_e4m3fn, got 128x256.*config",
    ):
        lowp.torch.load(make((128, 96)), FOLDER / "fp8_block")
    model = make((128, 256))
    with torch.device("meta"):
        model.tail = torch.nn.Linear(4, 4)
    with pytest.raises(lowp.LaunchError, match="the tensors tail.weight, tail.bias, got none"):
        lowp.torch.load(model, FOLDER / "fp8_block")
    model = make((128, 256))
    del model.head
    with pytest.warns(UserWarning, match="no place for: head.weight"):
        lowp.torch.load(model, FOLDER / "fp8_block")
    with pytest.raises(lowp.LaunchError, match="expected a folder with .*safetensors"):
        lowp.torch.load(model, FOLDER)
    with pytest.raises(ValueError, match="fp4 to be one of .*got 'fp8'"):
        lowp.torch.load(model, FOLDER / "fp8_block", fp4="fp8")
