"""Loops in loops that carry tensors, on the CPU, against Python."""

import lowp
import numpy as np
import pytest

HEAD = """
func.func @f(%x: tensor<8xf32>, %b: i1, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
"""


def loop(result, carried, init, body, value):
    return f"""
  {result} = scf.for %i_{carried} = %c0 to %n step %c1 iter_args(%{carried} = {init})
      -> (tensor<8xf32>) {{
    {body}
    scf.yield {value} : tensor<8xf32>
  }}"""


def inner(init="%q0", result="%r1", other="%x"):
    """Adds `other` n times."""
    carried = result[1:] + "q"
    add = f"%{carried}y = arith.addf %{carried}, {other} : tensor<8xf32>"
    return loop(result, carried, init, add, f"%{carried}y")


def outer(body, value):
    return HEAD + loop("%r0", "q0", "%x", body, value) + "\n  return %r0 : tensor<8xf32>\n}"


def repeat(step):
    """What a loop makes of x by `step(value, x, b, n)`."""

    def run(x, b, n):
        value = x
        for _ in range(n):
            value = step(value, x, b, n)
        return value

    return run


def exchange(x, b, n):
    q = p = x
    for _ in range(n):
        for _ in range(n):
            q, p = p, q + p
        q, p = p, q
    return q


WHILE = """
  %r1, %k1 = scf.while (%q1 = %q0, %k = %c0)
      : (tensor<8xf32>, index) -> (tensor<8xf32>, index) {
    %c = arith.cmpi slt, %k, %n : index
    scf.condition(%c) %q1, %k : tensor<8xf32>, index
  } do {
  ^bb0(%q2: tensor<8xf32>, %k2: index):
    %y = arith.addf %q2, %x : tensor<8xf32>
    %k3 = arith.addi %k2, %c1 : index
    scf.yield %y, %k3 : tensor<8xf32>, index
  }"""
EXCHANGE = """
  %r0, %s0 = scf.for %i0 = %c0 to %n step %c1 iter_args(%q0 = %x, %p0 = %x)
      -> (tensor<8xf32>, tensor<8xf32>) {
    %r1, %s1 = scf.for %i1 = %c0 to %n step %c1 iter_args(%q1 = %q0, %p1 = %p0)
        -> (tensor<8xf32>, tensor<8xf32>) {
      %y = arith.addf %q1, %p1 : tensor<8xf32>
      scf.yield %p1, %y : tensor<8xf32>, tensor<8xf32>
    }
    scf.yield %s1, %r1 : tensor<8xf32>, tensor<8xf32>
  }
  return %r0 : tensor<8xf32>
}"""
DOUBLE = "  %z = arith.addf %q0, %q0 : tensor<8xf32>\n"
FORMS = {
    "one tensor": (outer(inner(), "%r1"), repeat(lambda v, x, b, n: v + n * x)),
    "three loops": (
        outer(loop("%r2", "q2", "%q0", inner("%q2"), "%r1"), "%r2"),
        repeat(lambda v, x, b, n: v + n * n * x),
    ),
    "one after the other": (
        outer(inner() + inner("%r1", "%r3"), "%r3"),
        repeat(lambda v, x, b, n: v + 2 * n * x),
    ),
    "what the inner loop began with is read in it": (
        outer(inner(other="%q0"), "%r1"),
        repeat(lambda v, x, b, n: v + n * v),
    ),
    "and behind it": (
        outer(inner() + "\n  %s = arith.addf %r1, %q0 : tensor<8xf32>", "%s"),
        repeat(lambda v, x, b, n: v + n * x + v),
    ),
    "and before it": (
        outer(DOUBLE + inner() + "\n  %s = arith.addf %r1, %z : tensor<8xf32>", "%s"),
        repeat(lambda v, x, b, n: v + n * x + 2 * v),
    ),
    "what is computed": (
        outer(DOUBLE + inner("%z"), "%r1"),
        repeat(lambda v, x, b, n: 2 * v + n * x),
    ),
    "an argument": (outer(inner("%x"), "%r1"), repeat(lambda v, x, b, n: x + n * x)),
    "while": (outer(WHILE, "%r1"), repeat(lambda v, x, b, n: v + n * x)),
    "in a branch": (
        outer(
            "%v = scf.if %b -> (tensor<8xf32>) {"
            + inner()
            + "\n scf.yield %r1 : tensor<8xf32>\n} else {\n scf.yield %q0 : tensor<8xf32>\n}",
            "%v",
        ),
        repeat(lambda v, x, b, n: v + n * x if b else v),
    ),
    "two, exchanged": (HEAD + EXCHANGE, exchange),
}


@pytest.mark.parametrize("form", FORMS)
def test_nested_loops(form):
    source, expected = FORMS[form]
    f = lowp.compile(source, device="cpu").functions[0]
    x = np.arange(8, dtype=np.float32)
    given = x.copy()
    for b, n in ((True, 3), (False, 2), (True, 1), (True, 0)):
        assert np.array_equal(f(x, b, n), expected(x, b, n)), (b, n)
    assert np.array_equal(x, given)
