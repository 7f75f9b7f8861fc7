"""A matrix that is divided into groups: each is quantized as if it were alone, and
the scales of all of them lie in one tensor."""

from dataclasses import dataclass

import numpy as np

from .amax import WHOLE
from .layouts import store_scales
from .quantize import BLOCKS, dequantize, quantize


@dataclass(frozen=True)
class Groups:
    """Where groups along `axis` end; their scales begin at multiples of
    `alignment`."""

    ends: tuple
    axis: int
    alignment: int = 1
    separate: bool = False

    def ranges(self, size):
        """Begin and end of each group. An end that would leave the matrix, or lie
        before that of the group before, is brought to the nearest legal one."""
        begin = 0
        for given in self.ends:
            end = max(begin, min(int(given), size))
            yield begin, end
            begin = end

    def slices(self, shape):
        for begin, end in self.ranges(shape[self.axis]):
            part = [slice(None), slice(None)]
            part[self.axis] = slice(begin, end)
            yield tuple(part)

    def inside(self, shape):
        """Which elements are in a group."""
        mask = np.zeros(shape, bool)
        for part in self.slices(shape):
            mask[part] = True
        return mask

    def capacity(self, shape, block):
        """Entries of the scale matrix along `axis`: enough for any division."""
        count, extent = len(self.ends), block[self.axis]
        if extent == WHOLE:
            return count * self.alignment
        step = extent * self.alignment
        return (shape[self.axis] + count * (step - 1)) // step * self.alignment


def pad_along(matrix, axis, size, padding):
    """Grows a matrix to `size` with entries of `padding`, a code."""
    codes = np.ascontiguousarray(matrix).view(f"u{matrix.dtype.itemsize}")
    extra = [(0, 0), (0, 0)]
    extra[axis] = (0, size - matrix.shape[axis])
    return np.pad(codes, extra, constant_values=padding).view(matrix.dtype)


def join_scales(matrices, groups, capacity, padding=0):
    """The scale matrix of the whole from those of the groups."""
    aligned = [
        pad_along(
            matrix,
            groups.axis,
            -(-matrix.shape[groups.axis] // groups.alignment) * groups.alignment,
            padding,
        )
        for matrix in matrices
    ]
    return pad_along(np.concatenate(aligned, groups.axis), groups.axis, capacity, padding)


# The dimension of the storage that rows and columns of the scale matrix are in,
# and how many of them cannot be cut.
ATOMS = {
    "#lowp.compact": ((0, 1), (1, 1)),
    "#lowp.mn_major": ((1, 4), (0, 1)),
    "#lowp.k_major": ((0, 1), (1, 4)),
    "#lowp.packed_words": ((1, 4), (0, 4)),
    "#lowp.swizzled": ((0, 128), (1, 4)),
}


def store_group_by_group(matrices, layout, groups, capacity):
    """The storage as groups of whole atoms make it: one storage of each, side by
    side or, if separate, one after the other. Nothing where the alignment is less than an atom."""
    dim, atom = ATOMS[layout][groups.axis]
    if groups.alignment % atom:
        return None
    stored = [
        store_scales(
            pad_along(
                matrix,
                groups.axis,
                -(-matrix.shape[groups.axis] // groups.alignment) * groups.alignment,
                0,
            ),
            layout,
        )
        for matrix in matrices
    ]
    rest = capacity - sum(
        -(-matrix.shape[groups.axis] // groups.alignment) * groups.alignment for matrix in matrices
    )
    shape = list(matrices[0].shape)
    shape[groups.axis] = rest
    stored.append(store_scales(np.zeros(shape, matrices[0].dtype), layout))
    if groups.separate:
        return np.concatenate([part.reshape(-1) for part in stored])
    return np.concatenate(stored, dim)


@dataclass
class Grouped:
    """A grouped matrix: data where they are in the input, the scale matrices of
    the groups, and for NVFP4 a scale for each of them."""

    data: np.ndarray
    matrices: list
    global_scales: np.ndarray
    values: np.ndarray
    scales: np.ndarray


def quantize_groups(
    x, element, recipe, numerics, groups, convention="decode", seed=None, dtype=np.float64
):
    """What is in no group has data and values of 0."""
    data = values = None
    matrices, global_scales = [], []
    for number, part in enumerate(groups.slices(x.shape)):
        own_seed = None if seed is None else (seed + number) % 2**64
        codes, scales, *rest = quantize(x[part], element, recipe, numerics, convention, own_seed)
        if data is None:
            data, values = np.zeros(x.shape, codes.dtype), np.zeros(x.shape, dtype)
        data[part] = codes
        values[part] = dequantize(
            codes, scales, recipe, convention, dtype, rest[0] if rest else None
        )
        matrices.append(scales)
        global_scales.extend(rest)
    joined = join_scales(matrices, groups, groups.capacity(x.shape, BLOCKS[recipe]))
    return Grouped(
        data, matrices, np.concatenate(global_scales) if global_scales else None, values, joined
    )
