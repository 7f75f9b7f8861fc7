"""Every operation that becomes a part of a fused kernel, of an input %h: its text, what
else it reads, and what numpy makes of it."""

from dataclasses import dataclass, field
from typing import Callable

import numpy as np

from fused_inputs import cast, constant, maps, random_values
from harness import scaled_type
from oracle.amax import block_amax
from oracle.layouts import store_data, store_scales
from oracle.quantize import BLOCKS, PRESETS, dequantize, quantize


@dataclass
class Fused:
    """`want` maps values of %h, and of the arrays, to the results; None where another
    suite compares with numpy."""

    element: str
    letters: str
    text: str
    results: list
    want: Callable = None
    parameters: list = field(default_factory=list)
    arrays: list = field(default_factory=list)
    # How far results may lie from each other, of their size, and besides.
    bound: float = 0.0
    besides: float = 0.0
    # Whether the number of columns must be known: other sizes follow from it.
    knows_columns: bool = False


def wide(values):
    return values.astype(np.float32)


def generic(space, name, inputs, element, body, to="mn"):
    """An elementwise op over rows and columns: `inputs` are (value, letters, element)."""
    place = {"mn": "i, j", "m": "i", "n": "j", "mu": "i, 0"}
    kinds = ", ".join(space.type(letters, kind) for _, letters, kind in inputs)
    read = ", ".join(value for value, _, _ in inputs)
    arguments = "".join(f"%a{n}: {kind}, " for n, (_, _, kind) in enumerate(inputs))
    listed = maps(*(place[letters] for _, letters, _ in inputs), place[to], rank=2)
    return (
        space.empty(f"{name}_empty", to, element)
        + f"""  {name} = linalg.generic {{{listed}}}
      ins({read} : {kinds}) outs({name}_empty : {space.type(to, element)}) {{
  ^bb0({arguments}%old: {element}):
{body}  }} -> {space.type(to, element)}
"""
    )


def elementwise(body, want, others=(), element="bf16", before=""):
    """`others` are more inputs: (value, letters)."""

    def make(space):
        inputs = [("%h", "mn", element), *((*other, element) for other in others)]
        text = before.replace("TYPE", space.type("mn", element))
        text = text.replace("EMPTY", space.empty("%k_empty", "mn", element))
        text += generic(space, "%y", inputs, element, body)
        x = random_values(space.shape("mn"), element)[::-1].copy()
        w = random_values(space.shape("n"), element)
        return Fused(
            element,
            "mn",
            text,
            [("%y", space.type("mn", element))],
            lambda h: [cast(want(wide(h), wide(x), wide(w)), element)],
            [f"%x: {space.type('mn', element)}", f"%w: {space.type('n', element)}"],
            [x, w],
        )

    return make


FILL = f"""EMPTY  %c_number = arith.constant {constant(4, "bf16")} : bf16
  %k = linalg.fill ins(%c_number : bf16) outs(%k_empty : TYPE) -> TYPE
"""
ELEMENTWISE = {
    "negate": elementwise(
        "    %v = arith.negf %a0 : bf16\n    linalg.yield %v : bf16\n", lambda h, x, w: -h
    ),
    "as it is": elementwise("    linalg.yield %a0 : bf16\n", lambda h, x, w: h),
    "times a matrix": elementwise(
        "    %v = arith.mulf %a0, %a1 : bf16\n    linalg.yield %v : bf16\n",
        lambda h, x, w: h * x,
        [("%x", "mn")],
    ),
    "times columns": elementwise(
        "    %v = arith.mulf %a1, %a0 : bf16\n    linalg.yield %v : bf16\n",
        lambda h, x, w: h * w,
        [("%w", "n")],
    ),
    "times a fill": elementwise(
        "    %v = arith.mulf %a0, %a1 : bf16\n    linalg.yield %v : bf16\n",
        lambda h, x, w: h * 4,
        [("%k", "mn")],
        before=FILL,
    ),
    "choice": elementwise(
        "    %is = arith.cmpf ogt, %a0, %a1 : bf16\n"
        "    %v = arith.select %is, %a0, %a1 : bf16\n    linalg.yield %v : bf16\n",
        lambda h, x, w: np.where(h > x, h, x),
        [("%x", "mn")],
    ),
}


def concat(space):
    # Sizes of parts are static.
    kind, whole = space.type("mn", "bf16"), space.type("mp", "bf16")
    x = random_values(space.shape("mn"), "bf16")
    text = generic(
        space,
        "%v",
        [("%h", "mn", "bf16"), ("%x", "mn", "bf16")],
        "bf16",
        "    %v1 = arith.addf %a0, %a1 : bf16\n    linalg.yield %v1 : bf16\n",
    )
    text += f"  %y = tensor.concat dim(1) %h, %v : ({kind}, {kind}) -> {whole}\n"
    return Fused(
        "bf16",
        "mn",
        text,
        [("%y", whole)],
        lambda h: [np.concatenate([h, cast(wide(h) + wide(x), "bf16")], 1)],
        [f"%x: {kind}"],
        [x],
        knows_columns=True,
    )


def row_reduction(combine, start, want, element="f32", bound=0.0, initial=""):
    def make(space):
        kind, row = space.type("mn", element), space.type("m", element)
        text = initial or f"  %start = arith.constant {constant(start, element)} : {element}\n"
        text += space.empty("%y_empty", "m", element)
        text += f"""  %init = linalg.fill ins(%start : {element}) outs(%y_empty : {row}) -> {row}
  %y = linalg.reduce {{ arith.{combine} }} ins(%h : {kind}) outs(%init : {row}) dimensions = [1]
"""
        parameters, arrays = ([f"%start: {element}"], [start]) if initial else ([], [])
        return Fused(
            element,
            "mn",
            text,
            [("%y", row)],
            lambda h: [cast(want(h.astype(np.float64)), element)],
            parameters,
            arrays,
            bound,
            bound * 10,
        )

    return make


def sum_onto_h(space):
    kind, row = space.type("mn", "f32"), space.type("m", "f32")
    x = random_values(space.shape("mn"), "f32")
    text = (
        f"  %y = linalg.reduce {{ arith.addf }} ins(%x : {kind}) outs(%h : {row}) "
        "dimensions = [1]\n"
    )
    return Fused(
        "f32",
        "m",
        text,
        [("%y", row)],
        lambda h: [cast(h + x.sum(1, dtype=np.float64), "f32")],
        [f"%x: {kind}"],
        [x],
        bound=1e-5,
        besides=1e-4,
    )


def column_sums(space):
    kind, columns = space.type("mn", "f32"), space.type("n", "f32")
    text = "  %zero = arith.constant 0.0 : f32\n" + space.empty("%y_empty", "n", "f32")
    text += f"""  %init = linalg.fill ins(%zero : f32) outs(%y_empty : {columns}) -> {columns}
  %y = linalg.reduce {{ arith.addf }} ins(%h : {kind}) outs(%init : {columns}) dimensions = [0]
"""
    return Fused(
        "f32",
        "mn",
        text,
        [("%y", columns)],
        lambda h: [cast(h.astype(np.float64).sum(0), "f32")],
        bound=1e-5,
        besides=1e-4,
    )


def softmax(element, bound):
    def make(space):
        kind = space.type("mn", element)
        text = space.empty("%y_empty", "mn", element) + (
            f"  %y = linalg.softmax dimension(1) ins(%h : {kind}) outs(%y_empty : {kind}) "
            f"-> {kind}\n"
        )

        def want(h):
            e = np.exp(
                h.astype(np.float64) - h.astype(np.float64).max(1, keepdims=True, initial=-np.inf)
            )
            return [cast(e / e.sum(1, keepdims=True), element)]

        return Fused(element, "mn", text, [("%y", kind)], want, bound=bound)

    return make


REDUCTIONS = {
    "sum": row_reduction("addf", 0, lambda h: h.sum(1), bound=1e-5),
    "sum onto a number": row_reduction("addf", 2, lambda h: 2 + h.sum(1), bound=1e-5),
    "sum onto a scalar": row_reduction(
        "addf", 2, lambda h: 2 + h.sum(1), bound=1e-5, initial="  // given\n"
    ),
    "largest": row_reduction("maximumf", float("-inf"), lambda h: h.max(1, initial=-np.inf)),
    "smallest number": row_reduction(
        "minnumf", float("inf"), lambda h: np.fmin.reduce(h, 1, initial=np.inf)
    ),
    "bf16 largest": row_reduction(
        "maximumf", float("-inf"), lambda h: h.max(1, initial=cast(-np.inf, "bf16")), "bf16"
    ),
    "sum onto it": sum_onto_h,
    "column sums": column_sums,
}
# In bf16 the difference to the largest number of a row is rounded, and then an exponent.
SOFTMAX = {"f32": softmax("f32", 1e-5), "bf16": softmax("bf16", 2**-4)}


def gather_rows(reads_table):
    def make(space):
        table_name, numbers_name = ("%h", "%x") if reads_table else ("%x", "%h")
        letters = "mn" if reads_table else "tn"
        body = f"""    %number = arith.index_cast %a0 : i32 to index
    %column = linalg.index 1 : index
    %v = tensor.extract {table_name}[%number, %column] : {space.type(letters, "bf16")}
    linalg.yield %v : bf16
"""
        text = generic(space, "%y", [(numbers_name, "m", "i32")], "bf16", body)
        rows = space.sizes["m"]
        numbers = (np.arange(rows, dtype=np.int32) * 3) % rows
        table = random_values(space.shape("tn"), "bf16")
        result = [("%y", space.type("mn", "bf16"))]
        if reads_table:
            return Fused(
                "bf16",
                "mn",
                text,
                result,
                lambda h: [h[numbers]],
                [f"%x: {space.type('m', 'i32')}"],
                [numbers],
            )
        return Fused(
            "i32",
            "m",
            text,
            result,
            lambda h: [table[h]],
            [f"%x: {space.type('tn', 'bf16')}"],
            [table],
        )

    return make


GATHER = {"of a table": gather_rows(True), "at numbers": gather_rows(False)}


def scaled(space, element, recipe, **storage):
    kind = scaled_type(space.shape("mn"), element, recipe, **storage)
    sizes = "x".join(map(str, space.shape("mn")))
    return kind.replace(f"<{sizes}x", f"<{'x'.join(space.names('mn'))}x", 1)


def quantized(
    element,
    recipe,
    numerics="torchao",
    order=(0, 1),
    layout="#lowp.compact",
    source="bf16",
    **storage,
):
    def make(space):
        kind = scaled(space, element, recipe, order=order, layout=layout, **storage)
        text = (
            f"  %y = lowp.quantize %h numerics <{numerics}> : "
            f"{space.type('mn', source)} -> {kind}\n"
        )

        def want(h):
            data, *scales = quantize(h, element, recipe, PRESETS[numerics])
            return [store_data(data, order), store_scales(scales[0], layout), *scales[1:]]

        return Fused(
            source,
            "mn",
            text,
            [("%y", kind)],
            None if storage else want,
            knows_columns="data" in storage,
        )

    return make


E4M3, E5M2, E2M1 = "f8E4M3FN", "f8E5M2", "f4E2M1FN"
QUANTIZE = {
    "tensorwise": quantized(E5M2, "#lowp.tensorwise"),
    "rowwise": quantized(E4M3, "#lowp.rowwise", "torchao_rowwise"),
    "rowwise down": quantized(E4M3, "#lowp.rowwise<axis = 0>", "torchao_rowwise", (1, 0)),
    "1x128": quantized(E4M3, "#lowp.block<1x128>", layout="#lowp.mn_major", source="f32"),
    "128x1": quantized(E4M3, "#lowp.block<128x1>", order=(1, 0), layout="#lowp.mn_major"),
    "128x128": quantized(E4M3, "#lowp.block<128x128>"),
    "mx": quantized(E4M3, "#lowp.mx<1x32>", "mx_rceil", layout="#lowp.swizzled"),
    "mx down": quantized(E5M2, "#lowp.mx<32x1>", "mx_rceil", (1, 0), "#lowp.swizzled"),
    "mx packed": quantized(
        E2M1, "#lowp.mx<1x32>", "mx_floor", layout="#lowp.packed_words", packing="dense"
    ),
    "nvfp4": quantized(
        E2M1, "#lowp.nvfp4<1x16>", "transformer_engine", layout="#lowp.swizzled", packing="dense"
    ),
    "panels": quantized(E4M3, "#lowp.block<1x128>", data="#lowp.panels<128>"),
    "k major": quantized(E4M3, "#lowp.block<1x128>", layout="#lowp.k_major", convention="encode"),
}


def largest(recipe, source="bf16"):
    def make(space):
        rows, columns = BLOCKS[recipe]
        sizes = [
            "?"
            if letter in space.dynamic and extent
            else str(-(-space.sizes[letter] // extent) if extent else 1)
            for letter, extent in zip("mn", (rows, columns))
        ]
        kind = f"tensor<{'x'.join(sizes)}xf32>"
        text = f"  %y = lowp.amax %h recipe({recipe}) : {space.type('mn', source)} -> {kind}\n"
        return Fused(
            source,
            "mn",
            text,
            [("%y", kind)],
            lambda h: [block_amax(h, (rows, columns)).astype(np.float32)],
        )

    return make


AMAX = {
    recipe: largest(recipe)
    for recipe in [
        "#lowp.tensorwise",
        "#lowp.rowwise",
        "#lowp.rowwise<axis = 0>",
        "#lowp.block<1x128>",
        "#lowp.block<128x1>",
        "#lowp.block<128x128>",
        "#lowp.mx<1x32>",
    ]
}


def dequantized(recipe, scale_letters, scale_element, reads_data, element=E4M3):
    """%h is the data or the scales; the other one is an argument."""

    def make(space):
        kind, to = scaled(space, element, recipe), space.type("mn", "bf16")
        parts = [("mn", element), (scale_letters, scale_element)]
        mine, other = parts if reads_data else parts[::-1]
        names = ("%h", "%x") if reads_data else ("%x", "%h")
        text = f"""  %q = lowp.make_scaled {names[0]}, {names[1]} : {space.type(*parts[0])}, {
            space.type(*parts[1])
        } -> {kind}
  %y = lowp.dequantize %q : {kind} -> {to}
"""
        x = random_values(space.shape(other[0]), other[1])

        def want(h):
            data, scales = (h, x) if reads_data else (x, h)
            return [cast(dequantize(data, scales, recipe), "bf16")]

        return Fused(
            mine[1],
            mine[0],
            text,
            [("%y", to)],
            want,
            [f"%x: {space.type(*other)}"],
            [x],
            knows_columns=scale_letters[1] != "u",
        )

    return make


DEQUANTIZE = {
    f"{recipe} {'data' if data else 'scales'}": dequantized(recipe, letters, kind, data)
    for recipe, letters, kind in [
        ("#lowp.tensorwise", "uu", "f32"),
        ("#lowp.rowwise", "mu", "f32"),
        ("#lowp.block<1x128>", "mb", "f32"),
        ("#lowp.mx<1x32>", "mc", "f8E8M0FNU"),
    ]
    for data in (True, False)
}


def with_given_scales(recipe, letters, preset="torchao"):
    """%h is the amax that the scales are computed from."""

    def make(space):
        kind, amax = scaled(space, E4M3, recipe), space.type(letters, "f32")
        matrix = space.type("mn", "bf16")
        how = f"recipe {recipe} element {E4M3} numerics <{preset}> convention decode"
        text = f"""  %encode, %stored = lowp.compute_scale %h {how} : {amax} -> {amax}, {amax}
  %y = lowp.quantize %x numerics <{preset}> scales(%encode, %stored : {amax}, {amax}) : {
            matrix
        } -> {kind}
"""
        x = random_values(space.shape("mn"), "bf16")
        return Fused(
            "f32",
            letters,
            text,
            [("%y", kind)],
            None,
            [f"%x: {matrix}"],
            [x],
            knows_columns=letters[1] != "u",
        )

    return make


def with_stored_scales(recipe, letters):
    """%h is what values are multiplied by, and what is stored."""

    def make(space):
        kind, scales = scaled(space, E4M3, recipe), space.type(letters, "f32")
        matrix = space.type("mn", "bf16")
        text = (
            f"  %y = lowp.quantize %x numerics <torchao> scales(%h, %h : {scales}, {scales})"
            f" : {matrix} -> {kind}\n"
        )
        x = random_values(space.shape("mn"), "bf16")
        return Fused(
            "f32",
            letters,
            text,
            [("%y", kind)],
            None,
            [f"%x: {matrix}"],
            [x],
            knows_columns=letters[1] != "u",
        )

    return make


GIVEN = {
    f"{how.__name__} {recipe}": how(recipe, letters)
    for how in (with_given_scales, with_stored_scales)
    for recipe, letters in [
        ("#lowp.tensorwise", "uu"),
        ("#lowp.rowwise", "mu"),
        ("#lowp.block<1x128>", "mb"),
    ]
}

MODULES = {
    "elementwise": ELEMENTWISE | {"concat": concat},
    "reductions": REDUCTIONS,
    "softmax": SOFTMAX,
    "gather": GATHER,
    "quantize": QUANTIZE,
    "amax": AMAX,
    "dequantize": DEQUANTIZE,
    "given scales": GIVEN,
}
