"""The ways in which a user runs a program on the CPU, each as one function.

A call is (name of the function, its text, input arrays, (shape, type) of each output);
a host returns the outputs of each call, in its order. Outputs start as bytes of
0xCD, so that a place which nobody wrote shows.
"""

import ctypes
import os
import pathlib
import subprocess
import sys
from zlib import crc32

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from oracle.formats import DTYPES  # noqa: E402  (needs the path above)

POISON = 0xCD
# The program of a suite, in its folder.
SAVED = "program"
LONG = "LOWP_LONG_TESTS" in os.environ
# The tools run in one of so many suites, Python in all.
SUITES = 1 if LONG else 4
# lowp-run compiles a module for each call: it runs so many of them.
RUN_SAMPLE = 12 if LONG else 1
# lowp-exec runs one of so many calls, all of which Python makes of the same code.
EXEC_STEP = 1 if LONG else 8
# One of so many functions has its kernels assembled in the check.
ASSEMBLED = 8


def poisoned(shape, dtype):
    size = int(np.prod(shape)) * dtype.itemsize
    return np.full(size, POISON, np.uint8).view(dtype).reshape(shape)


def read(path, shape, dtype):
    return np.fromfile(path, np.uint8).view(dtype).reshape(shape)


def describe(direction, shape, dtype, path):
    sizes = "x".join(str(size) for size in shape)
    return f"{direction}:{dtype.itemsize}:{sizes}:{path}"


def to_text(options):
    """Keywords of lowp.compile as lowp-exec reads them."""
    return " ".join(f"{name.replace('_', '-')}={value}" for name, value in options.items())


class Exec:
    """lowp-exec: the C++ library, which also has the dialects of the tests. Compiles
    for the CPU, verifies after each pass, leaves the program to the others, and runs
    one of `step` calls."""

    def __init__(self, tools, _libraries, options, step=EXEC_STEP):
        self.program, self.options = pathlib.Path(tools) / "lowp-exec", options
        self.step = step

    def run(self, module, calls, folder):
        lines, chosen = [], list(enumerate(calls))[:: self.step]
        for index, (name, _, inputs, outputs) in chosen:
            words = [name]
            for i, array in enumerate(inputs):
                path = folder / f"{index}.in{i}"
                np.ascontiguousarray(array).tofile(path)
                words.append(describe("in", array.shape, array.dtype, path))
            for i, (shape, dtype) in enumerate(outputs):
                words.append(describe("out", shape, dtype, folder / f"{index}.out{i}"))
            lines.append(" ".join(words))
        source = folder / "module.mlir"
        source.write_text(module)
        subprocess.run(
            [
                self.program,
                source,
                f"--options={to_text(self.options)}",
                f"--save={folder / SAVED}",
            ],
            input="\n".join(lines),
            text=True,
            check=True,
        )
        for index, call in chosen:
            outputs = enumerate(call[3])
            yield index, [read(folder / f"{index}.out{i}", *output) for i, output in outputs]


def import_lowp(libraries):
    """The Python package of this source tree, on the library of this build."""
    os.environ["LOWP_LIBRARY"] = str(pathlib.Path(libraries) / "liblowp-c.so")
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "python"))
    import lowp

    return lowp


def get_program(lowp, module, folder, options={}):
    """What lowp-exec has left in `folder`, or else the module, compiled."""
    saved = folder / SAVED
    if saved.exists():
        return lowp.load(saved.read_bytes())
    return lowp.compile(module, device="cpu", use_cache=False, **options)


class Python:
    """The Python package, which goes through the C API."""

    def __init__(self, _tools, libraries, options):
        self.lowp, self.options = import_lowp(libraries), options

    def run(self, module, calls, folder):
        program = get_program(self.lowp, module, folder, self.options)
        for index, (name, _, inputs, outputs) in enumerate(calls):
            out = [poisoned(*output) for output in outputs]
            rows = [np.asarray(array, order="C") for array in inputs]
            program[name](*rows, out=tuple(out))
            yield index, out


class Run:
    """lowp-run, for a sample of the functions whose sizes it can be told. It compiles
    each, as its users do."""

    def __init__(self, tools, libraries, options):
        self.program = pathlib.Path(tools) / "lowp-run"
        self.lowp = import_lowp(libraries)
        self.flags = [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]

    def run(self, module, calls, folder):
        program = get_program(self.lowp, module, folder)
        names = {
            name: index
            for index, (name, text, *_) in reversed(list(enumerate(calls)))
            if not ("!lowp.scaled<?" in text or "x?x" in text)
        }
        chosen = list(names.values())
        for index in chosen[:: -(-len(chosen) // RUN_SAMPLE) or 1]:
            yield index, self.call(program, *calls[index], folder / f"run{index}")

    def call(self, program, name, text, inputs, outputs, folder):
        folder.mkdir()
        source = folder / "module.mlir"
        source.write_text(text)
        function = program[name]
        command = [
            self.program,
            source,
            f"--function={name}",
            f"--inputs={folder}",
            f"--dump-outputs={folder}",
            *self.flags,
        ]
        described = [*function.arguments, *function.results]
        shapes = [array.shape for array in inputs] + [shape for shape, _ in outputs]
        for argument, shape in zip(described, shapes):
            command += [
                f"--shape={argument.name}.{dim}={size}"
                for dim, size in enumerate(shape)
                if argument.dimensions[dim].size < 0
            ]
        for argument, array in zip(function.arguments, inputs):
            np.ascontiguousarray(array).tofile(folder / f"{argument.name}.bin")
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return [
            read(folder / f"{result.name}.bin", *output)
            for result, output in zip(function.results, outputs)
        ]


def span(array):
    """Bytes from the first to the end of the last element of an ExternalArray."""
    last = sum((size - 1) * stride for size, stride in zip(array.shape, array.strides))
    return (last + 1) * DTYPES[array.dtype].itemsize


def on_host(function):
    """An external function of numpy's arrays, which returns what it computes, as one
    on device memory. It waits for the GPU, which nobody captures here."""

    def call(*arguments, out, stream):
        from lowp import _library

        library = _library.get()
        given = []
        for array in arguments:
            if not hasattr(array, "pointer"):
                given.append(array)
                continue
            if 0 in array.shape:
                given.append(np.empty(array.shape, DTYPES[array.dtype]))
                continue
            memory = ctypes.create_string_buffer(span(array))
            assert not library.MemoryToHost(0, memory, array.pointer, len(memory), None)
            dtype = DTYPES[array.dtype]
            steps = [stride * dtype.itemsize for stride in array.strides]
            flat = np.frombuffer(memory, dtype)
            given.append(np.lib.stride_tricks.as_strided(flat, array.shape, steps))
        outputs = out if isinstance(out, tuple) else (out,)
        # What is updated in place comes after the arguments.
        updated = max(function.__code__.co_argcount - len(given), 0)
        for array in outputs[len(outputs) - updated :]:
            memory = ctypes.create_string_buffer(span(array))
            assert not library.MemoryToHost(0, memory, array.pointer, len(memory), None)
            flat = np.frombuffer(memory, DTYPES[array.dtype])
            given.append(flat.reshape(array.shape))
        computed = function(*given)
        for array, value in zip(outputs, computed):
            content = np.ascontiguousarray(value, DTYPES[array.dtype]).tobytes()
            if content:
                assert not library.MemoryToDevice(0, array.pointer, content, len(content), None)

    return call


def takes_ptx():
    """Whether the device is the simulator, which reads PTX, in the check."""
    return "LOWP_CUDA_DRIVER" in os.environ and not LONG


class Gpu:
    """The Python package on the first GPU, a function at a time: what its pipeline
    refuses is told and left out. `externals` are functions of numpy's arrays."""

    def __init__(self, _tools, libraries, options, externals=()):
        self.lowp, self.options = import_lowp(libraries), options
        self.programs, self.externals = {}, dict(externals)

    def image_format(self, text):
        """Sends one of ASSEMBLED functions through ptxas where the simulator reads PTX."""
        return {"image_format": "ptx"} if takes_ptx() and crc32(text.encode()) % ASSEMBLED else {}

    def compile(self, name, text):
        """The program of a function; None where it is refused."""
        if name not in self.programs:
            options = {**self.options, **self.image_format(text)}
            try:
                program = self.programs[name] = self.lowp.compile(
                    text, device="cuda", chip="native", use_cache=False, **options
                )
                for external in program.externals:
                    program.bind(external.name, on_host(self.externals[external.name]))
            except self.lowp.CompileError as error:
                reasons = [line for line in str(error).splitlines() if "error:" in line]
                print("refused:", *reasons[:1])
                self.programs[name] = None
        return self.programs[name]

    def run(self, _module, calls, _folder):
        to_device = self.lowp.DeviceArray.from_host
        for index, (name, text, inputs, outputs) in enumerate(calls):
            program = self.compile(name, text)
            if program is None:
                continue
            out = tuple(to_device(poisoned(*output)) for output in outputs)
            program[name](*(to_device(np.asarray(array, order="C")) for array in inputs), out=out)
            yield index, [array.to_host() for array in out]


def choose():
    """The hosts of a suite."""
    if crc32(pathlib.Path(sys.argv[0]).name.encode()) % SUITES:
        return {"python": Python}
    return {"lowp-exec": Exec, "python": Python, "lowp-run": Run}
