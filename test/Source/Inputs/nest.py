"""Writes texts that nest deep, or stand for endless ones, into a folder."""

import pathlib
import sys

FOLDER = pathlib.Path(sys.argv[1])
N = 100000


def write(name, text):
    (FOLDER / name).write_text(text)


def with_attribute(text):
    return f"func.func private @f() attributes {{a = {text}}}\n"


write("regions.mlir", "module {" * N + "}" * N)
write("attributes.mlir", with_attribute("[" * N + "]" * N))
write("types.mlir", with_attribute("tuple<" * N + ">" * N))
write("locations.mlir", "module {} loc(" + "fused[" * N + "]" * N + ")")
write("signs.mlir", with_attribute("affine_map<(d0) -> (" + "-" * N + "d0)>"))
write("sums.mlir", with_attribute("affine_map<(d0) -> (" + " + ".join(["d0"] * N) + ")>"))
chain = "".join(f"!a{i + 1} = tuple<!a{i}>\n" for i in range(N))
write("aliases.mlir", f"!a0 = i32\n{chain}" + with_attribute(f"!a{N}"))
pairs = "".join(f"#a{i + 1} = [#a{i}, #a{i}]\n" for i in range(60))
write("endless.mlir", f"#a0 = 1\n{pairs}" + with_attribute("#a60"))
write("deep.json", "[" * N)
# As deep as may be; brackets in strings and comments, arrows and comparisons are
# no levels.
write(
    "fits.mlir",
    "// " + "(" * 300 + "\n"
    "#set = affine_set<(d0) : (" + ", ".join(["d0 - 1 >= 0"] * 300) + ")>\n"
    "func.func private @f() attributes {a = "
    + "[" * 250
    + '"'
    + "[" * 300
    + '\\22"'
    + "]" * 250
    + "}\n"
    + "".join(f"func.func private @f{i}(i32) -> i32\n" for i in range(300)),
)
