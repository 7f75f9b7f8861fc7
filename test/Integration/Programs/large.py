"""Layers at the sizes of Llama-8B, and an encoder as wide, for measuring.

    python large.py export DIR [NAME]   # where torch-mlir is (see regenerate.py): DIR/NAME.mlir
    python large.py inputs DIR [NAME]   # where numpy and torch are: DIR/NAME/argumentN.bin
    python large.py peers DIR [NAME]    # the same in torch, for lowp.bench: DIR/NAME.py
    python large.py torch [NAME]        # torch's own time on a GPU, eager and compiled
    lowp-run DIR/NAME.mlir --recipe=block_1x128_128x128 --inputs=DIR/NAME --device=gpu --time
    python -m lowp.bench --program DIR/NAME.mlir --torch DIR/NAME.py:layer --recipe block_1x128_128x128

Weights are marked as parameters, so lowp-run prepares them outside of what it times, but those
of the layer with its gradients ("train"); `sed 's/ {lowp.parameter}//g'` takes the marks away. Weights have rows of length 1, so that
activations stay as large as a model's.
"""

import pathlib
import re
import sys

import torch

import external_layers
import models

models.HIDDEN, models.HEADS, models.KV_HEADS, models.HEAD, models.INNER = 4096, 32, 8, 128, 14336
H, HEAD, KV, I = models.HIDDEN, models.HEAD, models.KV_HEADS * models.HEAD, models.INNER
SEPARATE = [(H, H), (KV, H), (KV, H), (H, H), (I, H), (I, H), (H, I), (H,), (H,)]
FUSED = [(H + 2 * KV, H), (H, H), (2 * I, H), (H, I), (H,), (H,)]
BERT = [(H, H), (H,)] * 4 + [(H,), (H,), (I, H), (I,), (H, I), (H,), (H,), (H,)]
# Name: function, sequences, tokens, weights, whether the number of tokens is unknown.
LAYERS = {
    "layer": (models.llama_layer, 1, 2048, SEPARATE, False),
    "batch": (models.llama_layer, 8, 512, SEPARATE, False),
    "any_tokens": (models.llama_layer, 1, 2048, SEPARATE, True),
    "fused": (models.fused_layer, 1, 2048, FUSED, False),
    "train": (models.llama_train, 1, 2048, SEPARATE, False),
    "bert_train": (models.bert_train, 1, 2048, BERT, False),
    # With attention as a function of the user's: --external attention=attention.py:attention,
    # and the same for attention_backward, of docs/examples/attention.py (or attention_cudnn.py).
    "external_layer": (models.llama_layer, 1, 2048, SEPARATE, False),
    "external_train": (models.llama_train, 1, 2048, SEPARATE, False),
}
# FFNs with their gradients: tokens, columns of activations, columns between.
FFNS = {"ffn_llama70b_train": (4096, 8192, 28672), "ffn_deepseek_train": (4096, 7168, 18432)}


def takes_gradient(name):
    """Whether the last input is the gradient of the result."""
    return name.endswith("train")


def has_angles(name):
    """Whether positions are angles by which queries and keys turn."""
    return not name.startswith("bert")


def shape_ffn(name):
    tokens, outer, inner = FFNS[name]
    return [(tokens, outer), (inner, outer), (inner, outer), (outer, inner), (tokens, outer)]


def export(folder, names):
    from regenerate import check_versions, export_from_torch

    check_versions()
    for name in names or [*LAYERS, *FFNS]:
        if name in FFNS:
            inputs = list(map(models.Input, shape_ffn(name)))
            text = export_from_torch(models.Program(models.swiglu_train, inputs, train=True))
            (folder / f"{name}.mlir").write_text(text)
            continue
        function, batch, tokens, weights, dynamic = LAYERS[name]
        train = takes_gradient(name)
        angles = [(1, tokens, HEAD)] * 2 if has_angles(name) else []
        shapes = [(batch, tokens, H), (1, 1, tokens, tokens), *angles, *weights]
        shapes += [(batch, tokens, H)] * train
        if name in external_layers.PROGRAMS:
            text = external_layers.stitch(name, shapes, export_from_torch, parameters=not train)
            (folder / f"{name}.mlir").write_text(text)
            continue
        unknown = [(0, 1), (1, 2), (1, 3), (2, 1), (3, 1)] if dynamic else []
        text = export_from_torch(
            models.Program(function, list(map(models.Input, shapes)), unknown, train)
        )
        marked = (
            re.sub(
                r"(%arg(?:[4-9]|\d\d): tensor<[^>]*>)(?=, %arg|\) ->)",
                r"\1 {lowp.parameter}",
                text,
                count=len(weights),
            )
            if not train
            else text
        )
        (folder / f"{name}.mlir").write_text(marked)


def draw(shapes):
    """Weights (the matrices) and gains around 1 as a model has them."""
    return [
        torch.randn(s) * s[1] ** -0.5 if len(s) == 2 else 1 + 0.1 * torch.randn(s) for s in shapes
    ]


def make_inputs(name):
    if name in FFNS:
        torch.manual_seed(1)
        x, *weights, dy = shape_ffn(name)
        return [y.bfloat16() for y in (torch.randn(x), *draw(weights), torch.randn(dy))]
    _function, batch, tokens, weights, _dynamic = LAYERS[name]
    torch.manual_seed(1)
    half = 10000.0 ** (-torch.arange(HEAD // 2) / (HEAD // 2))
    angles = torch.outer(torch.arange(tokens), torch.cat([half, half]))[None]
    mask = torch.full((tokens, tokens), -3e38).triu(1)[None, None]
    drawn = draw(weights)
    if takes_gradient(name):
        drawn.append(torch.randn(batch, tokens, H))
    turned = [angles.cos(), angles.sin()] if has_angles(name) else []
    return [x.bfloat16() for x in (torch.randn(batch, tokens, H), mask, *turned, *drawn)]


def write_inputs(folder, name):
    (folder / name).mkdir(exist_ok=True)
    for number, x in enumerate(make_inputs(name)):
        x.contiguous().view(torch.int16).numpy().tofile(folder / name / f"argument{number}.bin")


def attend(q, k, v, mask):
    """torch's fused attention instead of its parts."""
    out = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
    return out.transpose(1, 2).contiguous()


def milliseconds(function, inputs, calls=20):
    for _ in range(3):
        function(*inputs)
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    for _ in range(calls):
        function(*inputs)
    end.record()
    torch.cuda.synchronize()
    return start.elapsed_time(end) / calls


def step_of(layer, constants):
    """A layer and its gradients, as torch's autograd has them; there are none of inputs 1 to
    `constants`."""

    def step(*inputs):
        with torch.enable_grad():
            *inputs, dy = inputs
            taken = [
                x.detach().requires_grad_() if number == 0 or number > constants else x
                for number, x in enumerate(inputs)
            ]
            y = layer(*taken)
            wanted = [taken[0], *taken[1 + constants :]]
            return (y.detach(), *torch.autograd.grad(y, wanted, dy))

    return step


def torch_function(name):
    """What the program computes, with torch's fused attention."""
    models.attend = attend
    if name in FFNS:
        return step_of(models.swiglu, 0)
    if not takes_gradient(name):
        return LAYERS[name][0]
    return step_of(models.llama_layer, 3) if has_angles(name) else step_of(models.bert_layer, 1)


def write_peer(folder, name):
    """A file for --torch of lowp.bench."""
    (folder / f"{name}.py").write_text(f"""import sys

sys.path.insert(0, {str(pathlib.Path(__file__).resolve().parent)!r})
import large

layer = large.torch_function({name!r})


def make_inputs():
    return large.make_inputs({name!r})
""")


def time_torch(name):
    function, inputs = torch_function(name), [x.cuda() for x in make_inputs(name)]
    with torch.set_grad_enabled(takes_gradient(name)):
        eager = milliseconds(function, inputs)
        compiled = milliseconds(torch.compile(function), inputs)
    print(f"{name}: eager {eager:.3f} ms, torch.compile {compiled:.3f} ms")


def main():
    words = sys.argv[1:]
    if words[:1] == ["export"] and len(words) >= 2:
        return export(pathlib.Path(words[1]), words[2:])
    if words[:1] in (["inputs"], ["peers"]) and len(words) >= 2:
        write = write_inputs if words[0] == "inputs" else write_peer
        for name in words[2:] or [*LAYERS, *FFNS]:
            write(pathlib.Path(words[1]), name)
        return None
    if words[:1] == ["torch"]:
        for name in words[1:] or [*LAYERS, *FFNS]:
            time_torch(name)
        return None
    sys.exit(__doc__)


if __name__ == "__main__":
    main()
