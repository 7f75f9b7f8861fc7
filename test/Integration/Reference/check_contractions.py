# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Matmuls of bf16 and f16 without scales: every order of operands, batches, results of
every type, sums onto a tensor, ragged and unknown sizes, against float64.

Both devices add up in f32 and round once, in whatever order: an element may be off by
the rounding of the sums and half a unit in the last place of the result's type.
"""

import itertools

import numpy as np

from harness import Suite, expect_bits, expect_within
from oracle.formats import DTYPES

SHAPES = [
    (1, 8, 8),
    (3, 16, 24),
    (64, 64, 64),
    (65, 72, 200),
    (130, 264, 72),
    (200, 128, 136),
    (77, 48, 328),
]
BATCHES = [(3, 5, 16, 24), (2, 64, 64, 64), (5, 65, 72, 40), (1, 200, 128, 136)]
# Rows that are no multiples of 16 bytes, in each dimension.
ODD = [
    (17, 9, 7),
    (8, 12, 20),
    (5, 16, 12),
    (1, 1, 1),
    (130, 77, 333),
    (64, 257, 128),
    (65, 72, 129),
    (3, 5, 9, 7),
    (2, 65, 77, 33),
    (4, 1, 130, 5),
    (5, 63, 72, 41),
    (130, 70, 64),
    (2, 65, 196, 72),
]
# Where the dimensions of an operand lie: rows and K, after the batch.
ORDERS = ["nt", "nn", "tn", "tt"]
EPSILON = {"bf16": 2.0**-8, "f16": 2.0**-11, "f32": 2.0**-24}
LEAST = {"bf16": 2.0**-133, "f16": 2.0**-24, "f32": 2.0**-149}
LARGEST = {"bf16": 3.3895e38, "f16": 65504.0, "f32": 3.4028e38}


def type_of(sizes, element):
    return f"tensor<{'x'.join([*map(str, sizes), element])}>"


class Matmul:
    """One function: `(batch,) m, n, k`, the order of its operands and its types."""

    def __init__(
        self, sizes, order="nn", element="bf16", result="f32", unknown="", accumulate=False
    ):
        self.batch, self.sizes = list(sizes[:-3]), dict(zip("mnk", sizes[-3:]))
        self.order, self.element, self.result = order, element, result
        self.unknown, self.accumulate = unknown, accumulate

    def label(self):
        known = "x".join(str(size) for size in [*self.batch, *self.sizes.values()])
        onto = " onto" if self.accumulate else ""
        return f"{known} {self.order} {self.element} {self.result} ?{self.unknown}{onto}"

    def type(self, dims, element):
        batch = ["?" if "b" in self.unknown else size for size in self.batch]
        sizes = ["?" if dim in self.unknown else self.sizes[dim] for dim in dims]
        return type_of([*batch, *sizes], element)

    def dims(self):
        """The stored dimensions of both operands."""
        return ("mk" if self.order[0] == "n" else "km", "kn" if self.order[1] == "n" else "nk")

    def text(self):
        dims = self.dims()
        lhs, rhs = (self.type(each, self.element) for each in dims)
        sums, result = self.type("mn", "f32"), self.type("mn", self.result)
        parameters = f"%a: {lhs}, %b: {rhs}"
        if self.accumulate:
            parameters += f", %init: {sums}"
        body = self.transpose("%a", "%lhs", dims[0], "mk")
        body += self.transpose("%b", "%rhs", dims[1], "kn")
        body += self.matmul() + self.round()
        return f"func.func @NAME({parameters}) -> {result} {{\n{body}}}"

    def transpose(self, source, name, stored, wanted):
        kind = self.type(wanted, self.element)
        before = self.type(stored, self.element)
        if stored == wanted:
            return f"  {name} = tensor.cast {source} : {kind} to {kind}\n"
        rank = len(self.batch) + 2
        permutation = [*range(rank - 2), rank - 1, rank - 2]
        swapped = {dim: position for position, dim in enumerate(permutation)}
        sizes = ""
        arguments = []
        unknown = [i for i, size in enumerate(kind[7:].split("x")[:-1]) if size == "?"]
        for dim in unknown:
            sizes += f"  {name}_c{dim} = arith.constant {swapped[dim]} : index\n"
            sizes += f"  {name}_d{dim} = tensor.dim {source}, {name}_c{dim} : {before}\n"
            arguments.append(f"{name}_d{dim}")
        return (
            f"{sizes}  {name}_e = tensor.empty({', '.join(arguments)}) : {kind}\n"
            f"  {name} = linalg.transpose ins({source} : {before}) outs({name}_e : {kind}) "
            f"permutation = {permutation}\n"
        )

    def matmul(self):
        lhs, rhs = self.type("mk", self.element), self.type("kn", self.element)
        sums = self.type("mn", "f32")
        text, name = "", "linalg.batch_matmul" if self.batch else "linalg.matmul"
        if not self.accumulate:
            sizes = []
            rank = len(self.batch)
            for dim, size in enumerate(sums[7:].split("x")[:-1]):
                if size != "?":
                    continue
                source, kind = ("%rhs", rhs) if dim == rank + 1 else ("%lhs", lhs)
                text += f"  %i{dim} = arith.constant {dim} : index\n"
                text += f"  %s{dim} = tensor.dim {source}, %i{dim} : {kind}\n"
                sizes.append(f"%s{dim}")
            text += (
                f"  %zero = arith.constant 0.0 : f32\n"
                f"  %empty = tensor.empty({', '.join(sizes)}) : {sums}\n"
                f"  %init = linalg.fill ins(%zero : f32) outs(%empty : {sums}) -> {sums}\n"
            )
        return (
            f"{text}  %y = {name} ins(%lhs, %rhs : {lhs}, {rhs}) outs(%init : {sums}) -> {sums}\n"
        )

    def round(self):
        sums, result = self.type("mn", "f32"), self.type("mn", self.result)
        if self.result == "f32":
            return f"  return %y : {sums}\n"
        return f"  %r = arith.truncf %y : {sums} to {result}\n  return %r : {result}\n"

    def stored(self, seed, kind=""):
        generator = np.random.default_rng(seed)
        operands = []
        for dims in self.dims():
            shape = (*self.batch, *(self.sizes[dim] for dim in dims))
            operands.append(VALUES[kind](generator, shape).astype(DTYPES[self.element]))
        if self.accumulate:
            shape = (*self.batch, self.sizes["m"], self.sizes["n"])
            operands.append(generator.standard_normal(shape).astype(np.float32))
        return operands

    def expect(self, operands):
        wide = [operand.astype(np.float64) for operand in operands]
        lhs = wide[0] if self.order[0] == "n" else wide[0].swapaxes(-1, -2)
        rhs = wide[1] if self.order[1] == "n" else wide[1].swapaxes(-1, -2)
        with np.errstate(all="ignore"):
            exact, size = lhs @ rhs, np.abs(lhs) @ np.abs(rhs)
            if self.accumulate:
                exact, size = exact + wide[2], size + np.abs(wide[2])
        return expect_sum(exact, size, self.sizes["k"], self.result)


def expect_sum(exact, size, k, result):
    """What a sum of k products whose sizes add up to `size` may be: tensor cores add
    with two bits less than f32 has."""
    with np.errstate(all="ignore"):
        bound = size * (k + 8) * 2.0**-22
        bound = bound + np.abs(exact) * EPSILON[result] + LEAST[result]
        half = LARGEST[result] * (1 + EPSILON[result])
        want = np.where(np.abs(exact) > half, np.sign(exact) * np.inf, exact)
        bound = np.where(np.isfinite(bound), bound, 0)
    return expect_within(want, bound, DTYPES[result])


def special(generator, shape):
    """Numbers with a NaN, infinities of one sign in one row, zeros and subnormals."""
    x = generator.standard_normal(shape)
    x[..., 0, :] = 0
    x[..., 1, 1] = np.nan
    x[..., 2, 0] = np.inf
    x[..., 3, :] = 2.0**-130
    return x


VALUES = {
    "": lambda generator, shape: generator.standard_normal(shape),
    "integers": lambda generator, shape: generator.integers(-4, 5, shape).astype(float),
    "special": special,
    "large": lambda generator, shape: generator.standard_normal(shape) * 200,
}


def add(suite, matmul, kind=""):
    operands = matmul.stored(len(suite.cases), kind)
    suite.add(f"{matmul.label()} {kind}", matmul.text(), operands, [matmul.expect(operands)])


def add_same_type(suite, element):
    """A matmul whose sums would be rounded one by one."""
    lhs, rhs, sums = (type_of(s, element) for s in [(65, 200), (200, 72), (65, 72)])
    generator = np.random.default_rng(7)
    operands = [
        generator.standard_normal(s).astype(DTYPES[element])
        for s in [(65, 200), (200, 72), (65, 72)]
    ]
    wide = [x.astype(np.float64) for x in operands]
    exact = wide[0] @ wide[1] + wide[2]
    size = np.abs(wide[0]) @ np.abs(wide[1]) + np.abs(wide[2])
    text = (
        f"func.func @NAME(%a: {lhs}, %b: {rhs}, %init: {sums}) -> {sums} {{\n"
        f"  %y = linalg.matmul ins(%a, %b : {lhs}, {rhs}) outs(%init : {sums}) -> {sums}\n"
        f"  return %y : {sums}\n}}"
    )
    suite.add(f"sums of {element}", text, operands, [expect_sum(exact, size, 200, element)])


def contraction(maps, operands, init, result):
    """A linalg.generic that multiplies `operands` of bf16 onto `init`, (name, type) each;
    `maps` are the loops and the dimensions of the three, k and j what is summed up."""
    loops = ", ".join(maps[0])
    affine = ", ".join(f"affine_map<({loops}) -> ({', '.join(each)})>" for each in maps[1:])
    iterators = ", ".join('"reduction"' if loop in "kj" else '"parallel"' for loop in maps[0])
    (a, kind_a), (b, kind_b) = operands
    return f"""  {result} = linalg.generic {{indexing_maps = [{affine}], iterator_types = [{iterators}]}}
      ins({a}, {b} : {kind_a}, {kind_b}) outs({init[0]} : {init[1]}) {{
  ^bb0(%x: bf16, %w: bf16, %c: f32):
    %xw = arith.extf %x : bf16 to f32
    %ww = arith.extf %w : bf16 to f32
    %p = arith.mulf %xw, %ww : f32
    %s = arith.addf %p, %c : f32
    linalg.yield %s : f32
  }} -> {init[1]}
"""


def add_generic(suite, label, maps, shapes, subscripts, result="f32"):
    """A contraction with maps of its own; `subscripts` are numpy's for the same."""
    kinds = [type_of(shape, "bf16") for shape in shapes[:2]] + [type_of(shapes[2], "f32")]
    text = f"""func.func @NAME(%a: {kinds[0]}, %b: {kinds[1]}, %init: {kinds[2]}) -> {kinds[2]} {{
{contraction(maps, [("%a", kinds[0]), ("%b", kinds[1])], ("%init", kinds[2]), "%y")}
  return %y : {kinds[2]}
}}"""
    generator = np.random.default_rng(11)
    operands = [
        generator.standard_normal(shape).astype(DTYPES[element])
        for shape, element in zip(shapes, ["bf16", "bf16", "f32"])
    ]
    wide = [x.astype(np.float64) for x in operands]
    exact = np.einsum(subscripts, wide[0], wide[1]) + wide[2]
    size = np.einsum(subscripts, np.abs(wide[0]), np.abs(wide[1])) + np.abs(wide[2])
    count = np.prod([shapes[0][maps[1].index(loop)] for loop in "kj" if loop in maps[1]])
    suite.add(label, text, operands, [expect_sum(exact, size, count + 200, result)])


def add_mixed(suite, m, n, k):
    """An f32 operand beside one of bf16: its three parts lose nothing. Elements from the
    least to the largest; not finite ones reach what they should."""
    a, b, c = (
        type_of(shape, element)
        for shape, element in [((m, k), "f32"), ((k, n), "bf16"), ((m, n), "f32")]
    )
    text = f"""func.func @NAME(%a: {a}, %b: {b}, %init: {c}) -> {c} {{
  %y = linalg.generic {{indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}}
      ins(%a, %b : {a}, {b}) outs(%init : {c}) {{
  ^bb0(%p: f32, %q: bf16, %sum: f32):
    %w = arith.extf %q : bf16 to f32
    %m = arith.mulf %p, %w : f32
    %s = arith.addf %sum, %m : f32
    linalg.yield %s : f32
  }} -> {c}
  return %y : {c}
}}"""
    generator = np.random.default_rng(13)
    x = generator.standard_normal((m, k)).astype(np.float32)
    x[0] *= np.float32(1e-30)
    x[1] = 0
    x[2, 0], x[3, 1], x[4, 2] = np.inf, -np.inf, np.nan
    x[5, 0] = np.finfo(np.float32).max
    y = generator.standard_normal((k, n)).astype(DTYPES["bf16"])
    y[0, :] = 0.5
    init = generator.standard_normal((m, n)).astype(np.float32)
    with np.errstate(all="ignore"):
        wide = x.astype(np.float64), y.astype(np.float64), init.astype(np.float64)
        exact = wide[0] @ wide[1] + wide[2]
        size = np.abs(wide[0]) @ np.abs(wide[1]) + np.abs(wide[2])
    suite.add(f"mixed {m}x{n}x{k}", text, [x, y, init], [expect_sum(exact, size, k + 200, "f32")])


def add_attention(suite, heads, tokens, size, known=False):
    """Two products of batches with a function between: N of the first and K of the
    second are tokens, whose number is known when compiling or not. Sums of small whole
    numbers are exact."""
    t = str(tokens) if known else "?"
    rows, scores, wide, out = (
        f"tensor<{heads}x{kind}>"
        for kind in [f"{t}x{size}xbf16", f"{t}x{t}xbf16", f"{t}x{t}xf32", f"{t}x{size}xf32"]
    )
    many = "" if known else "%t, %t"
    few = "" if known else "%t"
    maps = ["(b, m, n, k) -> (b, m, k)", "(b, m, n, k) -> (b, n, k)", "(b, m, n, k) -> (b, m, n)"]
    affine = ", ".join(f"affine_map<{each}>" for each in maps)
    same = "affine_map<(b, m, n) -> (b, m, n)>"
    text = f"""func.func @NAME(%q: {rows}, %k: {rows}, %v: {rows}) -> ({out}, {scores}) {{
  %c1 = arith.constant 1 : index
  %t = tensor.dim %q, %c1 : {rows}
  %zero = arith.constant 0.0 : f32
  %se = tensor.empty({many}) : {wide}
  %sz = linalg.fill ins(%zero : f32) outs(%se : {wide}) -> {wide}
  %s = linalg.generic {{indexing_maps = [{affine}],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}}
      ins(%q, %k : {rows}, {rows}) outs(%sz : {wide}) {{
  ^bb0(%x: bf16, %w: bf16, %c: f32):
    %xw = arith.extf %x : bf16 to f32
    %ww = arith.extf %w : bf16 to f32
    %p = arith.mulf %xw, %ww : f32
    %a = arith.addf %p, %c : f32
    linalg.yield %a : f32
  }} -> {wide}
  %re = tensor.empty({many}) : {scores}
  %r = linalg.generic {{indexing_maps = [{same}, {same}],
      iterator_types = ["parallel", "parallel", "parallel"]}}
      ins(%s : {wide}) outs(%re : {scores}) {{
  ^bb0(%x: f32, %o: bf16):
    %m = arith.maximumf %x, %zero : f32
    %n = arith.truncf %m : f32 to bf16
    linalg.yield %n : bf16
  }} -> {scores}
  %ye = tensor.empty({few}) : {out}
  %yz = linalg.fill ins(%zero : f32) outs(%ye : {out}) -> {out}
  %y = linalg.batch_matmul ins(%r, %v : {scores}, {rows}) outs(%yz : {out}) -> {out}
  return %y, %r : {out}, {scores}
}}"""
    generator = np.random.default_rng(tokens)
    operands = [
        generator.integers(-2, 3, (heads, tokens, size)).astype(DTYPES["bf16"]) for _ in range(3)
    ]
    q, k, v = (x.astype(np.float32) for x in operands)
    weights = np.maximum(q @ k.swapaxes(1, 2), 0)
    suite.add(
        f"attention of {tokens} tokens",
        text,
        operands,
        [expect_bits(weights @ v), expect_bits(weights.astype(DTYPES["bf16"]))],
    )


def add_aligned(suite, m, n, k):
    """A gemm in rows with gaps, as lowp-align-rows makes it, and its rows once more."""
    lhs, rhs, out = (type_of(s, "bf16") for s in [("?", k), (n, k), ("?", n)])
    maps = ", ".join(f"affine_map<(m, n, k) -> ({each})>" for each in ["m, k", "n, k", "m, n"])
    text = f"""func.func @NAME(%a: {lhs}, %b: {rhs}) -> ({out}, {out}) {{
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : {lhs}
  %e = lowp.aligned_empty(%m) : {out}
  %y = lowp.gemm lhs(%a : {lhs}) rhs(%b : {rhs}) outs(%e : {out}) {{indexing_maps = [{maps}]}} -> {out}
  %f = lowp.aligned_empty(%m) : {out}
  %z = linalg.abs ins(%y : {out}) outs(%f : {out}) -> {out}
  return %y, %z : {out}, {out}
}}"""
    generator = np.random.default_rng(5)
    a, b = (generator.integers(-2, 3, s).astype(DTYPES["bf16"]) for s in [(m, k), (n, k)])
    want = (a.astype(np.float32) @ b.astype(np.float32).T).astype(DTYPES["bf16"])
    suite.add(f"aligned {m}x{n}x{k}", text, [a, b], [expect_bits(want), expect_bits(np.abs(want))])


def add_digits(suite, first, second, epilogue):
    """A gemm of a batch of `first` x `second` matrices, whose dimensions lie apart in operands
    and result. epilogue: of a bias; else products are added to what is there."""
    m, n, k = 65, 72, 64
    lhs, rhs = type_of((first, m, second, k), "bf16"), type_of((second, n, k), "bf16")
    out, bias = type_of((first, m, second, n), "f32"), type_of((n,), "f32")
    maps = ", ".join(
        f"affine_map<(b, m, n, k) -> ({each})>"
        for each in (
            f"b floordiv {second}, m, b mod {second}, k",
            f"b mod {second}, n, k",
            f"b floordiv {second}, m, b mod {second}, n",
        )
    )
    given = f"ins(%c : {bias}) " if epilogue else ""
    more = ", input_maps = [affine_map<(b, m, n) -> (n)>]" if epilogue else ", accumulate"
    body = (
        " epilogue {\n  ^bb0(%s: f32, %t: f32):\n    %u = arith.addf %s, %t : f32\n"
        "    lowp.epilogue_yield %u : f32\n  }"
        if epilogue
        else ""
    )
    third = bias if epilogue else out
    init = f"  %e = tensor.empty() : {out}\n" if epilogue else ""
    text = f"""func.func @NAME(%a: {lhs}, %b: {rhs}, %c: {third}) -> {out} {{
{init}  %y = lowp.gemm lhs(%a : {lhs}) rhs(%b : {rhs}) {given}outs({"%e" if epilogue else "%c"} : {out})
    {{indexing_maps = [{maps}]{more}}} -> {out}{body}
  return %y : {out}
}}"""
    generator = np.random.default_rng(second)
    a, b = (
        generator.integers(-2, 3, s).astype(DTYPES["bf16"])
        for s in [(first, m, second, k), (second, n, k)]
    )
    c = generator.integers(-9, 9, (n,) if epilogue else (first, m, second, n)).astype(np.float32)
    want = np.einsum("fmsk,snk->fmsn", a.astype(np.float32), b.astype(np.float32)) + c
    suite.add(f"digits {first}x{second} {epilogue}", text, [a, b, c], [expect_bits(want)])


def add_parts(suite, width, first, k, last=False):
    """Both operands are parts of one tensor, as of a projection to queries and keys: `k`
    columns from `first` and from 0 on. last: of its last matrix, known at run time."""
    whole, rows = type_of((3, 65, width), "bf16"), type_of((65, k), "bf16")
    sums = type_of((65, 65), "f32")
    maps = ", ".join(f"affine_map<(m, n, k) -> ({each})>" for each in ["m, k", "n, k", "m, n"])
    matrix = "%i" if last else "1"
    text = f"""func.func @NAME(%t: {whole}, %count: tensor<?xf32>) -> {sums} {{
  %c0 = arith.constant 0 : index
  %i = tensor.dim %count, %c0 : tensor<?xf32>
  %a = tensor.extract_slice %t[{matrix}, 0, {first}] [1, 65, {k}] [1, 1, 1] : {whole} to {rows}
  %b = tensor.extract_slice %t[{matrix}, 0, 0] [1, 65, {k}] [1, 1, 1] : {whole} to {rows}
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : {sums}
  %init = linalg.fill ins(%zero : f32) outs(%e : {sums}) -> {sums}
  %y = linalg.matmul indexing_maps = [{maps}] ins(%a, %b : {rows}, {rows}) outs(%init : {sums}) -> {sums}
  return %y : {sums}
}}"""
    t = np.random.default_rng(first).integers(-2, 3, (3, 65, width)).astype(DTYPES["bf16"])
    one = t[2 if last else 1].astype(np.float32)
    suite.add(
        f"parts of rows of {width}, from {first} on",
        text,
        [t, np.zeros(2, np.float32)],
        [expect_bits(one[:, first : first + k] @ one[:, :k].T)],
    )


def main():
    suite = Suite()
    for first, second in ((2, 3), (3, 4), (4, 2), (1, 5)):
        for epilogue in (False, True):
            add_digits(suite, first, second, epilogue)
    for sizes in SHAPES + BATCHES:
        for order in ORDERS:
            add(suite, Matmul(sizes, order))
        add(suite, Matmul(sizes, "nn", "f16", "f16"))
        add(suite, Matmul(sizes, "nt", "bf16", "bf16"), "integers")
        add(suite, Matmul(sizes, "nn", "bf16", "f32", accumulate=True))
    for kind in ["integers", "special", "large"]:
        for element in ["bf16", "f16"]:
            add(suite, Matmul((65, 72, 200), "nt", element, element), kind)
            add(suite, Matmul((3, 65, 72, 200), "nn", element, "f32"), kind)
    for unknown in ["m", "b", "mb", "n", "k", "mnkb"]:
        add(suite, Matmul((3, 65, 72, 40), "nn", unknown=unknown))
        add(suite, Matmul((3, 65, 72, 40), "tt", "bf16", "bf16", unknown=unknown))
        add(suite, Matmul((3, 65, 71, 33), "nn", unknown=unknown))
        add(suite, Matmul((3, 65, 71, 33), "tt", "bf16", "bf16", unknown=unknown))
        add(suite, Matmul((65, 71, 33), "nt", unknown=unknown, accumulate=True))
    for sizes in ODD:
        for order in ORDERS:
            add(suite, Matmul(sizes, order))
        add(suite, Matmul(sizes, "nn", "f16", "f16"))
        add(suite, Matmul(sizes, "nt", "bf16", "bf16"), "integers")
        add(suite, Matmul(sizes, "nn", "bf16", "f32", accumulate=True))
    for tokens in [0, 1, 8, 63, 64, 77, 130, 257]:
        add_attention(suite, 3, tokens, 24)
    add_attention(suite, 2, 77, 40, known=True)
    add_aligned(suite, 77, 13, 24)
    add_aligned(suite, 65, 129, 23)
    add_same_type(suite, "bf16")
    add_same_type(suite, "f16")
    add_generic(
        suite,
        "heads",
        ["bmnk", "mbk", "nbk", "bmn"],
        [(70, 3, 64), (40, 3, 64), (3, 70, 40)],
        "mbk,nbk->bmn",
    )
    add_generic(
        suite,
        "values of heads",
        ["bmnk", "bmk", "kbn", "bmn"],
        [(3, 70, 40), (40, 3, 64), (3, 70, 64)],
        "bmk,kbn->bmn",
    )
    add_generic(
        suite,
        "one matrix for all",
        ["bmnk", "bmk", "kn", "bmn"],
        [(3, 70, 40), (40, 64), (3, 70, 64)],
        "bmk,kn->bmn",
    )
    add_generic(
        suite,
        "two batches",
        ["bhmnk", "bhmk", "bhnk", "bhmn"],
        [(2, 3, 20, 40), (2, 3, 16, 40), (2, 3, 20, 16)],
        "bhmk,bhnk->bhmn",
    )
    add_generic(
        suite,
        "operands exchanged",
        ["mnk", "nk", "mk", "mn"],
        [(40, 64), (70, 64), (70, 40)],
        "nk,mk->mn",
    )
    # Sums over two dimensions, in one order or in several: parts of K, copies, few elements.
    for (m, n, k, j), lhs, rhs in itertools.product(
        [(65, 72, 3, 64), (40, 130, 5, 24)], ["mkj", "kmj", "kjm"], ["nkj", "njk", "knj", "kjn"]
    ):
        sizes = {"m": m, "n": n, "k": k, "j": j}
        shapes = [tuple(sizes[dim] for dim in dims) for dims in (lhs, rhs, "mn")]
        maps = ["mnkj", lhs, rhs, "mn"]
        add_generic(suite, f"sum over two {lhs} {rhs} {j}", maps, shapes, f"{lhs},{rhs}->mn")
    for sizes in [(64, 64, 64), (40, 72, 100), (8, 16, 7)]:
        add_mixed(suite, *sizes)
    # At multiples of 16 bytes, between them, and of rows that are no multiples.
    for width, first, k in [(192, 64, 64), (192, 60, 64), (191, 64, 64), (192, 128, 63)]:
        add_parts(suite, width, first, k)
        add_parts(suite, width, first, k, last=True)
    suite.run()


if __name__ == "__main__":
    main()
