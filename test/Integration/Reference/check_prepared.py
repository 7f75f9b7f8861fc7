"""Prepared parameters: the function on what `prepare` returns gives what the function on
the parameters themselves gives, bit for bit.

A linear with bias, a gated feed-forward network and a weight that two matmuls read, in
recipes with scales along K, per row and per tensor, on one device.
"""

import argparse
import sys

import numpy as np

from harness import DTYPES
from hosts import import_lowp

RECIPES = ["block_1x128_128x128", "rowwise", "tensorwise", ""]
BF16 = DTYPES["bf16"]


def tensor(*sizes):
    return f"tensor<{'x'.join(map(str, sizes))}xbf16>"


def matmul(name, x, w, m, n, k, shared=""):
    """`x` times the transpose of `w`, as front ends write it."""
    return f"""
  %te{name} = tensor.empty() : {tensor(k, n)}
  %t{name} = linalg.transpose ins({w} : {tensor(n, k)}) outs(%te{name} : {tensor(k, n)}) permutation = [1, 0]
  %z{name} = arith.constant 0.0 : bf16
  %e{name} = tensor.empty() : {tensor(m, n)}
  %f{name} = linalg.fill ins(%z{name} : bf16) outs(%e{name} : {tensor(m, n)}) -> {tensor(m, n)}
  %{name} = linalg.matmul ins({x}, %t{name} : {tensor(m, k)}, {tensor(k, n)}) outs(%f{name} : {tensor(m, n)})
    -> {tensor(m, n)}"""


def linear(m, n, k, mark):
    text = f"""func.func @f(%x: {tensor(m, k)}, %w: {tensor(n, k)}{mark}, %b: {tensor(n)}{mark}) -> {tensor(m, n)} {{
{matmul("y", "%x", "%w", m, n, k)}
  %r = linalg.generic {{indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>,
      affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}}
      ins(%y, %b : {tensor(m, n)}, {tensor(n)}) outs(%ey : {tensor(m, n)}) {{
  ^bb0(%p: bf16, %q: bf16, %o: bf16):
    %s = arith.addf %p, %q : bf16
    linalg.yield %s : bf16
  }} -> {tensor(m, n)}
  return %r : {tensor(m, n)}
}}"""
    return text, [(m, k), (n, k), (n,)], [1, 2], (m, n)


def gated(m, n, k, mark):
    """(x W1ᵀ * x W2ᵀ) W3ᵀ, where W2 is read again by a second product."""
    text = f"""func.func @f(%x: {tensor(m, k)}, %w1: {tensor(n, k)}{mark}, %w2: {tensor(n, k)}{mark},
    %w3: {tensor(k, n)}{mark}) -> {tensor(m, k)} {{
{matmul("g", "%x", "%w1", m, n, k)}
{matmul("u", "%x", "%w2", m, n, k)}
  %h = linalg.mul ins(%g, %u : {tensor(m, n)}, {tensor(m, n)}) outs(%eg : {tensor(m, n)}) -> {tensor(m, n)}
{matmul("d", "%h", "%w3", m, k, n)}
{matmul("again", "%d", "%w2", m, n, k)}
{matmul("last", "%again", "%w3", m, k, n)}
  return %last : {tensor(m, k)}
}}"""
    return text, [(m, k), (n, k), (n, k), (k, n)], [1, 2, 3], (m, k)


def run(program, move, arrays, parameters, shape):
    """The result; `parameters` are prepared if the program can."""
    place, fetch = move
    given = [place(array) for array in arrays]
    out = place(np.full(shape, 0xCDCD, np.uint16).view(BF16))
    name = "f$prepare"
    prepares = name in [function.name for function in program]
    if prepares:
        prepare = program[name]
        taken = [given[n] for n in parameters][: len(prepare.arguments)]
        made = tuple(place(np.full([d.size for d in r.dimensions], 0xCD, np.uint8).repeat(
            DTYPES[r.type].itemsize, -1).view(DTYPES[r.type])) for r in prepare.results)
        prepare(*taken, out=made)
        kept = [array for n, array in enumerate(given)
                if n not in parameters[: len(prepare.arguments)]]
        program["f"](*kept, *made, out=out)
    else:
        program["f"](*given, out=out)
    return fetch(out), prepares


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--lib", required=True)
    parser.add_argument("--gpu", action="store_true")
    places = parser.parse_args()
    lowp = import_lowp(places.lib)
    where = {"device": "cuda", "chip": "native"} if places.gpu else {"device": "cpu"}
    move = ((lowp.DeviceArray.from_host, lambda array: array.to_host()) if places.gpu
            else (lambda array: array, lambda array: array))
    wrong, cases = [], 0
    for recipe in RECIPES:
        for make, sizes in [(linear, (64, 128, 256)), (linear, (77, 264, 384)),
                            (gated, (48, 256, 128)), (gated, (130, 384, 256))]:
            results = []
            for mark in ("", " {lowp.parameter}"):
                text, shapes, parameters, shape = make(*sizes, mark)
                rng = np.random.default_rng(cases)
                arrays = [rng.standard_normal(s, np.float32).astype(BF16) for s in shapes]
                program = lowp.compile(text, recipe=recipe, use_cache=False, **where)
                got, prepares = run(program, move, arrays, parameters, shape)
                if prepares != (mark != "" and recipe != ""):
                    wrong.append(f"{recipe} {sizes}: prepares {prepares} with mark {mark!r}")
                results.append(got.view(np.uint16))
            cases += 1
            if not np.array_equal(*results):
                wrong.append(f"{recipe or 'none'} {make.__name__} {sizes}: "
                             f"{np.sum(results[0] != results[1])} elements differ")
    print(f"{cases} cases, {len(wrong)} wrong outputs")
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
