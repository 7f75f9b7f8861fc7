"""What torch makes of a linear layer in low precision, step by step in f64."""

import torch

DTYPES = [torch.float32, torch.bfloat16]
RECIPES = ["none", "rowwise_training", "rowwise_with_gw_hp", "blockwise_training"]
E4M3 = 448.0


def _blocks(x, rows, columns):
    """x with its amax of each block, both of x's shape. 0: whole rows or columns."""
    rows, columns = rows or x.shape[0], columns or x.shape[1]
    padded = torch.nn.functional.pad(x.abs(), (0, -x.shape[1] % columns, 0, -x.shape[0] % rows))
    split = padded.unflatten(0, (-1, rows)).unflatten(2, (-1, columns))
    amax = split.amax((1, 3), keepdim=True).expand(split.shape)
    return amax.flatten(0, 1).flatten(1, 2)[: x.shape[0], : x.shape[1]]


def quantized(x, rows, columns, power_of_two=False):
    """The values, in f64, of x in e4m3 with one scale per block, as torchao rounds."""
    if x.numel() == 0:
        return x.double()
    amax = _blocks(x.float(), rows, columns).double().clamp(min=1e-12)
    scale = (E4M3 / amax).float()
    if power_of_two:
        scale = torch.exp2(torch.floor(torch.log2(scale.double()))).float()
    data = (x.float() * scale).clamp(-E4M3, E4M3).to(torch.float8_e4m3fn)
    # What is stored is the inverse, in f32.
    return data.double() * (1 / scale.double()).float().double()


def _pair(recipe, a, b):
    """Operands of a . b^T, each of rows along K."""
    if recipe == "none":
        return a.double(), b.double()
    if recipe == "rowwise":
        return quantized(a, 1, 0, True), quantized(b, 1, 0, True)
    if recipe == "gw_hp_dgrad":
        return quantized(a, 1, 0, True), quantized(b, 0, 0, True)
    rows = 128 if recipe == "1x128_128x128" else 1
    return quantized(a, 1, 128), quantized(b, rows, 128)


_OF = {
    "none": ("none",) * 3,
    "rowwise_training": ("rowwise",) * 3,
    "rowwise_with_gw_hp": ("rowwise", "gw_hp_dgrad", "none"),
    "blockwise_training": ("1x128_128x128", "1x128_128x128", "1x128_1x128"),
}


def forward(x, w, b, recipe):
    lhs, rhs = _pair(_OF[recipe][0], x.detach(), w.detach())
    y = lhs @ rhs.t()
    if b is not None:
        y = y.float() + b.detach().float()
    return y.to(x.dtype)


def backward(g, x, w, recipe):
    """dx, dw and db."""
    x, w = x.detach(), w.detach()
    lhs, rhs = _pair(_OF[recipe][1], g, w.t())
    dx = lhs @ rhs.t()
    lhs, rhs = _pair(_OF[recipe][2], g.t(), x.t())
    dw = lhs @ rhs.t()
    return dx.to(x.dtype), dw.to(w.dtype), g.double().sum(0).to(g.dtype)
