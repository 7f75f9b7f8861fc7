"""Two levels of scales: e4m3 of blocks, f32 of the matrix."""

import numpy as np

from .formats import DTYPES


def scales(amax, global_encode, largest):
    """The f32 factor of each block, and the stored e4m3 scales."""
    wanted = amax / np.float32(largest) * global_encode
    stored = np.minimum(wanted, np.float32(448)).astype(DTYPES["f8E4M3FN"])
    decode = stored.astype(np.float32) * (np.float32(1) / global_encode)
    encode = np.minimum(np.float32(1) / decode, np.finfo(np.float32).max)
    return encode, stored
