"""Modules that mean harm, with a fixed seed.

Modules of `decorated` compute x + y in spite of what is around it: what compiles has
to say so. Modules of `mutated` are text that was damaged: they may mean anything.
"""

import random

HEAD = "func.func @f(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32>"
ADD = "  %sum = arith.addf %x, %y : tensor<8xf32>\n"
RETURN = "  return %sum : tensor<8xf32>\n"
MATMUL = """
func.func @f(%x: tensor<?x128xbf16>, %w: tensor<128x256xbf16>)
    -> tensor<?x256xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x128xbf16>
  %e = tensor.empty(%m) : tensor<?x256xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?x256xf32>) -> tensor<?x256xf32>
  %r = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>}
    ins(%x, %w : tensor<?x128xbf16>, tensor<128x256xbf16>)
    outs(%i : tensor<?x256xf32>) -> tensor<?x256xf32>
  return %r : tensor<?x256xf32>
}
"""
QUANTIZE = """
!q = !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
func.func @f(%x: tensor<?x256xbf16>) -> !q {
  %q = lowp.quantize %x numerics <torchao> : tensor<?x256xbf16> -> !q
  return %q : !q
}
"""
# Within the function; {n} is a number that may be anything.
STATEMENTS = [
    '%a{k} = llvm.inline_asm "ud2", "=r" : () -> i64',
    'llvm.inline_asm has_side_effects "syscall", "" : () -> ()',
    '%a{k} = llvm.call_intrinsic "llvm.trap"() : () -> i64',
    "%a{k} = llvm.mlir.zero : !llvm.ptr",
    "%a{k} = arith.constant {n} : i128",
    "%a{k} = arith.constant {n} : i64",
    "%a{k} = arith.constant dense<1.0> : tensor<{n}xf32>",
    "%a{k} = tensor.empty() : tensor<{n}x{n}xf32>",
    "%a{k} = tensor.empty() : tensor<4xf80>",
    "%a{k} = memref.alloc() : memref<{n}xf32>",
    "%a{k} = memref.alloca() : memref<{n}xf32>",
    "%a{k} = arith.constant 0x7FF0000000000000 : f64",
    '%a{k} = "test.unknown"() {{a = {n}}} : () -> i32',
    "%a{k} = vector.broadcast %c : f32 to vector<{n}xf32>",
    "scf.execute_region {{ scf.yield }}",
    'cf.assert %t, "never"',
    "%a{k} = func.call @f(%x, %y) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>",
    "%a{k} = tensor.extract_slice %x[{n}] [1] [1] : tensor<8xf32> to tensor<1xf32>",
    "gpu.barrier",
    "%a{k} = builtin.unrealized_conversion_cast %x : tensor<8xf32> to !llvm.ptr",
    "%a{k} = ub.poison : i64",
    "%a{k} = arith.divsi %zero, %zero : i64",
]
# Around it.
ATTRIBUTES = [
    "lowp.recipe = {n}",
    "lowp.parameter",
    'lowp_gpu.chip = "sm_{n}"',
    "a = {deep}",
    "a = dense<{n}> : tensor<4xi8>",
    'llvm.target_triple = "nonsense"',
    "dlti.dl_spec = #dlti.dl_spec<index = {n}>",
    'llvm.data_layout = "nonsense"',
    "a = affine_map<(d0) -> ({sum})>",
    "bufferization.writable = {n}",
    'sym_visibility = "private"',
    "llvm.emit_c_interface",
    'passthrough = ["naked", "noreturn"]',
]
NUMBERS = [0, -1, 1, 2, 127, 2**31 - 1, 2**31, 2**32, 2**62, 2**63 - 1, 2**64, 10**30]
WORDS = [
    "i128",
    "f80",
    "tensor<?x?xf32>",
    "memref<4xf32, 3>",
    "!lowp.scaled<",
    "#lowp.",
    "->",
    "{",
    "}",
    "(",
    ")",
    "<",
    ">",
    '"',
    "%x",
    "%0",
    "@f",
    "loc(",
    "affine_map<",
    "?",
    "*",
    ":",
    ",",
    "=",
    "-",
    "0",
    "9223372036854775808",
    "lowp.quantize",
    "linalg.generic",
    "func.func",
    "module",
    "^bb0",
    "dense<",
    "[",
    "]",
    "\0",
    "//",
]


def number(random_source):
    return random_source.choice(NUMBERS)


def decorated(random_source):
    """A module whose @f computes x + y, if it can be compiled."""
    lines = [
        "  %c = arith.constant 1.0 : f32\n  %t = arith.constant true\n"
        "  %zero = arith.constant 0 : i64\n"
    ]
    for k in range(random_source.randrange(4)):
        statement = random_source.choice(STATEMENTS)
        lines.append("  " + statement.format(k=k, n=number(random_source)) + "\n")
    depth = random_source.choice([1, 10, 200, 300, 100000])
    attribute = random_source.choice(ATTRIBUTES).format(
        n=number(random_source),
        deep="[" * depth + "]" * depth,
        sum=" + ".join(["d0"] * depth),
    )
    where = random_source.randrange(3)
    head = HEAD + (f" attributes {{{attribute}}}" if where == 1 else "")
    body = f"{head} {{\n{''.join(lines)}{ADD}{RETURN}}}\n"
    return f"module attributes {{{attribute}}} {{\n{body}}}\n" if where == 2 else body


def mutated(random_source):
    """A module that was damaged."""
    text = random_source.choice(
        [MATMUL, QUANTIZE, f"{HEAD} {{\n{ADD}{RETURN}}}\n", decorated(random_source)]
    )
    for _ in range(random_source.randrange(1, 4)):
        at = random_source.randrange(len(text) + 1)
        size = random_source.randrange(1, 12)
        way = random_source.randrange(4)
        if way == 0:
            text = text[:at] + text[at + size :]
        elif way == 1:
            text = text[:at] + random_source.choice(WORDS) + text[at:]
        elif way == 2:
            text = text[:at] + text[at : at + size] * 3 + text[at + size :]
        else:
            text = text[:at] + str(number(random_source)) + text[at + size :]
    return text


def modules(count, seed=19):
    """Pairs of a text and whether it computes x + y."""
    source = random.Random(seed)
    for place in range(count):
        adds = place % 2 == 0
        yield (decorated if adds else mutated)(source), adds
