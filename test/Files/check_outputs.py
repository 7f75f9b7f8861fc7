# RUN: rm -rf %t
# RUN: %python %s %lowp_tools_dir %t
"""Checks how every tool writes every file that it can be asked for.

Usage: check_outputs.py <folder of the tools> <folder for files>

Each output goes to each kind of path: links, descriptors, names with %, files with
modes, full disks; one of STEP pairs in the check, all of them with LOWP_LONG_TESTS=1.
Prints what is wrong, and exits with 1 if anything is.
"""

import itertools
import os
import pathlib
import resource
import signal
import subprocess
import sys

TOOLS, SCRATCH = (pathlib.Path(path).absolute() for path in sys.argv[1:])
# A kernel of lowp's own, so that there is a ranking, in few bytes.
PROGRAM = """
func.func @f(%x: tensor<64x128xbf16>, %w: tensor<128x128xbf16>,
             %y: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x128xbf16>, tensor<128x128xbf16>)
                     outs(%y : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}
"""
COMPILE = ["lowp-compile", "{input}", "--chip=sm_90a", "--emit=ptx"]
# What is written, and the command that writes it to {path}.
OUTPUTS = {
    "module": ["lowp-opt", "{input}", "-o", "{path}"],
    "bytecode": ["lowp-opt", "{input}", "--emit-bytecode", "-o", "{path}"],
    "remarks": [
        "lowp-opt",
        "{input}",
        "--lowp-to-nvvm=chip=sm_90a format=isa",
        "--remark-format=yaml",
        "--remarks-filter=lowp.*",
        "--remarks-output-file={path}",
        "-o",
        "/dev/null",
    ],
    "ptx": [*COMPILE, "-o", "{path}"],
    "object": [*COMPILE[:3], "--emit=obj", "-o", "{path}"],
    "header": [*COMPILE[:3], "--emit=llvm", "-o", "/dev/null", "--header={path}"],
    "ranking": [*COMPILE, "-o", "/dev/null", "--ranking-file={path}"],
    "explain": ["lowp-opt", "{input}", "--lowp-explain=chip=sm_90a file={path}", "-o", "/dev/null"],
    "recipes": [*COMPILE, "--recipe=auto", "-o", "/dev/null", "--explain-file={path}"],
    "traffic": [*COMPILE, "-o", "/dev/null", "--traffic-file={path}"],
}
LEAST_BYTES = 40
# It has no divisor in common with how many kinds there are: each output and each kind is met.
STEP = 1 if os.environ.get("LOWP_LONG_TESTS") else 11
failures = []


def expect(truth, *what):
    if not truth:
        failures.append(": ".join(map(str, what)))
        print("wrong:", failures[-1])


def limit_files():
    """As on a disk with room for a few bytes. LLVM would handle the signal, which
    a disk does not send."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGXFSZ])
    resource.setrlimit(resource.RLIMIT_FSIZE, (LEAST_BYTES, LEAST_BYTES))


class Case:
    """A run of a command in a folder of its own."""

    def __init__(self, output, kind):
        self.output, self.kind = output, kind
        self.folder = SCRATCH / f"{output}-{kind}"
        self.folder.mkdir(parents=True)
        self.input = self.folder / "input.mlir"
        self.input.write_text(PROGRAM)

    def run(self, path, **options):
        command = [word.format(input=self.input, path=path) for word in OUTPUTS[self.output]]
        command[0] = TOOLS / command[0]
        options = {"stdout": subprocess.PIPE, **options}
        done = subprocess.run(
            command, stderr=subprocess.PIPE, cwd=self.folder, timeout=120, **options
        )
        self.printed = done.stderr.decode("utf-8", "replace")
        return done.returncode

    def expect(self, truth, *what):
        expect(truth, self.output, self.kind, *what, getattr(self, "printed", ""))

    def expect_written(self, path, code):
        self.expect(code == 0, "exit status", code)
        self.expect(path.exists() and path.stat().st_size > LEAST_BYTES, "no content")
        self.expect_files({path.name})

    def expect_refused(self, code):
        self.expect(code == 1, "exit status", code)
        self.expect("error: " in self.printed, "no error")
        self.expect("LLVM ERROR" not in self.printed, "end of the process")

    def expect_files(self, names):
        found = {file.name for file in self.folder.iterdir()} - {"input.mlir"}
        self.expect(found == names, "files", found)


def to_link(case):
    """A link stays, and what it leads to is written."""
    target, link = case.folder / "target", case.folder / "link"
    link.symlink_to("target")  # Which does not exist.
    for _ in range(2):
        code = case.run(link)
        case.expect(link.is_symlink(), "the link is gone")
        case.expect(code == 0 and target.stat().st_size > LEAST_BYTES, "no content")
    case.expect_files({"target", "link"})


def to_descriptor(case):
    """What is open is written from where it is."""
    file = case.folder / "file"
    link = case.folder / "link"
    link.symlink_to("/proc/self/fd/1")
    with open(file, "wb") as stream:
        stream.write(b"before\n")
        stream.flush()
        code = case.run(link, stdout=stream)
        stream.write(b"after\n")
    content = file.read_bytes()
    case.expect(code == 0 and link.is_symlink(), "the link is gone")
    case.expect(content.startswith(b"before\n"), "it was written over")
    case.expect(content.endswith(b"after\n"), "it was replaced")
    case.expect(len(content) > LEAST_BYTES, "no content")


def to_pipe(case):
    reader, writer = os.pipe()
    code = case.run(f"/dev/fd/{writer}", pass_fds=[writer])
    os.close(writer)
    with open(reader, "rb") as stream:
        case.expect(code == 0 and len(stream.read()) > LEAST_BYTES, "no content")
    case.expect_files(set())


def to_mode(case):
    path = case.folder / "file"
    path.write_text("before")
    path.chmod(0o640)
    case.expect_written(path, case.run(path))
    case.expect(path.stat().st_mode & 0o777 == 0o640, oct(path.stat().st_mode))


def to_percent(case):
    path = case.folder / "a%%%%b%"
    case.expect_written(path, case.run(path))


def to_long_name(case):
    path = case.folder / ("n" * 255)
    case.expect_written(path, case.run(path))


def to_full(case):
    """No half file, and what was there stays."""
    if case.output == "remarks":
        return  # They are collected in memory, which the limit is for, too.
    path = case.folder / "file"
    case.expect_refused(case.run(path, preexec_fn=limit_files))
    case.expect_files(set())
    path.write_text("before")
    case.expect_refused(case.run(path, preexec_fn=limit_files))
    case.expect_files({"file"})
    case.expect(path.exists() and path.read_text() == "before", "what was there is gone")


def to_device(case):
    case.expect_refused(case.run("/dev/full"))


def to_folder(case):
    (case.folder / "folder").mkdir()
    case.expect_refused(case.run(case.folder / "folder"))
    case.expect_refused(case.run(case.folder / "none" / "file"))
    case.expect_files({"folder"})


def to_input(case):
    """An output that is the input, under another name too."""
    os.link(case.input, case.folder / "same")
    for path in ("input.mlir", "same"):
        case.expect_refused(case.run(path))
        case.expect(case.input.read_text() == PROGRAM, "the input is gone")


def run_tool(*command, **options):
    command = [TOOLS / command[0], *command[1:]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, **options)
    return done.returncode, done.stderr


def in_set(last):
    """Compiles an object whose header goes to `last`; the files beside."""
    folder = SCRATCH / f"set-{pathlib.Path(last).name}"
    folder.mkdir()
    source = SCRATCH / "set.mlir"
    source.write_text(PROGRAM)
    (folder / "f.o").write_text("before")
    options = ["--chip=sm_90a", "-o", folder / "f.o", f"--header={last}"]
    code, printed = run_tool("lowp-compile", source, *options)
    expect(code == 1 and "error: " in printed, "set", last, code, printed)
    expect((folder / "f.o").read_text() == "before", "set", last, "the object")
    expect(len(list(folder.iterdir())) == 1, "set", last, "more than the object")


def check_sets():
    """What goes wrong for one file goes wrong for all."""
    in_set("/dev/full")
    in_set(SCRATCH / "none" / "f.h")
    in_set(SCRATCH)
    source, dump = SCRATCH / "set.mlir", SCRATCH / "dump"
    options = ["--device=cpu", "--dump-inputs", dump]
    code, printed = run_tool("lowp-run", source, *options, preexec_fn=limit_files)
    expect(code == 1 and "cannot write" in printed, "dump", code, printed)
    expect(list(dump.iterdir()) == [], "dump", "half of it is there")
    code, printed = run_tool("lowp-run", source, *options)
    expect(code == 0 and len(list(dump.iterdir())) == 4, "dump", code, printed)


def check_standard_output():
    """What is printed is not lost in silence."""
    for command in (
        ["lowp-opt", SCRATCH / "set.mlir"],
        ["lowp-compile", SCRATCH / "set.mlir", "--chip=sm_90a", "--emit=ptx"],
        ["lowp-run", SCRATCH / "set.mlir", "--device=cpu"],
    ):
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [TOOLS / command[0], *command[1:]], stdout=full, stderr=subprocess.PIPE
            )
        said = b"cannot write 'stdout': No space left on device" in done.stderr
        expect(done.returncode == 1 and said, "standard output", command[0], done)


def main():
    kinds = [name for name in globals() if name.startswith("to_")]
    for output, name in list(itertools.product(OUTPUTS, kinds))[::STEP]:
        globals()[name](Case(output, name.removeprefix("to_")))
    check_sets()
    check_standard_output()
    print(len(failures), "failures")
    sys.exit(bool(failures))


main()
