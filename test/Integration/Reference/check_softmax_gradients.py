# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Gradients of a softmax between two matmuls under math = fast, as front ends spell them,
within the bound of the specification. Sums of p * do v^T along rows become those of do * o.
"""

import numpy as np

from harness import DTYPES, Suite, tensor_type

RNG = np.random.default_rng(31)
# Scores of heads and their rows; a matmul's batch is both first dimensions of the scores.
WHOLE, ROWS = ("d0", "d1", "d2", "d3"), ("d0", "d1", "d2")
MATRICES, TURNED = ("d0", "d1", "d2"), ("d0", "d2", "d1")
NARROW, WIDE = "%z = arith.truncf %a : f32 to bf16", "%z = arith.extf %a : bf16 to f32"


def loops(count, maps, reduces=False):
    """Attributes of a linalg.generic over `count` loops."""
    names = ", ".join(f"d{n}" for n in range(count))
    kinds = ["parallel"] * count
    if reduces:
        kinds[-1] = "reduction"
    listed = ", ".join(f"affine_map<({names}) -> ({', '.join(map)})>" for map in maps)
    return f"{{indexing_maps = [{listed}], iterator_types = {kinds}}}".replace("'", '"')


class Program:
    """A function in lines, whose values have types."""

    def __init__(self, **arguments):
        self.types = arguments
        self.lines = ["  %one = arith.constant 1.0 : f32"]
        self.arguments = ", ".join(f"%{name}: {type}" for name, type in arguments.items())

    def define(self, name, type, text):
        self.types[name] = type
        self.lines.append(f"  %{name} = {text}")

    def zeros(self, type):
        """A new tensor of zeros."""
        name = f"zeros{len(self.lines)}"
        self.define(f"{name}_empty", type, f"tensor.empty() : {type}")
        element = type[:-1].split("x")[-1]
        self.define(f"{name}_zero", element, f"arith.constant 0.0 : {element}")
        self.define(
            name,
            type,
            f"linalg.fill ins(%{name}_zero : {element}) outs(%{name}_empty : {type}) -> {type}",
        )
        return name

    def generic(self, name, inputs, text, type, maps=None, reduces=False, result="%z"):
        """`text` makes `result` of %a and %b, the elements of `inputs`."""
        maps = maps or [WHOLE] * (len(inputs) + 1)
        into = self.zeros(type)
        types = [self.types[value] for value in inputs]
        elements = [kind[:-1].split("x")[-1] for kind in (*types, type)]
        letters = [*"ab"[: len(inputs)], "old"]
        arguments = ", ".join(f"%{x}: {element}" for x, element in zip(letters, elements))
        self.define(
            name,
            type,
            f"""linalg.generic {loops(max(map(len, maps)), maps, reduces)}
      ins({", ".join(f"%{x}" for x in inputs)} : {", ".join(types)}) outs(%{into} : {type}) {{
  ^bb0({arguments}):
    {text}
    linalg.yield {result} : {elements[-1]}
  }} -> {type}""",
        )

    def binary(self, name, operation, inputs, type, maps=None):
        self.generic(name, inputs, f"%z = arith.{operation} %a, %b : f32", type, maps)

    def repeat(self, name, rows, type):
        """A number of a row for each of its elements."""
        self.generic(name, [rows], "", type, [ROWS, WHOLE], result="%a")

    def sum_rows(self, name, tensor, type):
        self.generic(name, [tensor], "%z = arith.addf %old, %a : f32", type, [WHOLE, ROWS], True)

    def multiply(self, name, lhs, rhs, type):
        into = self.zeros(type)
        self.define(
            name,
            type,
            f"linalg.batch_matmul ins(%{lhs}, %{rhs} : {self.types[lhs]}, "
            f"{self.types[rhs]}) outs(%{into} : {type}) -> {type}",
        )

    def text(self, *results):
        types = ", ".join(self.types[name] for name in results)
        values = ", ".join(f"%{name}" for name in results)
        return "\n".join(
            [
                f"func.func @NAME({self.arguments}) -> ({types}) {{",
                *self.lines,
                f"  return {values} : {types}",
                "}",
            ]
        )


def add_torch_gradient(program, scores, rows):
    """p g - p sum(p g)."""
    program.binary("pg", "mulf", ["g", "p"], scores)
    program.sum_rows("d", "pg", rows)
    program.binary("pd", "mulf", ["p", "d"], scores, [WHOLE, ROWS, WHOLE])
    program.binary("ds", "subf", ["pg", "pd"], scores)


def add_jax_gradient(program, scores, rows):
    """(g / s - sum(g e / s^2)) e, where p = e / s."""
    program.binary("square", "mulf", ["s", "s"], rows, [ROWS] * 3)
    program.generic("inverse", ["square"], "%z = arith.divf %one, %a : f32", rows, [ROWS] * 2)
    program.repeat("inverses", "inverse", scores)
    program.binary("gi", "mulf", ["g", "inverses"], scores)
    program.binary("gie", "mulf", ["gi", "e"], scores)
    program.sum_rows("d", "gie", rows)
    program.generic("minus", ["d"], "%z = arith.negf %a : f32", rows, [ROWS] * 2)
    program.repeat("addend", "minus", scores)
    program.binary("gs", "divf", ["g", "divisor"], scores)
    program.binary("difference", "addf", ["gs", "addend"], scores)
    program.binary("ds", "mulf", ["difference", "e"], scores)


SPELLINGS = {"torch": add_torch_gradient, "jax": add_jax_gradient}


def gradient_of_softmax(add_gradient, heads, batch, m, n, k):
    """o = p v and the gradient ds of scores, where o has the gradient do; p = e / s."""
    scores, scores16 = (tensor_type((heads, batch, m, n), x) for x in ("f32", "bf16"))
    joined, joined16 = (tensor_type((heads * batch, m, n), x) for x in ("f32", "bf16"))
    rows = tensor_type((heads, batch, m), "f32")
    v, vt = (tensor_type((heads * batch, *x), "bf16") for x in ((n, k), (k, n)))
    o, o16 = (tensor_type((heads * batch, m, k), x) for x in ("f32", "bf16"))

    program = Program(e=scores, s=rows, v=v, do=o16)
    program.repeat("divisor", "s", scores)
    program.binary("p", "divf", ["e", "divisor"], scores)
    program.generic("p16", ["p"], NARROW, scores16)
    program.define(
        "lhs",
        joined16,
        f"tensor.collapse_shape %p16 [[0, 1], [2], [3]] : {scores16} into {joined16}",
    )
    program.multiply("o", "lhs", "v", o)
    program.generic("o16", ["o"], NARROW, o16, [MATRICES] * 2)
    program.generic("vt", ["v"], "", vt, [TURNED, MATRICES], result="%a")
    program.multiply("dp", "do", "vt", joined)
    program.generic("dp16", ["dp"], NARROW, joined16, [MATRICES] * 2)
    program.define(
        "g16",
        scores16,
        f"tensor.expand_shape %dp16 [[0, 1], [2], [3]] output_shape "
        f"[{heads}, {batch}, {m}, {n}] : {joined16} into {scores16}",
    )
    program.generic("g", ["g16"], WIDE, scores)
    add_gradient(program, scores, rows)
    program.generic("ds16", ["ds"], NARROW, scores16)
    return program.text("o16", "ds16")


def add_cases(suite, heads, batch, m, n, k):
    x = RNG.standard_normal((heads, batch, m, n)) * 3
    e = np.exp(x - x.max(3, keepdims=True)).astype(np.float32)
    s = e.sum(3, dtype=np.float64).astype(np.float32)
    v, do = (
        RNG.standard_normal((heads * batch, size, k)).astype(DTYPES["bf16"]) for size in (n, m)
    )
    wide_v, wide_do = v.astype(np.float64), do.astype(np.float64)
    p = e.astype(np.float64) / s[..., None]
    g, size = (
        (a @ b.transpose(0, 2, 1)).reshape(p.shape)
        for a, b in [(wide_do, wide_v), (np.abs(wide_do), np.abs(wide_v))]
    )
    want = p * (g - (p * g).sum(3, keepdims=True))
    bound = 2.0**-7 * p * (np.abs(g) + (p * size).sum(3, keepdims=True))
    # Roundings of p and of the sum.
    o, o_bound = (p.reshape(-1, m, n) @ x for x in (wide_v, 2.0**-7 * np.abs(wide_v)))
    outputs = [
        (o.shape, DTYPES["bf16"], lambda got: np.abs(got.astype(np.float64) - o) <= o_bound),
        (p.shape, DTYPES["bf16"], lambda got: np.abs(got.astype(np.float64) - want) <= bound),
    ]
    for name, add_gradient in SPELLINGS.items():
        suite.add(
            f"{name}'s gradient of a softmax, {heads}x{batch}x{m}x{n}x{k}",
            gradient_of_softmax(add_gradient, heads, batch, m, n, k),
            [e, s, v, do],
            outputs,
        )


def main():
    suite = Suite(options={"math": "fast"})
    for sizes in [
        (1, 3, 128, 256, 64),
        (2, 2, 100, 200, 40),
        (3, 1, 65, 72, 8),
        (1, 1, 33, 50, 25),
    ]:
        add_cases(suite, *sizes)
    suite.run()


if __name__ == "__main__":
    main()
