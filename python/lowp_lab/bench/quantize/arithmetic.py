"""Bodies of element by element operations, in f32 between bf16, as a user writes
them in arith and math. What they compute is in lowp_lab.bench.quantize.producers."""

from __future__ import annotations

_WIDEN = "    %{to} = arith.extf %a{n} : bf16 to f32"
_ROUND = "    %y = arith.truncf %{value} : f32 to bf16"


def body(inputs: int, lines: str, value: str) -> str:
    """Inputs of bf16 as %x0, %x1, ..; `lines` in f32; the value that is rounded."""
    widened = [_WIDEN.format(to=f"x{n}", n=n) for n in range(inputs)]
    inner = [f"    {line.strip()}" for line in lines.strip().splitlines()]
    return "\n".join([*widened, *inner, _ROUND.format(value=value)])


ADD = body(2, "%s = arith.addf %x0, %x1 : f32", "s")
MULTIPLY = body(2, "%p = arith.mulf %x0, %x1 : f32", "p")
MULTIPLY_THREE = body(
    3,
    """
    %q = arith.mulf %x0, %x1 : f32
    %p = arith.mulf %q, %x2 : f32
    """,
    "p",
)
RELU = body(
    1,
    """
    %zero = arith.constant 0.0 : f32
    %m = arith.maximumf %x0, %zero : f32
    """,
    "m",
)

# %sigmoid and %silu of %x0.
_SILU = """
    %one = arith.constant 1.0 : f32
    %minus = arith.negf %x0 : f32
    %e = math.exp %minus : f32
    %d = arith.addf %e, %one : f32
"""
SWIGLU = body(
    2,
    f"""{_SILU}
    %silu = arith.divf %x0, %d : f32
    %p = arith.mulf %silu, %x1 : f32
    """.replace("\n\n", "\n"),
    "p",
)
_SIGMOID = _SILU + "    %sigmoid = arith.divf %one, %d : f32\n"
# Reads gate and gradient.
D_UP = body(
    2,
    f"""{_SIGMOID}
    %silu = arith.mulf %x0, %sigmoid : f32
    %p = arith.mulf %silu, %x1 : f32
    """.replace("\n\n", "\n"),
    "p",
)
# Reads gate, gradient and up.
D_GATE = body(
    3,
    f"""{_SIGMOID}
    %rest = arith.subf %one, %sigmoid : f32
    %more = arith.mulf %x0, %rest : f32
    %sum = arith.addf %more, %one : f32
    %slope = arith.mulf %sigmoid, %sum : f32
    %du = arith.mulf %x1, %x2 : f32
    %p = arith.mulf %du, %slope : f32
    """.replace("\n\n", "\n"),
    "p",
)
# Reads the matrix and the bias.
BIAS_GELU = body(
    2,
    """
    %s = arith.addf %x0, %x1 : f32
    %cubic = arith.constant 0.044715 : f32
    %root = arith.constant 0.7978845608 : f32
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %s2 = arith.mulf %s, %s : f32
    %s3 = arith.mulf %s2, %s : f32
    %c = arith.mulf %s3, %cubic : f32
    %i = arith.addf %s, %c : f32
    %j = arith.mulf %i, %root : f32
    %t = math.tanh %j : f32
    %u = arith.addf %t, %one : f32
    %h = arith.mulf %s, %half : f32
    %g = arith.mulf %h, %u : f32
    """,
    "g",
)
SQUARE_SUM = """    %x0 = arith.extf %a0 : bf16 to f32
    %s = arith.mulf %x0, %x0 : f32
    %y = arith.addf %s, %acc : f32"""


def normalise(length: int, eps: float) -> str:
    """Writes a norm of the matrix, the sums of squares of its rows, and the weights."""
    return f"""    %x0 = arith.extf %a0 : bf16 to f32
    %x2 = arith.extf %a2 : bf16 to f32
    %n = arith.constant {float(length):e} : f32
    %eps = arith.constant {eps:e} : f32
    %mean = arith.divf %a1, %n : f32
    %m = arith.addf %mean, %eps : f32
    %r = math.rsqrt %m : f32
    %p = arith.mulf %x0, %r : f32
    %z = arith.mulf %p, %x2 : f32
    %y = arith.truncf %z : f32 to bf16"""


def scale_and_mask(scale: float) -> str:
    """Writes the scaled and masked scores, in f32."""
    return f"""    %x0 = arith.extf %a0 : bf16 to f32
    %x1 = arith.extf %a1 : bf16 to f32
    %scale = arith.constant {scale:e} : f32
    %p = arith.mulf %x0, %scale : f32
    %y = arith.addf %p, %x1 : f32"""


MAXIMUM = "    %y = arith.maximumf %a0, %acc : f32"
SUM = "    %y = arith.addf %a0, %acc : f32"
SHIFTED_EXP = """    %d = arith.subf %a0, %a1 : f32
    %y = math.exp %d : f32"""
QUOTIENT = """    %d = arith.divf %a0, %a1 : f32
    %y = arith.truncf %d : f32 to bf16"""
