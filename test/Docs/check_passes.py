"""Compares what docs/Architecture.md says of the order of passes with the pipelines.

Usage: check_passes.py <root of the source tree> <lowp-opt> [--write]

The table of section 3 has lowp's passes in the order in which --lowp-to-nvvm first
runs them, and the paragraph behind it those of --lowp-to-cpu, each where it runs.
--write puts the rows into this order. Passes that no pipeline has come last.
"""

import pathlib
import re
import subprocess
import sys

# With what adds a pass.
OPTIONS = "chip=sm_90a recipe=auto f32-matmuls=tf32"
GPU_OPTIONS = OPTIONS + " math=fast allow-emulation"
PASS = re.compile(r"\b([a-z][\w-]*)(?=[{,)\s])")
ROW = re.compile(r"^\| `.*\n", re.MULTILINE)
NAME = re.compile(r"`((?:lowp|convert)-[\w-]+)`")
# The pass that runs, in passes of its own, what comes before the host's code.
KERNELS, KERNELS_END = "lowp-compile-kernels", "lowp-select-kernel-config"
# Where levels end, wherever that is.
ANYWHERE = "lowp-verify-level"


def passes_of(tool, pipeline):
    run = subprocess.run(
        [tool, "-", pipeline, "--dump-pass-pipeline", "-o", "-"],
        input="module {}", capture_output=True, text=True, check=True,
    )
    return PASS.findall(run.stderr)


def gpu_passes(tool):
    """With the passes that compile-kernels runs, which serialize=false shows."""
    whole = passes_of(tool, f"--lowp-to-nvvm={GPU_OPTIONS}")
    shown = passes_of(tool, f"--lowp-to-nvvm={GPU_OPTIONS} serialize=false")
    split = whole.index(KERNELS) + 1
    images = ["lowp-split-gpu-modules", "lowp-serialize"]
    return whole[:split] + shown[shown.index(KERNELS_END):] + images + whole[split:]


def section_of(text):
    return re.search(r"^## 3\..*?(?=^## )", text, re.MULTILINE | re.DOTALL).group(0)


def sort_rows(section, order):
    def place(row):
        name = NAME.search(row.split("|")[1]).group(1)
        return order.index(name) if name in order else len(order)

    rows = ROW.findall(section)
    return section.replace("".join(rows), "".join(sorted(rows, key=place)))


def check_cpu(section, tool):
    paragraph = re.search(r"^`--lowp-to-cpu` is .*?(?=\n\n)", section, re.MULTILINE | re.DOTALL)
    listed = [name for name in NAME.findall(paragraph.group(0)) if name != "lowp-to-cpu"]
    known = set(NAME.findall(section))
    run = [name for name in passes_of(tool, f"--lowp-to-cpu={OPTIONS}")
           if (name.startswith("lowp-") or name in known) and name != ANYWHERE and name != "lowp-plan-recipes"]
    if listed != run:
        yield ("section 3 of docs/Architecture.md says that --lowp-to-cpu is "
               f"{', '.join(listed)}; it is {', '.join(run)}")


def main():
    path = pathlib.Path(sys.argv[1]) / "docs/Architecture.md"
    tool = sys.argv[2]
    text = path.read_text(encoding="utf-8")
    section = section_of(text)
    ordered = sort_rows(section, gpu_passes(tool))
    if "--write" in sys.argv:
        path.write_text(text.replace(section, ordered), encoding="utf-8")
        return 0
    found = [f"section 3 of docs/Architecture.md has {row.split('|')[1].strip()} where "
             f"{wanted.split('|')[1].strip()} runs; check_passes.py --write sorts the table"
             for row, wanted in zip(ROW.findall(section), ROW.findall(ordered)) if row != wanted]
    found[1:] = []
    found += check_cpu(section, tool)
    print("\n".join(found))
    return 1 if found else 0


sys.exit(main())
