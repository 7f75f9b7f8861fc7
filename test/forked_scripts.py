"""Scripts of Python that tests run, in forks of a worker of lit that has imported what they
import: a start with numpy or torch takes longer than many of them."""

import atexit
import ctypes
import functools
import importlib
import os
import pathlib
import runpy
import subprocess
import sys
import traceback
import types

# What takes its time; it is imported where a script names it.
MODULES = ("numpy", "ml_dtypes", "torch")


@functools.cache
def preload(script):
    """Imports what a script names, which stays for later ones."""
    text = pathlib.Path(script).read_text(encoding="utf-8")
    for name in MODULES:
        if name in text and importlib.util.find_spec(name):
            importlib.import_module(name)


def run(script, arguments, environment):
    """Is Python that was started with a script. It never returns."""
    status = 1
    # They are the worker's.
    atexit._clear()
    try:
        # The worker waits until nothing but the standard streams is open.
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
        for place, (name, mode) in enumerate(dict(stdin="r", stdout="w", stderr="w").items()):
            setattr(sys, name, open(place, mode, buffering=1, encoding="utf-8", closefd=False))
        os.environ.clear()
        os.environ.update(environment)
        folders = environment.get("PYTHONPATH", "").split(os.pathsep)
        sys.path[:0] = [str(pathlib.Path(script).parent), *filter(None, folders)]
        sys.argv = [script, *arguments]
        runpy.run_path(script, run_name="__main__")
        status = 0
    except SystemExit as exit:
        status = exit.code if isinstance(exit.code, int) else int(exit.code is not None)
        if isinstance(exit.code, str):
            print(exit.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        # Libraries tell at their end what they have counted.
        ctypes.CDLL(None).exit(status)


class Popen(subprocess.Popen):
    """A process, which is a fork where it would be this Python with a script, in the simulator or
    not."""

    def __init__(self, words, *, env, **options):
        command = words
        if pathlib.Path(words[0]).name == "lowp-simulate":
            command = words[1:]
        if command[0] == sys.executable and command[1:] and command[1].endswith(".py"):
            if command is not words:
                env = read_environment(words[0], env)
            preload(command[1])
            options["preexec_fn"] = functools.partial(run, command[1], command[2:], env)
        super().__init__(words, env=env, **options)


def read_environment(launcher, environment):
    """What a launcher gives to its command."""
    told = subprocess.run([launcher, "env", "-0"], env=environment, capture_output=True, text=True)
    return dict(line.split("=", 1) for line in told.stdout.split("\0") if line)


def install(runner):
    """Lets a runner of lit make such processes."""
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[variable] = "1"
    runner.subprocess = types.SimpleNamespace(**{**vars(subprocess), "Popen": Popen})
