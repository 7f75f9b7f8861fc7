"""Random bits of Philox 4x32-10, and casts that round with them."""

import numpy as np

from .formats import MANTISSA, round_to_format

LOW = np.uint64(0xFFFFFFFF)


def multiply(word, constant):
    product = word * np.uint64(constant)
    return product >> np.uint64(32), product & LOW


def philox(counter, seed):
    """Four words, as uint64 arrays below 2^32, for arrays of counters."""
    key = [seed & 0xFFFFFFFF, seed >> 32]
    for _ in range(10):
        high0, low0 = multiply(counter[0], 0xD2511F53)
        high1, low1 = multiply(counter[2], 0xCD9E8D57)
        counter = [
            high1 ^ counter[1] ^ np.uint64(key[0]),
            low1,
            high0 ^ counter[3] ^ np.uint64(key[1]),
            low0,
        ]
        key = [(key[0] + 0x9E3779B9) & 0xFFFFFFFF, (key[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return counter


def random_words(seed, shape):
    """The word of each element: four neighbours of a row share a counter."""
    rows, columns = np.indices(shape, dtype=np.uint64)
    zero = np.zeros(shape, np.uint64)
    words = np.stack(philox([columns // np.uint64(4), rows, zero, zero], seed))
    lane = (columns % np.uint64(4)).astype(np.int64)
    return np.take_along_axis(words, lane[None], axis=0)[0]


def stochastic_cast(values, words, name):
    """Away from zero if word / 2^32 reaches what is missing to the next step."""
    mantissa_bits, smallest = MANTISSA[name]
    special = ~np.isfinite(values)
    magnitude = np.abs(np.where(special, 0, values).astype(np.float64))
    exponent = np.maximum(np.frexp(magnitude)[1] - 1, smallest) - mantissa_bits
    fraction = np.floor(np.ldexp(magnitude, 32 - exponent))
    steps = np.floor((fraction + words.astype(np.float64)) / 2.0**32)
    rounded = np.copysign(np.ldexp(steps, exponent), values)
    rounded = np.where(special, values, rounded).astype(np.float32)
    return round_to_format(rounded, name)
