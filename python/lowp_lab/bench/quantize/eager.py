"""Quantizes in torch, as torchao does them, into the storage that lowp writes.

These functions are the reference, and what `torch.compile` is given.
"""

from __future__ import annotations

from typing import Any

from lowp_lab.bench.quantize.scheme import PANEL, WHOLE, Scheme

_LARGEST = 448.0
_EPS = 1e-12
# Tiles of swizzled scales, and the rows of their groups.
_TILE_ROWS, _TILE_COLUMNS, _GROUP = 128, 4, 32


def _float_scales(amax: Any, is_power_of_two: bool) -> tuple[Any, Any]:
    """Encode and decode factors in f32."""
    import torch

    encode = (_LARGEST / amax.double().clamp(min=_EPS)).float()
    if is_power_of_two:
        encode = (encode.view(torch.int32) & 0x7F800000).view(torch.float32)
    return encode, 1.0 / encode


def _byte_scales(amax: Any) -> tuple[Any, Any]:
    """Encode factors in f32, and codes of e8m0 as bytes: the least power of two
    that brings the largest magnitude into range."""
    import torch

    ratio = amax.float() * (1.0 / _LARGEST)
    codes = ((ratio.view(torch.int32) + 0x7FFFFF) >> 23).clamp(0, 254)
    encode = ((254 - codes) << 23).view(torch.float32)
    return encode, codes.to(torch.uint8)


def _swizzle(scales: Any) -> Any:
    """Tiles of 128 x 4 as hardware reads them."""
    tiles = scales.unflatten(-1, (-1, _TILE_COLUMNS))
    tiles = tiles.unflatten(-3, (-1, _TILE_ROWS // _GROUP, _GROUP))
    # .., tile row, group, row, tile column, column.
    order = [*range(tiles.dim() - 5), *(n - 5 + tiles.dim() for n in (0, 3, 2, 1, 4))]
    return tiles.permute(order).contiguous()


def _store_scales(scales: Any, scheme: Scheme) -> Any:
    seen = scales.mT if scheme.transposed else scales
    if scheme.scales == "swizzled":
        return _swizzle(seen)
    return (seen.mT if scheme.scales == "mn_major" else seen).contiguous()


def _store_data(data: Any, scheme: Scheme) -> Any:
    if not scheme.transposed:
        return data
    turned = data.mT
    if scheme.panels:
        turned = turned.unflatten(-1, (-1, PANEL)).transpose(-3, -2)
    return turned.contiguous()


def quantize(x: Any, scheme: Scheme) -> tuple[Any, Any]:
    """Data and scales of (.., rows, columns), whose sizes are multiples of the
    block's and of what layouts are padded to."""
    import torch

    sizes = x.shape[-2:]
    rows, columns = (
        size if extent == WHOLE else extent for size, extent in zip(sizes, scheme.block)
    )
    blocks = x.unflatten(-1, (-1, columns)).unflatten(-3, (-1, rows))
    amax = blocks.abs().amax((-3, -1))
    if scheme.is_mx:
        encode, stored = _byte_scales(amax)
    else:
        encode, stored = _float_scales(amax, scheme.is_power_of_two)
    scaled = blocks.float() * encode[..., :, None, :, None]
    data = scaled.clamp(-_LARGEST, _LARGEST).to(torch.float8_e4m3fn)
    data = data.flatten(-2).flatten(-3, -2)
    return _store_data(data, scheme), _store_scales(stored, scheme)
