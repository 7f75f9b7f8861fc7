"""Stacks a layer to a model, to see how compile time grows with a program.

    python stack_layers.py layer.mlir 80 > model.mlir
    time lowp-opt model.mlir --lowp-to-nvvm="chip=sm_90a recipe=block_1x128_128x128 serialize=false" -o /dev/null

The layer is function `main` of a module, as large.py exports it: its result has the type
of its first argument. Each layer has parameters of its own, what is no parameter they share.
"""

import pathlib
import re
import sys


def stack(text, count):
    """The module of `text` with a `main` that calls its layer `count` times."""
    head = re.search(r"func\.func @main\((.*?)\) -> (\S+) ", text, re.S)
    arguments = re.split(r",\s*(?=%)", head.group(1))
    types = [re.sub(r"\s*\{.*\}$", "", a.split(":", 1)[1].strip()) for a in arguments]
    own = ["lowp.parameter" in argument for argument in arguments]
    assert types[0] == head.group(2) and not own[0], "expected a layer that maps x to its like"
    parameters = [f"%s{i}: {kind}" for i, kind in enumerate(types) if not own[i]]
    calls, x = [], "%s0"
    for layer in range(count):
        names = [f"%w{layer}_{i}" if own[i] else f"%s{i}" for i in range(len(types))]
        parameters += [f"{name}: {kind} {{lowp.parameter}}"
                       for name, kind, is_own in zip(names, types, own) if is_own]
        operands = ", ".join([x, *names[1:]])
        x = f"%y{layer}"
        calls.append(f"    {x} = call @layer({operands}) : ({', '.join(types)}) -> {types[0]}")
    main = "\n".join([f"  func.func @main({', '.join(parameters)}) -> {types[0]} {{", *calls,
                      f"    return {x} : {types[0]}", "  }"])
    body = text.replace("func.func @main(", "func.func private @layer(")
    body = body.replace(" {lowp.parameter}", "").rstrip()
    return f"{body[:body.rindex('}')]}{main}\n}}"


if __name__ == "__main__":
    print(stack(pathlib.Path(sys.argv[1]).read_text(), int(sys.argv[2])))
