"""Several elements of less than 8 bits to a byte."""

import numpy as np

from .formats import WIDTH

# Elements that only come together: a row is filled up with zeros to these.
GROUP = {4: 2, 6: 16}


def pack_rows(data, element):
    """Bytes of each row, the first element in the lowest bits."""
    width = WIDTH[element]
    codes = data.view(np.uint8)
    codes = np.pad(codes, ((0, 0), (0, -codes.shape[1] % GROUP[width])))
    bits = np.unpackbits(codes[..., None], axis=-1, bitorder="little")[..., :width]
    return np.packbits(bits.reshape(len(codes), width * codes.shape[1]), axis=1, bitorder="little")
