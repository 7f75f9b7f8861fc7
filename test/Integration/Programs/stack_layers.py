"""Stacks a layer to a model, to see how compile time grows with a program.

    python stack_layers.py layer.mlir 80 > model.mlir
    time lowp-opt model.mlir --lowp-to-nvvm="chip=sm_90a recipe=block_1x128_128x128 serialize=false" -o /dev/null
    python stack_layers.py layer.mlir --plot=compile-time.svg --bin=BIN    # BIN: where lowp-opt is

The layer is function `main` of a module, as large.py exports it: its result has the type
of its first argument. Each layer has parameters of its own, what is no parameter they share.
"""

import argparse
import pathlib
import re
import resource
import subprocess
import tempfile

COUNTS = [1, 5, 10, 20, 40, 80]
PIPELINE = "--lowp-to-nvvm=chip=sm_90a recipe=block_1x128_128x128 serialize=false"


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
        parameters += [
            f"{name}: {kind} {{lowp.parameter}}"
            for name, kind, is_own in zip(names, types, own)
            if is_own
        ]
        operands = ", ".join([x, *names[1:]])
        x = f"%y{layer}"
        calls.append(f"    {x} = call @layer({operands}) : ({', '.join(types)}) -> {types[0]}")
    main = "\n".join(
        [
            f"  func.func @main({', '.join(parameters)}) -> {types[0]} {{",
            *calls,
            f"    return {x} : {types[0]}",
            "  }",
        ]
    )
    body = text.replace("func.func @main(", "func.func private @layer(")
    body = body.replace(" {lowp.parameter}", "").rstrip()
    return f"{body[: body.rindex('}')]}{main}\n}}"


def measure(text, count, tools):
    """Seconds of the processor that all passes take for `count` layers."""

    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(stack(text, count))
        file.flush()
        before = used()
        subprocess.run(
            [pathlib.Path(tools) / "lowp-opt", file.name, PIPELINE, "-o", "/dev/null"], check=True
        )
        return used() - before


def plot(text, tools, path):
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.fonttype"] = "none"
    from matplotlib import pyplot

    seconds = [measure(text, count, tools) for count in COUNTS]
    print("\n".join(f"{count} layers: {took:.1f} s" for count, took in zip(COUNTS, seconds)))
    figure, axes = pyplot.subplots(figsize=(5, 3))
    axes.plot(COUNTS, seconds, marker="o")
    axes.set(
        xlabel="layers of Llama-8B in one function",
        ylabel="seconds of one processor",
        xlim=(0, None),
        ylim=(0, None),
    )
    axes.grid(True, alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("layer", type=pathlib.Path)
    parser.add_argument("count", type=int, nargs="?")
    parser.add_argument("--plot", help="an SVG to draw; needs matplotlib")
    parser.add_argument("--bin", help="where lowp-opt is")
    options = parser.parse_args()
    text = options.layer.read_text()
    if options.plot and options.bin:
        plot(text, options.bin, options.plot)
    elif options.count:
        print(stack(text, options.count))
    else:
        parser.error("expected the number of layers, or --plot and --bin")


if __name__ == "__main__":
    main()
