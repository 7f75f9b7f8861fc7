"""Counts what the graph level costs: passes, stops of a value, reshapes, view walkers.

Usage: graph_counts.py [--build=DIR] [--chip=sm_90a] [--program=PROGRAM [--line=LINE]]

A tool, no test: it prints a table of numbers. Numbers of the pipeline are of
--lowp-to-nvvm with the host's code. With --program also how many reshapes passes
make and how many the next cleanup takes away; with --line how often the operations
of that line of the program change before their kernel (stops), and by which
operations they are written (spellings).
"""

import argparse
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
ANALYSIS = ROOT / "lib/Graph/Analysis"
PASS = re.compile(r"\b([a-z][\w-]*)(?=[{,)\s])")
OPTIONS = re.compile(r"\{[^{}]*\}")
CLEANUPS = {"canonicalize", "cse"}
OP = re.compile(r"(?:%[\w:, %#]+ = )?\"?([a-z_]+\.[a-z_0-9.]+)")
RESHAPE = re.compile(r"= tensor\.(?:expand|collapse)_shape\b")
# The pass that runs, in passes of its own, what makes kernels.
KERNELS, KERNELS_BEGIN = "lowp-compile-kernels", "lowp-select-kernel-config"
# An operation that is or becomes a kernel of its own.
LAST = ("lowp.gemm", "lowp.launch_fusion", "gpu.launch", "lowp_gpu.launch")


def count_registered():
    text = "".join(file.read_text() for file in (ROOT / "include").rglob("*.td"))
    return len(set(re.findall(r'Pass<\s*"([^"]+)"', text)))


def list_executions(tool, options):
    """The passes of a pipeline in their order, without what they are nested in."""
    run = subprocess.run(
        [tool, "-", f"--lowp-to-nvvm={options}", "--dump-pass-pipeline", "-o", "-"],
        input="module {}",
        capture_output=True,
        text=True,
        check=True,
    )
    text = run.stderr.split(":", 1)[-1] + " "
    while OPTIONS.search(text):
        text = OPTIONS.sub("", text)
    return [name for name in PASS.findall(text) if "." not in name]


def list_pipeline(tool, chip):
    whole = list_executions(tool, f"chip={chip}")
    shown = list_executions(tool, f"chip={chip} serialize=false")
    at = whole.index(KERNELS) + 1
    images = ["lowp-divide-kernels", "lowp-serialize"]
    return whole[:at] + shown[shown.index(KERNELS_BEGIN) :] + images + whole[at:]


def print_stages(tool, chip, program, folder):
    """The module before and after each pass that changes it: name and text."""
    subprocess.run(
        [
            *[tool, program, f"--lowp-traffic=chip={chip} math=fast traffic-file=/dev/null"],
            *["-o", "/dev/null", "--mlir-disable-threading", "--mlir-print-ir-after-all"],
            *["--mlir-print-ir-after-change", "--mlir-print-debuginfo"],
            *["--mlir-print-local-scope", f"--mlir-print-ir-tree-dir={folder}"],
        ],
        check=True,
        capture_output=True,
    )
    files = sorted(folder.rglob("*.mlir"), key=lambda file: order_of(file.name))
    return [(file.stem.lstrip("0123456789_"), file.read_text()) for file in files]


def order_of(name):
    """Places of a pass and of the one that it is nested in, as 12_1_cse has them."""
    return [int(number) for number in re.match(r"[\d_]*", name).group().split("_") if number]


def count_reshapes(stages):
    """How many reshapes passes make, and how many cleanups take away after them."""
    made = taken = before = 0
    for name, text in stages:
        now = len(RESHAPE.findall(text))
        if name in CLEANUPS:
            taken += max(0, before - now)
        else:
            made += max(0, now - before)
        before = now
    return made, taken


def list_ops(text, line):
    """The operations of a line, by their names. One with a region ends with its place."""
    ops, around = [], []
    place = re.compile(rf":{line}:\d+[\")]")
    for row in text.splitlines():
        row = row.strip()
        named = OP.match(row)
        name = around.pop() if row.startswith("}") and around else named and named.group(1)
        if row.endswith("{"):
            around.append(name)
        elif name and place.search(row):
            ops.append(name)
    return ops


def follow_line(stages, line):
    """How often the operations of a line change, and what writes them, before a kernel."""
    stops, spellings, before = 0, set(), None
    for _, text in stages:
        ops = list_ops(text, line)
        stops += before is not None and ops != before
        before = ops
        spellings |= {op for op in ops if op.startswith(("linalg.", "lowp."))}
        if any(op.startswith(LAST) for op in ops):
            break
    return stops, sorted(spellings)


def count_sources():
    files = [file for file in (ROOT / "lib").rglob("*") if file.suffix in (".cpp", ".h")]
    texts = {file: file.read_text() for file in files}
    walkers = re.compile(r"getDefiningOp<tensor::(?:Collapse|Expand)ShapeOp>|isReshape\(")
    outside = [file for file, text in texts.items() if ANALYSIS not in file.parents]
    everything = "".join(texts.values())
    return {
        "files outside of Graph/Analysis that follow values through views": sum(
            bool(walkers.search(texts[file])) for file in outside
        ),
        "flags mayRound, mayWiden, maySplit": len(
            re.findall(r"\bmay(?:Round|Widen|Split)\b", everything)
        ),
        "reasons as std::string &": len(re.findall(r"std::string &(?:why|reason)\b", everything)),
        "functions isElementwise": len(
            re.findall(r"^(?:static )?bool (?:[\w:]+::)?isElementwise\(", everything, re.M)
        ),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--chip", default="sm_90a")
    parser.add_argument("--program")
    parser.add_argument("--line", type=int)
    arguments = parser.parse_args()
    tool = str(pathlib.Path(arguments.build) / "bin/lowp-opt")
    executed = list_pipeline(tool, arguments.chip)
    counts = {
        "passes registered": count_registered(),
        "executions of a compilation": len(executed),
        "cleanups among them": sum(name in CLEANUPS for name in executed),
        **count_sources(),
    }
    if arguments.program:
        with tempfile.TemporaryDirectory() as folder:
            stages = print_stages(tool, arguments.chip, arguments.program, pathlib.Path(folder))
        made, taken = count_reshapes(stages)
        counts["reshapes that passes make"] = made
        counts["reshapes that cleanups take away"] = taken
        if arguments.line:
            stops, spellings = follow_line(stages, arguments.line)
            counts[f"stops of line {arguments.line}"] = stops
            counts[f"spellings of line {arguments.line}"] = ", ".join(spellings)
    for what, number in counts.items():
        print(f"{what}: {number}")


if __name__ == "__main__":
    main()
