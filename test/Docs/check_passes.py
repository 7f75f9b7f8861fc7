"""Writes or checks the passes in docs/Architecture.md, section 3.

Usage: check_passes.py [--write] <root of the source tree> <lowp-opt>

The table has all of lowp's passes with the summaries of their .td files, in the order in
which --lowp-to-nvvm first runs them; passes that no pipeline has come last. The paragraph
after it has those of --lowp-to-cpu.
"""

import pathlib
import re
import subprocess
import sys

import generated

# With what adds a pass.
OPTIONS = "chip=sm_90a recipe=auto f32-matmuls=tf32"
GPU_OPTIONS = OPTIONS + " math=fast allow-emulation"
PASS = re.compile(r"\b([a-z][\w-]*)(?=[{,)\s])")
DEFINITION = re.compile(r': Pass<"([\w-]+)".*?let summary =\s*((?:"[^"]*"\s*)+);', re.DOTALL)
# The pass that runs, in passes of its own, what comes before the host's code.
KERNELS, KERNELS_END = "lowp-compile-kernels", "lowp-select-kernel-config"
# Where levels end, wherever that is, and what a recipe of a name has no use for.
CPU_WITHOUT = {"lowp-verify-level", "lowp-plan-recipes"}


def passes_of(tool, pipeline):
    run = subprocess.run(
        [tool, "-", pipeline, "--dump-pass-pipeline", "-o", "-"],
        input="module {}",
        capture_output=True,
        text=True,
        check=True,
    )
    return PASS.findall(run.stderr)


def gpu_passes(tool):
    """With the passes that compile-kernels runs, which serialize=false shows."""
    whole = passes_of(tool, f"--lowp-to-nvvm={GPU_OPTIONS}")
    shown = passes_of(tool, f"--lowp-to-nvvm={GPU_OPTIONS} serialize=false")
    split = whole.index(KERNELS) + 1
    images = ["lowp-divide-kernels", "lowp-serialize"]
    return whole[:split] + shown[shown.index(KERNELS_END) :] + images + whole[split:]


def described(root):
    """The summary and the folder of each pass."""
    headers = root / "include/lowp"
    found = {}
    for td in sorted(headers.rglob("*.td")):
        text = td.read_text(encoding="utf-8")
        if 'include "mlir/Pass/PassBase.td"' in text:
            for name, summary in DEFINITION.findall(text):
                words = " ".join("".join(re.findall(r'"([^"]*)"', summary)).split())
                found[name] = words.replace("|", "\\|"), td.parent.relative_to(headers)
    return found


def render(root, tool):
    passes, order = described(root), gpu_passes(tool)
    names = sorted(
        passes, key=lambda name: (order.index(name) if name in order else len(order), name)
    )
    lines = ["", "| pass | what it does | where |", "|---|---|---|"]
    lines += [f"| `{name}` | {passes[name][0]} | {passes[name][1]} |" for name in names]
    cpu = [
        f"`{name}`"
        for name in passes_of(tool, f"--lowp-to-cpu={OPTIONS}")
        if name in passes and name not in CPU_WITHOUT
    ]
    return "\n".join([*lines, "", f"`--lowp-to-cpu` has {', '.join(cpu)}.", "", ""])


def main():
    root, tool = pathlib.Path(sys.argv[-2]), sys.argv[-1]
    part = generated.Part(root / "docs/Architecture.md", "check_passes.py")
    old, new = part.read(), render(root, tool)
    if sys.argv[1] == "--write":
        part.write(new)
        return 0
    for name, lines in (
        ("has", set(old.splitlines()) - set(new.splitlines())),
        ("lacks", set(new.splitlines()) - set(old.splitlines())),
    ):
        for line in sorted(lines):
            print(f"docs/Architecture.md {name}: {line}")
    if old == new:
        return 0
    print("write the section anew: check_passes.py --write <root of the source tree> <lowp-opt>")
    return 1


if __name__ == "__main__":
    sys.exit(main())
