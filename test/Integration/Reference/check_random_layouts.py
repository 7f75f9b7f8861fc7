# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Relayouts between storages with random parameters, there and back.

Each case draws two storages of a matrix, or of a batch of three: a scale layout,
an order, a layout of data and a packing each, and a ragged shape. What pads the
source is garbage; the target must have each datum and scale at its place and padding of 0,
and so must the source's storage that comes back.
"""

import numpy as np

from harness import DTYPES, Suite, expect_bits, sample_size, scaled_type
from oracle.data_layouts import IDENTITY, panels
from oracle.foreign_data_layouts import random_data_layout
from oracle.formats import WIDTH
from oracle.packing import GROUP, pack_rows
from oracle.quantize import BLOCKS
from oracle.random_layouts import random_layout

SEED = 20240611
RECIPES = [
    ("f8E4M3FN", "#lowp.block<1x128>", "f32"),
    ("f8E5M2", "#lowp.block<128x1>", "f32"),
    ("f8E4M3FN", "#lowp.mx<1x32>", "f8E8M0FNU"),
    ("f6E2M3FN", "#lowp.mx<32x1>", "f8E8M0FNU"),
    ("f4E2M1FN", "#lowp.nvfp4<1x16>", "f8E4M3FN"),
]


def zeros(shape, dtype):
    """Padding as it must be: bytes of 0."""
    size = int(np.prod(shape)) * dtype.itemsize
    return np.zeros(size, np.uint8).view(dtype).reshape(shape)


def garbage(shape, dtype):
    """Padding that nobody may look at."""
    size = int(np.prod(shape)) * dtype.itemsize
    return np.full(size, 0x77, np.uint8).view(dtype).reshape(shape)


def random_places(rng):
    """Where data lie: in rows, in panels, or by any map."""
    kind = rng.integers(3)
    if kind == 0:
        return IDENTITY
    return panels(16 * int(rng.integers(1, 5))) if kind == 1 else random_data_layout(rng)


class Storage:
    """Where data and scales of a matrix lie."""

    def __init__(self, rng, element):
        self.layout = random_layout(rng)
        self.order = [(0, 1), (1, 0)][rng.integers(2)]
        self.dense = element in WIDTH and bool(rng.integers(2))
        group = GROUP[WIDTH[element]] if self.dense else 1
        self.places = random_places(rng)
        count = self.places.last[1]
        if count is not None and count % group:
            self.dense, group = False, 1
        # What sizes that are unknown until run time are multiples of.
        slow, fast = self.places.alignments(group)
        self.alignments = (slow, fast) if self.order == (0, 1) else (fast, slow)
        self.element = element

    def data(self, data, padding):
        rows = np.ascontiguousarray(data.transpose(self.order))
        rows = self.places.store(rows, padding)
        if not self.dense:
            return rows
        packed = pack_rows(rows.reshape(-1, rows.shape[-1]), self.element)
        return packed.reshape(*rows.shape[:-1], packed.shape[-1])

    def parts(self, matrices, padding):
        """The tensors of one matrix, or of a batch of several."""
        # A code of 4 or 6 bits has no room for garbage beyond it.
        fill = zeros if self.dense else padding
        each = [
            [self.data(data, fill), self.layout.store(scales, padding), *rest]
            for data, scales, rest in matrices
        ]
        return each[0] if len(each) == 1 else [np.stack(tensors) for tensors in zip(*each)]

    def type(self, count, shape, recipe, dynamic):
        batch = () if count == 1 else (count,)
        return scaled_type(
            (*batch, *shape),
            self.element,
            recipe,
            self.order,
            self.layout.text,
            dynamic=dynamic,
            data=self.places,
            packing="dense" if self.dense else "bytes",
        )


def random_shape(rng, dynamic, storages):
    """Rows and columns, multiples of the alignments where the type does not know them."""
    shape = [int(s) for s in rng.integers(1, [150, 300])]
    if dynamic:
        for dim in range(2):
            alignment = int(np.lcm.reduce([s.alignments[dim] for s in storages]))
            shape[dim] = -(-shape[dim] // alignment) * alignment
    return tuple(shape)


def numbered(count, scale):
    """Scales that differ as much as their type allows, none with the code 0."""
    numbers = np.arange(1, count + 1)
    if scale == "f32":
        return numbers.astype(np.float32)
    return (numbers % 120 + 1).astype(np.uint8).view(DTYPES[scale])


def add_case(suite, rng, number):
    element, recipe, scale = RECIPES[rng.integers(len(RECIPES))]
    storages = [Storage(rng, element) for _ in range(2)]
    # In a batch, the sizes of matrices are known.
    count = 3 if rng.integers(4) == 0 else 1
    dynamic = count == 1 and bool(rng.integers(2))
    shape = random_shape(rng, dynamic, storages)
    blocks = [-(-size // block) for size, block in zip(shape, BLOCKS[recipe])]
    scales = numbered(count * np.prod(blocks), scale).reshape(count, *blocks)
    matrices = [
        (
            rng.integers(0, 1 << WIDTH.get(element, 8), shape, np.uint8).view(DTYPES[element]),
            scales[i],
            [np.float32([0.75 + i])] if "nvfp4" in recipe else [],
        )
        for i in range(count)
    ]
    before, after = (s.type(count, shape, recipe, dynamic) for s in storages)
    # In functions of their own, so that there and back is not folded away.
    function = f"""
func.func private @NAME_there(%q: {before}) -> {after} attributes {{no_inline}} {{
  %r = lowp.relayout %q : {before} -> {after}
  return %r : {after}
}}
func.func private @NAME_back(%q: {after}) -> {before} attributes {{no_inline}} {{
  %r = lowp.relayout %q : {after} -> {before}
  return %r : {before}
}}
func.func @NAME(%q: {before}) -> ({after}, {before}) {{
  %r = func.call @NAME_there(%q) : ({before}) -> {after}
  %s = func.call @NAME_back(%r) : ({after}) -> {before}
  return %r, %s : {after}, {before}
}}"""
    source, target = storages
    # Scales that stay where they are keep their padding.
    padding = zeros if source.layout.text == target.layout.text else garbage
    wanted = target.parts(matrices, zeros) + source.parts(matrices, zeros)
    suite.add(
        f"case {number} of seed {SEED}: {shape} {before} -> {after}",
        function,
        source.parts(matrices, padding),
        list(map(expect_bits, wanted)),
    )


suite = Suite(foreign=True)
rng = np.random.default_rng(SEED)
for number in range(400 if sample_size(0) else 100):
    add_case(suite, rng, number)
suite.run()
