# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Bodies that compute from positions: masks of rows and columns, one-hot rows, encodings.

A position is one of the loops of a linalg.generic, whatever the kernel iterates over:
rows that are digits of a number, batches, transposed matrices, rows of any length.
"""

import itertools

import numpy as np

from harness import DTYPES, Suite, expect_bits, expect_within, scaled_type
from oracle.layouts import store_data, store_scales
from oracle.quantize import PRESETS, quantize

RNG = np.random.default_rng(29)
BF16, F32 = DTYPES["bf16"], DTYPES["f32"]
LOW = np.float32(-np.inf)
NAMES = "ijkl"


def kind(shape, element, dynamic=()):
    sizes = ["?" if n in dynamic else str(size) for n, size in enumerate(shape)]
    return f"tensor<{'x'.join(sizes + [element])}>"


def generic(result, inputs, body, shape, element, dynamic=(), sizes="", reads=(), init=None):
    """A generic over all loops of `shape`, of `inputs` by name, element and map; `reads`
    are the results' loops where some are reduced."""
    loops = NAMES[: len(shape)]
    kept = reads or loops
    maps = [loop_map for _, _, loop_map in inputs] + [", ".join(kept)]
    all_maps = ", ".join(f"affine_map<({', '.join(loops)}) -> ({m})>" for m in maps)
    types = [
        kind(
            [shape[loops.index(d)] for d in m.split(", ")],
            e,
            [n for n, d in enumerate(m.split(", ")) if loops.index(d) in dynamic],
        )
        for _, e, m in inputs
    ]
    read = f"ins({', '.join(n for n, _, _ in inputs)} : {', '.join(types)})" if inputs else ""
    made = kind(
        [shape[loops.index(d)] for d in kept],
        element,
        [n for n, d in enumerate(kept) if loops.index(d) in dynamic],
    )
    arguments = "".join(f"%a{n}: {e}, " for n, (_, e, _) in enumerate(inputs))
    iterators = ", ".join('"parallel"' if d in kept else '"reduction"' for d in loops)
    empty = "" if init else f"  {result}_empty = tensor.empty({sizes}) : {made}\n"
    return f"""{empty}  {result} = linalg.generic {{indexing_maps = [{all_maps}],
      iterator_types = [{iterators}]}} {read} outs({init or result + "_empty"} : {made}) {{
  ^bb0({arguments}%old: {element}):
{body}  }} -> {made}
"""


def positions(*loops):
    return "".join(f"    %p{n} = linalg.index {n} : index\n" for n in loops)


CAUSAL = (
    positions(0, 1)
    + """    %is = arith.cmpi sle, %p1, %p0 : index
    %no = arith.constant 0xFF800000 : f32
    %y = arith.select %is, %a0, %no : f32
    linalg.yield %y : f32
"""
)


def causal(x, loops=(0, 1), offset=0):
    rows, columns = np.indices(x.shape)[list(loops)]
    return np.where(columns <= rows + offset, x, LOW)


def add_made(suite):
    """What is made of positions alone."""
    for size in (1, 7, 64, 5000):
        text = generic(
            "%y",
            [],
            positions(0)
            + """    %n = arith.index_cast %p0 : index to i32
    linalg.yield %n : i32
""",
            [size],
            "i32",
        )
        suite.add(
            f"iota of {size}",
            f"func.func @NAME() -> tensor<{size}xi32> {{\n{text}"
            f"  return %y : tensor<{size}xi32>\n}}",
            [],
            [expect_bits(np.arange(size, dtype=np.int32))],
        )
    for rows, columns in [(64, 64), (300, 200), (77, 131), (5, 1024)]:
        for element, dtype in [("bf16", BF16), ("f32", F32)]:
            text = generic(
                "%y",
                [],
                positions(0, 1)
                + f"""    %is = arith.cmpi sle, %p1, %p0 : index
    %no = arith.constant {"0xFF80" if element == "bf16" else "0xFF800000"} : {element}
    %yes = arith.constant 0.0 : {element}
    %y = arith.select %is, %yes, %no : {element}
    linalg.yield %y : {element}
""",
                [rows, columns],
                element,
            )
            suite.add(
                f"mask {rows} x {columns} of {element}",
                f"""
func.func @NAME() -> tensor<{rows}x{columns}x{element}> {{
{text}  return %y : tensor<{rows}x{columns}x{element}>
}}""",
                [],
                [expect_bits(causal(np.zeros((rows, columns), np.float32)).astype(dtype))],
            )
    # The length is that of a tensor which the kernel does not read.
    for size in (3, 2051):
        text = generic(
            "%y",
            [],
            positions(0)
            + """    %n = arith.index_cast %p0 : index to i64
    %f = arith.sitofp %n : i64 to f32
    linalg.yield %f : f32
""",
            [size],
            "f32",
            dynamic=(0,),
            sizes="%d",
        )
        suite.add(
            f"iota of ?: {size}",
            f"""
func.func @NAME(%x: tensor<?xbf16>) -> tensor<?xf32> {{
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xbf16>
{text}  return %y : tensor<?xf32>
}}""",
            [np.zeros(size, BF16)],
            [expect_bits(np.arange(size, dtype=np.float32))],
        )


def add_one_hot(suite):
    for rows, columns in [(40, 136), (129, 100)]:
        numbers = RNG.integers(0, columns, rows)
        text = generic(
            "%y",
            [("%n", "i64", "i")],
            positions(1)
            + """    %c = arith.index_cast %p1 : index to i64
    %is = arith.cmpi eq, %c, %a0 : i64
    %y = arith.uitofp %is : i1 to bf16
    linalg.yield %y : bf16
""",
            [rows, columns],
            "bf16",
        )
        suite.add(
            f"one-hot {rows} x {columns}",
            f"""
func.func @NAME(%n: tensor<{rows}xi64>) -> tensor<{rows}x{columns}xbf16> {{
{text}  return %y : tensor<{rows}x{columns}xbf16>
}}""",
            [numbers],
            [expect_bits(np.eye(columns)[numbers].astype(BF16))],
        )


def dims_of(name, shape, dynamic):
    """Operations for the dynamic sizes of `name`, and their names."""
    text = "".join(
        f"  %i{n} = arith.constant {n} : index\n"
        f"  %d{n} = tensor.dim {name}, %i{n} : {kind(shape, 'f32', dynamic)}\n"
        for n in dynamic
    )
    return text, [f"%d{n}" for n in dynamic]


def filled(name, number, shape, dynamic, sizes):
    made = kind(shape, "f32", dynamic)
    return f"""  %{name}_number = arith.constant {number} : f32
  %{name}_empty = tensor.empty({sizes}) : {made}
  %{name} = linalg.fill ins(%{name}_number : f32) outs(%{name}_empty : {made}) -> {made}
"""


def add_reductions(suite):
    """The largest element of what a mask leaves: no element beyond the end takes part."""
    later = CAUSAL.replace("sle", "sge")
    for length, dynamic in itertools.product(
        [100, 200, 256, 1000, 2051, 9000, 40000], [(), (0, 1)]
    ):
        shape = [9, length]
        x = RNG.standard_normal(shape).astype(np.float32)
        # What the first columns have is larger than anything that is left.
        x[:, :9] += 100
        x[:, -16:-8] += 10
        dims, names = dims_of("%x", shape, dynamic)
        text = generic(
            "%m",
            [("%x", "f32", "i, j")],
            later.replace("%p0 :", "%far :").replace(
                "    %is",
                f"    %c = arith.constant {length - 12} : index\n"
                "    %far = arith.addi %p0, %c : index\n    %is",
                1,
            ),
            shape,
            "f32",
            dynamic,
            ", ".join(names),
        )
        text += filled("low", "0xFF800000", shape[:1], dynamic[:1], ", ".join(names[:1]))
        text += generic(
            "%y",
            [("%m", "f32", "i, j")],
            """    %y = arith.maximumf %a0, %old : f32
    linalg.yield %y : f32
""",
            shape,
            "f32",
            dynamic,
            reads="i",
            init="%low",
        )
        columns = np.arange(length)
        masked = np.where(columns[None] >= np.arange(9)[:, None] + length - 12, x, LOW)
        suite.add(
            f"largest of {shape}, dynamic {dynamic}",
            f"""
func.func @NAME(%x: {kind(shape, "f32", dynamic)}) -> {kind(shape[:1], "f32", dynamic[:1])} {{
{dims}{text}  return %y : {kind(shape[:1], "f32", dynamic[:1])}
}}""",
            [x],
            [expect_bits(masked.max(1))],
        )


def add_mask_of_bits(suite):
    """Bits are read one by one, numbers eight at a time: both of one position."""
    for columns in (200, 264):
        x = RNG.standard_normal((9, columns)).astype(np.float32)
        x[:, -8:-1] += 100
        mask = np.ones(x.shape, bool)
        mask[:, -8:-1] = False
        text = generic(
            "%m",
            [("%x", "f32", "i, j"), ("%b", "i1", "i, j")],
            """    %no = arith.constant 0xFF800000 : f32
    %y = arith.select %a1, %a0, %no : f32
    linalg.yield %y : f32
""",
            x.shape,
            "f32",
        )
        text += filled("low", "0xFF800000", x.shape[:1], (), "")
        text += generic(
            "%y",
            [("%m", "f32", "i, j")],
            """    %y = arith.maximumf %a0, %old : f32
    linalg.yield %y : f32
""",
            x.shape,
            "f32",
            reads="i",
            init="%low",
        )
        suite.add(
            f"bits {x.shape}",
            f"""
func.func @NAME(%x: {kind(x.shape, "f32")}, %b: {kind(x.shape, "i1")}) -> tensor<9xf32> {{
{text}  return %y : tensor<9xf32>
}}""",
            [x, mask],
            [expect_bits(np.where(mask, x, LOW).max(1))],
        )


def add_softmax(suite):
    """Attention: each row sees the columns up to its own, of as many as lie before."""
    cases = [
        ([3, 40, 40], ()),
        ([2, 33, 100], ()),
        ([2, 5, 300], (0, 1, 2)),
        ([4, 7, 2051], (1, 2)),
        ([1, 6, 9001], (1, 2)),
    ]
    for shape, dynamic in cases:
        x = (RNG.standard_normal(shape) * 3).astype(np.float32)
        whole = kind(shape, "f32", dynamic)
        dims, names = dims_of("%x", shape, dynamic)
        sizes = ", ".join(names)
        before = "" if dynamic else f"  %before = arith.constant {shape[2] - shape[1]} : index\n"
        if dynamic:
            rows = "%d1" if 1 in dynamic else "%rows"
            before = f"  %rows = arith.constant {shape[1]} : index\n" if rows == "%rows" else ""
            before += f"  %before = arith.subi %d2, {rows} : index\n"
        text = generic(
            "%m",
            [("%x", "f32", "i, j, k")],
            positions(1, 2)
            + """    %last = arith.addi %p1, %before : index
    %is = arith.cmpi sle, %p2, %last : index
    %no = arith.constant 0xFF800000 : f32
    %y = arith.select %is, %a0, %no : f32
    linalg.yield %y : f32
""",
            shape,
            "f32",
            dynamic,
            sizes,
        )
        e = np.exp(causal(x, (1, 2), shape[2] - shape[1]).astype(np.float64))
        y = e / e.sum(-1, keepdims=True)
        suite.add(
            f"softmax {shape}, dynamic {dynamic}",
            f"""
func.func @NAME(%x: {whole}) -> {whole} {{
{dims}{before}{text}  %empty = tensor.empty({sizes}) : {whole}
  %y = linalg.softmax dimension(2) ins(%m : {whole}) outs(%empty : {whole}) -> {whole}
  return %y : {whole}
}}""",
            [x],
            [expect_within(y, 1e-4 * y + 1e-7, F32)],
        )


NUMBER = """    %b = arith.muli %p0, %c0 : index
    %r = arith.muli %p1, %c1 : index
    %br = arith.addi %b, %r : index
    %at = arith.addi %br, %p2 : index
    %n = arith.index_cast %at : index to i32
    %f = arith.sitofp %n : i32 to f32
    %y = arith.addf %f, %a0 : f32
    linalg.yield %y : f32
"""


def add_batches(suite):
    """Three positions at once, in the order of the result or of what is read."""
    constants = "  %c0 = arith.constant 100000 : index\n  %c1 = arith.constant 1000 : index\n"
    for shape, order in itertools.product(
        [(3, 40, 136), (2, 70, 100)], ["i, j, k", "j, i, k", "i, k, j"]
    ):
        axes = ["i, j, k".index(d) // 3 for d in order.split(", ")]
        read = [shape[axis] for axis in axes]
        x = RNG.integers(-100, 100, read).astype(np.float32)
        b, r, c = np.indices(shape)
        want = (b * 100000 + r * 1000 + c) + x.transpose(np.argsort(axes))
        text = generic("%y", [("%x", "f32", order)], positions(0, 1, 2) + NUMBER, shape, "f32")
        suite.add(
            f"batch {shape} from {order}",
            f"""
func.func @NAME(%x: {kind(read, "f32")}) -> {kind(shape, "f32")} {{
{constants}{text}  return %y : {kind(shape, "f32")}
}}""",
            [x],
            [expect_bits(want.astype(np.float32))],
        )


def add_joined_rows(suite):
    """An encoding of positions is added to a batch of rows, which are joined after it."""
    for shape, dynamic in [((3, 40, 136), ()), ((2, 33, 64), (0, 1))]:
        x = RNG.integers(-100, 100, shape).astype(np.float32)
        whole, rows = kind(shape, "f32", dynamic), shape[0] * shape[1]
        joined = f"tensor<{'?' if dynamic else rows}x{shape[2]}xf32>"
        dims, names = dims_of("%x", shape, dynamic)
        text = generic(
            "%m",
            [("%x", "f32", "i, j, k")],
            positions(1)
            + """    %n = arith.index_cast %p1 : index to i32
    %f = arith.sitofp %n : i32 to f32
    %y = arith.addf %f, %a0 : f32
    linalg.yield %y : f32
""",
            shape,
            "f32",
            dynamic,
            ", ".join(names),
        )
        double = generic(
            "%y",
            [("%j", "f32", "i, j")],
            """    %y = arith.addf %a0, %a0 : f32
    linalg.yield %y : f32
""",
            (rows, shape[2]),
            "f32",
            (0,) if dynamic else (),
            "%e" if dynamic else "",
        )
        size = "  %e = arith.muli %d0, %d1 : index\n" if dynamic else ""
        want = 2 * (x + np.arange(shape[1])[None, :, None]).reshape(rows, -1)
        suite.add(
            f"joined {shape}, dynamic {dynamic}",
            f"""
func.func @NAME(%x: {whole}) -> {joined} {{
{dims}{size}{text}  %j = tensor.collapse_shape %m [[0, 1], [2]] : {whole} into {joined}
{double}  return %y : {joined}
}}""",
            [x],
            [expect_bits(want.astype(np.float32))],
        )


def add_parts(suite):
    """Parts beside each other, scaled by the column of the whole; parts of a whole."""
    body = (
        positions(1)
        + """    %n = arith.index_cast %p1 : index to i32
    %f = arith.sitofp %n : i32 to f32
    %y = arith.mulf %f, %a0 : f32
    linalg.yield %y : f32
"""
    )
    for rows, columns in [(40, 64), (77, 100)]:
        a, b = (RNG.integers(-100, 100, (rows, columns)).astype(np.float32) for _ in range(2))
        part, whole = kind(a.shape, "f32"), kind((rows, 2 * columns), "f32")
        want = np.hstack([a, b]) * np.arange(2 * columns, dtype=np.float32)
        suite.add(
            f"concat of {a.shape}",
            f"""
func.func @NAME(%a: {part}, %b: {part}) -> {whole} {{
  %c = tensor.concat dim(1) %a, %b : ({part}, {part}) -> {whole}
{generic("%y", [("%c", "f32", "i, j")], body, (rows, 2 * columns), "f32")}  return %y : {whole}
}}""",
            [a, b],
            [expect_bits(want)],
        )
        suite.add(
            f"slices of {a.shape}",
            f"""
func.func @NAME(%c: {whole}) -> ({part}, {part}) {{
{generic("%y", [("%c", "f32", "i, j")], body, (rows, 2 * columns), "f32")}
  %a = tensor.extract_slice %y[0, 0] [{rows}, {columns}] [1, 1] : {whole} to {part}
  %b = tensor.extract_slice %y[0, {columns}] [{rows}, {columns}] [1, 1] : {whole} to {part}
  return %a, %b : {part}, {part}
}}""",
            [np.hstack([a, b])],
            [expect_bits(part) for part in np.hsplit(want, 2)],
        )


ALONG_ROWS = ("f8E4M3FN", "#lowp.block<1x128>", (0, 1), "#lowp.mn_major", "torchao")
DOWN_COLUMNS = ("f8E4M3FN", "#lowp.block<128x1>", (1, 0), "#lowp.mn_major", "torchao")
SQUARE = ("f8E4M3FN", "#lowp.block<128x128>", (0, 1), "#lowp.compact", "torchao")
MX_ROWS = ("f8E4M3FN", "#lowp.mx<1x32>", (0, 1), "#lowp.swizzled", "mx_rceil")


def add_quantizes(suite):
    """A band around the diagonal, quantized: its blocks reach beyond the matrix."""
    for shape, target in itertools.product(
        [(256, 512), (300, 136), (77, 100), (1, 256)], [ALONG_ROWS, DOWN_COLUMNS, SQUARE, MX_ROWS]
    ):
        element, recipe, order, layout, numerics = target
        x = RNG.standard_normal(shape).astype(BF16)
        text = generic(
            "%y",
            [("%x", "bf16", "i, j")],
            positions(0, 1)
            + """    %d = arith.subi %p1, %p0 : index
    %c = arith.constant 50 : index
    %is = arith.cmpi sge, %d, %c : index
    %n = arith.index_cast %d : index to i32
    %f = arith.sitofp %n : i32 to bf16
    %p = arith.mulf %a0, %f : bf16
    %y = arith.select %is, %p, %a0 : bf16
    linalg.yield %y : bf16
""",
            shape,
            "bf16",
        )
        rows, columns = np.indices(shape)
        far = (columns - rows).astype(np.float32).astype(BF16)
        y = np.where(
            columns - rows >= 50, (x.astype(np.float32) * far.astype(np.float32)), x
        ).astype(BF16)
        data, scales = quantize(y, element, recipe, PRESETS[numerics])
        results = [store_data(data, order), store_scales(scales, layout)]
        scaled = scaled_type(shape, element, recipe, order, layout)
        types = ", ".join(
            kind(r.shape, next(n for n in DTYPES if DTYPES[n] == r.dtype)) for r in results
        )
        suite.add(
            f"quantize {shape} {target}",
            f"""
func.func @NAME(%x: {kind(shape, "bf16")}) -> ({types}) {{
{text}  %q = lowp.quantize %y numerics <{numerics}> : {kind(shape, "bf16")} -> {scaled}
  %d, %s = lowp.split_scaled %q : {scaled}
  return %d, %s : {types}
}}""",
            [x],
            [expect_bits(result) for result in results],
        )


def add_gathers(suite):
    """Rows of a table after a position, scaled by the column."""
    for rows, columns in [(40, 136), (77, 100)]:
        table = RNG.integers(-100, 100, (rows + 60, columns)).astype(np.float32)
        text = generic(
            "%y",
            [],
            positions(0, 1)
            + """    %c = arith.constant 50 : index
    %at = arith.addi %p0, %c : index
    %v = tensor.extract %t[%at, %p1] : tensor<TxCxf32>
    %n = arith.index_cast %p1 : index to i32
    %f = arith.sitofp %n : i32 to f32
    %y = arith.mulf %v, %f : f32
    linalg.yield %y : f32
""".replace("TxC", f"{rows + 60}x{columns}"),
            (rows, columns),
            "f32",
        )
        suite.add(
            f"gather {rows} x {columns}",
            f"""
func.func @NAME(%t: {kind(table.shape, "f32")}) -> {kind((rows, columns), "f32")} {{
{text}  return %y : {kind((rows, columns), "f32")}
}}""",
            [table],
            [expect_bits(table[50 : 50 + rows] * np.arange(columns, dtype=np.float32))],
        )


def contraction(name, lhs, rhs, shape, rhs_map):
    """Sums of products over the last of four loops: of a head, a row and a column."""
    heads, rows, columns, depth = shape
    made = kind((heads, rows, columns), "f32")
    read = kind([shape["hmnk".index(d)] for d in rhs_map.split(", ")], "bf16")
    return f"""  %{name}_zero = arith.constant 0.0 : f32
  %{name}_empty = tensor.empty() : {made}
  %{name}_init = linalg.fill ins(%{name}_zero : f32) outs(%{name}_empty : {made}) -> {made}
  %{name} = linalg.generic {{indexing_maps = [affine_map<(h, m, n, k) -> (h, m, k)>,
      affine_map<(h, m, n, k) -> ({rhs_map})>, affine_map<(h, m, n, k) -> (h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}}
      ins({lhs}, {rhs} : {kind((heads, rows, depth), "bf16")}, {read}) outs(%{name}_init : {made}) {{
  ^bb0(%a: bf16, %b: bf16, %s: f32):
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  }} -> {made}
"""


ROUND = """    %y = arith.truncf %a0 : f32 to bf16
    linalg.yield %y : bf16
"""


SCALE = """    %c = arith.constant 0.125 : f32
    %a0 = arith.mulf %raw, %c : f32
"""


def attention_layer(n, query, shape, has_mask):
    heads, tokens, size = shape
    square = (heads, tokens, tokens)
    text = contraction(f"s{n}", query, "%k", (*square, size), "h, n, k")
    scores = (f"%s{n}", "f32", "i, j, k")
    if has_mask:
        text += generic(
            f"%m{n}",
            [scores, ("%mask", "f32", "j, k")],
            SCALE
            + """    %y = arith.addf %a0, %a1 : f32
    linalg.yield %y : f32
""",
            square,
            "f32",
        ).replace("%a0: f32, %a1", "%raw: f32, %a1")
    else:
        text += generic(
            f"%m{n}",
            [scores],
            SCALE + CAUSAL.replace("index 1", "index 2").replace("index 0", "index 1"),
            square,
            "f32",
        ).replace("%a0: f32", "%raw: f32")
    text += f"""  %e{n} = tensor.empty() : {kind(square, "f32")}
  %x{n} = linalg.softmax dimension(2) ins(%m{n} : {kind(square, "f32")})
    outs(%e{n} : {kind(square, "f32")}) -> {kind(square, "f32")}
"""
    text += generic(f"%w{n}", [(f"%x{n}", "f32", "i, j, k")], ROUND, square, "bf16")
    text += contraction(f"c{n}", f"%w{n}", "%v", (*shape, tokens), "h, k, n")
    return text + generic(f"%y{n}", [(f"%c{n}", "f32", "i, j, k")], ROUND, shape, "bf16")


def add_attention(suite):
    """Two layers with one mask of positions, or with the positions themselves."""
    for shape, has_mask in itertools.product([(2, 64, 64), (3, 136, 32)], [True, False]):
        heads, tokens, size = shape
        q, k, v = (RNG.standard_normal(shape).astype(BF16) for _ in range(3))
        text = generic(
            "%mask",
            [],
            positions(0, 1)
            + """    %is = arith.cmpi sle, %p1, %p0 : index
    %no = arith.constant 0xFF800000 : f32
    %yes = arith.constant 0.0 : f32
    %y = arith.select %is, %yes, %no : f32
    linalg.yield %y : f32
""",
            (tokens, tokens),
            "f32",
        )
        text += attention_layer(0, "%q", shape, has_mask)
        text += attention_layer(1, "%y0", shape, has_mask)
        y = q
        for _ in range(2):
            scores = np.einsum("hmk,hnk->hmn", y.astype(np.float64), k.astype(np.float64))
            e = np.exp(causal(scores / 8, (1, 2)))
            y = (e / e.sum(-1, keepdims=True)).astype(np.float32).astype(BF16)
            y = np.einsum("hmk,hkn->hmn", y.astype(np.float64), v.astype(np.float64)).astype(BF16)
        whole = kind(shape, "bf16")
        suite.add(
            f"attention {shape}, mask {has_mask}",
            f"""
func.func @NAME(%q: {whole}, %k: {whole}, %v: {whole}) -> {whole} {{
{text}  return %y1 : {whole}
}}""",
            [q, k, v],
            [expect_within(y.astype(np.float64), 2**-5, BF16)],
        )


def main():
    suite = Suite()
    add_made(suite)
    add_one_hot(suite)
    add_reductions(suite)
    add_mask_of_bits(suite)
    add_softmax(suite)
    add_batches(suite)
    add_joined_rows(suite)
    add_parts(suite)
    add_quantizes(suite)
    add_gathers(suite)
    add_attention(suite)
    suite.run()


if __name__ == "__main__":
    main()
