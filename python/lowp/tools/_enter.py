"""Entering a tool of liblowp-c.so."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

from lowp import _library
from lowp._errors import LibraryError


def _open() -> ctypes.CDLL:
    """The library, its runtime visible to the external libraries of lowp-run."""
    _library.get()
    return ctypes.CDLL(_library.path(), os.RTLD_GLOBAL | os.RTLD_NOW)


def enter(tool: str, entry: str) -> int:
    """Runs `tool`, e.g. "lowp-opt", by its function `entry`, e.g. "lowpOptMain", on
    the arguments of this process. Returns the exit status, or ends the process as
    the tool does: for --help and for flags that do not parse."""
    try:
        function = getattr(_open(), entry)
    except LibraryError as error:
        print(f"{tool}: error: {error}", file=sys.stderr)
        return 1
    # The interpreter would take note of an interrupt and let the tool go on.
    for number in (signal.SIGINT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    arguments = [os.fsencode(argument) for argument in (tool, *sys.argv[1:])]
    sys.stdout.flush()
    return function(len(arguments), (ctypes.c_char_p * (len(arguments) + 1))(*arguments, None))
