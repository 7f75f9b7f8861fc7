# Views before quantizes, reductions and concats. The simulator is the GPU here, so no other
# one is needed.
#
# REQUIRES: numpy
# RUN: env LOWP_SIMULATOR_SMS=2 %lowp_tools_dir/lowp-simulate \
# RUN:   %python %s --lib=%lowp_lib_dir
"""Views before quantizes, reductions and concats: forms whose dimensions a fusion could
take for others. The CPU against numpy, each chip in the simulator against the CPU."""

import argparse
import os
import sys
from dataclasses import dataclass
from typing import Callable

import numpy as np

from harness import FAST
from hosts import import_lowp, poisoned

# Fusions ask no chip but for what quantizes convert with: a sample of the others' cases.
CHIPS = {"": 1, "sm_90a": 5, "sm_120a": 7, "sm_100a": 9}
LONG = "LOWP_LONG_TESTS" in os.environ
RECIPES = ("rowwise", "block<1x128>", "block<128x128>", "block<128x1>", "tensorwise", "mx<1x32>")
# What FP8 leaves of a matrix with scales that fit: elements of other scales are 0.1 off and more.
ROUNDING = 0.04


@dataclass
class Case:
    name: str
    text: str
    inputs: tuple
    compute: Callable
    result: tuple
    bound: float = 1e-6


def kind(shape, element="f32"):
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"


def draw(*shape):
    """Values whose magnitudes differ along each dimension, so that each scale does."""
    random = np.random.default_rng(sum(shape))
    values = random.standard_normal(shape)
    for dim, size in enumerate(shape):
        place = [1] * len(shape)
        place[dim] = size
        values *= 1.5 ** (np.arange(size) % 9).reshape(place)
    return values.astype(np.float32)


def function(body, inputs, result):
    given = ", ".join(f"%a{number}: {kind(array.shape)}" for number, array in enumerate(inputs))
    return (
        f"func.func @NAME({given}) -> {kind(result)} {{\n{body}  return %r : {kind(result)}\n}}\n"
    )


def fill(name, shape):
    return (
        f"  %{name}z = arith.constant 0.0 : f32\n  %{name}e = tensor.empty() : {kind(shape)}\n"
        f"  %{name} = linalg.fill ins(%{name}z : f32) outs(%{name}e : {kind(shape)}) -> {kind(shape)}\n"
    )


def reduced(shape, dim):
    left = tuple(size for place, size in enumerate(shape) if place != dim)
    body = (
        fill("i", left) + f"  %v = linalg.reduce {{ arith.addf }} ins(%a0 : {kind(shape)}) "
        f"outs(%i : {kind(left)}) dimensions = [{dim}]\n"
    )
    return body, shape, left, lambda x: x.sum(dim, dtype=np.float32)


def permuted(shape, order):
    turned = tuple(shape[place] for place in order)
    body = (
        f"  %e = tensor.empty() : {kind(turned)}\n  %v = linalg.transpose ins(%a0 : {kind(shape)}) "
        f"outs(%e : {kind(turned)}) permutation = {list(order)}\n"
    )
    return body, shape, turned, lambda x: x.transpose(order)


def added(shape, order):
    """The permutation stands in the map of an add."""
    turned = tuple(shape[place] for place in order)
    read = ", ".join(f"d{order.index(place)}" for place in range(3))
    body = f"""  %e = tensor.empty() : {kind(turned)}
  %v = linalg.generic {{indexing_maps = [affine_map<(d0, d1, d2) -> ({read})>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]}} ins(%a0 : {kind(shape)}) outs(%e : {kind(turned)}) {{
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  }} -> {kind(turned)}
"""
    return body, shape, turned, lambda x: 2 * x.transpose(order)


VIEWS = {
    "a sum of the last": reduced((48, 32, 8), 2),
    "a sum of the middle": reduced((48, 8, 32), 1),
    "a sum of the first": reduced((8, 48, 32), 0),
    "a batch behind rows": permuted((72, 4, 256), (1, 0, 2)),
    "all dimensions turned": permuted((32, 4, 8), (2, 1, 0)),
    "columns in front": permuted((32, 4, 8), (1, 2, 0)),
    "an add that permutes": added((40, 3, 32), (1, 0, 2)),
    "an add that turns": added((32, 8, 4), (2, 0, 1)),
}


def quantized():
    for name, (body, shape, turned, compute) in VIEWS.items():
        for recipe in RECIPES:
            scaled = f"!lowp.scaled<{'x'.join(map(str, turned))}xf8E4M3FN, #lowp.{recipe}>"
            body_of = (
                f"{body}  %q = lowp.quantize %v numerics <torchao> : {kind(turned)} -> {scaled}\n"
                f"  %r = lowp.dequantize %q : {scaled} -> {kind(turned)}\n"
            )
            if recipe.startswith("mx"):
                if turned[-1] % 32:
                    continue
                body_of = body_of.replace("<torchao>", "<mx_rceil>")
            inputs = (draw(*shape),)
            yield Case(
                f"{recipe} of {name}",
                function(body_of, inputs, turned),
                inputs,
                compute,
                turned,
                ROUNDING,
            )


def concat(name, dim, parts, shapes, result):
    return (
        f"  %{name} = tensor.concat dim({dim}) {', '.join('%' + part for part in parts)} : "
        f"({', '.join(map(kind, shapes))}) -> {kind(result)}\n"
    )


def negated(name, value, shape):
    return f"  %{name} = arith.negf %{value} : {kind(shape)}\n"


def nested():
    """Concats of which some parts are concats along another dimension."""
    half, whole, quarter = (4, 6, 32), (4, 6, 64), (4, 6, 16)
    inputs = (draw(*half), draw(*half), draw(*whole))
    head = negated("n", "a0", half) + concat("t", 2, ["n", "a1"], [half, half], whole)
    turn = lambda a, b: np.concatenate([-a, b], 2)
    yield Case(
        "halves beside a whole",
        function(
            head + concat("r", 1, ["t", "a2"], [whole, whole], (4, 12, 64)), inputs, (4, 12, 64)
        ),
        inputs,
        lambda a, b, v: np.concatenate([turn(a, b), v], 1),
        (4, 12, 64),
    )
    yield Case(
        "a whole beside halves",
        function(
            head + concat("r", 1, ["a2", "t"], [whole, whole], (4, 12, 64)), inputs, (4, 12, 64)
        ),
        inputs,
        lambda a, b, v: np.concatenate([v, turn(a, b)], 1),
        (4, 12, 64),
    )
    four = inputs[:2] + (draw(*quarter),)
    yield Case(
        "halves beside quarters",
        function(
            head
            + negated("m", "a2", quarter)
            + concat("u", 2, ["m", "a2", "a2", "m"], [quarter] * 4, whole)
            + concat("r", 1, ["t", "u"], [whole, whole], (4, 12, 64)),
            four,
            (4, 12, 64),
        ),
        four,
        lambda a, b, c: np.concatenate([turn(a, b), np.concatenate([-c, c, c, -c], 2)], 1),
        (4, 12, 64),
    )
    yield Case(
        "three levels",
        function(
            head
            + concat("u", 2, ["a1", "n"], [half, half], whole)
            + concat("s", 1, ["t", "a2"], [whole, whole], (4, 12, 64))
            + concat("w", 1, ["a2", "u"], [whole, whole], (4, 12, 64))
            + concat("r", 0, ["s", "w"], [(4, 12, 64)] * 2, (8, 12, 64)),
            inputs,
            (8, 12, 64),
        ),
        inputs,
        lambda a, b, v: np.concatenate(
            [
                np.concatenate([turn(a, b), v], 1),
                np.concatenate([v, np.concatenate([b, -a], 2)], 1),
            ],
            0,
        ),
        (8, 12, 64),
    )


def slices():
    """Slices with strides, or of unknown sizes, and pads inserted with strides."""
    x = draw(96, 1, 4)
    yield Case(
        "a strided slice that drops a dimension",
        function(
            f"  %r = tensor.extract_slice %a0[0, 0, 2] [32, 1, 1] [3, 1, 1] : {kind(x.shape)} to {kind((32, 1))}\n",
            (x,),
            (32, 1),
        ),
        (x,),
        lambda x: x[::3, :, 2],
        (32, 1),
    )
    y = draw(32, 1)
    yield Case(
        "a strided insert that adds a dimension",
        function(
            fill("f", (96, 1, 4))
            + f"  %r = tensor.insert_slice %a0 into %f[1, 0, 2] [32, 1, 1] [2, 1, 1] : {kind(y.shape)} into {kind((96, 1, 4))}\n",
            (y,),
            (96, 1, 4),
        ),
        (y,),
        lambda y: spread(np.zeros((96, 1, 4), np.float32), y),
        (96, 1, 4),
    )
    p = draw(4, 3)
    yield Case(
        "a pad inserted with a stride",
        function(
            f"""  %z = arith.constant 0.0 : f32
  %p = tensor.pad %a0 low[0, 2] high[0, 0] {{
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  }} : {kind((4, 3))} to {kind((4, 5))}
"""
            + fill("f", (4, 32))
            + f"  %r = tensor.insert_slice %p into %f[0, 16] [4, 5] [1, 2] : {kind((4, 5))} into {kind((4, 32))}\n",
            (p,),
            (4, 32),
        ),
        (p,),
        pad_and_spread,
        (4, 32),
    )
    yield Case(
        "a slice of unknown size",
        f"""func.func @NAME(%a0: {kind((4, 96))}) -> tensor<3x?xf32> {{
  %c48 = arith.constant 48 : index
{negated("n", "a0", (4, 96))}  %r = tensor.extract_slice %n[1, 7] [3, %c48] [1, 1] : {kind((4, 96))} to tensor<3x?xf32>
  return %r : tensor<3x?xf32>
}}
""",
        (draw(4, 96),),
        lambda x: -x[1:, 7:55],
        (3, 48),
    )
    z = draw(1, 16, 4, 50)
    yield Case(
        "a slice whose size becomes known",
        f"""func.func @NAME(%a0: {kind(z.shape)}) -> tensor<?x16x48xf32> {{
  %c1 = arith.constant 1 : index
  %r = tensor.extract_slice %a0[0, 0, 2, 1] [%c1, 16, 1, 48] [1, 1, 1, 1] : {kind(z.shape)} to tensor<?x16x48xf32>
  return %r : tensor<?x16x48xf32>
}}
""",
        (z,),
        lambda z: z[:, :, 2, 1:49],
        (1, 16, 48),
    )


def spread(zeros, y):
    zeros[1:65:2, :, 2] = y
    return zeros


def pad_and_spread(p):
    whole = np.zeros((4, 32), np.float32)
    whole[:, 20:26:2] = p
    return whole


def rows():
    """A row that is reduced beside another, and two reductions that share their zeros."""
    a, b = draw(1, 16), draw(1, 16)
    mean = (
        fill("i", (1,))
        + f"""  %s = linalg.reduce {{ arith.addf }} ins(%a1 : {kind((1, 16))}) outs(%i : {kind((1,))}) dimensions = [1]
  %e = tensor.empty() : {kind((1, 16))}
  %m = linalg.generic {{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}} ins(%a1, %s : {kind((1, 16))}, {kind((1,))}) outs(%e : {kind((1, 16))}) {{
  ^bb0(%x: f32, %y: f32, %o: f32):
    %k = arith.constant 6.25e-02 : f32
    %h = arith.truncf %y : f32 to bf16
    %w = arith.extf %h : bf16 to f32
    %p = arith.mulf %w, %k : f32
    %d = arith.subf %x, %p : f32
    linalg.yield %d : f32
  }} -> {kind((1, 16))}
"""
        + concat("r", 0, ["a0", "m"], [(1, 16)] * 2, (2, 16))
    )
    yield Case(
        "a row beside one without its mean",
        function(mean, (a, b), (2, 16)),
        (a, b),
        lambda a, b: np.concatenate([a, b - b.sum() / 16]),
        (2, 16),
        bound=5e-3,
    )
    x = draw(2, 2, 16, 32)
    yield Case(
        "two sums that share zeros",
        function(
            fill("i", (2, 2, 16))
            + f"""  %s = linalg.reduce {{ arith.addf }} ins(%a0 : {kind(x.shape)}) outs(%i : {kind((2, 2, 16))}) dimensions = [3]
  %e = tensor.empty() : {kind(x.shape)}
  %m = linalg.generic {{indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d1, d0, d2, d3)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}} ins(%a0, %s : {kind(x.shape)}, {kind((2, 2, 16))}) outs(%e : {kind(x.shape)}) {{
  ^bb0(%u: f32, %y: f32, %o: f32):
    %q = arith.mulf %u, %y : f32
    linalg.yield %q : f32
  }} -> {kind(x.shape)}
  %r = linalg.reduce {{ arith.addf }} ins(%m : {kind(x.shape)}) outs(%i : {kind((2, 2, 16))}) dimensions = [3]
""",
            (x,),
            (2, 2, 16),
        ),
        (x,),
        lambda x: (x * x.sum(-1, keepdims=True)).transpose(1, 0, 2, 3).sum(-1),
        (2, 2, 16),
        1e-5,
    )


def dequantized():
    """Rows of no whole number of blocks that are decoded and summed."""
    for columns, recipe in (
        (130, "block<1x128>"),
        (131, "block<128x128>"),
        (258, "block<1x128>"),
        (390, "mx<1x32>"),
    ):
        x = np.abs(draw(16, columns))
        scaled = f"!lowp.scaled<16x{columns}xf8E4M3FN, #lowp.{recipe}>"
        numerics = "mx_rceil" if recipe.startswith("mx") else "torchao"
        body = (
            fill("i", (16,))
            + f"""  %q = lowp.quantize %a0 numerics <{numerics}> : {kind(x.shape)} -> {scaled}
  %v = lowp.dequantize %q : {scaled} -> {kind(x.shape)}
  %r = linalg.reduce {{ arith.addf }} ins(%v : {kind(x.shape)}) outs(%i : {kind((16,))}) dimensions = [1]
"""
        )
        # What rounding leaves of a sum is less than what it leaves of elements.
        yield Case(
            f"sums of {recipe} of {columns} columns",
            function(body, (x,), (16,)),
            (x,),
            lambda x: x.sum(1),
            (16,),
            ROUNDING / 2,
        )


def of_nothing():
    """Sums of rows without elements, of which only the call tells: what they begin with."""
    x, y = np.zeros((4, 0), np.float32), np.ones(4, np.float32)
    begin = """  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %i = linalg.fill ins(%two : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
"""
    for name, before, value in (
        ("rows", "", "%a0"),
        ("what is computed", "  %n = math.exp %a0 : tensor<4x?xf32>\n", "%n"),
    ):
        body = (
            begin
            + before
            + f"""  %s = linalg.reduce {{ arith.addf }} ins({value} : tensor<4x?xf32>) outs(%i : tensor<4xf32>) dimensions = [1]
  %m = arith.mulf %s, %a1 : tensor<4xf32>
  %r = arith.addf %m, %s : tensor<4xf32>
"""
        )
        yield Case(
            f"sums of nothing of {name}",
            f"func.func @NAME(%a0: tensor<4x?xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {{\n{body}"
            "  return %r : tensor<4xf32>\n}\n",
            (x, y),
            lambda x, y: 2 * y + 2,
            (4,),
        )


def difference(got, want):
    got, want = got.astype(np.float64), want.astype(np.float64)
    return np.linalg.norm(got - want) / np.linalg.norm(want)


def check(lowp, cases, chip):
    """Compares each case with numpy, on the CPU or in the simulator of `chip`."""
    text = "".join(case.text.replace("NAME", f"f{n}") for n, case in enumerate(cases))
    where = {"device": "cuda", "chip": chip, "image_format": "ptx"} if chip else {"device": "cpu"}
    # Mistakes of the compiler would be warnings about kernels that spill.
    program = lowp.compile(text, use_cache=False, strict=False, host_opt_level=FAST, **where)
    send = lowp.DeviceArray.from_host if chip else np.asarray
    for number, case in enumerate(cases):
        want = np.ascontiguousarray(case.compute(*case.inputs), np.float32)
        out = send(poisoned(case.result, np.dtype(np.float32)))
        program[f"f{number}"](*map(send, case.inputs), out=out)
        error = difference(out.to_host() if chip else out, want)
        if not error <= case.bound:
            yield f"{chip or 'CPU'}: {case.name}: relative error {error:.2e}, at most {case.bound}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lib", required=True)
    lowp = import_lowp(parser.parse_args().lib)
    cases = [*quantized(), *nested(), *slices(), *rows(), *dequantized(), *of_nothing()]
    wrong = [
        line
        for chip, step in CHIPS.items()
        for line in check(lowp, cases[:: 1 if LONG else step], chip)
    ]
    print(f"{len(cases)} cases, {len(wrong)} wrong")
    print("\n".join(wrong[:40]))
    return 1 if wrong or not cases else 0


sys.exit(main())
