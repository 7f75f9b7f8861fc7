"""Checks that each launch of programs has a predicted time.

Usage: check_prices.py <lowp-opt> <program.mlir or report.json>...

A report is what --lowp-traffic writes of a program; programs are compiled for an H200.
Functions of the user's have no time, and launches of unknown sizes cannot have one. Prints
a line for each launch that lacks its time, and exits with 1 if there is any, or if no
launch was seen.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

OPTIONS = "chip=sm_90a part=h200 math=fast"


def read_report(tool, path, folder):
    """The report of a program, or the one that is given."""
    if path.suffix == ".json":
        return json.loads(path.read_text(encoding="utf-8"))
    report = folder / "report.json"
    command = [
        tool,
        str(path),
        f"--lowp-traffic={OPTIONS} traffic-file={report}",
        "-o",
        "/dev/null",
    ]
    subprocess.run(command, check=True)
    return json.loads(report.read_text(encoding="utf-8"))


def is_known(launch):
    """Whether all that a launch reads and writes has known sizes."""
    return all(isinstance(buffer["bytes"], int) for buffer in [*launch["reads"], *launch["writes"]])


def find_unpriced(report):
    """The launches that lack a time, and how many have one."""
    launches = [
        (function["name"], launch)
        for function in report["functions"]
        for launch in function["launches"]
        if launch["kind"] != "external"
    ]
    lacking = [
        f"{name}: {launch['kind']} {launch['name']} at {launch['location']}"
        for name, launch in launches
        if "predicted_us" not in launch and is_known(launch)
    ]
    return lacking, sum("predicted_us" in launch for _, launch in launches)


def main(tool, *paths):
    seen, wrong = 0, 0
    with tempfile.TemporaryDirectory() as name:
        for path in map(pathlib.Path, paths):
            report = read_report(tool, path, pathlib.Path(name))
            lacking, priced = find_unpriced(report)
            for line in lacking:
                print(f"{path.name}: expected a predicted time, got none: {line}")
            seen, wrong = seen + priced, wrong + len(lacking)
    print(f"{seen} launches with a time, {wrong} without")
    return 1 if wrong or not seen else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
