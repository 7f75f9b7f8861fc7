# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Operations, casts and comparisons of every float type, in one body as fusion
leaves them."""

import itertools

import numpy as np

from harness import DTYPES, Suite, expect_bits, sample_size
from oracle import arithmetic
from oracle.arithmetic import BINARY, SMALL
from oracle.formats import WIDTH

TYPES = ["f64", "f32", *SMALL]
WIDER = {"f64": "f64", "f32": "f64"}
COUNT = sample_size(4000)
RNG = np.random.default_rng(7)


def values(name, count=COUNT):
    """All bits alike, ordinary numbers, and what is special."""
    dtype = DTYPES[name]
    codes = 1 << WIDTH.get(name, 8)
    bits = RNG.integers(0, codes, count * dtype.itemsize, np.uint8).view(dtype)
    ordinary = RNG.standard_normal(count) * np.exp2(RNG.uniform(-8, 8, count))
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 448.0, 0.001953125])
    with np.errstate(all="ignore"):
        mixed = np.where(RNG.integers(0, 2, count), bits, ordinary.astype(dtype))
        some = RNG.integers(0, count, count // 8)
        mixed[some] = RNG.choice(special, len(some)).astype(dtype)
    return mixed


def generic(inputs, outputs, body):
    """One linalg.generic over rows of `inputs`, which are types."""
    count = f"{COUNT}x"
    maps = ", ".join(["affine_map<(i) -> (i)>"] * (len(inputs) + len(outputs)))
    tensors = [f"tensor<{count}{t}>" for t in inputs]
    results = [f"tensor<{count}{t}>" for t in outputs]
    arguments = ", ".join(f"%a{i}: {t}" for i, t in enumerate(tensors))
    empties = "\n".join(f"  %e{i} = tensor.empty() : {t}" for i, t in enumerate(results))
    block = ", ".join(
        [f"%x{i}: {t}" for i, t in enumerate(inputs)]
        + [f"%o{i}: {t}" for i, t in enumerate(outputs)]
    )
    names = ", ".join(f"%a{i}" for i in range(len(inputs)))
    inits = ", ".join(f"%e{i}" for i in range(len(outputs)))
    given = ", ".join(f"%r#{i}" for i in range(len(outputs)))
    return f"""
func.func @NAME({arguments}) -> ({", ".join(results)}) {{
{empties}
  %r:{len(outputs)} = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel"]}}
    ins({names} : {", ".join(tensors)}) outs({inits} : {", ".join(results)}) {{
  ^bb0({block}):
{body}
  }} -> ({", ".join(results)})
  return {given} : {", ".join(results)}
}}"""


def add_binary(suite, name, operation):
    """The result, the result widened, and its sign: three readers of one value."""
    wide = WIDER.get(name, "f32")
    widen = f"arith.extf %m : {name} to {wide}" if wide != name else f"arith.negf %m : {name}"
    function = generic(
        [name, name],
        [name, wide, "i1"],
        f"""
    %m = arith.{operation} %x0, %x1 : {name}
    %w = {widen}
    %z = arith.constant 0.0 : {name}
    %c = arith.cmpf olt, %m, %z : {name}
    linalg.yield %m, %w, %c : {name}, {wide}, i1""",
    )
    x, y = values(name), values(name)
    with np.errstate(all="ignore"):
        result = arithmetic.binary(operation, x, y, name)
        widened = result.astype(DTYPES[wide]) if wide != name else -result
        negative = arithmetic.widen(result) < 0
    suite.add(
        f"{operation} on {name}",
        function,
        [x, y],
        [expect_bits(result), expect_bits(widened), expect_bits(negative)],
    )


def add_chain(suite, name):
    """-(x * y) + x, |.|, the larger one, and a cast to every narrower type."""
    function = generic(
        [name, name],
        [name, "f8E5M2"],
        f"""
    %m = arith.mulf %x0, %x1 : {name}
    %n = arith.negf %m : {name}
    %s = arith.addf %n, %x0 : {name}
    %b = math.absf %s : {name}
    %c = arith.cmpf ogt, %b, %x1 : {name}
    %t = arith.select %c, %b, %x1 : {name}
    %q = arith.truncf %t : {name} to f8E5M2
    linalg.yield %t, %q : {name}, f8E5M2""",
    )
    x, y = values(name), values(name)
    with np.errstate(all="ignore"):
        product = arithmetic.binary("mulf", x, y, name)
        total = np.abs(arithmetic.binary("addf", -product, x, name))
        result = np.where(arithmetic.widen(total) > arithmetic.widen(y), total, y)
        code = arithmetic.round_to(arithmetic.widen(result), "f8E5M2")
    suite.add(f"chain on {name}", function, [x, y], [expect_bits(result), expect_bits(code)])


def add_root(suite, name):
    function = generic(
        [name],
        [name],
        f"""
    %m = math.sqrt %x0 : {name}
    linalg.yield %m : {name}""",
    )
    x = values(name)
    with np.errstate(all="ignore"):
        result = (
            np.sqrt(x) if name in WIDER else arithmetic.round_to(np.sqrt(arithmetic.widen(x)), name)
        )
    suite.add(f"sqrt on {name}", function, [x], [expect_bits(result)])


def add_fma(suite, name):
    function = generic(
        [name] * 3,
        [name],
        f"""
    %m = math.fma %x0, %x1, %x2 : {name}
    linalg.yield %m : {name}""",
    )
    x = [values(name) for _ in range(3)]
    with np.errstate(all="ignore"):
        result = arithmetic.fma(*x, name)
    suite.add(f"fma on {name}", function, x, [expect_bits(result)])


def add_from_integers(suite, name, width, signed):
    operation = "sitofp" if signed else "uitofp"
    function = generic(
        [f"i{width}"],
        [name],
        f"""
    %m = arith.{operation} %x0 : i{width} to {name}
    linalg.yield %m : {name}""",
    )
    dtype = np.dtype(f"{'i' if signed else 'u'}{width // 8}")
    shift = RNG.integers(0, width, COUNT).astype(dtype)
    x = RNG.integers(0, 256, COUNT * dtype.itemsize, np.uint8).view(dtype) >> shift
    # One off the middle between two results: where two roundings show.
    x[: COUNT // 2] |= np.array(1, dtype)
    with np.errstate(all="ignore"):
        if name in WIDER:
            result = x.astype(DTYPES[name])
        else:
            result = arithmetic.from_integers(x.astype("i8" if signed else "u8"), name)
    suite.add(
        f"{operation} from i{width} to {name}",
        function,
        [x.view(f"i{width // 8}")],
        [expect_bits(result)],
    )


def add_to_integers(suite, name):
    function = generic(
        [name],
        ["i32"],
        f"""
    %m = arith.fptosi %x0 : {name} to i32
    linalg.yield %m : i32""",
    )
    x = values(name)
    with np.errstate(all="ignore"):
        wide = arithmetic.widen(x)
        x = np.where(np.abs(wide) < 2.0**31, x, np.ones(COUNT, DTYPES[name]))
        result = np.trunc(arithmetic.widen(x)).astype(np.int32)
    suite.add(f"fptosi on {name}", function, [x], [expect_bits(result)])


def add_cast(suite, source, target):
    operation = "truncf" if DTYPES[source].itemsize > DTYPES[target].itemsize else "extf"
    function = generic(
        [source],
        [target],
        f"""
    %m = arith.{operation} %x0 : {source} to {target}
    linalg.yield %m : {target}""",
    )
    x = values(source)
    with np.errstate(all="ignore"):
        result = arithmetic.round_to(arithmetic.widen(x), target)
    suite.add(f"{source} to {target}", function, [x], [expect_bits(result)])


suite = Suite(as_shipped=True)
for name, operation in itertools.product(TYPES, BINARY):
    add_binary(suite, name, operation)
for name in TYPES:
    if DTYPES[name].itemsize > 1:
        add_chain(suite, name)
    add_root(suite, name)
    for width, signed in itertools.product([8, 32, 64], [True, False]):
        add_from_integers(suite, name, width, signed)
    add_to_integers(suite, name)
for name in SMALL:
    add_fma(suite, name)
for source, target in itertools.permutations(TYPES, 2):
    if DTYPES[source].itemsize != DTYPES[target].itemsize:
        add_cast(suite, source, target)
suite.run()
