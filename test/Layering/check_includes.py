"""Checks that lowp's #include lines follow the direction of its layers.

Usage: check_includes.py <root of the source tree>

Prints one line per offending #include and exits with 1 if there is any. The
table is the one that counts; docs/Architecture.md, section 5, sums it up.
"""

import pathlib
import re
import sys

SUPPORT = ["Support"]
FILES = ["Files"]
COST = SUPPORT + ["Cost"]
INTERFACES = COST + ["Interfaces"]
# What the text of all dialects has.
COMMON = ["Dialect/Common"]
LOWP_IR = INTERFACES + COMMON + ["Dialect/Lowp/IR"]
# LowpGPU's operations carry attributes of the lowp dialect.
GPU_IR = LOWP_IR + ["Dialect/LowpGPU/IR"]
KERNEL = GPU_IR + ["Kernel"]
CHIPS = ["Kernel/Targets/Hopper"]
# InitAll.h at the top of include/lowp.
TOP = "."
# Their rows do not speak of folders below them, which have rows of their own.
WITHOUT_SUBFOLDERS = {TOP, "Kernel"}

# Folder below include/lowp and lib -> the other folders that it may include.
ALLOWED = {
    "Support": [],
    "Files": [],
    "Runtime": SUPPORT,
    "Cost": SUPPORT + FILES,
    "Interfaces": COST,
    "Dialect/Common": [],
    "Dialect/Lowp/IR": INTERFACES + COMMON,
    "Dialect/LowpGPU/IR": LOWP_IR,
    "Dialect/IREE/IR": COMMON,
    "Dialect/TMTensor/IR": COMMON,
    "Dialect/Lowp/Transforms": LOWP_IR,
    "Dialect/LowpGPU/Transforms": GPU_IR,
    "Kernel": GPU_IR + FILES,
    "Kernel/Targets/Common": KERNEL,
    # A chip knows what chips have in common, never another chip.
    **{chip: KERNEL + ["Kernel/Targets/Common"] for chip in CHIPS},
    "Conversion/LowpToLinalg": LOWP_IR,
    "Conversion/LowpToLowpGPU": KERNEL + FILES + ["Dialect/Lowp/Transforms"],
    "Conversion/LowpGPUToNVVM": KERNEL + ["Kernel/Targets/Common"],
    "Conversion/LinalgToGPU": LOWP_IR,
    "Conversion/FusionToGPU": GPU_IR + ["Conversion/LinalgToGPU", "Dialect/Lowp/Transforms"],
    "Conversion/HostLaunch": KERNEL,
    "Conversion/FrontEndToLinalg": LOWP_IR,
    "Target": GPU_IR + FILES,
}
BELOW_PIPELINES = [folder for folder in ALLOWED if folder != "Runtime"]
ALLOWED["Pipelines"] = BELOW_PIPELINES + [TOP]
ALLOWED[TOP] = BELOW_PIPELINES + ["Pipelines"]
ALLOWED["InitAll"] = ALLOWED[TOP] + [TOP]
ALLOWED["Plugin"] = [TOP]
ALLOWED["Execution"] = GPU_IR + ["Pipelines", "Target", "Runtime", TOP]
ALLOWED["CAPI"] = ["Cost", "Execution", "Pipelines", "Target", "Runtime", TOP]
# lowp-run reads the types of functions before they are lowered.
ALLOWED["tools"] = LOWP_IR + FILES + ["Execution", "Pipelines", "Target", "Runtime", TOP]

NO_MLIR = {"Support", "Runtime"}

INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]')
SOURCES = {".h", ".cpp", ".td", ".inc"}


def layer_of(path):
    """The folder of the table that holds `path`, the deepest one."""
    for folder in [path.parent, *path.parent.parents]:
        if folder.as_posix() in ALLOWED:
            if folder.as_posix() in WITHOUT_SUBFOLDERS and path.parent != folder:
                return None
            return folder.as_posix()
    return None


def objection(layer, included):
    """Why a file of `layer` may not include `included`, or None if it may."""
    if included.startswith("../") or "/../" in included:
        return "leaves its folder by a relative path"
    if layer in NO_MLIR and re.match(r"(mlir|mlir-c|llvm|llvm-c)/", included):
        return f"{layer} does without MLIR and LLVM"
    if not included.startswith("lowp/"):
        return None
    target = layer_of(pathlib.PurePosixPath(included[len("lowp/") :]))
    if target is None:
        return "its folder is not in the table of check_includes.py"
    if target != layer and target not in ALLOWED[layer]:
        return f"{layer} may not depend on {target}"
    return None


def files_by_layer(root):
    for top in ("include/lowp", "lib", "tools"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in SOURCES:
                inside = pathlib.PurePosixPath(path.relative_to(root / top))
                yield path, "tools" if top == "tools" else layer_of(inside)


def main():
    root = pathlib.Path(sys.argv[1])
    objections = 0
    for path, layer in files_by_layer(root):
        name = path.relative_to(root)
        if layer is None:
            print(f"{name}: its folder is not in the table of check_includes.py")
            objections += 1
            continue
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, 1):
            match = INCLUDE.match(line) or (
                path.suffix == ".td" and re.match(r'^\s*include\s+"([^"]+)"', line)
            )
            reason = objection(layer, match.group(1)) if match else None
            if reason:
                print(f"{name}:{number}: {match.group(1)}: {reason}")
                objections += 1
    return 1 if objections else 0


if __name__ == "__main__":
    sys.exit(main())
