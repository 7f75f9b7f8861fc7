"""Command lines that go wrong in all ways, with a fixed seed."""

import random

from hostile_modules import HEAD, ADD, MATMUL, QUANTIZE, RETURN

INPUTS = {
    "add.mlir": f"{HEAD} {{\n{ADD}{RETURN}}}\n",
    "matmul.mlir": MATMUL,
    "quantize.mlir": QUANTIZE,
    "empty.mlir": "",
    "wrong.mlir": "func.func @f(",
    "deep.mlir": "[" * 100000,
    "kernels.mlir": "gpu.module @k {}",
    "configs.json": '{"format": "lowp-configs 1", "configs": []}',
    "part.json": '{"format": "lowp-part 1", "name": "p", "base": "h200", "figures": {}}',
    "deep.json": "[" * 100000,
    "other.json": "{}",
}
# What is there already, and is not to become half of something.
KEPT = ["kept.ptx", "kept.o", "kept.h", "kept.json", "kept.mlir"]
PATHS = [
    "new.ptx",
    "new.o",
    "new.ll",
    "new.cubin",
    "new.so",
    "new.mlirbc",
    "a%b%%.o",
    "none/file.o",
    "folder",
    "link",
    "loop",
    "/dev/full",
    "/dev/null",
    "/dev/stdout",
    "-",
    "",
    "add.mlir",
    "n" * 255,
    "n" * 300,
    "/dev/fd/77",
    "./matmul.mlir",
    *KEPT,
]
NAMES = [*INPUTS, "none.mlir", "folder", "-", "/dev/null", "loop", ""]
NUMBERS = ["0", "-1", "16", "2147483648", "9223372036854775808", "x", "", "1e3"]
WORDS = ["sm_90a", "sm_100a", "sm_1", "", "rowwise", "nonsense", "%n%s", "ä", "a b"]
COMPILE_OPTIONS = [
    ("--chip=", WORDS),
    ("--chip=", ["sm_90a"]),
    ("--emit=", ["ptx", "obj", "llvm"]),
    ("--emit=", ["cubin", "lib", "x"]),
    ("--recipe=", WORDS),
    ("--header=", PATHS),
    ("--ranking-file=", PATHS),
    ("--traffic-file=", PATHS),
    ("--config-file=", NAMES),
    ("--part-file=", NAMES),
    ("--expected-m=", NUMBERS),
    ("--ranking-variants=", NUMBERS),
    ("--ptx-version=", NUMBERS),
    ("--ptxas=", ["/bin/false", "/bin/true", "/bin/cat", "none", "folder", ""]),
    ("--strict=", ["true", "x"]),
    ("--math=", ["exact", "fast", "quick"]),
    ("--allow-emulation", [""]),
    ("--print-kernels", [""]),
    ("--remarks", [""]),
    ("--runtime=", ["none", "none.a", "folder"]),
    ("--bogus", [""]),
    ("-o=", PATHS),
    ("-o=", PATHS),
    ("-o=", PATHS),
]
OPT_OPTIONS = [
    ("--lowp-to-nvvm=chip=", ["sm_90a", "sm_1", "sm_90a format=isa", "{", "}"]),
    ("--lowp-to-cpu=recipe=", WORDS),
    ("--lowp-to-cpu", [""]),
    (
        "--pass-pipeline=",
        [
            "func.func(lowp-to-cpu)",
            "any(cse)",
            "(",
            "",
            "none",
            "builtin.module(func.func(lowp-to-nvvm))",
        ],
    ),
    ("--emit-bytecode", [""]),
    ("--split-input-file", [""]),
    ("--cse", [""]),
    ("--remarks-output-file=", PATHS),
    ("--remark-format=", ["yaml", "x"]),
    ("--lowp-select-kernel-config=ranking-file=", PATHS),
    ("--bogus", [""]),
    ("--emit-bytecode-version=", NUMBERS),
    ("--verify-diagnostics", [""]),
    ("-o=", PATHS),
    ("-o=", PATHS),
]
RUN_OPTIONS = [
    ("--device=", ["cpu", "cpu", "cpu", "x"]),
    ("--seed=", NUMBERS),
    ("--dump-outputs=", PATHS),
    ("--dump-inputs=", PATHS),
    ("--recipe=", WORDS),
    ("--function=", ["f", "g", ""]),
    ("--bogus", [""]),
    ("--expected-m=", NUMBERS),
]
TOOLS = {
    "lowp-compile": COMPILE_OPTIONS,
    "lowp-opt": OPT_OPTIONS,
    "lowp-run": RUN_OPTIONS,
}


def prepare(folder):
    for name, text in INPUTS.items():
        (folder / name).write_text(text)
    for name in KEPT:
        (folder / name).write_text("kept")
    (folder / "folder").mkdir()
    (folder / "link").symlink_to("linked")
    (folder / "loop").symlink_to("loop")


def make(source):
    tool = source.choice([*TOOLS, "lowp-compile"])
    inputs = NAMES if source.randrange(4) == 0 else ["add.mlir", "matmul.mlir"]
    line = [tool, source.choice(inputs)]
    if tool == "lowp-run":
        line.append("--device=cpu")
    if tool == "lowp-compile" and source.randrange(4):
        line += ["--chip=sm_90a"]
    seen = set()
    for _ in range(source.randrange(1, 5)):
        option, values = source.choice(TOOLS[tool])
        if option in seen or any(option.startswith(word) for word in line):
            continue
        seen.add(option)
        line.append(option + source.choice(values))
    return line


def lines(count, seed=19):
    source = random.Random(seed)
    for _ in range(count):
        yield make(source)


def ends_of(line, start):
    return [word.rpartition(start)[2] for word in line if start in word]


def find_half_files(folder, line, before, status):
    """What is there that should not be; "" if nothing is."""
    for path in sorted(folder.rglob("*")):
        if path.name.endswith(".tmp"):
            return f"'{path.name}' was left"
        if path.is_dir() or path.is_symlink():
            continue
        former, content = before.get(path.name), path.read_bytes()
        if former is not None and content != former:
            # Others of them are files like any, which may be written over.
            read = ends_of(line, "config-file=") + ends_of(line, "part-file=")
            if path.name in (line[1], *read):
                return f"the input '{path.name}' was changed"
            if not content:
                return f"'{path.name}' was emptied"
        if former is None and not content and status:
            return f"'{path.name}' is empty"
    if not (folder / "link").is_symlink() or not (folder / "loop").is_symlink():
        return "a link was replaced"
    return ""
