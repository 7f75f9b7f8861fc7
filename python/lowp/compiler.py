"""From text to programs."""

from __future__ import annotations

import ctypes
import operator
import os

from lowp import _library, cache
from lowp._errors import CompileError, Diagnostic, LaunchError
from lowp._handle import ProgramHandle
from lowp._kernel_store import KernelStore
from lowp._option_text import to_text
from lowp._owned import Owned
from lowp._ptxas import find_packaged_ptxas
from lowp._recipe_options import RecipeOptions
from lowp.device import device_info
from lowp.program import Program

_DEVICES = {"cpu": _library.DEVICE_CPU, "cuda": _library.DEVICE_CUDA}
_MATH_MODES = ("exact", "fast")
_F32_MATMULS = ("exact", "tf32", "bf16")


class _Collector:
    """Keeps the diagnostics of one compilation. The library does: code in Python
    that it called could be interrupted, and no exception can pass through C."""

    def __init__(self, library: _library.Library) -> None:
        self._library = library
        self.callback = ctypes.cast(library.DiagnosticListAppend, ctypes.c_void_p)
        self.list = library.DiagnosticListCreate()
        self._owned = Owned(library.DiagnosticListDestroy, self.list)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        size = self._library.DiagnosticListSize(self.list)
        return tuple(self._read(number) for number in range(size))

    def _read(self, number: int) -> Diagnostic:
        fields = self._library.DiagnosticListGet(self.list, number).contents
        return Diagnostic(
            self._library.SeverityName(fields.severity).decode(),
            fields.message.decode("utf-8", "replace"),
            fields.file.decode("utf-8", "replace"),
            fields.line,
            fields.column,
        )

    def raise_for(self, status: int, error: _library.Error) -> None:
        if status != _library.OK:
            raise CompileError(error.text, self.diagnostics)


def _decode(text: str | bytes | os.PathLike | None) -> str | None:
    return None if text is None else os.fsdecode(text)


def _encode(value):
    return os.fsencode(value) if isinstance(value, str) else value


def _read_source(source: object, source_name: str | None) -> tuple[bytes, str]:
    """The bytes of a module and its name in diagnostics."""
    if isinstance(source, str):
        if source.endswith(".mlir") and "\n" not in source:
            raise ValueError(
                f"expected the text of a module, got {source!r}, which looks like a "
                f"path; pass pathlib.Path({source!r})"
            )
        return source.encode(), source_name or "<input>"
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source), source_name or "<input>"
    if isinstance(source, os.PathLike):
        with open(source, "rb") as file:
            return file.read(), source_name or os.fspath(source)
    raise TypeError(
        "expected source to be the text of a module, its bytes or a pathlib.Path, "
        f"got {type(source).__name__}"
    )


def _choose_chip(content: bytes, chip, part, part_file) -> tuple:
    """The chip and the part to compile for, None where the module or a part says."""
    if chip is not None and chip != "native" and not chip.startswith("sm_"):
        # A part names its chip.
        library = _library.get()
        if part is None and chip in library.names(library.PartName):
            return None, chip
        raise CompileError(
            f"expected chip to be one of {', '.join(chips())}, or a part such as "
            f"'h200', got {chip!r}"
        )
    if chip is None and (part or part_file or b"lowp_gpu." in content):
        return chip, part
    if chip not in (None, "native"):
        return chip, part
    try:
        native = device_info(0)
    except LaunchError:
        if chip is None:
            return None, part
        raise
    if part_file is None and part is None:
        part = native.part
    return native.chip, part


def _choose(name: str, value: str, choices) -> str:
    if value not in choices:
        expected = ", ".join(repr(choice) for choice in choices)
        raise ValueError(f"expected {name} to be one of {expected}, got {value!r}")
    return value


def _check_number(name: str, value: int, least: int, most: int) -> int:
    """What ctypes would wrap is refused."""
    number = operator.index(value)
    if not least <= number <= most:
        raise ValueError(f"expected {name} to be {least} to {most}, got {number}")
    return number


def _ptxas_identity(library: _library.Library, ptxas: str | None) -> list:
    """What tells one ptxas from another, none included."""
    path = os.fsdecode(library.ask(library.FindPtxas, _encode(ptxas), kind=CompileError))
    if not path:
        return []
    status = os.stat(path)
    return [path, status.st_size, status.st_mtime_ns]


def _file_identity(path: str | os.PathLike | None) -> str | None:
    """What tells the content of one file from another's."""
    if path is None:
        return None
    import hashlib

    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def compile(
    source: str | bytes | os.PathLike,
    *,
    device: str = "cuda",
    chip: str | None = None,
    recipe: str | RecipeOptions | None = None,
    image_format: str = "auto",
    ptxas: str | None = None,
    ptx_version: int = 0,
    strict: bool = True,
    config_file: str | os.PathLike | None = None,
    allow_emulation: bool = False,
    expected_m: int | None = None,
    math: str = "exact",
    f32_matmuls: str = "exact",
    batch_invariant: bool = False,
    part: str | None = None,
    part_file: str | os.PathLike | None = None,
    recipe_candidates: str | list[str] | None = None,
    recipe_allow: str | list[str] | None = None,
    recipe_deny: str | list[str] | None = None,
    max_error: float | None = None,
    min_speedup: float | None = None,
    source_name: str | None = None,
    trust_bytecode: bool = False,
    host_opt_level: int = 3,
    use_cache: bool = True,
) -> Program:
    """Compiles an MLIR module.

    source: text or bytecode of the module, or the path (pathlib.Path) of a file.
    device: "cuda", or "cpu" for the reference path, which is slow.
    chip: e.g. "sm_90a", a part such as "h200", or "native" for that of the first GPU;
        by default the module's attribute lowp_gpu.chip or `part` says, and "native"
        where they do not and there is a GPU.
    recipe: preset that every matmul gets, e.g. "rowwise"; by default its own. A family,
        e.g. "blockwise_training", has one for forward matmuls, dgrads and wgrads, which
        dataflow tells apart or the attribute `lowp.role` of a matmul or a function. With
        "auto" each matmul without a recipe gets the fastest one, or none. Or
        RecipeOptions, in place of the keywords from recipe_candidates to min_speedup.
    image_format: "ptx" (the driver compiles it when it is loaded), "cubin"
        (needs ptxas), or "auto": cubin if there is a ptxas.
    ptxas: its path; by default LOWP_PTXAS (empty: none), else PATH, else that of
        NVIDIA's package nvidia-cuda-nvcc in this environment.
    ptx_version: e.g. 88 for PTX 8.8; 0 is the chip's default.
    strict: whether performance notes of ptxas on matmul kernels are errors.
    config_file: path of tuned configs of matmuls, as lowp.tune writes them, which go
        before the cost model's choice.
    allow_emulation: whether matmuls on formats that the chip lacks (MX, NVFP4) are
        compiled as others, with the same result but slower, instead of refused.
    expected_m: M to choose one kernel for where only the run time knows it, 1 to
        2**31 - 1; it stands for N and K too, where they are dynamic. By default a
        matmul has several kernels there, and each call takes the one for its M. Any
        size can be run either way.
    math: how kernels compute the module's functions and divisions: "exact", good to
        a few units in the last place, or "fast", by approximations of the GPU. The
        CPU is always exact, and so are quantizes.
    f32_matmuls: what f32 operands of matmuls without a recipe are multiplied in, on
        the CPU too: "exact", f32, by generic kernels, up to 200 times slower than
        tensor cores; "tf32", with 10 bits of mantissa, or "bf16" (f16 beside f16), by
        tensor cores. Sums are f32.
    batch_invariant: whether the bits of a row do not depend on how many rows a call
        has: no kernel lets several blocks share the sum of an element.
    part: the GPU that cost models think of, e.g. "h100"; by default the first GPU with
        chip="native", if lowp has figures of it, else the chip's usual one. With
        device="cpu" recipe="auto" needs it, or a chip.
    part_file: path of a description of that GPU, as lowp.calibrate writes it.
    recipe_candidates: presets that "auto" compares; by default all.
    recipe_allow, recipe_deny: patterns of names, e.g. ["layers.*.wq"]: only matmuls
        that the first matches, if given, and none that the second matches have a
        recipe. A matmul's name is its attribute lowp.name, or that of its location.
    max_error: relative error that a recipe of "auto" may add to a product (0.05).
    min_speedup: how many times faster a recipe of "auto" must make a matmul (1.03).
    source_name: what diagnostics call the source.
    trust_bytecode: whether bytecode without lowp's checksum, which other tools write,
        is read. Damage to it can end the process; text may be anything.
    host_opt_level: how much LLVM optimizes code that runs on the CPU, 0 to 3: 2 makes no
        vectors and takes half of the time to compile, 1 a third, and its code up to ten times
        as long to run. Results are the same. Code that launches kernels takes 1 at most.
    use_cache: whether the result is looked up and kept on disk, see lowp.cache.

    Returns a program, whose attribute `diagnostics` has the compiler's remarks
    and warnings. Raises CompileError with all diagnostics when the module is
    refused or ptxas cannot be run, LaunchError for "native" without a GPU,
    LibraryError when liblowp-c cannot be loaded, TypeError and ValueError for
    options that cannot be, OSError for files that cannot be read. May be called from
    any number of threads at once; the GIL is released meanwhile.
    """
    content, name = _read_source(source, source_name)
    _choose("device", device, _DEVICES)
    _choose("image_format", image_format, _library.IMAGE_FORMATS)
    _choose("math", math, _MATH_MODES)
    _choose("f32_matmuls", f32_matmuls, _F32_MATMULS)
    if expected_m is not None:
        expected_m = _check_number("expected_m", expected_m, 1, 2**31 - 1)
    if device == "cuda":
        chip, part = _choose_chip(content, chip, part, part_file)
    recipes = RecipeOptions.read(
        recipe,
        candidates=recipe_candidates,
        allow=recipe_allow,
        deny=recipe_deny,
        max_error=max_error,
        min_speedup=min_speedup,
    )
    host_opt_level = _check_number("host_opt_level", host_opt_level, 0, 3)
    ptx_version = _check_number("ptx_version", ptx_version, 0, 2**32 - 1)
    library = _library.get()
    # By their names in C: strings, which may hold any character, and the rest.
    fields = {
        "device": _DEVICES[device],
        "imageFormat": _library.IMAGE_FORMATS.index(image_format),
        "chip": _decode(chip),
        "recipe": _decode(recipes.recipe),
        "configFile": _decode(config_file),
        "partFile": _decode(part_file),
        "sourceName": _decode(name),
        "trustBytecode": int(bool(trust_bytecode)),
        "options": to_text(
            {
                "ptx_version": ptx_version,
                "strict": bool(strict),
                "allow_emulation": bool(allow_emulation),
                "expected_m": expected_m or 0,
                "math": math,
                "f32_matmuls": f32_matmuls,
                "host_opt_level": host_opt_level,
                "batch_invariant": bool(batch_invariant),
                "part": part,
                **recipes.keywords(),
            }
        ),
    }
    files: list = [_file_identity(config_file), _file_identity(part_file)]
    uses_ptxas = device == "cuda" and image_format != "ptx"
    ptxas = _decode(ptxas) or (find_packaged_ptxas() if uses_ptxas else None)
    files.append(_ptxas_identity(library, ptxas) if uses_ptxas else [])
    key = cache.make_key(content, fields, files) if use_cache else None
    if key is not None:
        entry = cache.load(key)
        if entry is not None:
            try:
                return Program._deserialize(*entry)
            except LaunchError:
                cache.discard(key)  # Intact, but not of this library.
    fields["ptxas"] = ptxas
    kernels = KernelStore(files[-1]) if key is not None and files[-1] else None
    if kernels is not None:
        fields.update(kernels.fields())
    program = _compile(library, content, fields)
    if key is not None:
        cache.store(key, program.serialize(), program.diagnostics)
    return program


def _make_options(library, collector, **fields) -> _library.CompileOptions:
    options = _library.CompileOptions()
    library.CompileOptionsInit(ctypes.byref(options), ctypes.sizeof(options))
    options.onDiagnostic = collector.callback
    options.userData = collector.list
    for name, value in fields.items():
        setattr(options, name, _encode(value))
    return options


def _compile(library, content: bytes, fields: dict) -> Program:
    collector = _Collector(library)
    structure = _make_options(library, collector, **fields)
    # Ctrl-C while it is compiled becomes an exception when the library returns.
    handle, error = ProgramHandle(), _library.Error()
    status = library.Compile(
        content,
        len(content),
        ctypes.byref(structure),
        handle.out,
        ctypes.byref(error),
    )
    collector.raise_for(status, error)
    return Program(handle, collector.diagnostics)


def load(content: bytes) -> Program:
    """The program in bytes that `Program.serialize` returned, without diagnostics.

    They hold machine code that calls will run: load only what you trust. Raises
    LaunchError for bytes that are damaged, or from another version or machine.
    """
    return Program._deserialize(bytes(content))


def run_pipeline(
    source: str | bytes | os.PathLike,
    pipeline: str,
    *,
    source_name: str | None = None,
    trust_bytecode: bool = False,
) -> tuple[str, tuple[Diagnostic, ...]]:
    """Runs passes on a module.

    source, trust_bytecode: as for `compile`. pipeline: e.g.
    "lowp-to-nvvm{chip=sm_90a}" or "canonicalize,cse".

    Returns the resulting module as text, and the diagnostics. Raises
    CompileError when the pipeline or the module is refused.
    """
    content, name = _read_source(source, source_name)
    library = _library.get()
    collector = _Collector(library)
    options = _make_options(
        library,
        collector,
        sourceName=_decode(name),
        trustBytecode=int(bool(trust_bytecode)),
    )
    text, error = _library.Buffer(), _library.Error()
    status = library.RunPipeline(
        content,
        len(content),
        pipeline.encode(),
        ctypes.byref(options),
        ctypes.byref(text),
        ctypes.byref(error),
    )
    result = library.take(text).decode("utf-8", "replace")
    collector.raise_for(status, error)
    return result, collector.diagnostics


def chips() -> tuple[str, ...]:
    """The chips that can be compiled for, e.g. "sm_90a". Raises LibraryError when
    liblowp-c cannot be loaded."""
    return tuple(_library.get().Chips().decode().split(", "))
