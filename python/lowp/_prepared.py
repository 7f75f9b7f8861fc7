"""Weights as a function wants them, computed once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lowp import _library
from lowp._descriptions import Signature
from lowp._errors import LaunchError
from lowp._handle import ProgramHandle


class Prepared:
    """What `Function.prepare` computes of weights: quantized and in the layout of
    the kernels.

    arrays: one per result of the function that prepares, in its order. fingerprint:
    the text that says which functions take them. To keep prepared weights in a
    file, keep both, and make a Prepared of both later. Pickled it is both, too.
    """

    __slots__ = ("arrays", "fingerprint")

    def __init__(self, arrays: Iterable[Any], fingerprint: str) -> None:
        self.arrays = tuple(arrays)
        self.fingerprint = fingerprint

    def __reduce__(self):
        return type(self), (self.arrays, self.fingerprint)

    def __repr__(self) -> str:
        return f"<lowp.Prepared {len(self.arrays)} arrays for {self.fingerprint}>"


def check_prepared(signature: Signature, handle: ProgramHandle, prepared: Prepared) -> None:
    """Refuses weights that were prepared for something else."""
    if prepared.fingerprint != signature.fingerprint:
        library, text = _library.get(), prepared.fingerprint.encode()
        library.check(library.ProgramCheckPrepared, handle, signature.number, text)
    if len(prepared.arrays) != signature.num_prepared:
        raise LaunchError(
            f"'{signature.name}': expected {signature.num_prepared} prepared arrays, "
            f"got {len(prepared.arrays)}; pass what '{signature.prepare}' returned"
        )


def _refuse_place(signature: Signature) -> LaunchError:
    others = len(signature.arguments) - signature.num_prepared
    names = [argument.name for argument in signature.arguments[:others]]
    call = ", ".join([*names, "prepared"])
    return LaunchError(
        f"'{signature.name}': expected one lowp.Prepared behind all other arguments; "
        f"call {signature.name}({call})"
    )


def expand(signature: Signature, handle: ProgramHandle, arguments: tuple) -> tuple:
    """`arguments` with the arrays of a Prepared, if that is the last of them, in its
    place."""
    if not arguments or not isinstance(arguments[-1], Prepared):
        if any(isinstance(each, Prepared) for each in arguments):
            raise _refuse_place(signature)
        return arguments
    if any(isinstance(each, Prepared) for each in arguments[:-1]):
        raise _refuse_place(signature)
    prepared = arguments[-1]
    check_prepared(signature, handle, prepared)
    return (*arguments[:-1], *prepared.arrays)
