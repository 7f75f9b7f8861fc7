"""Prints a function that adds a tensor many times, each time to the sum before."""

import sys

count = int(sys.argv[1])
print("func.func @chain(%x: tensor<4x8xf32>, %v0: tensor<4x8xf32>) -> tensor<4x8xf32> {")
for number in range(count):
    print(f"  %v{number + 1} = arith.addf %v{number}, %x : tensor<4x8xf32>")
print(f"  return %v{count} : tensor<4x8xf32>\n}}")
