# REQUIRES: numpy
# RUN: env LOWP_LIBRARY=%lowp_lib_dir/liblowp-c.so %python %s --bin=%lowp_tools_dir
"""Holds each program to its row of launches.txt: what it launches, what it copies, and how
many bytes it moves outside of attention for each byte that its gemms need.

    python check_launches.py --bin=BIN [NAME ...]      # fails where a row differs
    python check_launches.py --bin=BIN --write         # writes what is the case

LOWP_LIBRARY names the liblowp-c that computes sizes.

Columns:
  recipe    of all matmuls
  scaled    matmuls that take it
  launches  by their kinds
  kernels   launched beside those of gemms, and of gemms: some have several, of which one runs
  copies    that bufferization makes, and that are left when launches are counted
  most      bytes moved for each byte needed, where it is more than is usual; - is not held to one
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import traffic

HERE = pathlib.Path(__file__).resolve().parent
COLUMNS = ("recipe", "scaled", "launches", "kernels", "copies", "most")
KINDS = ("gemm", "fusion", "generic", "copy", "external")
# Bytes moved for each byte needed: docs/Rationale.md says why some programs move more.
USUAL = 1.1
COPY = re.compile(r"memref\.copy|bufferization[.]")
PASSES = "lowp-apply-recipes,one-shot-bufferize,lowp-report-traffic,gpu-kernel-outlining"
# The last of the passes. Kernels, in whose lowering nothing is counted and which takes most of the
# time, are lowered of one program of so many, and of all if LOWP_LONG_TESTS is set; so are modules
# verified after each pass, which takes a third of it.
LAST = "gpu-kernel-outlining"
STEP = 1 if os.environ.get("LOWP_LONG_TESTS") else 20


def read_table(path):
    """The cells of each program."""
    lines = [line for line in path.read_text().splitlines() if "|" in line]
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    return {name: dict(zip(COLUMNS, cells, strict=True)) for name, *cells in rows[1:]}


def write_table(path, rows):
    """Writes rows where they are, and leaves what is said about them."""
    lines = []
    for line in path.read_text().splitlines():
        name = line.split("|")[0].strip()
        if "|" in line and name in rows:
            line = " | ".join([f"{name:22}", *(rows[name][column] for column in COLUMNS)])
        lines.append(line)
    path.write_text("\n".join(lines) + "\n")


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command[1]}: {done.stderr}")
    return done.stderr


def cut_pipeline(binary, options):
    """The passes of lowp-to-nvvm up to the last one that is looked at."""
    command = [binary / "lowp-opt", os.devnull, f"--lowp-to-nvvm={options}"]
    dumped = run([*command, "--dump-pass-pipeline", "-o", os.devnull])
    begin, last = dumped.index("builtin.module("), dumped.index(f"\n  {LAST}")
    return dumped[begin : dumped.index("\n", last + 1)].rstrip(",") + ")"


def lower(binary, path, recipe, is_whole):
    """The launches of the only function, and the IR after each of the passes."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        told, dumps = folder / "traffic.json", folder / "dumps"
        options = f"chip=sm_90a recipe={recipe} serialize=false traffic-file={told}"
        pipeline = (
            f"--lowp-to-nvvm={options}"
            if is_whole
            else f"--pass-pipeline={cut_pipeline(binary, options)}"
        )
        run(
            [
                binary / "lowp-opt",
                path,
                pipeline,
                f"--verify-each={str(is_whole).lower()}",
                "--mlir-disable-threading",
                f"--mlir-print-ir-after={PASSES}",
                f"--mlir-print-ir-tree-dir={dumps}",
                "-o",
                os.devnull,
            ]
        )
        (function,) = json.loads(told.read_text())["functions"]
        texts = collections.defaultdict(str)
        for dump in dumps.rglob("*.mlir"):
            texts[dump.stem.split("_")[-1]] += dump.read_text()
    return function["launches"], texts


def look(binary, path, row, is_whole):
    """The row as it should be."""
    launches, dumps = lower(binary, path, row["recipe"], is_whole)
    kinds = collections.Counter(one["kind"] for one in launches)
    outlined = dumps[LAST]
    copies = [
        len(COPY.findall(dumps[name])) for name in ("one-shot-bufferize", "lowp-report-traffic")
    ]
    kernels = [outlined.count("gpu.launch_func"), outlined.count("lowp_gpu.launch ")]
    found = dict(
        row,
        scaled=str(dumps["lowp-apply-recipes"].count("lowp.scaled_matmul")),
        launches=", ".join(f"{kinds[kind]} {kind}" for kind in KINDS if kinds[kind]),
        kernels="{} + {}".format(*kernels),
        copies="{}, {}".format(*copies),
    )
    if row["most"] == "-":
        return found
    moved, needed = traffic.measure(traffic.Program(launches))
    if moved > float(row["most"] or USUAL) * needed:
        found["most"] = f"{moved / needed:.3f}"
    return found


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bin", required=True, type=pathlib.Path, help="where the tools are")
    parser.add_argument(
        "--folder", default=HERE, type=pathlib.Path, help="of launches.txt and Inputs/NAME.mlir"
    )
    parser.add_argument("--write", action="store_true")
    parser.add_argument("names", nargs="*", help="of programs; all by default")
    options = parser.parse_args()
    table = options.folder / "launches.txt"
    rows = read_table(table)
    names = options.names or list(rows)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        looks = {
            name: pool.submit(
                look,
                options.bin,
                options.folder / "Inputs" / f"{name}.mlir",
                rows[name],
                index % STEP == 0,
            )
            for index, name in enumerate(names)
        }
    found = {name: future.result() for name, future in looks.items()}
    if options.write:
        write_table(table, found)
        return 0
    failures = [
        f"{name}: expected {column} {rows[name][column]}, got {found[name][column]}"
        for name in names
        for column in COLUMNS
        if rows[name][column] != found[name][column]
    ]
    programs = {path.stem for path in (options.folder / "Inputs").glob("*.mlir")}
    failures += [f"{name}: expected a row in launches.txt" for name in sorted(programs - set(rows))]
    print("\n".join(failures) or "all right")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
