# RUN: %python %s %lowp_source_dir %lowp_tools_dir/lowp-opt
"""Writes or checks the table of docs/Targets.md: which values run where.

Usage: check_targets.py [--write] <root of the source tree> <lowp-opt>

Each row is a scaled type. For the CPU and for each chip that lowp-opt names, the
script compiles a function that quantizes a bf16 matrix and returns the result,
and a function that quantizes two matrices and multiplies them, down to what LLVM
gets for a chip: it refuses nothing after. It writes what was accepted and, for what
was refused, the beginning of the diagnostic. The chips are those that lowp-opt names when it is asked for an
unknown one.

The check compiles one of STEP cells of the table, of each row and of each column, and
compares what these say; LOWP_LONG_TESTS=1 and --write compile all.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

import generated

SEPARATOR = "// -----\n"
ERROR = re.compile(r"^[^\n]*?<stdin>:(\d+):\d+: error: (.*)$", re.MULTILINE)
SPLIT = re.compile(r"within split at <stdin>:(\d+) offset :")
CHIP = re.compile(r"chip that lowp knows \(([^)]*)\)")

NOTE = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)

M, N, K, G = 256, 128, 512, 4
STEP = 9


def value(element, recipe, *rest, lhs=None, numerics="torchao", label=None):
    """A row: a type as the operand on the right, and that on the left."""
    parameters = ", ".join([f"#lowp.{recipe}", *rest])
    left = f"{lhs[0]}, #lowp.{lhs[1]}" if lhs else f"{element}, {parameters}"
    return {
        "type": f"{element}, {parameters}",
        "lhs": left,
        "numerics": numerics,
        "label": label or f"`{element}, {parameters}`",
    }


def formats():
    """Rows for recipes and elements, stored as types are by default."""
    for recipe in ["tensorwise", "rowwise", "block<1x32>", "block<1x128>", "block<1x256>"]:
        yield value("f8E4M3FN", recipe)
    yield value("f8E5M2", "block<1x128>")
    yield value("f8E4M3FN", "block<128x1>")
    yield value("f8E4M3FN", "block<128x128>", lhs=("f8E4M3FN", "block<1x128>"))
    for element in ["f8E4M3FN", "f8E5M2", "f6E2M3FN", "f6E3M2FN", "f4E2M1FN"]:
        yield value(element, "mx<1x32>", numerics="mx_rceil")
    yield value("f8E4M3FN", "mx<1x128>", numerics="mx_rceil")
    yield value("f8E4M3FN", "mx<32x32>", lhs=("f8E4M3FN", "mx<1x32>"), numerics="mx_rceil")
    yield value("f4E2M1FN", "nvfp4<1x16>", numerics="transformer_engine")
    yield value(
        "f4E2M1FN", "nvfp4<16x16>", lhs=("f4E2M1FN", "nvfp4<1x16>"), numerics="transformer_engine"
    )


def layouts():
    """Rows for places of data and scales."""
    yield value("f8E4M3FN", "block<1x128>", "order = [1, 0]")
    yield value("f8E4M3FN", "block<1x128>", "data = #lowp.panels<128>")
    yield value("f6E2M3FN", "mx<1x32>", "packing = dense", numerics="mx_rceil")
    yield value("f4E2M1FN", "mx<1x32>", "packing = dense", numerics="mx_rceil")
    yield value("f4E2M1FN", "nvfp4<1x16>", "packing = dense", numerics="transformer_engine")
    yield value("f8E4M3FN", "block<1x128>", "convention = encode")
    for layout in ["mn_major", "k_major"]:
        yield value("f8E4M3FN", "block<1x128>", f"scales = #lowp.{layout}")
    for layout in ["packed_words", "swizzled"]:
        yield value("f8E4M3FN", "mx<1x32>", f"scales = #lowp.{layout}", numerics="mx_rceil")


def several():
    """Rows for more than one matrix."""
    row = value("f8E4M3FN", "block<1x128>", label="a batch of `f8E4M3FN, #lowp.block<1x128>`")
    yield {**row, "batch": True}
    for name, parameters in [
        ("groups of rows", "axis = 0"),
        ("groups of columns", "axis = 1"),
        ("separate groups of rows", "axis = 0, separate = true"),
    ]:
        row = value(
            "f8E4M3FN",
            "block<1x128>",
            f"groups = <{G}, {parameters}>",
            label=f"`f8E4M3FN, #lowp.block<1x128>` with {name}",
        )
        yield {**row, "groups": parameters.split(",")[0]}
    for recipe, numerics in [("mx<1x32>", "mx_rceil"), ("nvfp4<1x16>", "transformer_engine")]:
        element = "f8E4M3FN" if recipe.startswith("mx") else "f4E2M1FN"
        row = value(element, recipe, numerics=numerics)
        label = f"`{element}, #lowp.{recipe}` with groups of rows"
        yield {**row, "label": label, "groups": "axis = 0"}
    yield from groups_of_k()


def groups_of_k():
    """Rows for groups of K that begin where copies of blocks do."""
    for element, recipe, start, numerics in [
        ("f8E4M3FN", "rowwise", 16, "torchao_rowwise"),
        ("f8E4M3FN", "block<1x128>", 128, "torchao"),
        ("f8E4M3FN", "mx<1x32>", 128, "mx_rceil"),
        ("f4E2M1FN", "mx<1x32>", 256, "mx_rceil"),
        ("f4E2M1FN", "nvfp4<1x16>", 256, "transformer_engine"),
    ]:
        groups = f"groups = <{G}, axis = 1, start = {start}>"
        row = value(element, recipe, groups, numerics=numerics)
        label = f"`{element}, #lowp.{recipe}` with groups of K from multiples of {start}"
        yield {**row, "label": label, "groups": "axis = 1"}


ROWS = [*formats(), *layouts(), *several()]


class Function:
    """The text of a function that quantizes its arguments."""

    def __init__(self, row):
        self.row, self.arguments, self.body = row, [], []

    def quantize(self, name, size, scaled):
        """Appends a quantize; the type of its result."""
        source, result = f"tensor<{size}xbf16>", f"!lowp.scaled<{size}x{scaled}>"
        self.arguments.append(f"%{name}_input: {source}")
        ends = "ends(%ends : tensor<4xi32>) " if "groups" in scaled else ""
        self.body.append(
            f"%{name} = lowp.quantize %{name}_input numerics <{self.row['numerics']}> "
            f"{ends}: {source} -> {result}"
        )
        return result

    def text(self, value, result):
        arguments = [*self.arguments, "%ends: tensor<4xi32>"]
        lines = [*self.body, f"return {value} : {result}"]
        return (
            f"func.func @f({', '.join(arguments)}) -> {result} {{\n  "
            + "\n  ".join(lines)
            + "\n}\n"
        )


def quantize(row):
    function = Function(row)
    size = f"{G}x{M}x{K}" if row.get("batch") else f"{M}x{K}"
    return function.text("%x", function.quantize("x", size, row["type"]))


def matmul(row):
    batch = f"{G}x" if row.get("batch") else ""
    grouped = row.get("groups")
    along_k = grouped == "axis = 1"
    # Groups of rows are multiplied with a matrix each.
    experts = f"{G}x" if row.get("batch") or grouped and not along_k else ""
    right = row["type"] if along_k else row["type"].split(", groups")[0]
    function = Function(row)
    lhs = function.quantize("x", f"{batch}{M}x{K}", row["lhs"])
    rhs = function.quantize("w", f"{experts}{N}x{K}", right)
    result = f"tensor<{f'{G}x' if along_k else batch}{M}x{N}xbf16>"
    name = "grouped_scaled_matmul" if batch or grouped else "scaled_matmul"
    ends = "ends(%ends : tensor<4xi32>) " if grouped else ""
    function.body.append(f"%y = lowp.{name} %x, %w {ends}: {lhs}, {rhs} -> {result}")
    return function.text("%y", result)


def run(lowp_opt, option, programs):
    """The first error of each program, or None."""
    command = [lowp_opt, "--split-input-file", option, "-o", "/dev/null"]
    # Each part begins in the line after its separator.
    starts, line = [], 1
    for program in programs:
        starts.append(line)
        line += program.count("\n") + 1
    done = subprocess.run(command, input=SEPARATOR.join(programs), capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)} ended with {done.returncode}: {done.stderr[-2000:]}")
    text = SPLIT.sub(lambda match: f"<split {match.group(1)}>", done.stderr)
    errors = [None] * len(programs)
    for match in ERROR.finditer(text):
        at = int(match.group(1))
        index = max(i for i, start in enumerate(starts) if start <= at)
        errors[index] = errors[index] or match.group(2)
    if done.returncode == 1 and not any(errors):
        sys.exit(f"{' '.join(command)} failed without an error in a program: {text[:2000]}")
    return errors


def chips(lowp_opt):
    program = "func.func @f() {\n  return\n}\n"
    done = subprocess.run(
        [lowp_opt, "--lowp-to-nvvm=chip=none"], input=program, capture_output=True, text=True
    )
    return CHIP.search(done.stderr).group(1).split(", ")


def shorten(error):
    """What a diagnostic says, without the operation, the chip and the advice."""
    error = re.sub(r"^'[\w.]+' op ", "", error)
    error = re.sub(r'"?\bsm_\w+"?', "this chip", error)
    error = re.split(r"; |, got 'memref|, got !lowp| for '!lowp|, got this chip", error)[0]
    return error.replace("|", "\\|").rstrip(", ")


class Notes:
    """Numbers diagnostics in the order in which cells name them."""

    def __init__(self):
        self.numbers = {}

    def number(self, error):
        return self.numbers.setdefault(shorten(error), len(self.numbers) + 1)

    def lines(self):
        return [f"{number}. {text}" for text, number in self.numbers.items()]


def cell(notes, quantized, multiplied, emulated):
    words = ["quantize" if quantized is None else f"no quantize [{notes.number(quantized)}]"]
    if multiplied is None:
        words.append("matmul")
    elif emulated is None:
        words.append(f"matmul emulated [{notes.number(multiplied)}]")
    else:
        words.append(f"no matmul [{notes.number(multiplied)}]")
    return ", ".join(words)


def run_all(lowp_opt, jobs):
    """The errors of each job, an option and its programs, two jobs at a time."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        futures = {key: pool.submit(run, lowp_opt, *job) for key, job in jobs.items()}
    return {key: future.result() for key, future in futures.items()}


def answer(lowp_opt, rows_of):
    """For each place and each index among `rows_of` it: the errors of quantizing, of
    multiplying and, where a chip refuses that, of emulating."""
    makes = [[quantize(row) for row in ROWS], [matmul(row) for row in ROWS]]
    jobs, emulating, answers = {}, {}, {}
    for place, rows in rows_of.items():
        option = (
            f"--lowp-to-nvvm=chip={place} serialize=false" if place != "cpu" else "--lowp-to-cpu"
        )
        for kind in (0, 1):
            jobs[place, kind] = (option, [makes[kind][row] for row in rows])
    found = run_all(lowp_opt, jobs)
    # Nothing is emulated where the chip multiplies.
    refused = {
        place: [row for row, error in zip(rows, found[place, 1]) if error]
        for place, rows in rows_of.items()
        if place != "cpu"
    }
    for chip, rows in refused.items():
        if rows:
            option = f"--lowp-to-nvvm=chip={chip} serialize=false allow-emulation"
            emulating[chip] = (option, [makes[1][row] for row in rows])
    emulated = {
        (chip, row): error
        for chip, errors in run_all(lowp_opt, emulating).items()
        for row, error in zip(refused[chip], errors)
    }
    for place, rows in rows_of.items():
        for row, *errors in zip(rows, found[place, 0], found[place, 1]):
            answers[place, row] = (*errors, emulated.get((place, row), errors[1]))
    return answers


def table(lowp_opt, places):
    answers = answer(lowp_opt, {place: range(len(ROWS)) for place in places})
    notes = Notes()
    lines = [f"| value | {' | '.join(['CPU', *places[1:]])} |", "|---" * (len(places) + 1) + "|"]
    for index, row in enumerate(ROWS):
        cells = [cell(notes, *answers[place, index]) for place in places]
        lines.append(f"| {row['label']} | {' | '.join(cells)} |")
    return "\n".join([*lines, "", *notes.lines()]) + "\n"


def differences(old, new):
    wanted, got = set(new.splitlines()), set(old.splitlines())
    for line in sorted(wanted - got):
        yield f"docs/Targets.md lacks: {line}"
    for line in sorted(got - wanted):
        yield f"docs/Targets.md has, and should not have: {line}"


class InPlace(Notes):
    """Names diagnostics by their text."""

    def number(self, error):
        return shorten(error)


def sampled_differences(old, lowp_opt, places):
    """Where a sample of cells says another thing than `old`, with notes in their places."""
    text = dict(NOTE.findall(old))
    rows = [line.strip("| ").split(" | ") for line in old.splitlines() if line.startswith("| ")]
    if rows[0] != ["value", "CPU", *places[1:]] or len(rows) != len(ROWS) + 1:
        yield f"docs/Targets.md has other rows or columns than {len(ROWS)} values, {places}"
        return
    taken = {place: range(column % STEP, len(ROWS), STEP) for column, place in enumerate(places)}
    for (place, index), errors in answer(lowp_opt, taken).items():
        label, *cells = rows[index + 1]
        got = re.sub(r"\[(\d+)\]", lambda note: f"[{text[note[1]]}]", cells[places.index(place)])
        wanted = cell(InPlace(), *errors)
        if (label, got) != (ROWS[index]["label"], wanted):
            yield f"docs/Targets.md: {label}, {place}: expected {wanted}, got {got}"


def main():
    write = sys.argv[1] == "--write"
    root, lowp_opt = pathlib.Path(sys.argv[-2]), sys.argv[-1]
    part = generated.Part(root / "docs/Targets.md", "check_targets.py")
    places = ["cpu", *chips(lowp_opt)]
    if write:
        part.write(f"\n{table(lowp_opt, places)}\n")
        return 0
    if os.environ.get("LOWP_LONG_TESTS"):
        found = list(differences(part.read(), f"\n{table(lowp_opt, places)}\n"))
    else:
        found = list(sampled_differences(part.read(), lowp_opt, places))
    if found:
        print("\n".join(found))
        print("write the table anew: check_targets.py --write <root of the source tree> <lowp-opt>")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
