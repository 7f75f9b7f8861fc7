"""Prints a function that adds a tensor many times, each time to the sum before; with
"inputs" another tensor each time."""

import sys

count = int(sys.argv[1])
inputs = count if sys.argv[2:] == ["inputs"] else 1
names = [f"%x{number}" for number in range(inputs)]
arguments = ", ".join(f"{name}: tensor<4x8xf32>" for name in [*names, "%v0"])
print(f"func.func @chain({arguments}) -> tensor<4x8xf32> {{")
for number in range(count):
    name = names[number % inputs]
    print(f"  %v{number + 1} = arith.addf %v{number}, {name} : tensor<4x8xf32>")
print(f"  return %v{count} : tensor<4x8xf32>\n}}")
