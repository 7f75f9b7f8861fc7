# A slice of the hostile modules, damaged files and command lines; all of them:
#
#   python3 test/Fuzz/check_hosts.py build/bin build/hosts
#
# REQUIRES: numpy
# RUN: rm -rf %t
# RUN: env PYTHONPATH=%lowp_source_dir/python LOWP_LIBRARY=%lowp_lib_dir/liblowp-c.so PYTHONDONTWRITEBYTECODE=1 %python %s %lowp_tools_dir %t --modules 25 --files 250 --lines 20
"""Checks that whatever a host compiles, the host survives it.

Usage: check_hosts.py <folder of the tools> <folder for files>
           [--modules N] [--files N] [--lines N] [--seed N]

Hostile modules through both pipelines, damaged files of bytecode, and command lines;
all with fixed seeds. A case is wrong when a process crashes or hangs, a value is
wrong, or half a file stays. Prints what is wrong, and exits with 1 if anything is.
The package `lowp` is found by PYTHONPATH, its library by LOWP_LIBRARY.
"""

import argparse
import os
import pathlib
import random
import signal
import subprocess
import sys
import traceback

import hostile_lines
import hostile_modules

SECONDS = 60
# What is said of a module whose result is right.
COMPARED = "compared"
STACK_TRACES = ("PLEASE submit", "LLVM ERROR", "Assertion", "UNREACHABLE")


class Findings:
    def __init__(self, folder):
        self.folder, self.count = folder, 0

    def add(self, kind, what, content):
        self.count += 1
        path = self.folder / f"finding-{self.count}"
        path.write_bytes(content)
        print(f"wrong: {kind}: {what}; see {path}", flush=True)


def survive(act):
    """What became of `act` in a process of its own; "" if it came back."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            # Dumps of a crash, and what compilers print, are not ours to show.
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)
            os.dup2(null, 2)
            signal.alarm(SECONDS)
            os.write(writer, act().encode()[:60000])
            status = 0
        except BaseException:
            os.write(writer, traceback.format_exc().encode()[:60000])
        finally:
            os._exit(status)
    os.close(writer)
    with open(reader, "rb") as stream:
        said = stream.read().decode("utf-8", "replace")
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == -signal.SIGALRM:
        return f"no end after {SECONDS} seconds"
    return said if status >= 0 else f"signal {-status}"


def compile_module(source, device, adds):
    """What is wrong with the outcome of a compilation; "" if nothing."""
    import lowp

    options = {"chip": "sm_90a", "image_format": "ptx", "use_cache": False}
    try:
        program = lowp.compile(source, device=device, **options)
    except lowp.CompileError as error:
        vague = "did not say why" in str(error) or "said why" in str(error)
        return f"no reason: {error}" if vague or not str(error) else ""
    names = [function.name for function in program]
    if not adds or device != "cpu" or "f" not in names:
        return ""
    import numpy

    x = numpy.arange(8, dtype=numpy.float32)
    try:
        result = program["f"](x, 2 * x)
    except lowp.LaunchError:
        return ""  # A check said why.
    is_right = numpy.array_equal(numpy.asarray(result), 3 * x)
    return COMPARED if is_right else f"value {result}"


def check_modules(count, seed, findings):
    compared = 0
    for text, adds in hostile_modules.modules(count, seed):
        for device in ("cpu", "cuda"):
            said = survive(lambda: compile_module(text, device, adds))
            if said == COMPARED:
                compared += 1
            elif said:
                findings.add(f"module, {device}", said, text.encode())
    print(f"{compared} results compared")
    if count >= 40 and not compared:
        findings.add("modules", "no result was compared", b"")


def damage(content, source):
    """Another content."""
    data = bytearray(content)
    at, size = source.randrange(len(data)), source.randrange(1, 40)
    way = source.randrange(6)
    if way == 0:
        data[at] ^= 1 << source.randrange(8)
    elif way == 1:
        data[at] = (data[at] + source.randrange(1, 256)) % 256
    elif way == 2:
        del data[at:]
    elif way == 3:
        data[at:at] = source.randbytes(size)
    elif way == 4:
        del data[at : at + size]
    else:
        data[at : at + size] = bytes(len(data[at : at + size]))
    return bytes(data)


def refuse_all(contents):
    """The first of them that a host takes for a module, or is lost by."""
    import lowp

    for number, content in enumerate(contents):
        for device in ("cpu", "cuda"):
            try:
                lowp.compile(content, device=device, chip="sm_90a", use_cache=False)
            except lowp.CompileError as error:
                if not str(error):
                    return f"file {number}: no reason"
                continue
            return f"file {number}: it was compiled"
    return ""


def check_files(count, seed, tools, folder, findings):
    source = random.Random(seed)
    whole = []
    for number, text in enumerate((hostile_modules.MATMUL, hostile_modules.QUANTIZE)):
        path = folder / f"module-{number}.mlir"
        path.write_text(text)
        target = path.with_suffix(".mlirbc")
        command = [tools / "lowp-opt", path, "--emit-bytecode", "-o", target]
        subprocess.run(command, check=True)
        whole.append(target.read_bytes())
    batch = 50
    for start in range(0, count, batch):
        contents = []
        while len(contents) < min(batch, count - start):
            base = source.choice(whole)
            damaged = damage(base, source)
            if damaged not in whole:
                contents.append(damaged)
        wrong = survive(lambda: refuse_all(contents))
        if wrong:
            findings.add(f"files {start} to {start + batch}", wrong, b"")


def check_lines(count, seed, tools, folder, findings):
    for number, line in enumerate(hostile_lines.lines(count, seed)):
        place = folder / f"line-{number}"
        place.mkdir()
        hostile_lines.prepare(place)
        before = {path.name: path.read_bytes() for path in place.iterdir() if path.is_file()}
        shown = " ".join(line).encode("utf-8", "replace")
        try:
            done = subprocess.run(
                [tools / line[0], *line[1:]],
                cwd=place,
                timeout=SECONDS,
                stdin=subprocess.DEVNULL,
                capture_output=True,
            )
        except subprocess.TimeoutExpired:
            findings.add("line", f"no end after {SECONDS} seconds", shown)
            continue
        printed = done.stderr.decode("utf-8", "replace")
        if done.returncode < 0 or any(text in printed for text in STACK_TRACES):
            findings.add("line", f"status {done.returncode}: {printed[:300]}", shown)
        if done.returncode and not printed and not done.stdout:
            findings.add("line", "no reason", shown)
        wrong = hostile_lines.find_half_files(place, line, before, done.returncode)
        if wrong:
            findings.add("line", f"{wrong}, status {done.returncode}", shown)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tools", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--modules", type=int, default=400)
    parser.add_argument("--files", type=int, default=3400)
    parser.add_argument("--lines", type=int, default=200)
    parser.add_argument("--seed", type=int, default=19)
    options = parser.parse_args()
    tools, folder = options.tools.absolute(), options.folder.absolute()
    folder.mkdir(parents=True)
    findings = Findings(folder)
    import lowp

    lowp.chips()  # The library is there before processes are copied.
    check_lines(options.lines, options.seed, tools, folder, findings)
    check_files(options.files, options.seed, tools, folder, findings)
    check_modules(options.modules, options.seed, findings)
    print(
        f"{options.modules} modules, {options.files} files, {options.lines} lines:",
        findings.count,
        "findings",
    )
    sys.exit(bool(findings.count))


main()
