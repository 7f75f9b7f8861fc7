"""Bytes that the launches of each program move outside of attention, against what its
gemms need: docs/Performance.md says which these are.

    python traffic.py --bin=BIN [NAME ...]             # a table
    python traffic.py --bin=BIN --detail [NAME ...]    # also what moves without need
    python traffic.py --bin=BIN --most=1.1 [NAME ...]  # fails where more moves
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "python"))

from lowp_lab.bench.program.traffic import evaluate  # noqa: E402  (needs the path above)

RECIPE = "block_1x128_128x128"
# For sizes that only the caller knows.
SIZE = 128


def report(binary, name, recipe):
    """The launches of the program's only function."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "traffic.json"
        options = f"chip=sm_90a recipe={recipe} traffic-file={path}"
        subprocess.run(
            [
                pathlib.Path(binary) / "lowp-opt",
                HERE / "Inputs" / f"{name}.mlir",
                f"--lowp-traffic={options}",
                "-o",
                "/dev/null",
            ],
            check=True,
        )
        (function,) = json.loads(path.read_text())["functions"]
    return function["launches"]


def count_any(formula):
    """Bytes where each size that the caller decides is SIZE."""
    names = re.findall(r"argument\d+(?:\.\d+)?", str(formula))
    return evaluate(formula, dict.fromkeys(names, SIZE))


class View:
    """What a launch reads or writes of a buffer. Views that begin at one place with as many
    bytes are the same, whatever their shapes are."""

    def __init__(self, access):
        self.type = access["type"]
        # Constants have no numbers.
        numbered = re.search(r"\d$", access["buffer"])
        self.buffer = access["buffer"] + ("" if numbered else self.type)
        self.bytes = count_any(access["bytes"])
        offset = re.search(r"offset: (\d+|\?)", self.type)
        self.key = (offset.group(1) if offset else "0", self.bytes)


def count_bytes(views):
    """Counts the bytes of all views together, each place once."""
    parts, whole = collections.defaultdict(dict), {}
    for view in views:
        parts[view.buffer][view.key] = view.bytes
        if "strided" not in view.type:
            whole[view.buffer] = max(view.bytes, whole.get(view.buffer, 0))
    return sum(whole.get(buffer, sum(some.values())) for buffer, some in parts.items())


class Launch:
    def __init__(self, number, entry):
        assert entry["times"] == 1, "expected no loop around a launch"
        self.number, self.kind, self.name = number, entry["kind"], entry["name"]
        self.reads, self.writes = ([*map(View, entry[field])] for field in ("reads", "writes"))
        self.is_gemm, self.only_copies = self.kind == "gemm", self.kind == "copy"
        operands = [view.type for view in self.reads[:2]]
        self.is_batched = self.is_gemm and all(
            "f8" not in one and one.count("x") > 2 for one in operands
        )

    def __str__(self):
        return f"{self.number} {self.name}"

    @property
    def moved(self):
        return sum(view.bytes for view in self.reads + self.writes)

    @property
    def needed(self):
        return count_bytes(self.reads) + count_bytes(self.writes)


class Tensor:
    """What a buffer holds from one write of the whole to the next."""

    def __init__(self):
        self.writers, self.readers = collections.defaultdict(list), collections.defaultdict(list)
        self.is_result = False


class Program:
    def __init__(self, entries):
        self.launches = [Launch(*pair) for pair in enumerate(entries)]
        self.tensors = []
        # [launch]: whose results it reads.
        self.sources = collections.defaultdict(set)
        self.find_tensors()
        # Between launches on their two sides, no kernel can be both.
        self.barriers = {one for one in self.launches if one.kind in ("gemm", "external")}
        self.attention = self.find_attention()
        self.barriers |= self.attention
        self.paths = self.find_paths()

    def find_tensors(self):
        sizes, latest = collections.Counter(), collections.defaultdict(Tensor)
        for launch in self.launches:
            for view in launch.reads + launch.writes:
                sizes[view.buffer] = max(sizes[view.buffer], view.bytes)
        for launch in self.launches:
            for view in launch.reads:
                tensor = latest[view.buffer]
                tensor.readers[launch].append(view)
                self.sources[launch].update(tensor.writers)
            for view in launch.writes:
                # A part joins what other launches wrote.
                if view.bytes == sizes[view.buffer]:
                    self.tensors.append(latest.pop(view.buffer, Tensor()))
                latest[view.buffer].writers[launch].append(view)
        for buffer, tensor in latest.items():
            tensor.is_result = buffer.startswith("argument")
            self.tensors.append(tensor)

    def find_attention(self):
        """Its gemms, what lies between two of them and no other gemm, and copies for them."""
        gemms = {one for one in self.launches if one.is_batched}
        others = self.barriers - gemms
        after, before = set(gemms), set(gemms)
        for launch in self.launches:
            if launch not in others and self.sources[launch] & after:
                after.add(launch)
        for launch in reversed(self.launches):
            if launch in before:
                before |= self.sources[launch] - others
        found = after & before
        for launch in reversed(self.launches):
            readers = {one for one in self.launches if launch in self.sources[one]}
            if launch.only_copies and readers and readers <= found:
                found.add(launch)
        return found

    def find_paths(self):
        """[launch]: those whose results reach it, and whether through a barrier."""
        paths = {}
        for launch in self.launches:
            found = paths[launch] = {}
            for source in self.sources[launch]:
                found.setdefault(source, False)
                for first, is_apart in paths[source].items():
                    found[first] = found.get(first, False) or is_apart or source in self.barriers
        return paths

    def get_levels(self, tensor):
        """[reader]: how many kernels up to it must read the tensor one after the other. It is
        0 where the kernel that writes the tensor could have done what the reader does."""
        levels = {}
        for reader in tensor.readers:
            if reader in self.barriers or reader.only_copies:
                continue
            is_apart = self.paths[reader]
            ready = all(one in self.barriers or is_apart.get(one, True) for one in tensor.writers)
            levels[reader] = max(
                [int(ready)] + [levels[one] + 1 for one in levels if is_apart.get(one)]
            )
        return levels

    def count_tensor(self, tensor):
        """Bytes that launches between gemms must move of it: read, written."""
        levels = self.get_levels(tensor)
        views = collections.defaultdict(list)
        for reader, level in levels.items():
            views[level] += tensor.readers[reader]
        read = sum(count_bytes(some) for level, some in views.items() if level > 0)
        leaves = tensor.is_result or any(levels.get(one, 1) > 0 for one in tensor.readers)
        written = [
            view
            for writer, some in tensor.writers.items()
            if writer not in self.barriers and not writer.only_copies
            for view in some
        ]
        return read, count_bytes(written) if leaves else 0

    def count_moved(self, tensor):
        """Bytes that launches between gemms do move of it: read, written."""
        return [
            sum(
                view.bytes
                for launch, views in launches.items()
                if launch not in self.barriers
                for view in views
            )
            for launches in (tensor.readers, tensor.writers)
        ]


def explain(program, name):
    """Prints which tensors move without need."""
    lines = []
    for tensor in program.tensors:
        for moved, needed, verb, launches in zip(
            program.count_moved(tensor),
            program.count_tensor(tensor),
            ("read", "written"),
            (tensor.readers, tensor.writers),
        ):
            if moved == needed:
                continue
            some = [one for one in launches if one not in program.barriers]
            (view, *_others), *_ = launches.values()
            lines.append(
                (
                    moved - needed,
                    f"{view.buffer} {view.type} is {verb} by " + ", ".join(map(str, some)),
                )
            )
    for launch in program.launches:
        if launch.moved != launch.needed:
            lines.append((launch.moved - launch.needed, f"{launch} moves something twice"))
    print(f"\n{name}")
    for wasted, text in sorted(lines, key=lambda line: -line[0]):
        print(f"  {wasted:>9}  {text}")


def measure(program):
    """Bytes moved and needed outside of attention."""
    gemms = [one for one in program.launches if one.is_gemm and one not in program.attention]
    moved, needed = sum(one.moved for one in gemms), sum(one.needed for one in gemms)
    for tensor in program.tensors:
        moved += sum(program.count_moved(tensor))
        needed += sum(program.count_tensor(tensor))
    return moved, needed


def print_table(programs):
    """Returns by how much more each moves than it needs."""
    print("| program | launches | of attention | bytes moved | needed | moved / needed |")
    print("|---|---|---|---|---|---|")
    ratios = {}
    for name, program in programs.items():
        moved, needed = measure(program)
        ratios[name] = moved / needed
        print(
            f"| {name} | {len(program.launches)} | {len(program.attention)} | {moved} | "
            f"{needed} | {ratios[name]:.3f} |"
        )
    return ratios


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bin", required=True, help="where the tools are")
    parser.add_argument("--recipe", default=RECIPE)
    parser.add_argument("--detail", action="store_true", help="tensors that move without need")
    parser.add_argument("--most", type=float, help="bytes moved per byte needed")
    parser.add_argument("--skip", default="", help="names of programs, with commas between them")
    parser.add_argument("names", nargs="*", help="of programs; all by default")
    options = parser.parse_args()
    found = sorted(path.stem for path in (HERE / "Inputs").glob("*.mlir"))
    names = options.names or [one for one in found if one not in options.skip.split(",")]
    programs = {name: Program(report(options.bin, name, options.recipe)) for name in names}
    ratios = print_table(programs)
    if options.detail:
        for name, program in programs.items():
            explain(program, name)
    failures = [
        f"{name}: expected at most {options.most:.3f} bytes per byte needed, got {ratio:.3f}"
        for name, ratio in ratios.items()
        if options.most and ratio > options.most
    ]
    print("\n".join(failures))
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
