"""Prints a function of as many loops, one after the other, as the argument says: they
decide a size."""

import sys

STEP = """  %s{next} = scf.for %i{here} = %c0 to %n step %c1 iter_args(%t = %s{here}) -> i64 {{
    %a = arith.index_cast %i{here} : index to i64
    %b = arith.muli %t, %t : i64
    %d = arith.xori %a, %b : i64
    scf.yield %d : i64
  }}"""
COUNT = int(sys.argv[1])

print("""func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s0 = arith.constant 3 : i64
  %n = tensor.dim %x, %c0 : tensor<?xf32>""")
for number in range(COUNT):
    print(STEP.format(here=number, next=number + 1))
print(f"""  %size = arith.index_cast %s{COUNT} : i64 to index
  %e = tensor.empty(%size) : tensor<?xf32>
  %zero = arith.constant 0.0 : f32
  %y = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}}""")
