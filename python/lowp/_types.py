"""The types of elements, and what other libraries call them."""

from __future__ import annotations

from lowp._errors import LaunchError

# Ours: numpy's name (of numpy or ml_dtypes), torch's name.
_NAMES = {
    "f64": ("float64", "float64"),
    "f32": ("float32", "float32"),
    "f16": ("float16", "float16"),
    "bf16": ("bfloat16", "bfloat16"),
    "f8E4M3FN": ("float8_e4m3fn", "float8_e4m3fn"),
    "f8E5M2": ("float8_e5m2", "float8_e5m2"),
    "f8E8M0FNU": ("float8_e8m0fnu", "float8_e8m0fnu"),
    "f6E2M3FN": ("float6_e2m3fn", None),
    "f6E3M2FN": ("float6_e3m2fn", None),
    "f4E2M1FN": ("float4_e2m1fn", None),
    "i8": ("int8", "int8"),
    "i16": ("int16", "int16"),
    "i32": ("int32", "int32"),
    "i64": ("int64", "int64"),
    "index": ("int64", "int64"),
    "i1": ("bool", "bool"),
    # Types of other libraries only; stand for the signless types of the same size.
    "u8": ("uint8", "uint8"),
    "u16": ("uint16", "uint16"),
    "u32": ("uint32", "uint32"),
    "u64": ("uint64", "uint64"),
}

# MLIR's integers have no sign.
_ACCEPTED = {
    "i8": ("i8", "u8"),
    "i16": ("i16", "u16"),
    "i32": ("i32", "u32"),
    "i64": ("i64", "u64"),
    "index": ("i64", "u64"),
}

_BITS = {"f64": 64, "f32": 32, "f16": 16, "bf16": 16, "index": 64, "i1": 8}


def accepted_types(name: str) -> tuple[str, ...]:
    """The types of arrays that an argument of type `name` takes."""
    return _ACCEPTED.get(name, (name,))


def stand_in(name: str) -> str | None:
    """The type in which torch holds elements of type `name`, one in each byte, that it has
    no name for; None for others."""
    return "u8" if _NAMES[name][1] is None else None


def type_bytes(name: str) -> int:
    """Bytes of an element, those of less than 8 bits having one each."""
    if name not in _NAMES:
        raise LaunchError(f"expected a type that lowp knows ({', '.join(_NAMES)}), got {name!r}")
    if name in _BITS:
        return _BITS[name] // 8
    return 1 if name[0] == "f" else int(name[1:]) // 8


def numpy_type_name(dtype) -> str:
    """Our name of a numpy type."""
    for ours, (theirs, _torch) in _NAMES.items():
        if dtype.name == theirs:
            return ours
    raise LaunchError(f"expected an array of a type that lowp knows, got numpy's {dtype}")


def numpy_type(name: str):
    """numpy's type for ours; ml_dtypes provides those of few bits."""
    import numpy

    theirs = _NAMES[name][0]
    if hasattr(numpy, theirs):
        return numpy.dtype(theirs)
    try:
        import ml_dtypes
    except ImportError:
        raise LaunchError(
            f"expected the package ml_dtypes, which has the type {name} for numpy; "
            "install it, or pass out= with bytes under lowp.reinterpret"
        ) from None
    return numpy.dtype(getattr(ml_dtypes, theirs))


def interface_type(name: str) -> str:
    """The name of a type in __cuda_array_interface__."""
    if name in ("f64", "f32", "f16"):
        return f"<f{type_bytes(name)}"
    if name == "i1":
        return "|b1"
    kind = "i" if name[0] == "i" else "u"
    return f"<{kind}{type_bytes(name)}"


def torch_types(torch) -> dict:
    pairs = ((getattr(torch, names[1], None), ours) for ours, names in _NAMES.items() if names[1])
    types: dict = {}
    for theirs, ours in pairs:
        if theirs is not None:
            types.setdefault(theirs, ours)
    # Two elements a byte, as data with packing = dense are.
    if hasattr(torch, "float4_e2m1fn_x2"):
        types[torch.float4_e2m1fn_x2] = "u8"
    return types


def torch_type(torch, name: str):
    """torch's type for ours."""
    theirs = _NAMES[name][1]
    if theirs is None or not hasattr(torch, theirs):
        raise LaunchError(
            f"expected a torch that has the type {name}, got {torch.__version__}; "
            "pass out= with bytes under lowp.reinterpret"
        )
    return getattr(torch, theirs)
