"""liblowp-c through ctypes: the structures and functions of include/lowp-c."""

from __future__ import annotations

import ctypes
import os
import threading
from typing import TYPE_CHECKING, Any

from lowp._errors import LaunchError, LibraryError

_ABI_VERSION = 1
_MESSAGE_BYTES = 512

DEVICE_CPU = 0
DEVICE_CUDA = 1
IMAGE_FORMATS = ("auto", "ptx", "cubin")
RUN = 0
MEASURE = 1
CURRENT_DEVICE = -1
ERROR_FORMAT = 10
REPEAT_DIFFERS = -1
# Handles of CUDA that stand for streams: the default stream has two; the third is
# another stream in each thread.
DEFAULT_STREAM = 0
LEGACY_DEFAULT_STREAM = 1
PER_THREAD_DEFAULT_STREAM = 2
# As an exit status that no function of the library returns.
OK = 0


class Error(ctypes.Structure):
    _fields_ = [
        ("status", ctypes.c_int32),
        ("message", ctypes.c_char * _MESSAGE_BYTES),
    ]


class Buffer(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t)]


class Diagnostic(ctypes.Structure):
    _fields_ = [
        ("severity", ctypes.c_int32),
        ("line", ctypes.c_uint32),
        ("column", ctypes.c_uint32),
        ("file", ctypes.c_char_p),
        ("message", ctypes.c_char_p),
    ]


class CompileOptions(ctypes.Structure):
    _fields_ = [
        ("structBytes", ctypes.c_size_t),
        ("device", ctypes.c_int32),
        ("imageFormat", ctypes.c_int32),
        ("chip", ctypes.c_char_p),
        ("recipe", ctypes.c_char_p),
        ("ptxas", ctypes.c_char_p),
        ("ptxVersion", ctypes.c_uint32),
        ("strict", ctypes.c_int32),
        ("sourceName", ctypes.c_char_p),
        ("onDiagnostic", ctypes.c_void_p),
        ("userData", ctypes.c_void_p),
        ("configFile", ctypes.c_char_p),
        ("allowEmulation", ctypes.c_int32),
        ("expectedM", ctypes.c_int64),
        ("options", ctypes.c_char_p),
        ("trustBytecode", ctypes.c_int32),
        ("partFile", ctypes.c_char_p),
        ("loadKernel", ctypes.c_void_p),
        ("storeKernel", ctypes.c_void_p),
        ("kernelData", ctypes.c_void_p),
    ]


class Quantize(ctypes.Structure):
    _fields_ = [
        ("numerics", ctypes.c_char_p),
        ("kind", ctypes.c_char_p),
        ("element", ctypes.c_char_p),
        ("scale", ctypes.c_char_p),
        ("rows", ctypes.c_int64),
        ("columns", ctypes.c_int64),
        ("numLevels", ctypes.c_int32),
        ("isSeeded", ctypes.c_int32),
    ]


class MatmulRecipe(ctypes.Structure):
    _fields_ = [
        ("attribute", ctypes.c_char_p),
        ("name", ctypes.c_char_p),
        ("operands", Quantize * 2),
        ("isTransformed", ctypes.c_int32),
    ]


class Layer(ctypes.Structure):
    _fields_ = [
        ("m", ctypes.c_int64),
        ("n", ctypes.c_int64),
        ("k", ctypes.c_int64),
        ("type", ctypes.c_int32),
        ("hasDgrad", ctypes.c_int32),
        ("hasWgrad", ctypes.c_int32),
        ("isHeld", ctypes.c_int32),
    ]


class Dimension(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_int64),
        ("argument", ctypes.c_int32),
        ("dimension", ctypes.c_int32),
        ("divisor", ctypes.c_int64),
        ("multiple", ctypes.c_int64),
    ]


class Argument(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("type", ctypes.c_int32),
        ("isScalar", ctypes.c_int32),
        ("rank", ctypes.c_uint32),
        ("isWritten", ctypes.c_int32),
        ("dimensions", ctypes.POINTER(Dimension)),
    ]


class FunctionInfo(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("numArguments", ctypes.c_uint32),
        ("numResults", ctypes.c_uint32),
        ("arguments", ctypes.POINTER(Argument)),
        ("results", ctypes.POINTER(Argument)),
    ]


class Preparation(ctypes.Structure):
    _fields_ = [
        ("fingerprint", ctypes.c_char_p),
        ("prepare", ctypes.c_size_t),
        ("numPrepared", ctypes.c_size_t),
        ("parts", ctypes.c_char_p),
    ]


class KernelInfo(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("registers", ctypes.c_int32),
        ("spillBytes", ctypes.c_int32),
        ("sharedBytes", ctypes.c_int32),
        ("block", ctypes.c_int32 * 3),
        ("cluster", ctypes.c_int32 * 3),
    ]


class DeviceInfo(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char * 128),
        ("chip", ctypes.c_char * 16),
        ("multiprocessors", ctypes.c_int32),
        ("memoryBytes", ctypes.c_uint64),
        ("l2CacheBytes", ctypes.c_uint64),
        ("part", ctypes.c_char * 32),
    ]


class Call(ctypes.Structure):
    """LowpCall of lowp_runtime.h."""

    _fields_ = [
        ("stream", ctypes.c_void_p),
        ("workspace", ctypes.c_void_p),
        ("workspaceBytes", ctypes.c_uint64),
        ("workspaceUsed", ctypes.c_uint64),
        ("mode", ctypes.c_int32),
        ("status", ctypes.c_int32),
        ("message", ctypes.c_char * _MESSAGE_BYTES),
    ]


_error = ctypes.POINTER(Error)
_buffer = ctypes.POINTER(Buffer)
_program = ctypes.c_void_p
_status = ctypes.c_int32

# Name without prefix: result, parameters.
_FUNCTIONS = {
    "BufferFree": (None, [_buffer]),
    "Chips": (ctypes.c_char_p, []),
    "Compile": (
        _status,
        [
            ctypes.c_char_p,
            ctypes.c_size_t,
            ctypes.POINTER(CompileOptions),
            ctypes.POINTER(_program),
            _error,
        ],
    ),
    "CompileOptionsInit": (
        None,
        [ctypes.POINTER(CompileOptions), ctypes.c_size_t],
    ),
    "DeviceCount": (_status, [ctypes.POINTER(ctypes.c_int32), _error]),
    "DeviceInfo": (
        _status,
        [ctypes.c_int32, ctypes.POINTER(DeviceInfo), ctypes.c_size_t, _error],
    ),
    "DeviceSynchronize": (_status, [ctypes.c_int32, _error]),
    "DiagnosticListAppend": (None, [ctypes.POINTER(Diagnostic), ctypes.c_void_p]),
    "DiagnosticListCreate": (ctypes.c_void_p, []),
    "DiagnosticListDestroy": (None, [ctypes.c_void_p]),
    "DiagnosticListGet": (
        ctypes.POINTER(Diagnostic),
        [ctypes.c_void_p, ctypes.c_size_t],
    ),
    "DiagnosticListSize": (ctypes.c_size_t, [ctypes.c_void_p]),
    "FamilyName": (ctypes.c_char_p, [ctypes.c_size_t]),
    "FingerprintIsPlain": (ctypes.c_int32, [ctypes.c_char_p]),
    "Fail": (None, [ctypes.c_void_p, _status, ctypes.c_char_p]),
    "FindPtxas": (_status, [ctypes.c_char_p, _buffer, _error]),
    "MatchName": (
        _status,
        [ctypes.c_char_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_int32), _error],
    ),
    "MemoryAllocate": (
        _status,
        [ctypes.c_int32, ctypes.c_uint64, ctypes.POINTER(ctypes.c_void_p), _error],
    ),
    "MemoryDevice": (
        _status,
        [ctypes.c_void_p, ctypes.POINTER(ctypes.c_int32), _error],
    ),
    "MemoryFree": (_status, [ctypes.c_int32, ctypes.c_void_p, _error]),
    "MemoryToDevice": (
        _status,
        [
            ctypes.c_int32,
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.c_uint64,
            _error,
        ],
    ),
    "MemoryToHost": (
        _status,
        [
            ctypes.c_int32,
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.c_uint64,
            _error,
        ],
    ),
    "PartName": (ctypes.c_char_p, [ctypes.c_size_t]),
    "PresetName": (ctypes.c_char_p, [ctypes.c_size_t]),
    "PriceLayer": (
        _status,
        [ctypes.POINTER(Layer), ctypes.c_char_p, ctypes.c_char_p, _buffer, _error],
    ),
    "ProgramBindExternal": (
        _status,
        [_program, ctypes.c_char_p, ctypes.c_void_p, _error],
    ),
    "ProgramCheckPrepared": (
        _status,
        [_program, ctypes.c_size_t, ctypes.c_char_p, _error],
    ),
    "ProgramChip": (ctypes.c_char_p, [_program]),
    "ProgramDeserialize": (
        _status,
        [ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(_program), _error],
    ),
    "ProgramDestroy": (None, [_program]),
    "ProgramDevice": (ctypes.c_int32, [_program]),
    "ProgramExternalInfo": (
        ctypes.POINTER(FunctionInfo),
        [_program, ctypes.c_size_t],
    ),
    "ProgramFunction": (ctypes.c_void_p, [_program, ctypes.c_char_p, _error]),
    "ProgramFunctionInfo": (
        ctypes.POINTER(FunctionInfo),
        [_program, ctypes.c_size_t],
    ),
    "ProgramNumImages": (ctypes.c_size_t, [_program]),
    "ProgramImage": (
        ctypes.c_void_p,
        [_program, ctypes.c_size_t, ctypes.POINTER(ctypes.c_size_t)],
    ),
    "ProgramImageFormat": (ctypes.c_int32, [_program]),
    "ProgramKernelInfo": (ctypes.POINTER(KernelInfo), [_program, ctypes.c_size_t]),
    "ProgramNumExternals": (ctypes.c_size_t, [_program]),
    "ProgramNumFunctions": (ctypes.c_size_t, [_program]),
    "ProgramNumKernels": (ctypes.c_size_t, [_program]),
    "ProgramPreparation": (
        ctypes.POINTER(Preparation),
        [_program, ctypes.c_size_t],
    ),
    "ProgramPreload": (_status, [_program, ctypes.c_int32, _error]),
    "ProgramSerialize": (_status, [_program, _buffer, _error]),
    "ProgramSizeFormula": (
        ctypes.c_char_p,
        [_program, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_size_t],
    ),
    "RecipeDestroy": (None, [ctypes.c_void_p]),
    "RecipeMatmul": (ctypes.POINTER(MatmulRecipe), [ctypes.c_void_p, ctypes.c_int32]),
    "RecipeParse": (
        _status,
        [ctypes.c_char_p, ctypes.POINTER(ctypes.c_void_p), _error],
    ),
    "RecipeParseRoles": (
        _status,
        [ctypes.POINTER(ctypes.c_char_p), ctypes.POINTER(ctypes.c_void_p), _error],
    ),
    "RecipeText": (ctypes.c_char_p, [ctypes.c_void_p]),
    "RecipeType": (
        _status,
        [
            ctypes.c_void_p,
            ctypes.c_int32,
            ctypes.c_int32,
            ctypes.c_int64,
            ctypes.c_int64,
            ctypes.c_int32,
            _buffer,
            _error,
        ],
    ),
    "RepeatDestroy": (None, [ctypes.c_void_p]),
    "RunPipeline": (
        _status,
        [
            ctypes.c_char_p,
            ctypes.c_size_t,
            ctypes.c_char_p,
            ctypes.POINTER(CompileOptions),
            _buffer,
            _error,
        ],
    ),
    "RuntimeAbiVersion": (ctypes.c_uint32, []),
    "SeverityName": (ctypes.c_char_p, [ctypes.c_int32]),
    "StatusName": (ctypes.c_char_p, [ctypes.c_int32]),
    "StreamWait": (
        _status,
        [ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, _error],
    ),
    "TypeBytes": (ctypes.c_size_t, [ctypes.c_int32]),
    "TypeName": (ctypes.c_char_p, [ctypes.c_int32]),
    "Version": (ctypes.c_char_p, []),
}

# The same of those that are called with the interpreter's lock.
_LOCKED_FUNCTIONS = {
    "RepeatCreate": (
        ctypes.c_void_p,
        [
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.POINTER(Call),
            ctypes.c_void_p,
            ctypes.c_size_t,
            ctypes.c_int32,
            ctypes.py_object,
        ],
    ),
    "RepeatRun": (_status, [ctypes.c_void_p, ctypes.py_object]),
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

    def launch_error(self, error: Error) -> LaunchError:
        return LaunchError(
            error.message.decode("utf-8", "replace"),
            self.StatusName(error.status).decode(),
        )


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
