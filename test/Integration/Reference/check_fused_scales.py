# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Quantizes in two phases, dequantizes and gathered rows: what runs as one kernel each.

All of the arithmetic is exact or rounded once per operation: bit for bit the oracle.
"""

import itertools

import numpy as np

from check_fusions import (
    ADD,
    ALONG_ROWS,
    COLUMNWISE,
    DOWN_COLUMNS,
    MX_ROWS,
    RELU,
    ROWWISE,
    SQUARE,
    generic,
    round_bf16,
    tensor_of,
    wide,
)
from harness import DTYPES, Suite, expect_bits, scaled_type
from inputs import KINDS, with_special
from oracle.layouts import store_data, store_scales
from oracle.quantize import PRESETS, dequantize, quantize

BF16 = DTYPES["bf16"]
INTEGERS = {"i32": np.int32, "i64": np.int64}
SHAPES = [(256, 512), (300, 384), (77, 136), (129, 100), (1, 256), (130, 1)]
# Element, recipe, order, scale layout, numerics.
WHOLE = ("f8E4M3FN", "#lowp.tensorwise", (0, 1), "#lowp.compact", "torchao")
WHOLE_TURNED = ("f8E4M3FN", "#lowp.tensorwise", (1, 0), "#lowp.compact", "torchao")
WHOLE_E5M2 = ("f8E5M2", "#lowp.tensorwise", (0, 1), "#lowp.compact", "transformer_engine")
MX_COLUMNS = ("f8E5M2", "#lowp.mx<32x1>", (1, 0), "#lowp.swizzled", "mx_floor")
TARGETS = {
    "tensorwise": [WHOLE],
    "turned": [WHOLE_TURNED],
    "both": [WHOLE, WHOLE_TURNED],
    "e5m2": [WHOLE_E5M2],
    "columns": [COLUMNWISE],
    "rows and columns": [ROWWISE, COLUMNWISE],
    "rows and columns, torchao": [(*ROWWISE[:4], "torchao"), (*COLUMNWISE[:4], "torchao")],
    "rows and matrix": [ROWWISE, WHOLE],
    "with blocks": [WHOLE, ALONG_ROWS],
    "with others": [COLUMNWISE, DOWN_COLUMNS, MX_ROWS],
}


def matrix_type(shape, element="bf16", dynamic=False):
    sizes = ["?" if dynamic else str(size) for size in shape]
    return f"tensor<{'x'.join(sizes)}x{element}>"


def parts_of(value, target):
    """Data and scales as stored, and the values that they stand for."""
    element, recipe, order, layout, numerics = target
    data, scales = quantize(value, element, recipe, PRESETS[numerics])
    return store_data(data, order), store_scales(scales, layout), data, scales


def quantize_text(kinds, targets, value, source):
    """Quantizes of `value` and what is stored of them."""
    text, names = "", []
    for n, (kind, target) in enumerate(zip(kinds, targets)):
        text += (
            f"  %q{n} = lowp.quantize {value} numerics <{target[4]}> : {source} -> {kind}\n"
            f"  %d{n}, %s{n} = lowp.split_scaled %q{n} : {kind}\n"
        )
        names += [f"%d{n}", f"%s{n}"]
    return text, names


def add_quantize(suite, label, x, targets, dynamic=False):
    """One matrix, of sizes that are known or not. The results are scaled values: what is
    stored of them follows from their types."""
    source = matrix_type(x.shape, next(n for n in DTYPES if DTYPES[n] == x.dtype), dynamic)
    label = f"{label} {source} {targets}"
    if not suite.takes(label):
        return
    kinds = [scaled_type(x.shape, *target[:4], dynamic=dynamic) for target in targets]
    text, _ = quantize_text(kinds, targets, "%x", source)
    lines = "".join(line + "\n" for line in text.splitlines() if "lowp.quantize" in line)
    names = ", ".join(f"%q{n}" for n in range(len(kinds)))
    with np.errstate(all="ignore"):
        results = [part for target in targets for part in parts_of(x, target)[:2]]
    suite.add(
        label,
        f"""
func.func @NAME(%x: {source}) -> ({", ".join(kinds)}) {{
{lines}  return {names} : {", ".join(kinds)}
}}""",
        [x],
        [expect_bits(part) for part in results],
    )


def add_quantizes(suite):
    for (kind, make), targets in itertools.product(KINDS.items(), TARGETS.values()):
        for shape in SHAPES:
            add_quantize(suite, kind, make(shape, "bf16"), targets)
    for targets, dynamic in itertools.product(TARGETS.values(), [False, True]):
        for shape in SHAPES + ([(0, 64), (33, 0), (0, 0)] if dynamic else []):
            make = with_special if min(shape) else KINDS["zeros"]
            add_quantize(
                suite, "dynamic" if dynamic else "f32", make(shape, "f32"), targets, dynamic
            )


def add_produced(suite):
    """The value is computed in the first phase, and read in the second one."""
    for shape, (name, targets) in itertools.product(SHAPES[:4], TARGETS.items()):
        label = f"produced {name} {shape}"
        if not suite.takes(label):
            continue
        source = matrix_type(shape)
        x, r = with_special(shape, "bf16"), KINDS["ordinary"](shape, "bf16")
        with np.errstate(all="ignore"):
            y = round_bf16(wide(x) + wide(r))
        results = [part for target in targets for part in parts_of(y, target)[:2]] + [y]
        kinds = [scaled_type(shape, *target[:4]) for target in targets]
        text, names = quantize_text(kinds, targets, "%y", source)
        types = ", ".join(map(tensor_of, results))
        made = generic([("%x", source, "i, j"), ("%r", source, "i, j")], ADD, shape)
        suite.add(
            label,
            f"""
func.func @NAME(%x: {source}, %r: {source}) -> ({types}) {{
  %empty = tensor.empty() : {source}
  %y = {made}
{text}  return {", ".join(names)}, %y : {types}
}}""",
            [x, r],
            [expect_bits(part) for part in results],
        )


def add_batches(suite):
    for count, rows, columns in [(3, 128, 256), (2, 70, 150)]:
        for targets in ([WHOLE], [WHOLE_TURNED], [COLUMNWISE], [ROWWISE, COLUMNWISE]):
            x = np.stack([with_special((rows, columns), "bf16", n) for n in range(count)])
            results = []
            with np.errstate(all="ignore"):
                for target in targets:
                    pairs = zip(*(parts_of(matrix, target)[:2] for matrix in x))
                    results += [np.stack(part) for part in pairs]
            kinds = [scaled_type(x.shape, *target[:4]) for target in targets]
            text, names = quantize_text(kinds, targets, "%x", tensor_of(x))
            types = ", ".join(map(tensor_of, results))
            suite.add(
                f"batch {x.shape} {targets}",
                f"""
func.func @NAME(%x: {tensor_of(x)}) -> ({types}) {{
{text}  return {", ".join(names)} : {types}
}}""",
                [x],
                [expect_bits(part) for part in results],
            )


def rounded(values, element):
    with np.errstate(all="ignore"):
        return values.astype(DTYPES[element])


def add_dequantizes(suite):
    """Plain, with an elementwise consumer, and quantized anew down the columns."""
    sources = [
        WHOLE,
        WHOLE_TURNED,
        WHOLE_E5M2,
        ROWWISE,
        COLUMNWISE,
        ALONG_ROWS,
        DOWN_COLUMNS,
        SQUARE,
        MX_ROWS,
        MX_COLUMNS,
    ]
    for shape, source in itertools.product(SHAPES, sources):
        if not suite.takes(f"dequantize {shape} {source}"):
            continue
        x = with_special(shape, "bf16")
        with np.errstate(all="ignore"):
            data, scales, codes, factors = parts_of(x, source)
        values = dequantize(codes, factors, source[1])
        kind = scaled_type(shape, *source[:4])
        given = f"%d: {tensor_of(data)}, %s: {tensor_of(scales)}"
        made = (
            f"  %q = lowp.make_scaled %d, %s : {tensor_of(data)}, {tensor_of(scales)} -> {kind}\n"
        )
        for element in ("f32", "bf16", "f16"):
            result = matrix_type(shape, element)
            suite.add(
                f"dequantize {shape} {source} {element}",
                f"""
func.func @NAME({given}) -> {result} {{
{made}  %v = lowp.dequantize %q : {kind} -> {result}
  return %v : {result}
}}""",
                [data, scales],
                [expect_bits(rounded(values, element))],
            )
        result = matrix_type(shape)
        y = np.maximum(rounded(values, "bf16"), BF16.type(0))
        with np.errstate(all="ignore"):
            turned = parts_of(y, DOWN_COLUMNS)[:2]
        text, names = quantize_text(
            [scaled_type(shape, *DOWN_COLUMNS[:4])], [DOWN_COLUMNS], "%y", result
        )
        types = ", ".join(map(tensor_of, (*turned, y)))
        suite.add(
            f"requantize {shape} {source}",
            f"""
func.func @NAME({given}) -> ({types}) {{
{made}  %v = lowp.dequantize %q : {kind} -> {result}
  %empty = tensor.empty() : {result}
  %y = {generic([("%v", result, "i, j")], RELU, shape)}
{text}  return {", ".join(names)}, %y : {types}
}}""",
            [data, scales],
            [expect_bits(part) for part in (*turned, y)],
        )


def add_gathers(suite):
    """Rows at numbers of an index tensor, quantized in both directions."""
    rng = np.random.default_rng(5)
    for (rows, columns), index in itertools.product(
        [(256, 512), (77, 136), (1, 256), (130, 100)], ("i32", "i64")
    ):
        x = with_special((90, columns), "bf16")
        numbers = rng.integers(0, 90, rows).astype(INTEGERS[index])
        y, result = x[numbers], matrix_type((rows, columns))
        targets = [ALONG_ROWS, DOWN_COLUMNS]
        with np.errstate(all="ignore"):
            results = [part for target in targets for part in parts_of(y, target)[:2]] + [y]
        kinds = [scaled_type(y.shape, *target[:4]) for target in targets]
        text, names = quantize_text(kinds, targets, "%y", result)
        types = ", ".join(map(tensor_of, results))
        suite.add(
            f"gather {rows} x {columns} {index}",
            f"""
func.func @NAME(%x: tensor<?x{columns}xbf16>, %p: tensor<{rows}x{index}>) -> ({types}) {{
  %empty = tensor.empty() : {result}
  %y = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i)>,
      affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}}
      ins(%p : tensor<{rows}x{index}>) outs(%empty : {result}) {{
  ^bb0(%a: {index}, %old: bf16):
    %i = arith.index_cast %a : {index} to index
    %j = linalg.index 1 : index
    %v = tensor.extract %x[%i, %j] : tensor<?x{columns}xbf16>
    linalg.yield %v : bf16
  }} -> {result}
{text}  return {", ".join(names)}, %y : {types}
}}""",
            [x, numbers],
            [expect_bits(part) for part in results],
        )


def main():
    suite = Suite()
    add_quantizes(suite)
    add_produced(suite)
    add_batches(suite)
    add_dequantizes(suite)
    add_gathers(suite)
    suite.run()


if __name__ == "__main__":
    main()
