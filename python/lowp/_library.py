"""liblowp-c through ctypes: the structures and functions of include/lowp-c."""

from __future__ import annotations

import ctypes
import itertools
import os
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lowp._errors import LaunchError, LibraryError

_ABI_VERSION = 1
_MESSAGE_BYTES = 512

DEVICE_CPU = 0
DEVICE_CUDA = 1
IMAGE_FORMATS = ("auto", "ptx", "cubin")
RUN = 0
MEASURE = 1
# Handles of CUDA that stand for streams: the default stream has two; the third is
# another stream in each thread.
DEFAULT_STREAM = 0
LEGACY_DEFAULT_STREAM = 1
PER_THREAD_DEFAULT_STREAM = 2
# As an exit status that no function of the library returns.
OK = 0


_i32, _i64, _u32, _u64 = ctypes.c_int32, ctypes.c_int64, ctypes.c_uint32, ctypes.c_uint64
_size, _text, _address = ctypes.c_size_t, ctypes.c_char_p, ctypes.c_void_p
_to = ctypes.POINTER


def _fields(**types: Any) -> list[tuple[str, Any]]:
    return list(types.items())


class Error(ctypes.Structure):
    _fields_ = _fields(status=_i32, message=ctypes.c_char * _MESSAGE_BYTES)

    @property
    def text(self) -> str:
        return self.message.decode("utf-8", "replace")


class Buffer(ctypes.Structure):
    _fields_ = _fields(data=_address, size=_size)


class Diagnostic(ctypes.Structure):
    _fields_ = _fields(severity=_i32, line=_u32, column=_u32, file=_text, message=_text)


class CompileOptions(ctypes.Structure):
    _fields_ = _fields(
        structBytes=_size,
        device=_i32,
        imageFormat=_i32,
        chip=_text,
        recipe=_text,
        ptxas=_text,
        ptxVersion=_u32,
        strict=_i32,
        sourceName=_text,
        onDiagnostic=_address,
        userData=_address,
        configFile=_text,
        allowEmulation=_i32,
        expectedM=_i64,
        options=_text,
        trustBytecode=_i32,
        partFile=_text,
        loadKernel=_address,
        storeKernel=_address,
        kernelData=_address,
    )


class Quantize(ctypes.Structure):
    _fields_ = _fields(
        numerics=_text,
        kind=_text,
        element=_text,
        scale=_text,
        rows=_i64,
        columns=_i64,
        numLevels=_i32,
        isSeeded=_i32,
    )


class MatmulRecipe(ctypes.Structure):
    _fields_ = _fields(attribute=_text, name=_text, operands=Quantize * 2, isTransformed=_i32)


class Layer(ctypes.Structure):
    _fields_ = _fields(m=_i64, n=_i64, k=_i64, type=_i32, hasDgrad=_i32, hasWgrad=_i32, isHeld=_i32)


class Dimension(ctypes.Structure):
    _fields_ = _fields(size=_i64, argument=_i32, dimension=_i32, divisor=_i64, multiple=_i64)


class Argument(ctypes.Structure):
    _fields_ = _fields(
        name=_text, type=_i32, isScalar=_i32, rank=_u32, isWritten=_i32, dimensions=_to(Dimension)
    )


class FunctionInfo(ctypes.Structure):
    _fields_ = _fields(
        name=_text,
        numArguments=_u32,
        numResults=_u32,
        arguments=_to(Argument),
        results=_to(Argument),
    )


class Preparation(ctypes.Structure):
    _fields_ = _fields(fingerprint=_text, prepare=_size, numPrepared=_size, parts=_text)


class KernelInfo(ctypes.Structure):
    _fields_ = _fields(
        name=_text,
        registers=_i32,
        spillBytes=_i32,
        sharedBytes=_i32,
        block=_i32 * 3,
        cluster=_i32 * 3,
    )


class DeviceInfo(ctypes.Structure):
    _fields_ = _fields(
        name=ctypes.c_char * 128,
        chip=ctypes.c_char * 16,
        multiprocessors=_i32,
        memoryBytes=_u64,
        l2CacheBytes=_u64,
        part=ctypes.c_char * 32,
    )


class Call(ctypes.Structure):
    """LowpCall of lowp_runtime.h."""

    _fields_ = _fields(
        stream=_address,
        workspace=_address,
        workspaceBytes=_u64,
        workspaceUsed=_u64,
        mode=_i32,
        status=_i32,
        message=ctypes.c_char * _MESSAGE_BYTES,
    )


_error = _to(Error)
_buffer = _to(Buffer)
_program, _status = _address, _i32

# Name without prefix: result, parameters.
_FUNCTIONS = {
    "BufferFree": (None, [_buffer]),
    "Chips": (_text, []),
    "Compile": (_status, [_text, _size, _to(CompileOptions), _to(_program), _error]),
    "CompileOptionsInit": (None, [_to(CompileOptions), _size]),
    "DeviceCount": (_status, [_to(_i32), _error]),
    "DeviceInfo": (_status, [_i32, _to(DeviceInfo), _size, _error]),
    "DeviceSynchronize": (_status, [_i32, _error]),
    "DiagnosticListAppend": (None, [_to(Diagnostic), _address]),
    "DiagnosticListCreate": (_address, []),
    "DiagnosticListDestroy": (None, [_address]),
    "DiagnosticListGet": (_to(Diagnostic), [_address, _size]),
    "DiagnosticListSize": (_size, [_address]),
    "EvaluateSize": (_status, [_text, _to(_text), _to(_i64), _size, _to(_i64), _error]),
    "FamilyName": (_text, [_size]),
    "FingerprintIsPlain": (_i32, [_text]),
    "Fail": (None, [_address, _status, _text]),
    "FindPtxas": (_status, [_text, _buffer, _error]),
    "MatchName": (_status, [_text, _text, _to(_i32), _error]),
    "MemoryAllocate": (_status, [_i32, _u64, _to(_address), _error]),
    "MemoryDevice": (_status, [_address, _to(_i32), _error]),
    "MemoryFree": (_status, [_i32, _address, _error]),
    "MemoryToDevice": (_status, [_i32, _address, _address, _u64, _error]),
    "MemoryToHost": (_status, [_i32, _address, _address, _u64, _error]),
    "PartName": (_text, [_size]),
    "PresetName": (_text, [_size]),
    "PriceLayer": (_status, [_to(Layer), _text, _text, _buffer, _error]),
    "ProgramBindExternal": (_status, [_program, _text, _address, _error]),
    "ProgramCheckPrepared": (_status, [_program, _size, _text, _error]),
    "ProgramChip": (_text, [_program]),
    "ProgramDeserialize": (_status, [_text, _size, _to(_program), _error]),
    "ProgramDestroy": (None, [_program]),
    "ProgramDevice": (_i32, [_program]),
    "ProgramExternalInfo": (_to(FunctionInfo), [_program, _size]),
    "ProgramFunction": (_address, [_program, _text, _error]),
    "ProgramFunctionInfo": (_to(FunctionInfo), [_program, _size]),
    "ProgramNumImages": (_size, [_program]),
    "ProgramImage": (_address, [_program, _size, _to(_size)]),
    "ProgramImageFormat": (_i32, [_program]),
    "ProgramKernelInfo": (_to(KernelInfo), [_program, _size]),
    "ProgramNumExternals": (_size, [_program]),
    "ProgramNumFunctions": (_size, [_program]),
    "ProgramNumKernels": (_size, [_program]),
    "ProgramPreparation": (_to(Preparation), [_program, _size]),
    "ProgramPreload": (_status, [_program, _i32, _error]),
    "ProgramSerialize": (_status, [_program, _buffer, _error]),
    "ProgramSizeFormula": (_text, [_program, _size, _size, _size]),
    "RecipeDestroy": (None, [_address]),
    "RecipeMatmul": (_to(MatmulRecipe), [_address, _i32]),
    "RecipeParse": (_status, [_text, _to(_address), _error]),
    "RecipeParseRoles": (_status, [_to(_text), _to(_address), _error]),
    "RecipeText": (_text, [_address]),
    "RecipeType": (_status, [_address, _i32, _i32, _i64, _i64, _i32, _buffer, _error]),
    "RepeatDestroy": (None, [_address]),
    "RunPipeline": (_status, [_text, _size, _text, _to(CompileOptions), _buffer, _error]),
    "RuntimeAbiVersion": (_u32, []),
    "SeverityName": (_text, [_i32]),
    "StatusName": (_text, [_i32]),
    "StreamWait": (_status, [_i32, _address, _address, _error]),
    "TypeBytes": (_size, [_i32]),
    "TypeName": (_text, [_i32]),
    "Version": (_text, []),
}

# The same of those that are called with the interpreter's lock.
_LOCKED_FUNCTIONS = {
    "RepeatCreate": (
        _address,
        [_address, _address, _address, _to(Call), _address, _size, _i32, ctypes.py_object],
    ),
    "RepeatRun": (_status, [_address, ctypes.py_object]),
}


def path() -> str:
    """Where the library is: LOWP_LIBRARY if set, else beside this file."""
    given = os.environ.get("LOWP_LIBRARY")
    return given or os.path.join(os.path.dirname(__file__), "liblowp-c.so")


class Library:
    """The functions as attributes, without their prefix `lowp`."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __init__(self, library: ctypes.CDLL, locked: ctypes.PyDLL) -> None:
        for source, functions in (
            (library, _FUNCTIONS),
            (locked, _LOCKED_FUNCTIONS),
        ):
            for name, (result, parameters) in functions.items():
                function = getattr(source, "lowp" + name)
                function.restype = result
                function.argtypes = parameters
                setattr(self, name, function)
        # No argtypes: the caller of this one, and of no other, passes ctypes
        # objects that are ready, and saves their conversion.
        self.FunctionCall = library.lowpFunctionCall
        self.FunctionCall.restype = _status

    def take(self, buffer: Buffer) -> bytes:
        """The bytes of `buffer`, which is freed."""
        content = ctypes.string_at(buffer.data, buffer.size) if buffer.size else b""
        self.BufferFree(ctypes.byref(buffer))
        return content

    def check(
        self, function: Any, *arguments: Any, kind: Callable[[str], Exception] | None = None
    ) -> None:
        """Calls a function that tells its errors last. Raises a LaunchError of what it tells, or
        what `kind` makes of the message."""
        error = Error()
        if function(*arguments, ctypes.byref(error)):
            raise kind(error.text) if kind else self.launch_error(error)

    def ask(
        self, function: Any, *arguments: Any, kind: Callable[[str], Exception] | None = None
    ) -> bytes:
        """What such a function gives in a buffer. kind: as for `check`."""
        buffer = Buffer()
        self.check(function, *arguments, ctypes.byref(buffer), kind=kind)
        return self.take(buffer)

    def names(self, function: Callable[[int], bytes | None]) -> tuple[str, ...]:
        """What a function gives from 0 on, up to where it gives nothing."""
        names = itertools.takewhile(bool, map(function, itertools.count()))
        return tuple(name.decode() for name in names if name)

    def launch_error(self, error: Error) -> LaunchError:
        return LaunchError(error.text, self.StatusName(error.status).decode())


def _open() -> Library:
    from lowp._version import __version__

    name = path()
    try:
        # A scope of its own: other LLVMs in the process do not meet this one.
        mode = os.RTLD_LOCAL | os.RTLD_NOW
        library = Library(ctypes.CDLL(name, mode), ctypes.PyDLL(name, mode))
    except (OSError, AttributeError) as error:
        raise LibraryError(
            f"expected liblowp-c at '{name}', got: {error}; install lowp from its "
            "wheel, or name the library by the environment variable LOWP_LIBRARY"
        ) from None
    version = library.Version().decode()
    if version != __version__ or library.RuntimeAbiVersion() != _ABI_VERSION:
        raise LibraryError(
            f"expected liblowp-c {__version__}, got {version} at '{name}'; install "
            "both from one wheel"
        )
    return library


_lock = threading.Lock()
_loaded: Library | None = None


def _renew_lock() -> None:
    """In a forked process: who held the lock is not there to release it."""
    global _lock
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_renew_lock)


def get() -> Library:
    """The library, opened at the first call."""
    global _loaded
    if _loaded is None:
        with _lock:
            if _loaded is None:
                _loaded = _open()
    return _loaded
