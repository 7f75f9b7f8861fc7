# RUN: %python %s %lowp_source_dir
"""Checks that lowp's #include lines follow the direction of its layers.

Usage: check_includes.py <root of the source tree>

Prints one line per offending #include, per folder that holds too many files, per
library that is too large a part of all, and for a circle of the table or of files, and
exits with 1 if there is any. The table is the one
that counts; docs/Architecture.md, section 5, sums it up.
"""

import collections
import pathlib
import re
import sys

# A folder with more .cpp files than these has rooms that nobody named.
MOST_FILES = 25
# A library with more of the lines of all than this is several.
MOST_SHARE = 0.15

SUPPORT = ["Support"]
FILES = ["Files"]
COST = SUPPORT + ["Cost"]
INTERFACES = COST + ["Interfaces"]
# What the text of all dialects has.
COMMON = ["Dialect/Common"]
LOWP_IR = INTERFACES + COMMON + ["Dialect/Lowp/IR"]
# LowpGPU's operations carry attributes of the lowp dialect.
GPU_IR = LOWP_IR + ["Dialect/LowpGPU/IR"]
ANALYSIS = LOWP_IR + ["Graph/Analysis"]
GEMM = GPU_IR + ["Kernel/Gemm"]
KERNEL = GEMM + ["Kernel/Config"]
CHIPS = ["Kernel/Targets/Hopper", "Kernel/Targets/MmaSync", "Kernel/Targets/Tcgen05"]
# InitAll.h at the top of include/lowp.
TOP = "."
# The C API's headers: include/lowp-c.
C_API = "lowp-c"
# Rooms of the simulator, which may include what stands before them.
SIMULATOR = [
    *["Support", "PTX", "Memory", "Machine"],
    *["Scalar", "LoadStore", "Warp", "MBarrier", "TMA", "MMA", "TensorMemory", "Driver"],
]

# Folder below include/lowp and lib -> the other folders that it may include. Its
# subfolders are part of it, but those with rows of their own.
ALLOWED = {
    "Support": [],
    "Files": [],
    "Runtime": SUPPORT,
    "Cost": SUPPORT + FILES,
    "Interfaces": COST,
    "Dialect/Common": [],
    "Dialect/Lowp/IR": INTERFACES + COMMON,
    "Dialect/LowpGPU/IR": LOWP_IR,
    "FrontEnd/IREE": COMMON,
    "FrontEnd/TMTensor": COMMON,
    "FrontEnd/ToLinalg": ANALYSIS,
    "Source": FILES,
    "Arith": LOWP_IR,
    "Math": LOWP_IR,
    # Tensors alone: no kernels, no fusions. Splitting asks what the chip has.
    "Graph/Analysis": LOWP_IR,
    "Graph/Contractions": ANALYSIS + ["Dialect/LowpGPU/IR"],
    # Which groups kernels take is asked of the chip.
    "Graph/Groups": ANALYSIS + ["Dialect/LowpGPU/IR"],
    "Graph/Shapes": ANALYSIS,
    "Graph/Scalars": ANALYSIS,
    "Graph/Reductions": ANALYSIS,
    # Whether an epilogue pays is asked of those who choose configs.
    "Fusion": KERNEL + ["Graph/Analysis"],
    "Dialect/Lowp/Transforms": ANALYSIS + ["Graph/Contractions", "Fusion"],
    "Dialect/LowpGPU/Transforms/Kernel": GPU_IR,
    "Dialect/LowpGPU/Transforms/CTA": GPU_IR,
    "Dialect/LowpGPU/Transforms/Launch": GPU_IR,
    "Kernel/Gemm": GPU_IR,
    "Kernel/Config": GEMM + FILES,
    "Kernel/Targets/Common": GEMM,
    # A chip knows what chips have in common, never another chip.
    **{chip: GEMM + ["Kernel/Targets/Common"] for chip in CHIPS},
    "Layout": GEMM + ["Graph/Analysis"],
    # Which results lie over what is read is asked of kernels.
    "Bufferization": ANALYSIS + ["Fusion", "Dialect/LowpGPU/IR"],
    "Conversion/LowpToLinalg": LOWP_IR,
    "Conversion/LowpToLowpGPU": KERNEL + FILES + ["Graph/Analysis"],
    "Conversion/LowpGPUToNVVM": GEMM + ["Kernel/Targets/Common"],
    "Conversion/LinalgToGPU": ANALYSIS,
    "Conversion/FusionToGPU": GPU_IR + ["Conversion/LinalgToGPU", "Graph/Analysis", "Fusion"],
    "Conversion/HostLaunch": GPU_IR + ["Arith"],
    "Traffic": KERNEL
    + FILES
    + ["Graph/Analysis", "Fusion", "Conversion/LinalgToGPU", "Conversion/HostLaunch"],
    # Plans are sums of what launches are predicted to take.
    "Recipes": KERNEL + FILES + ["Graph/Analysis", "Graph/Contractions", "Source", "Traffic"],
    "Target": GPU_IR + FILES,
}
BELOW_PIPELINES = [folder for folder in ALLOWED if folder != "Runtime"]
ALLOWED["Pipelines"] = list(BELOW_PIPELINES)
ALLOWED[TOP] = []
ALLOWED["InitAll"] = BELOW_PIPELINES + ["Pipelines", TOP]
ALLOWED["Plugin"] = [TOP]
ALLOWED[C_API] = ["Runtime"]
ALLOWED["Execution"] = GPU_IR + [
    *["Graph/Analysis", "Bufferization", "Pipelines", "Target", "Runtime", TOP],
]
# The C API says what recipes mean, too.
ALLOWED["CAPI"] = LOWP_IR + [
    "Cost",
    "Graph/Contractions",
    "Source",
    "Recipes",
    "Execution",
    "Pipelines",
    "Target",
    "Runtime",
    TOP,
    C_API,
]
# lowp-run reads the types of functions before they are lowered.
ALLOWED["tools"] = (
    LOWP_IR + FILES + ["Source", "Execution", "Pipelines", "Target", "Runtime", TOP, C_API]
)
ALLOWED.update(
    {
        f"Simulator/{room}": [f"Simulator/{below}" for below in SIMULATOR[:number]]
        for number, room in enumerate(SIMULATOR)
    }
)
ALLOWED["Simulator/Driver"] += ["Runtime"]

NO_MLIR = {"Support", "Runtime", *(f"Simulator/{room}" for room in SIMULATOR)}

INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]')
TABLEGEN_INCLUDE = re.compile(r'^\s*include\s+"([^"]+)"')
SOURCES = {".h", ".cpp", ".td", ".inc"}


def layer_of(path):
    """The folder of the table that holds `path`, the deepest one."""
    if path.parent.as_posix() == TOP:
        return TOP
    for folder in [path.parent, *path.parent.parents]:
        if folder.as_posix() in ALLOWED and folder.as_posix() != TOP:
            return folder.as_posix()
    return None


def target_of(included):
    """The folder of the table that `included` is in, and whether it is ours."""
    for top, inside in (("lowp/", ""), ("lowp-c/", "lowp-c/"), ("Simulator/", "Simulator/")):
        if included.startswith(top):
            return layer_of(pathlib.PurePosixPath(inside + included[len(top) :])), True
    return None, False


def objection(layer, included):
    """Why a file of `layer` may not include `included`, or None if it may."""
    if included.startswith("../") or "/../" in included:
        return "leaves its folder by a relative path"
    if layer in NO_MLIR and re.match(r"(mlir|mlir-c|llvm|llvm-c)/", included):
        return f"{layer} does without MLIR and LLVM"
    target, is_ours = target_of(included)
    if not is_ours:
        return None
    if target is None:
        return "its folder is not in the table of check_includes.py"
    if target != layer and target not in ALLOWED[layer]:
        return f"{layer} may not depend on {target}"
    return None


def files_by_layer(root):
    for top in ("include/lowp", "include/lowp-c", "lib", "tools"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in SOURCES:
                inside = pathlib.PurePosixPath(path.relative_to(root / top))
                fixed = {"tools": "tools", "include/lowp-c": C_API}
                yield path, fixed.get(top) or layer_of(inside)


def includes_of(path):
    pattern = TABLEGEN_INCLUDE if path.suffix == ".td" else INCLUDE
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line) or pattern.match(line)
        if match:
            yield number, match.group(1)


def check_file(name, path, layer):
    if layer is None:
        yield f"{name}: its folder is not in the table of check_includes.py"
        return
    for number, included in includes_of(path):
        reason = objection(layer, included)
        if reason:
            yield f"{name}:{number}: {included}: {reason}"


def find_circle(start, path, done, below):
    """A way through `below` from `start` back to one of `path`, or None."""
    if start in path:
        return path[path.index(start) :] + [start]
    if start in done:
        return None
    for following in below.get(start, []):
        circle = find_circle(following, path + [start], done, below)
        if circle:
            return circle
    done.add(start)
    return None


def check_table():
    """A folder that may include what may include it would be a circle."""
    done = set()
    for folder in ALLOWED:
        circle = find_circle(folder, [], done, ALLOWED)
        if circle:
            yield f"check_includes.py: a circle: {' -> '.join(circle)}"
            return


def resolve(root, path, included):
    """The file of ours that `path` includes, or None."""
    tops = {"lowp": "include", "lowp-c": "include", "Simulator": "lib"}
    folder = tops.get(included.split("/")[0]) if "/" in included else None
    found = root / folder / included if folder else path.parent / included
    return found if found.is_file() else None


def check_files(root):
    """Files that include each other, in a circle of however many."""
    below = {
        path: [
            found for _, included in includes_of(path) if (found := resolve(root, path, included))
        ]
        for path, _ in files_by_layer(root)
    }
    done = set()
    for path in below:
        circle = find_circle(path, [], done, below)
        if circle:
            names = (file.relative_to(root).as_posix() for file in circle)
            yield f"a circle: {' -> '.join(names)}"
            return


def check_sizes(root):
    """A folder of many files is one in which nobody finds anything."""
    counts = collections.Counter(
        path.parent for top in ("lib", "test", "tools") for path in (root / top).rglob("*.cpp")
    )
    for folder, count in sorted(counts.items()):
        if count > MOST_FILES:
            name = folder.relative_to(root)
            yield f"{name}: expected at most {MOST_FILES} .cpp files, got {count}: divide it"


def check_shares(root):
    """A library is what a CMakeLists.txt names: a folder with those below that have
    none of their own."""
    lines = collections.Counter()
    for path in (root / "lib").rglob("*"):
        if path.suffix in SOURCES:
            for folder in path.relative_to(root).parents:
                if (root / folder / "CMakeLists.txt").is_file():
                    lines[folder] += len(path.read_text(encoding="utf-8").splitlines())
                    break
    for folder, count in sorted(lines.items()):
        share = count / lines.total()
        if share > MOST_SHARE:
            yield (
                f"{folder}: expected at most {MOST_SHARE:.0%} of the lines of lib, "
                f"got {share:.0%}: divide it"
            )


def check(root):
    yield from check_table()
    yield from check_files(root)
    yield from check_sizes(root)
    yield from check_shares(root)
    for path, layer in files_by_layer(root):
        yield from check_file(path.relative_to(root), path, layer)


def main():
    objections = list(check(pathlib.Path(sys.argv[1])))
    for text in objections:
        print(text)
    return 1 if objections else 0


if __name__ == "__main__":
    sys.exit(main())
