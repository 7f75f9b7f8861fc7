# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Long reductions of all shapes, in parts and in one kernel, against numpy.

Elements are small integers, whose sums f32 holds in any order, so that a row that is left
out or added twice shows; columns with an Inf, with both and with a NaN are beside them.
"""

from typing import NamedTuple

import numpy as np

from harness import DTYPES, Suite, expect_bits

RNG = np.random.default_rng(7)
TYPES = {**DTYPES, "i32": np.dtype(np.int32)}


class Case(NamedTuple):
    """dims: loops that are reduced. orders: of the loops, in which each operand lies in
    memory; a second one multiplies. dynamic: loops whose sizes are unknown. results: how many
    there are, all but the first one sums of the first operand alone."""

    sizes: tuple
    dims: tuple
    element: str = "f32"
    op: str = "addf"
    orders: tuple = ()
    dynamic: tuple = ()
    results: int = 1

    @property
    def kept(self):
        return [loop for loop in range(len(self.sizes)) if loop not in self.dims]

    @property
    def operands(self):
        return self.orders or (tuple(range(len(self.sizes))),)


CASES = [
    # Rows that parts do not divide: an odd batch, a prime, few columns, one operand turned.
    Case((1022, 72), (0,)),
    Case((1022, 72), (0,), op="maximumf"),
    Case((1031, 40), (0,), "bf16"),
    Case((1031, 20), (0,), "bf16"),
    Case((1031, 24), (0,), orders=((0, 1), (0, 1)), results=2),
    Case((3001, 3), (0,)),
    Case((2049, 1), (0,)),
    Case((640, 33), (0,), orders=((0, 1), (1, 0))),
    # Several loops, some of them parts.
    Case((2, 64, 16, 24), (0, 1, 2)),
    Case((2, 37, 16, 24), (0, 1, 2), orders=((0, 1, 2, 3), (0, 2, 1, 3))),
    Case((13, 11, 9, 8), (0, 1, 2), "bf16"),
    # More results than a thread keeps of several columns; a matrix without columns.
    Case((63, 33), (0,), results=17),
    Case((1024, 0), (0,)),
    # The middle, both ends, the end.
    Case((8, 600, 16), (1,)),
    Case((40, 30, 16), (0, 2)),
    Case((6, 5, 7, 40), (1, 3)),
    # Few rows of many elements, and all of a matrix.
    Case((3, 40001), (1,)),
    Case((2, 65536), (1,), "bf16"),
    Case((300, 200), (0, 1)),
    Case((2, 65536), (1,), op="maximumf"),
    # Sizes that the run tells: fewer than a part, none, and many.
    Case((1000, 40), (0,), dynamic=(0,)),
    Case((5, 40), (0,), dynamic=(0,)),
    Case((0, 40), (0,), dynamic=(0,)),
    Case((700, 40), (0,), dynamic=(1,)),
    Case((700, 40), (0,), "bf16", dynamic=(0, 1), results=2),
    Case((3, 50, 40), (0, 1), dynamic=(0, 1)),
    Case((0, 50, 40), (0, 1), dynamic=(0, 1)),
    Case((3, 0, 40), (0, 1), dynamic=(1,)),
    Case((2, 70, 5, 40), (0, 1, 2), dynamic=(1,)),
    Case((3, 2, 90, 40), (0, 2), dynamic=(0, 2)),
    Case((3, 50, 40), (0, 1), orders=((0, 1, 2), (1, 0, 2)), dynamic=(0, 1)),
    Case((9000,), (0,), dynamic=(0,)),
    Case((33, 70), (0, 1), dynamic=(0, 1)),
    # Numbers that no shuffle moves.
    Case((1022, 24), (0,), "i32", "addi"),
    Case((2, 33000), (1,), "i32", "addi"),
    Case((700, 24), (0,), "f64"),
]


def affine_map(loops, results):
    names = [f"d{loop}" for loop in range(loops)]
    return f"affine_map<({', '.join(names)}) -> ({', '.join(names[i] for i in results)})>"


def write_body(case, wide):
    """Lines of the region: operands widened, their product, and what combines."""
    names = [f"%a{i}" for i in range(len(case.operands))]
    lines = []
    if wide != case.element:
        lines = [
            f"    %w{i} = arith.extf {name} : {case.element} to {wide}"
            for i, name in enumerate(names)
        ]
        names = [f"%w{i}" for i in range(len(names))]
    whole = names[0]
    if len(names) > 1:
        lines.append(f"    %p = arith.mulf {names[0]}, {names[1]} : {wide}")
        whole = "%p"
    lines.append(f"    %s0 = arith.{case.op} %o0, {whole} : {wide}")
    lines += [
        f"    %s{i} = arith.{case.op} %o{i}, {names[0]} : {wide}" for i in range(1, case.results)
    ]
    return "\n".join(lines)


def write(case):
    loops = len(case.sizes)
    sizes = ["?" if loop in case.dynamic else str(size) for loop, size in enumerate(case.sizes)]
    wide = "f32" if case.element == "bf16" else case.element

    def tensor(order, element):
        return f"tensor<{''.join(sizes[loop] + 'x' for loop in order)}{element}>"

    matrices = [tensor(order, case.element) for order in case.operands]
    result = tensor(case.kept, wide)
    count = case.results
    start = {"addf": "0.0", "addi": "0", "maximumf": "0xFF800000"}[case.op]
    dims = [
        f"  %n{loop} = tensor.dim %x0, %c{case.operands[0].index(loop)} : {matrices[0]}"
        for loop in case.kept
        if loop in case.dynamic
    ]
    known = ", ".join(f"%n{loop}" for loop in case.kept if loop in case.dynamic)
    maps = ", ".join(affine_map(loops, order) for order in [*case.operands, *[case.kept] * count])
    kinds = ", ".join('"reduction"' if loop in case.dims else '"parallel"' for loop in range(loops))
    many = range(len(matrices))
    arguments = ", ".join(f"%x{i}: {matrices[i]}" for i in many)
    inputs = ", ".join(f"%x{i}" for i in many)
    outputs = ", ".join(["%init"] * count)
    types = ", ".join([result] * count)
    block = ", ".join(
        [*(f"%a{i}: {case.element}" for i in many), *(f"%o{i}: {wide}" for i in range(count))]
    )
    yielded = ", ".join(f"%s{i}" for i in range(count))
    names = ", ".join(f"%y#{i}" for i in range(count)) if count > 1 else "%y"
    given, single = types, ""
    if not case.kept:
        names, given = "%one", f"tensor<1x{wide}>"
        single = f"\n  %one = tensor.expand_shape %y [] output_shape [1] : {result} into {given}"
    constants = "\n".join(f"  %c{i} = arith.constant {i} : index" for i in range(loops))
    return f"""
func.func @NAME({arguments}) -> ({given}) {{
{constants}
{chr(10).join(dims)}
  %start = arith.constant {start} : {wide}
  %empty = tensor.empty({known}) : {result}
  %init = linalg.fill ins(%start : {wide}) outs(%empty : {result}) -> {result}
  %y{f":{count}" if count > 1 else ""} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}
      ins({inputs} : {", ".join(matrices)}) outs({outputs} : {types}) {{
  ^bb0({block}):
{write_body(case, wide)}
    linalg.yield {yielded} : {", ".join([wide] * count)}
  }} -> ({types}){single}
  return {names} : {given}
}}"""


def draw(case):
    """Integers in the order of loops, and Inf, NaN or both in the first columns."""
    x = RNG.integers(-4, 5, case.sizes).astype(TYPES[case.element])
    if case.element == "i32" or not case.kept or x.shape[case.kept[-1]] < 4 or not x.size:
        return x
    columns = np.moveaxis(x, case.kept[-1], 0)
    for column, values in enumerate([(np.inf,), (np.nan,), (-np.inf, np.inf)]):
        flat = columns[column].reshape(-1)
        flat[-len(values) :] = values
        columns[column] = flat.reshape(columns[column].shape)
    return x


def expect(case, x, y):
    """Sums or maxima in f64, as elements of the result."""
    wide = np.int64 if case.element == "i32" else np.float64
    kind = {"bf16": "f4", "f32": "f4", "f64": "f8", "i32": "i4"}[case.element]
    whole = x.astype(wide) if y is None else x.astype(wide) * y.astype(wide)
    reduce = np.max if case.op == "maximumf" else np.sum
    values = [whole, *[x.astype(wide)] * (case.results - 1)]
    with np.errstate(all="ignore"):
        return [
            expect_bits(np.atleast_1d(reduce(value, axis=case.dims)).astype(kind))
            for value in values
        ]


def main():
    suite = Suite()
    for case in CASES:
        x = draw(case)
        y = None
        if len(case.operands) > 1:
            y = RNG.integers(-2, 3, case.sizes).astype(TYPES[case.element])
        stored = [
            np.ascontiguousarray(np.transpose(array, order))
            for array, order in zip((x, y), case.operands)
        ]
        suite.add(str(case), write(case), stored, expect(case, x, y))
    suite.run()


if __name__ == "__main__":
    main()
