"""Compiled programs and their functions."""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Callable, Iterator
from typing import Any

from lowp import _library
from lowp._call import Caller
from lowp._descriptions import (
    Kernel,
    Signature,
    read_externals,
    read_kernel,
    read_signature,
)
from lowp._errors import Diagnostic, LaunchError
from lowp._external import make_callback
from lowp._handle import ProgramHandle
from lowp._prepared import Prepared, check_prepared, expand
from lowp.device import checked_device


class Program:
    """The functions of a module, compiled. Made by `lowp.compile`.

    device: "cpu" or "cuda". chip: e.g. "sm_90a". diagnostics: the compiler's
    remarks and warnings. Any number of threads may use a program. It does not
    change: copies of it are itself. Pickled it is what `serialize` returns.

    Kernels that a GPU has loaded stay loaded for the life of the process: work
    that is under way, or a CUDA graph, may still need them.
    """

    def __init__(self, handle: ProgramHandle, diagnostics: tuple[Diagnostic, ...]) -> None:
        library = _library.get()
        self._handle = handle
        self._library = library
        self.diagnostics = diagnostics
        is_cpu = library.ProgramDevice(handle) == _library.DEVICE_CPU
        self.device = "cpu" if is_cpu else "cuda"
        self.chip: str = library.ProgramChip(handle).decode()
        self._externals = read_externals(handle, self.device)
        self._functions: dict[str, Function] = {}
        for number in range(library.ProgramNumFunctions(handle)):
            function = Function(self, number)
            self._functions[function.name] = function

    def __copy__(self) -> Program:
        return self

    def __deepcopy__(self, _memo: dict) -> Program:
        return self

    def __reduce__(self):
        return Program._deserialize, (self.serialize(), self.diagnostics)

    @classmethod
    def _deserialize(cls, content: bytes, diagnostics: tuple[Diagnostic, ...] = ()) -> Program:
        """The program in what `serialize` returned."""
        handle, library = ProgramHandle(), _library.get()
        library.check(library.ProgramDeserialize, content, len(content), handle.out)
        return cls(handle, tuple(diagnostics))

    def serialize(self) -> bytes:
        """The program as bytes, without diagnostics, for `lowp.load` of the same
        version on the same kind of machine. They hold machine code. Raises
        LaunchError when memory runs out."""
        return self._library.ask(self._library.ProgramSerialize, self._handle)

    @property
    def externals(self) -> tuple[Signature, ...]:
        """The functions of the caller's that the program calls, to be bound."""
        return tuple(self._externals.values())

    def bind(self, name: str, function: Callable, *, arrays: str = "lowp") -> Program:
        """Provides the external function `name`, before the first call.

        function: called as functions of a program are,
            `function(*arguments, out=..., stream=...)`: numbers and arrays in, the
            array or the tuple of arrays that it writes, and the handle of the
            stream (an integer) on which it does that; it returns before the work
            is done. It must not write its arguments, nor wait for the GPU, and
            while a CUDA graph is captured it does what capture allows. What it
            returns is ignored. A lowp function is one.
        arrays: "lowp" for lowp.ExternalArray, "torch" for torch tensors; torch's
            current stream is that of the call then.

        Returns the program. A program that is copied by pickle, or through
        `serialize`, is to be bound again. Raises LaunchError for a name that the program does not
        call and for a program that is in use, ValueError for other arrays. What
        the function raises becomes the cause of the LaunchError that the call
        raises."""
        if arrays not in ("lowp", "torch"):
            raise ValueError(f"expected arrays to be 'lowp' or 'torch', got {arrays!r}")
        signature = self._externals.get(name)
        callback = signature and make_callback(signature, function, arrays)
        address = ctypes.cast(callback, ctypes.c_void_p) if callback else 1
        bind = self._library.ProgramBindExternal
        self._library.check(bind, self._handle, name.encode(), address)
        self._handle.externals.append(callback)
        return self

    @property
    def functions(self) -> tuple[Function, ...]:
        """The public functions, in the order of the module."""
        return tuple(self._functions.values())

    def __getitem__(self, name: str) -> Function:
        """The function of this name. Raises KeyError."""
        try:
            return self._functions[name]
        except KeyError:
            names = ", ".join(self._functions)
            raise KeyError(f"expected one of {names}, got {name!r}") from None

    def __iter__(self) -> Iterator[Function]:
        return iter(self._functions.values())

    def __len__(self) -> int:
        return len(self._functions)

    def _get_only(self) -> Function:
        """The only function, but for those that prepare weights."""
        prepares = {function._signature.prepare for function in self}
        called = [function for function in self if function.name not in prepares]
        if len(called) != 1:
            names = ", ".join(self._functions)
            raise LaunchError(f"expected the name of a function, one of {names}")
        return called[0]

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Calls the only function; see `Function.__call__`. A function that prepares
        weights does not count."""
        return self._get_only()(*arguments, **options)

    def prepare(self, *weights: Any, **options: Any) -> Prepared:
        """Prepares the weights of the only function; see `Function.prepare`."""
        return self._get_only().prepare(*weights, **options)

    @property
    def kernels(self) -> tuple[Kernel, ...]:
        """The kernels; none for the CPU."""
        info = self._library.ProgramKernelInfo
        return tuple(
            read_kernel(info(self._handle, number).contents)
            for number in range(self._library.ProgramNumKernels(self._handle))
        )

    @property
    def image_format(self) -> str | None:
        """What `images` are: "ptx" or "cubin"; None when there are no kernels."""
        number = self._library.ProgramImageFormat(self._handle)
        return _library.IMAGE_FORMATS[number] if number else None

    @property
    def images(self) -> tuple[bytes, ...]:
        """The kernels, each as the text of PTX, or as a cubin."""
        count = self._library.ProgramNumImages(self._handle)
        return tuple(self._read_image(number) for number in range(count))

    def _read_image(self, number: int) -> bytes:
        size = ctypes.c_size_t()
        data = self._library.ProgramImage(self._handle, number, ctypes.byref(size))
        return ctypes.string_at(data, size.value)

    def preload(self, device: int = 0) -> None:
        """Loads the kernels onto a GPU now instead of at the first call, e.g.
        before a CUDA graph is captured. device: its number, counted from 0. Does
        nothing for the CPU. Raises LaunchError without driver or device, for a chip
        that the program is not for, and when memory runs out."""
        number = checked_device(device)
        if self.device == "cuda":
            self._handle.keep()
        self._library.check(self._library.ProgramPreload, self._handle, number)

    def __repr__(self) -> str:
        names = ", ".join(self._functions)
        return f"<lowp.Program {names} for {self.chip or self.device}>"


class Function:
    """A function of a program. Like that, it does not change; pickled it brings the
    program along."""

    def __init__(self, program: Program, number: int) -> None:
        self.program = program
        self._signature = read_signature(program._handle, number, program.device)
        self.name = self._signature.name
        self.arguments = self._signature.arguments
        self.results = self._signature.results
        self._caller: Caller | None = None

    @property
    def fingerprint(self) -> str | None:
        """Identifies the prepared weights that the function takes or, if it prepares some,
        returns; None if it does neither. Equal text: they fit."""
        return self._signature.fingerprint or None

    def prepare(self, *weights: Any, out: Any = None, stream: Any = None) -> Prepared:
        """Computes what follows from weights alone, for any number of calls.

        weights: the arguments of the function `<name>$prepare` of the program: of
            those marked `lowp.parameter` the ones that something is computed of.
        out: a Prepared of an earlier call, whose arrays are written again; then
            the addresses stay, for CUDA graphs.
        stream: as in `__call__`.

        Raises LaunchError as `__call__` does, for a function without prepared
        weights, and for `out` of another fingerprint."""
        signature = self._signature
        if not signature.prepare:
            raise LaunchError(
                f"'{self.name}': expected a function that takes prepared weights, got "
                "one that takes none; mark arguments by the attribute lowp.parameter"
            )
        prepare = self.program[signature.prepare]
        if out is not None:
            if not isinstance(out, Prepared):
                raise LaunchError(
                    f"'{prepare.name}': expected out= to be a lowp.Prepared, got "
                    f"{type(out).__name__}; call the function by its name for arrays"
                )
            check_prepared(signature, self.program._handle, out)
            prepare(*weights, out=out.arrays, stream=stream)
            return out
        result = prepare(*weights, stream=stream)
        arrays = result if isinstance(result, tuple) else (result,)
        return Prepared(arrays, signature.fingerprint)

    def __call__(self, *arguments: Any, out: Any = None, stream: Any = None) -> Any:
        """Calls the function.

        arguments: one array per entry of `self.arguments`, or a number (Python's or
            numpy's) for a scalar. A lowp.Prepared at the end stands for all arrays
            that are prepared weights. torch tensors, numpy arrays, lowp.DeviceArray and whatever
            has __dlpack__ or __cuda_array_interface__, all on one device, with
            rows without gaps.
        out: the array, or the tuple of arrays, that the results are written to.
            They share no memory with anything else. By default new ones of the
            same library as the first argument.
        stream: where a GPU program is launched: an integer (CUstream), or an
            object with `cuda_stream` (torch), `ptr` (cupy) or `__cuda_stream__`.
            By default the current stream of the arrays' library: of torch, of
            CuPy, or what __cuda_array_interface__ or lowp.DeviceArray name, else
            the default stream. Other libraries' arrays on a GPU need it, as do
            arrays of libraries that are on different streams. Producers of DLPack
            are told of it, and it waits for the streams of the others, so that
            the call comes after their work. The call returns when the work is
            submitted.

        Returns the result, a tuple of several, or None without results; `out` if
        that was given. Raises LaunchError for arrays of a wrong device, type,
        shape, stride or alignment, for arrays that are freed, read-only or
        overlap, when there is no driver or it is too old, when memory runs out, and
        for errors of the driver. Arguments are checked before anything is
        launched; after an error of the driver, and after a check in the function
        itself, nothing more is launched and results are undefined.
        """
        caller = self._caller
        if caller is None:
            caller = self._make_caller()
        if self._signature.num_prepared:
            arguments = expand(self._signature, self.program._handle, arguments)
        return caller(arguments, out, stream)

    def __reduce__(self):
        return operator.getitem, (self.program, self.name)

    def _make_caller(self) -> Caller:
        self._caller = Caller(self._signature, self.program._handle)
        return self._caller

    def workspace_bytes(self, *arguments: Any) -> int:
        """Bytes of device memory for intermediates that a call with these arguments,
        as in `__call__`, needs; 0 on the CPU. Calls take it from torch for torch
        tensors, and keep it otherwise. Raises LaunchError for arguments of a wrong
        device, type, shape or stride. Nothing is launched, or waited for."""
        arguments = expand(self._signature, self.program._handle, arguments)
        return (self._caller or self._make_caller()).workspace_bytes(arguments)

    def __str__(self) -> str:
        return str(self._signature)

    def __repr__(self) -> str:
        return f"<lowp.Function {self}>"
