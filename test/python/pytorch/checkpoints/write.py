"""Writes the checkpoints of this folder, by the libraries that own their formats:

    python write.py  # with compressed-tensors 0.20, nvidia-modelopt 0.47, transformers 5.24, torchao 0.18

Each is a folder with config.json and model.safetensors of a random model: two linear layers,
the second of which is plain; in gpt_oss two matrices of experts."""

import json
import pathlib

import compressed_tensors.quantization.utils.helpers as helpers
import modelopt.torch.quantization as mtq
import torch
from compressed_tensors.compressors import ModelCompressor
from compressed_tensors.quantization import (
    QuantizationConfig,
    QuantizationScheme,
    apply_quantization_config,
)
from compressed_tensors.quantization.quant_scheme import PRESET_SCHEMES
from modelopt.torch.export.convert_hf_config import convert_hf_quant_config_format
from modelopt.torch.export.quant_utils import get_quant_config
from modelopt.torch.export.unified_export_hf import _export_quantized_weight
from safetensors.torch import save_file
from torchao.prototype.mx_formats.mx_tensor import MXTensor
from transformers.integrations.finegrained_fp8 import Fp8Quantize
from transformers.utils.quantization_config import FineGrainedFP8Config

HERE = pathlib.Path(__file__).resolve().parent
SMALL, BLOCKS = (96, 64), (128, 256)


def make(sizes):
    torch.manual_seed(0)
    n, k = sizes
    model = torch.nn.Module()
    model.up = torch.nn.Linear(k, n, dtype=torch.bfloat16)
    model.head = torch.nn.Linear(n, 4, bias=False, dtype=torch.bfloat16)
    return model


def write(name, tensors, entry, other=None):
    folder = HERE / name
    folder.mkdir(exist_ok=True)
    held = {key: each.detach().contiguous() for key, each in tensors.items()}
    save_file(held, folder / "model.safetensors")
    config = {} if other else {"quantization_config": entry}
    (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")
    if other:
        (folder / other).write_text(json.dumps(entry, indent=1) + "\n", encoding="utf-8")


def write_transformers(name, sizes, **options):
    """By the quantizer that from_pretrained has."""
    config = FineGrainedFP8Config(**options)
    holder = type("Holder", (), {"quantization_config": config})
    tensors = dict(make(sizes).state_dict())
    made = Fp8Quantize(holder).convert({"up.weight": tensors.pop("up.weight")})
    scale = made["up.weight_scale_inv"]
    if scale.dtype is torch.float8_e8m0fnu:
        made["up.weight_scale_inv"] = scale.view(torch.uint8)
    write(name, {**tensors, **made}, config.to_dict())


def extremes(weight, scheme):
    """Returns the least and the largest value of what has a scale: rows, blocks, groups or all."""
    strategy = str(getattr(scheme.strategy, "value", scheme.strategy))
    if strategy == "tensor":
        return weight.min().reshape(1), weight.max().reshape(1)
    if strategy == "channel":
        return weight.amin(1, keepdim=True), weight.amax(1, keepdim=True)
    if strategy == "block":
        rows, columns = scheme.block_structure
        split = weight.unflatten(1, (-1, columns)).unflatten(0, (-1, rows))
        return split.amin((1, 3)), split.amax((1, 3))
    split = weight.unflatten(1, (-1, scheme.group_size))
    return split.amin(2), split.amax(2)


def write_compressed(name, preset, sizes=SMALL):
    """As llm-compressor does: scales by the library's helpers, data by its compressor."""
    model = make(sizes)
    scheme = QuantizationScheme(targets=["Linear"], **PRESET_SCHEMES[preset])
    config = QuantizationConfig(config_groups={"group_0": scheme}, ignore=["head"])
    apply_quantization_config(model, config)
    weight, scheme = model.up.weight.detach(), model.up.quantization_scheme.weights
    low, high = extremes(weight, scheme)
    whole = None
    if hasattr(model.up, "weight_global_scale"):
        whole = helpers.generate_gparam(weight.min(), weight.max())
        model.up.weight_global_scale.data = whole.reshape(1)
    scales, _ = helpers.calculate_qparams(low, high, scheme, whole)
    model.up.weight_scale.data = scales.to(model.up.weight_scale.dtype)
    for given in ("input_scale", "input_global_scale"):
        if getattr(model.up, given, None) is not None:
            getattr(model.up, given).data.fill_(4 / 448 if given == "input_scale" else 448 * 6 / 4)
    compressor = ModelCompressor.from_pretrained_model(model)
    compressor.compress_model(model)
    entry = json.loads(json.dumps(config.to_dict(), default=str))
    write(name, model.state_dict(), {**entry, "quant_method": "compressed-tensors"})


def packed(weight):
    """The bytes and the scales of torchao's MXFP4."""
    made = MXTensor.to_mx(weight, torch.float4_e2m1fn_x2, 32)
    return made.qdata.view(torch.uint8), made.scale.view(torch.uint8)


def write_gpt_oss():
    """Two experts; the library writes on a GPU alone, so that torchao quantizes."""
    torch.manual_seed(0)
    tensors = {}
    for name, (n, k) in {"gate_up_proj": (64, 32), "down_proj": (32, 32)}.items():
        made = [packed(torch.randn(n, k, dtype=torch.bfloat16)) for _ in range(2)]
        blocks, scales = (torch.stack(each) for each in zip(*made))
        tensors[f"experts.{name}_blocks"] = blocks.unflatten(-1, (-1, 16))
        tensors[f"experts.{name}_scales"] = scales
        tensors[f"experts.{name}_bias"] = torch.randn(2, n, dtype=torch.bfloat16)
    write("gpt_oss", tensors, {"quant_method": "mxfp4", "modules_to_not_convert": ["router"]})


def write_modelopt(name, preset, sizes=SMALL, other=None):
    """By its quantizer and its exporter, of one layer: that of whole models takes transformers'."""
    model, x = make(sizes), torch.randn(8, sizes[1], dtype=torch.bfloat16)
    mtq.quantize(model, preset, lambda model: model.up(x))
    mtq.disable_quantizer(model, "head*")
    entry = get_quant_config(model)
    _export_quantized_weight(model.up, torch.bfloat16)
    tensors = {key: each for key, each in model.state_dict().items() if "quantizer" not in key}
    write(name, tensors, entry if other else convert_hf_quant_config_format(entry), other)


write_transformers("fp8_block", BLOCKS, weight_block_size=(128, 128))
write_transformers("mxfp8", SMALL, weight_block_size=(1, 32), scale_fmt="ue8m0")
write_compressed("compressed_tensor", "FP8")
write_compressed("compressed_channel", "FP8_DYNAMIC")
write_compressed("compressed_block", "FP8_BLOCK", BLOCKS)
write_compressed("compressed_mxfp8", "MXFP8")
write_compressed("compressed_mxfp4", "MXFP4XFP8")
write_compressed("compressed_nvfp4", "NVFP4")
write_compressed("compressed_nvfp4a16", "NVFP4A16")
write_compressed("compressed_int8", "W8A8")
write_gpt_oss()
write_modelopt("modelopt_fp8", mtq.FP8_DEFAULT_CFG)
write_modelopt("modelopt_row", mtq.FP8_PER_CHANNEL_PER_TOKEN_CFG)
write_modelopt("modelopt_block", mtq.FP8_2D_BLOCKWISE_WEIGHT_ONLY_CFG, BLOCKS)
write_modelopt("modelopt_mxfp8", mtq.MXFP8_DEFAULT_CFG)
write_modelopt("modelopt_nvfp4", mtq.NVFP4_DEFAULT_CFG, other="hf_quant_config.json")
