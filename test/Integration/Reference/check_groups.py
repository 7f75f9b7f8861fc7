# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Matrices divided into groups, along rows or columns: quantize, dequantize,
relayout and transpose, where scales lie and what pads them.

What lies beyond the last group is NaN in the inputs; whatever becomes of it is no
concern.
"""

import functools
import itertools

import numpy as np

from harness import Suite, as_dtype, expect_bits, same_bits
from inputs import ordinary, with_special
from oracle.data_layouts import IDENTITY, panels
from oracle.groups import Groups, pad_along, quantize_groups, store_group_by_group
from oracle.layouts import SWIZZLED_32X8, store_data, store_scales
from oracle.packing import pack_rows
from oracle.quantize import BLOCKS, PRESETS

LAYOUTS = [
    "#lowp.compact",
    "#lowp.mn_major",
    "#lowp.k_major",
    "#lowp.packed_words",
    "#lowp.swizzled",
]
# Empty groups, one of a single element, borders within blocks, a tail of 23; all in
# the last group; none anywhere; ends that descend or leave the matrix.
ENDS = [(0, 1, 130, 130, 277), (0, 0, 0, 0, 300), (0, 0, 0, 0, 0), (64, 20, 400, -3, 200)]
SHAPES = {0: (300, 70), 1: (40, 300)}
FAMILIES = [
    ("f8E4M3FN", "#lowp.block<1x128>", "torchao"),
    ("f8E5M2", "#lowp.block<128x1>", "torchao"),
    ("f8E4M3FN", "#lowp.block<128x128>", "transformer_engine"),
    ("f8E4M3FN", "#lowp.rowwise", "torchao_rowwise"),
    ("f8E4M3FN", "#lowp.rowwise<axis = 0>", "torchao_rowwise"),
    ("f8E4M3FN", "#lowp.tensorwise", "torchao"),
    ("f8E4M3FN", "#lowp.mx<1x32>", "mx_rceil"),
    ("f6E3M2FN", "#lowp.mx<32x1>", "mx_even"),
    ("f4E2M1FN", "#lowp.mx<32x32>", "mx_floor"),
    ("f4E2M1FN", "#lowp.nvfp4<1x16>", "transformer_engine"),
    ("f4E2M1FN", "#lowp.nvfp4<16x1>", "transformer_engine"),
    ("f4E2M1FN", "#lowp.nvfp4<16x16>", "transformer_engine"),
]


def sizes_of(shape, dynamic):
    return "x".join("?" if dynamic else str(size) for size in shape)


class Case:
    """A grouped matrix with its types; `storage` is all that may be relaid."""

    def __init__(
        self,
        family,
        groups,
        layout,
        order=(0, 1),
        data_layout=IDENTITY,
        packing="bytes",
        convention="decode",
        dynamic=False,
        x=None,
        divided=True,
        seed=None,
    ):
        element, self.recipe, self.preset = family
        recipe = self.recipe
        self.shape = SHAPES[groups.axis]
        self.x = (ordinary(self.shape, "f32") if x is None else x).copy()
        self.x[~groups.inside(self.shape)] = np.nan
        self.groups, self.layout, self.dynamic = groups, layout, dynamic
        self.order, self.data_layout, self.packing = order, data_layout, packing
        self.convention, self.seed = convention, seed
        count = "?" if dynamic else len(groups.ends)
        text = (
            (
                f", groups = <{count}, axis = {groups.axis}, "
                f"alignment = {groups.alignment}, "
                f"separate = {str(groups.separate).lower()}>"
            )
            if divided
            else ""
        )
        self.type = (
            f"!lowp.scaled<{sizes_of(self.shape, dynamic)}x{element}, {recipe}, "
            f"order = [{order[0]}, {order[1]}], data = {data_layout}, scales = {layout}, "
            f"convention = {convention}, packing = {packing}{text}>"
        )
        self.tensor = f"tensor<{sizes_of(self.shape, dynamic)}xf32>"
        self.vector = f"tensor<{count}xi32>"
        self.ends = np.array(groups.ends, np.int32)
        self.element = element
        self.divided = divided

    @functools.cached_property
    def want(self):
        """What the oracle computes."""
        numerics = PRESETS[self.preset]
        return quantize_groups(
            self.x,
            self.element,
            self.recipe,
            numerics,
            self.groups,
            self.convention,
            self.seed,
        )

    def scales(self):
        """The tensor of scales: by groups, or as if there were none."""
        if self.divided and self.groups.separate:
            capacity = self.groups.capacity(self.shape, BLOCKS[self.recipe])
            return store_group_by_group(self.want.matrices, self.layout, self.groups, capacity)
        if self.divided:
            return store_scales(self.want.scales, self.layout)
        matrices = np.concatenate(self.want.matrices, self.groups.axis)
        axis = self.groups.axis
        return store_scales(pad_along(matrices, axis, self.shape[axis], 0), self.layout)

    def data(self, codes):
        stored = store_data(codes, self.order, self.data_layout)
        if self.packing == "bytes":
            return stored
        rows = pack_rows(stored.reshape(-1, stored.shape[-1]), self.element)
        return rows.reshape(*stored.shape[:-1], rows.shape[-1])

    def tensors(self):
        parts = [self.data(self.want.data), self.scales()]
        if self.want.global_scales is not None:
            parts.append(self.want.global_scales)
        return parts

    def outputs(self):
        """Data in no group may be anything, also in bytes that they share with others."""
        data, *rest = [expect_bits(part) for part in self.tensors()]
        inside = self.groups.inside(self.shape)
        if self.packing == "bytes":
            data = (*data[:2], ignoring(self.data(inside), data[2]))
        else:
            # All bits of the codes in groups.
            mask = self.data(np.where(inside, 0xFF, 0).astype(np.uint8))
            want = self.tensors()[0] & mask
            data = (*data[:2], lambda got: (got & mask) == want)
        return [data, *rest]


def ignoring(mask, check):
    return lambda got: check(got) | ~mask


def add_quantize(suite, case):
    label = f"quantize {case.groups} {case.type}"
    if not suite.takes(label):
        return
    function = f"""
func.func @NAME(%x: {case.tensor}, %e: {case.vector}) -> {case.type} {{
  %q = lowp.quantize %x numerics <{case.preset}> ends(%e : {case.vector})
     : {case.tensor} -> {case.type}
  return %q : {case.type}
}}"""
    suite.add(label, function, [case.x, case.ends], case.outputs())


def add_dequantize(suite, case, target="f32"):
    result = case.tensor.replace("f32", target)
    label = f"dequantize {case.groups} {case.type} -> {target}"
    if not suite.takes(label):
        return
    function = f"""
func.func @NAME(%q: {case.type}, %e: {case.vector}) -> {result} {{
  %x = lowp.dequantize %q ends(%e : {case.vector}) : {case.type} -> {result}
  return %x : {result}
}}"""
    # Exact in f64 and again in f32: data have few bits.
    values = as_dtype(as_dtype(case.want.values, "f32"), target)
    mask = case.groups.inside(case.shape)
    suite.add(
        label,
        function,
        [*case.tensors(), case.ends],
        [(values.shape, values.dtype, ignoring(mask, lambda got: same_bits(got, values)))],
    )


def add_relayout(suite, source, target):
    """The same matrix before and after."""
    label = f"relayout {source.groups} {source.type} -> {target.type}"
    if not suite.takes(label):
        return
    function = f"""
func.func @NAME(%q: {source.type}, %e: {source.vector}) -> {target.type} {{
  %r = lowp.relayout %q ends(%e : {source.vector}) : {source.type} -> {target.type}
  return %r : {target.type}
}}"""
    suite.add(
        label,
        function,
        [*source.tensors(), source.ends],
        target.outputs(),
    )


def add_round_trip(suite, source, target):
    """There and back again is where it was, padding included."""
    label = f"round trip {source.groups} {source.type} {target.type}"
    if not suite.takes(label):
        return
    function = f"""
func.func @NAME(%q: {source.type}, %e: {source.vector}) -> {source.type} {{
  %t = lowp.relayout %q ends(%e : {source.vector}) : {source.type} -> {target.type}
  %data, %scales = lowp.split_scaled %t : {target.type}
  %again = lowp.make_scaled %data, %scales : DATA, SCALES -> {target.type}
  %r = lowp.relayout %again ends(%e : {source.vector}) : {target.type} -> {source.type}
  return %r : {source.type}
}}"""
    data, scales = target.tensors()
    for name, part, element in [("DATA", data, target.element), ("SCALES", scales, "f32")]:
        function = function.replace(name, f"tensor<{sizes_of(part.shape, False)}x{element}>")
    suite.add(
        label,
        function,
        [*source.tensors(), source.ends],
        source.outputs(),
    )


def add_transpose(suite, case, transposed):
    result = f"tensor<{sizes_of(case.shape[::-1], False)}xf32>"
    function = f"""
func.func @NAME(%q: {case.type}, %e: {case.vector}) -> {result} {{
  %t = lowp.transpose %q : {case.type}
  %x = lowp.dequantize %t ends(%e : {case.vector}) : {transposed} -> {result}
  return %x : {result}
}}"""
    values = as_dtype(case.want.values, "f32").T
    mask = case.groups.inside(case.shape).T
    suite.add(
        f"transpose {case.type}",
        function,
        [*case.tensors(), case.ends],
        [
            (
                values.shape,
                values.dtype,
                ignoring(mask, lambda got: same_bits(got, np.ascontiguousarray(values))),
            )
        ],
    )


def add_families(suite):
    """Every recipe, along both dimensions, wherever groups begin."""
    for family, axis, dynamic in itertools.product(FAMILIES, [0, 1], [False, True]):
        for ends in ENDS:
            case = Case(family, Groups(ends, axis, 3), "#lowp.compact", dynamic=dynamic)
            add_quantize(suite, case)
            add_dequantize(suite, case)
    for family in FAMILIES:
        special = with_special(SHAPES[1], "f32")
        for convention in ["decode", "encode"]:
            case = Case(
                family, Groups(ENDS[0], 1), "#lowp.compact", x=special, convention=convention
            )
            add_quantize(suite, case)
            add_dequantize(suite, case, "bf16")


def add_layouts(suite):
    """Groups of whole atoms, and of less, in every layout."""
    for family in [FAMILIES[0], FAMILIES[6], FAMILIES[9]]:
        for layout, (axis, alignment) in itertools.product(
            LAYOUTS, [(0, 128), (0, 1), (1, 4), (1, 1)]
        ):
            for ends in ENDS:
                case = Case(family, Groups(ends, axis, alignment), layout, dynamic=alignment != 1)
                add_quantize(suite, case)
                check_atoms(case)
    for layout in ["#lowp.swizzled<transposed = true>", SWIZZLED_32X8]:
        add_quantize(suite, Case(FAMILIES[6], Groups(ENDS[0], 1, 8), layout))


def check_atoms(case):
    """The oracle against itself: aligned groups are stored as if each were alone."""
    capacity = case.groups.capacity(case.shape, BLOCKS[case.recipe])
    alone = store_group_by_group(case.want.matrices, case.layout, case.groups, capacity)
    if alone is not None and not np.all(same_bits(alone, case.scales())):
        raise AssertionError(f"{case.type}: groups are not stored as if alone")


def add_relayouts(suite):
    mx = FAMILIES[6]
    for axis, alignment in [(0, 128), (1, 4)]:
        groups = Groups(ENDS[0], axis, alignment)
        dense = Groups(ENDS[0], axis)
        for source, target in itertools.permutations(LAYOUTS, 2):
            add_relayout(suite, Case(mx, groups, source), Case(mx, groups, target))
        for layout, dynamic in itertools.product(LAYOUTS, [False, True]):
            near = Case(mx, dense, "#lowp.compact", dynamic=dynamic)
            far = Case(mx, groups, layout, dynamic=dynamic)
            add_relayout(suite, near, far)
            add_relayout(suite, far, near)
    for family in [FAMILIES[3], FAMILIES[5]]:
        # One scale per group, for empty ones too.
        add_relayout(
            suite,
            Case(family, Groups(ENDS[0], 1), "#lowp.compact"),
            Case(family, Groups(ENDS[0], 1, 4), "#lowp.mn_major"),
        )
    f32 = FAMILIES[0]
    for layout in LAYOUTS[1:]:
        add_round_trip(
            suite,
            Case(f32, Groups(ENDS[0], 1), "#lowp.compact"),
            Case(f32, Groups(ENDS[0], 1, 4), layout, order=(1, 0)),
        )


def add_regrouping(suite):
    """Blocks of a row each are the same with groups of rows and without."""
    for family, layout in [(FAMILIES[6], "#lowp.swizzled"), (FAMILIES[0], "#lowp.mn_major")]:
        for dynamic in [False, True]:
            groups = Groups(ENDS[0], 0, 128)
            whole = Case(family, groups, "#lowp.compact", divided=False, dynamic=dynamic)
            parts = Case(family, groups, layout, dynamic=dynamic)
            add_relayout(suite, whole, parts)
            add_relayout(suite, parts, whole)


def add_separate(suite):
    """A storage per group, one after the other, in every layout."""
    for layout, (axis, alignment), dynamic in itertools.product(
        LAYOUTS, [(0, 128), (1, 4)], [False, True]
    ):
        for ends in ENDS:
            groups = Groups(ends, axis, alignment, separate=True)
            case = Case(FAMILIES[6], groups, layout, dynamic=dynamic)
            add_quantize(suite, case)
            add_dequantize(suite, case)
        side_by_side = Case(
            FAMILIES[6], Groups(ends, axis, alignment), "#lowp.swizzled", dynamic=dynamic
        )
        add_relayout(suite, case, side_by_side)
        add_relayout(suite, side_by_side, case)
    spanning = Groups(ENDS[0], 1, 4, separate=True)
    add_quantize(suite, Case(FAMILIES[3], spanning, "#lowp.mn_major"))


def add_storage(suite):
    """Order, layout and packing of data are those of the matrix without groups."""
    groups = Groups(ENDS[0], 1, 4)
    for order, place in [((1, 0), IDENTITY), ((0, 1), panels(32)), ((1, 0), panels(32))]:
        case = Case(FAMILIES[6], groups, "#lowp.swizzled", order, place)
        add_quantize(suite, case)
        add_dequantize(suite, case)
    for order, place in [((0, 1), IDENTITY), ((1, 0), panels(32))]:
        full = Groups((0, 1, 130, 130, 300), 1, 4)
        case = Case(FAMILIES[9], full, "#lowp.swizzled", order, place, "dense")
        add_quantize(suite, case)
        add_dequantize(suite, case)


def add_transposes(suite):
    for separate in [False, True]:
        case = Case(FAMILIES[9], Groups(ENDS[0], 1, 4, separate), "#lowp.swizzled")
        flag = str(separate).lower()
        add_transpose(
            suite,
            case,
            (
                "!lowp.scaled<300x40xf4E2M1FN, #lowp.nvfp4<16x1>, order = [1, 0], "
                "scales = #lowp.swizzled<transposed = true>, "
                f"groups = <5, axis = 0, alignment = 4, separate = {flag}>>"
            ),
        )


SUM = """  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %r, %c0 : TENSOR
  %n = tensor.dim %r, %c1 : TENSOR
  %i = tensor.empty(SIZES) : TENSOR
  %y = linalg.add ins(%x, %r : TENSOR, TENSOR) outs(%i : TENSOR) -> TENSOR
"""
GATHER = """  %i = tensor.empty() : TENSOR
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%p : NUMBERS) outs(%i : TENSOR) {
  ^bb0(%a: i32, %o: f32):
    %row = arith.index_cast %a : i32 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %x[%row, %j] : TENSOR
    linalg.yield %v : f32
  } -> TENSOR
"""


def quantize_produced(case, arguments, text):
    return f"""
func.func @NAME({arguments}, %e: {case.vector}) -> {case.type} {{
{text}  %q = lowp.quantize %y numerics <{case.preset}> ends(%e : {case.vector})
     : {case.tensor} -> {case.type}
  return %q : {case.type}
}}"""


def add_produced(suite):
    """A sum, and rows in another order, as experts take them: where no border cuts a
    block, a GPU quantizes with what computes the elements."""
    kinds = [
        (FAMILIES[0], "#lowp.mn_major", 4),
        (FAMILIES[6], "#lowp.swizzled", 128),
        (FAMILIES[3], "#lowp.compact", 1),
        (FAMILIES[0], "#lowp.k_major", 1),
        (FAMILIES[2], "#lowp.compact", 1),
    ]
    for (family, layout, alignment), ends, dynamic in itertools.product(kinds, ENDS, [False, True]):
        x, r = ordinary(SHAPES[0], "f32"), ordinary(SHAPES[0], "f32")[::-1].copy()
        case = Case(family, Groups(ends, 0, alignment), layout, dynamic=dynamic, x=x + r)
        text = SUM.replace("TENSOR", case.tensor).replace("SIZES", "%m, %n" if dynamic else "")
        suite.add(
            f"sum {case.groups} {case.type}",
            quantize_produced(case, f"%x: {case.tensor}, %r: {case.tensor}", text),
            [np.where(case.groups.inside(x.shape), x, np.nan), r, case.ends],
            case.outputs(),
        )
        if dynamic:
            continue
        order = np.random.default_rng(3).permutation(len(x)).astype(np.int32)
        case = Case(family, Groups(ends, 0, alignment), layout, x=x[order])
        numbers = f"tensor<{len(x)}xi32>"
        text = GATHER.replace("TENSOR", case.tensor).replace("NUMBERS", numbers)
        suite.add(
            f"gather {case.groups} {case.type}",
            quantize_produced(case, f"%x: {case.tensor}, %p: {numbers}", text),
            [x, order, case.ends],
            case.outputs(),
        )
    # Groups of columns divide no block of one column; data are packed.
    for layout, packing, order in [
        ("#lowp.k_major", "bytes", (1, 0)),
        ("#lowp.swizzled", "dense", (1, 0)),
        ("#lowp.swizzled", "dense", (0, 1)),
    ]:
        x, r = ordinary(SHAPES[1], "f32"), ordinary(SHAPES[1], "f32")[::-1].copy()
        family = FAMILIES[1] if packing == "bytes" else FAMILIES[7]
        case = Case(family, Groups(ENDS[0], 1, 4), layout, order, packing=packing, x=x + r)
        text = SUM.replace("TENSOR", case.tensor).replace("SIZES", "")
        suite.add(
            f"sum {case.groups} {case.type}",
            quantize_produced(case, f"%x: {case.tensor}, %r: {case.tensor}", text),
            [np.where(case.groups.inside(x.shape), x, np.nan), r, case.ends],
            case.outputs(),
        )


def add_stochastic(suite, seed):
    """Group g takes the seed plus g, and positions within the group."""
    for axis in [0, 1]:
        family = ("f4E2M1FN", "#lowp.nvfp4<1x16>", "transformer_engine_stochastic")
        case = Case(family, Groups(ENDS[0], axis, 4), "#lowp.swizzled", seed=seed)
        function = f"""
func.func @NAME(%x: {case.tensor}, %e: {case.vector}, %seeds: tensor<1xi64>) -> {case.type} {{
  %zero = arith.constant 0 : index
  %seed = tensor.extract %seeds[%zero] : tensor<1xi64>
  %q = lowp.quantize %x numerics <{case.preset}> seed %seed ends(%e : {case.vector})
     : {case.tensor} -> {case.type}
  return %q : {case.type}
}}"""
        suite.add(
            f"stochastic {seed} {case.type}",
            function,
            [case.x, case.ends, np.array([seed], np.uint64)],
            case.outputs(),
        )


def add_empty(suite):
    """A matrix without elements has scales where groups of no elements do."""
    for family, axis in itertools.product(FAMILIES, [0, 1]):
        element, recipe, preset = family
        shape = (0, 70) if axis == 0 else (40, 0)
        groups = Groups((0, 0, 0), axis, 4)
        tensor = f"tensor<{sizes_of(shape, True)}xf32>"
        want = quantize_groups(
            np.zeros(shape, np.float32), element, recipe, PRESETS[preset], groups
        )
        scaled = (
            f"!lowp.scaled<{sizes_of(shape, True)}x{element}, {recipe}, "
            f"groups = <3, axis = {axis}, alignment = 4>>"
        )
        function = f"""
func.func @NAME(%x: {tensor}, %e: tensor<3xi32>) -> {scaled} {{
  %q = lowp.quantize %x numerics <{preset}> ends(%e : tensor<3xi32>)
     : {tensor} -> {scaled}
  return %q : {scaled}
}}"""
        parts = [want.data, want.scales]
        if want.global_scales is not None:
            parts.append(want.global_scales)
        suite.add(
            f"empty {scaled}",
            function,
            [np.zeros(shape, np.float32), np.zeros(3, np.int32)],
            [expect_bits(part) for part in parts],
        )


def main():
    suite = Suite()
    add_families(suite)
    add_layouts(suite)
    add_relayouts(suite)
    add_regrouping(suite)
    add_separate(suite)
    add_storage(suite)
    add_transposes(suite)
    add_produced(suite)
    add_stochastic(suite, 0xFFFFFFFFFFFFFFFE)
    add_empty(suite)
    suite.run()


if __name__ == "__main__":
    main()
