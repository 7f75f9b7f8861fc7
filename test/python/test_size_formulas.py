"""Results whose sizes a function computes: Python makes them itself."""

import itertools

import lowp
import numpy as np
import pytest
from lowp._sizes import SizeFault, evaluate

QUOTIENTS = ["floordiv", "ceildiv", "mod", "divsi", "remsi"]


def program_of(lines):
    """A function of the sizes %m and %n, from which `lines` compute %s."""
    return lowp.compile(
        f"""func.func @f(%x: tensor<?xf32>, %w: tensor<?xf32>) -> tensor<?xf32> {{
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %m = tensor.dim %x, %c0 : tensor<?xf32>
  %n = tensor.dim %w, %c0 : tensor<?xf32>
  {lines}
  %e = tensor.empty(%s) : tensor<?xf32>
  %z = arith.constant 2.0 : f32
  %y = linalg.fill ins(%z : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}}""",
        device="cpu",
        use_cache=False,
        host_opt_level=0,
    )


def call(program, m, n):
    return program["f"](np.zeros(m, "f4"), np.zeros(n, "f4"))


OF_TWO = {
    "addi": lambda m, n: m + n,
    "muli": lambda m, n: m * n,
    "divui": lambda m, n: m // n,
    "divsi": lambda m, n: m // n,
    "ceildivui": lambda m, n: -(-m // n),
    "ceildivsi": lambda m, n: -(-m // n),
    "floordivsi": lambda m, n: m // n,
    "remui": lambda m, n: m % n,
    "remsi": lambda m, n: m % n,
    "minui": min,
    "minsi": min,
    "maxui": max,
    "maxsi": max,
    "shli": lambda m, n: m << n,
    "shrui": lambda m, n: m >> n,
    "shrsi": lambda m, n: m >> n,
    "andi": lambda m, n: m & n,
    "ori": lambda m, n: m | n,
    "xori": lambda m, n: m ^ n,
}


def test_operations():
    functions = "\n".join(
        f"""func.func @{name}(%x: tensor<?xf32>, %w: tensor<?xf32>) -> tensor<?xf32> {{
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?xf32>
  %n = tensor.dim %w, %c0 : tensor<?xf32>
  %s = arith.{name} %m, %n : index
  %e = tensor.empty(%s) : tensor<?xf32>
  %z = arith.constant 2.0 : f32
  %y = linalg.fill ins(%z : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}}"""
        for name in OF_TWO
    )
    program = lowp.compile(functions, device="cpu", use_cache=False, host_opt_level=0)
    for (name, compute), (m, n) in itertools.product(OF_TWO.items(), [(7, 2), (3, 5), (8, 1)]):
        result = program[name](np.zeros(m, "f4"), np.zeros(n, "f4"))
        assert result.shape == (compute(m, n),), name
        assert (result == 2).all()


def test_casts_and_choices():
    program = program_of("""%a = arith.index_cast %m : index to i32
  %b = arith.index_cast %n : index to i64
  %c = arith.trunci %b : i64 to i32
  %d = arith.subi %a, %c : i32
  %zero = arith.constant 0 : i32
  %less = arith.cmpi slt, %d, %zero : i32
  %g = arith.subi %zero, %d : i32
  %h = arith.select %less, %g, %d : i32
  %i = arith.extui %h : i32 to i64
  %s = arith.index_cast %i : i64 to index""")
    assert call(program, 9, 4).shape == (5,)
    assert call(program, 4, 9).shape == (5,)


def test_affine():
    program = program_of("%s = affine.apply affine_map<(m, n) -> (m floordiv 2 + n * 3)>(%m, %n)")
    assert call(program, 9, 4).shape == (16,)


def test_signs():
    """Divisions of arith round towards 0, and what may be negative stays below 0."""
    program = program_of("""%d = arith.subi %m, %n : index
  %q = arith.divsi %d, %c3 : index
  %r = arith.remsi %d, %c3 : index
  %a = arith.maxsi %d, %c0 : index
  %b = arith.addi %q, %r : index
  %c = arith.addi %a, %b : index
  %s = arith.addi %c, %c3 : index""")
    for m, n in ((9, 4), (4, 9), (4, 8)):
        quotient, rest = divmod(abs(m - n), 3)
        sign = 1 if m > n else -1
        assert call(program, m, n).shape == (max(m - n, 0) + sign * (quotient + rest) + 3,)


def test_division_by_zero():
    program = program_of("%s = arith.divui %m, %n : index")
    assert call(program, 9, 4).shape == (2,)
    with pytest.raises(
        lowp.LaunchError,
        match="'f', result0, dimension 0: expected sizes that give .* one, got floordiv of 9 by 0",
    ):
        call(program, 9, 0)
    with pytest.raises(lowp.LaunchError, match="arith.divui: expected a divisor other than 0"):
        program["f"](np.zeros(9, "f4"), np.zeros(0, "f4"), out=np.zeros(2, "f4"))


def test_negative():
    program = program_of("%s = arith.subi %m, %n : index")
    assert call(program, 9, 4).shape == (5,)
    with pytest.raises(lowp.LaunchError, match="one, got -5"):
        call(program, 4, 9)


def test_shift_too_far():
    program = program_of("%s = arith.shrui %m, %n : index")
    with pytest.raises(lowp.LaunchError, match="got a shift by 64 of 64 bits"):
        call(program, 4, 64)


def test_unknown():
    """What data decides has no formula: a result is passed."""
    text = """func.func @f(%x: tensor<?xf32>, %s: index) -> tensor<?xf32> {
  %e = tensor.empty(%s) : tensor<?xf32>
  %z = arith.constant 2.0 : f32
  %y = linalg.fill ins(%z : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}"""
    program = lowp.compile(text, device="cpu", use_cache=False)
    with pytest.raises(lowp.LaunchError, match="expected out="):
        program["f"](np.zeros(4, "f4"), 3)
    out = np.zeros(3, "f4")
    program["f"](np.zeros(4, "f4"), 3, out=out)
    assert (out == 2).all()


def test_saved():
    program = lowp.load(program_of("%s = arith.divui %m, %c3 : index").serialize())
    assert call(program, 9, 4).shape == (3,)


def test_step_of_zero():
    """A loop with it would not end."""
    text = """func.func @f(%x: tensor<4xf32>, %s: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %y = scf.for %i = %c0 to %c4 step %s iter_args(%v = %x) -> tensor<4xf32> {
    %n = arith.addf %v, %v : tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}"""
    program = lowp.compile(text, device="cpu", use_cache=False)
    assert (program["f"](np.ones(4, "f4"), 2) == 4).all()
    for step in (0, -1):
        with pytest.raises(lowp.LaunchError, match="scf.for: expected a step of 1 or more"):
            program["f"](np.ones(4, "f4"), step)


SIZES = {"a": 7, "b": 2, "zero": 0, "most": 2**63 - 1}


@pytest.mark.parametrize(
    ("formula", "size"),
    [
        ("7", 7),
        ("2 * a * b + 3", 31),
        ("-3 * b + a", 1),
        ("ceildiv(a, b) + floordiv(-1 * a, b) + 9", 9),
        ("mod(-1 * a, b) + divsi(-1 * a, b) + 10", 8),
        ("remsi(-1 * a, b) + 10", 9),
        ("max(1, a, b) + min(a, b)", 9),
        ("select(slt(a, b), 1, 2) + select(sge(a, b), 10, 20)", 12),
        ("eq(a, 7) + 2 * ne(a, 7) + 4 * sle(a, 7) + 8 * sgt(a, 7)", 5),
        ("shli(a, b) + shrsi(a, b)", 29),
        ("andi(a, b) + 10 * ori(a, 8) + 1000 * xori(a, b)", 5152),
        ("floordiv(unsigned(-1), 4)", 2**62 - 1),
        ("floordiv(most * most, most)", 2**63 - 1),
        ("?", -1),
        ("floordiv(c, 0)", -1),
    ],
)
def test_values(formula, size):
    assert evaluate(formula, SIZES) == size


@pytest.mark.parametrize(
    ("formula", "fault"),
    [
        ("a + -9", "got -2"),
        ("most + 1", "got 9223372036854775808"),
        ("most * most * most", "got a number of more than 126 bits"),
        *((f"{name}(a, zero)", f"got {name} of 7 by 0") for name in QUOTIENTS),
        ("shli(1, 64)", "got a shift by 64 of 64 bits"),
        ("shrsi(1, -1)", "got a shift by -1 of 64 bits"),
    ],
)
def test_faults(formula, fault):
    with pytest.raises(SizeFault, match=f"expected sizes that give .* one, {fault}$"):
        evaluate(formula, SIZES)


@pytest.mark.parametrize(
    "formula",
    ["", "a +", "a b", "max()", "eq(a)", "open(a, b)", "(a)", "min(a", "a / b", "-" * 300 + "1"],
)
def test_no_formulas(formula):
    with pytest.raises(SizeFault, match="expected a sum of products of sizes, got"):
        evaluate(formula, SIZES)
