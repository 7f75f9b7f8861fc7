"""Loads and launches what is left of PTX after a mistake, many times.

    mutate.py LIBCUDA FILE... [--trials N] [--seed N]

Each trial changes one line and launches all kernels. It must end in a refusal that names a
line, in an error or in a result: a crash or a trial without an end ends this process.
Fifty times as many trials if LOWP_LONG_TESTS is set.
"""

import argparse
import collections
import ctypes
import os
import pathlib
import random
import re
import signal
import sys

BLOCK = 1 << 16
MOST_PARAMETERS = 64
SECONDS = 20
TOKEN = re.compile(r"[\w.%$:]+|[^\w\s]")
NUMBERS = ("0", "1", "-1", "31", "65", "4294967295", "99999999999999999999", "0xFFFFFFFFFFFFFFFF")


class Config(ctypes.Structure):
    _fields_ = [
        ("grid", ctypes.c_uint32 * 3),
        ("block", ctypes.c_uint32 * 3),
        ("shared", ctypes.c_uint32),
        ("stream", ctypes.c_void_p),
        ("attributes", ctypes.c_void_p),
        ("count", ctypes.c_uint32),
    ]


class Device:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.cuInit(0)
        memory = ctypes.c_uint64()
        self.library.cuMemAlloc_v2(ctypes.byref(memory), ctypes.c_size_t(BLOCK))
        # Whatever a parameter is declared as, its bytes are there.
        self.block = (ctypes.c_uint64 * (BLOCK // 8))(*[memory.value] * (BLOCK // 8))
        self.parameters = (ctypes.c_void_p * MOST_PARAMETERS)(
            *[ctypes.addressof(self.block)] * MOST_PARAMETERS
        )

    def explain(self, result):
        text = ctypes.c_char_p()
        self.library.cuGetErrorString(result, ctypes.byref(text))
        return text.value.decode(errors="replace")

    def load(self, text):
        """The module, or why it is refused."""
        module = ctypes.c_void_p()
        result = self.library.cuModuleLoadDataEx(
            ctypes.byref(module), text.encode() + b"\0", 0, None, None
        )
        return (None, self.explain(result)) if result else (module, "")

    def launch(self, module, kernel):
        function = ctypes.c_void_p()
        if self.library.cuModuleGetFunction(ctypes.byref(function), module, kernel.encode()):
            return "gone"
        config = Config((2, 1, 1), (64, 1, 1), 0, None, None, 0)
        result = self.library.cuLaunchKernelEx(
            ctypes.byref(config), function, self.parameters, None
        )
        return "error" if result else "result"


def swap_tokens(line, tokens, rng):
    found = list(TOKEN.finditer(line))
    if not found:
        return rng.choice(tokens)
    one = rng.choice(found)
    return line[: one.start()] + rng.choice(tokens) + line[one.end() :]


def drop_token(line, tokens, rng):
    found = list(TOKEN.finditer(line))
    if not found:
        return ""
    one = rng.choice(found)
    return line[: one.start()] + line[one.end() :]


def double_token(line, tokens, rng):
    found = list(TOKEN.finditer(line))
    if not found:
        return line
    one = rng.choice(found)
    return line[: one.end()] + " " + line[one.start() :]


def change_number(line, tokens, rng):
    found = list(re.finditer(r"\d+", line))
    if not found:
        return swap_tokens(line, tokens, rng)
    one = rng.choice(found)
    return line[: one.start()] + rng.choice(NUMBERS) + line[one.end() :]


def cut(line, tokens, rng):
    return line[: rng.randrange(len(line) + 1)]


def change_character(line, tokens, rng):
    place = rng.randrange(len(line) + 1)
    return line[:place] + chr(rng.randrange(32, 127)) + line[place + 1 :]


CHANGES = (swap_tokens, drop_token, double_token, change_number, cut, change_character)


def mutate(lines, tokens, rng):
    changed = list(lines)
    place = rng.randrange(len(lines))
    what = rng.randrange(len(CHANGES) + 3)
    if what < len(CHANGES):
        changed[place] = CHANGES[what](lines[place], tokens, rng)
    elif what == len(CHANGES):
        del changed[place]
    elif what == len(CHANGES) + 1:
        changed.insert(place, rng.choice(lines))
    else:
        del changed[place:]
    return "\n".join(changed)


def run(device, text, kernels, counts):
    signal.alarm(SECONDS)
    module, reason = device.load(text)
    if not module:
        counts["refused"] += 1
        if not re.search(r"line \d+", reason):
            sys.exit(f"a refusal without a line: {reason}")
        return
    for kernel in kernels:
        counts[device.launch(module, kernel)] += 1
    device.library.cuModuleUnload(module)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--trials", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--keep", type=pathlib.Path, help="where to write each trial before it runs"
    )
    options = parser.parse_args()
    device = Device(options.library)
    counts = collections.Counter()
    rng = random.Random(options.seed)
    sources = [path.read_text() for path in options.files]
    trials = options.trials * (50 if os.environ.get("LOWP_LONG_TESTS") else 1)
    for _ in range(trials):
        source = rng.choice(sources)
        kernels = re.findall(r"\.entry\s+(\w+)", source)
        text = mutate(source.split("\n"), TOKEN.findall(source), rng)
        if options.keep:
            options.keep.write_text(text)
        run(device, text, kernels, counts)
    print(f"{trials} trials:", ", ".join(f"{n} {what}" for what, n in sorted(counts.items())))


main()
