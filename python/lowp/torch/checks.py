"""What operators demand of their tensors; errors say what was expected and came."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch

from lowp._errors import Error, LaunchError


def check_module(model: object, what: str) -> None:
    if not isinstance(model, torch.nn.Module):
        raise TypeError(f"{what}: expected a torch.nn.Module, got {type(model).__name__}")


def check_tokens(tokens: object, what: str) -> None:
    """Raises ValueError for what are no rows of a call; None stands for those assumed."""
    is_count = isinstance(tokens, int) and not isinstance(tokens, bool)
    if tokens is not None and not (is_count and 1 <= tokens < 2**31):  # type: ignore[operator]
        raise ValueError(
            f"{what}: expected tokens, the rows of a call, to be 1 or more, and less than 2^31, "
            f"got {tokens!r}"
        )


def with_layer(error: Exception, name: str, kind: str = "") -> Exception:
    """`error` with the name of a layer: before lowp's, as a note of others', which says its kind,
    too."""
    if not isinstance(error, Error):
        error.add_note(f"in layer '{name}'{kind}")
    elif not error.names_layer:
        error.args = (f"layer '{name}': {error}",)
        error.names_layer = True
    return error


def describe_rows(tensor: torch.Tensor) -> str:
    """What all devices may have."""
    shape = "x".join(str(size) for size in tensor.shape)
    return f"{shape or 'a scalar'} of {str(tensor.dtype).removeprefix('torch.')}"


def describe(tensor: torch.Tensor) -> str:
    return f"{describe_rows(tensor)} on {tensor.device}"


def check_linear(x: torch.Tensor, w: torch.Tensor, bias: torch.Tensor | None, what: str) -> None:
    """x: ... x K, w: N x K, bias: N, of one type on one device."""
    if w.dim() != 2:
        raise LaunchError(f"{what}: expected a weight of N x K, got {describe(w)}")
    n, k = w.shape
    if x.dim() == 0 or x.shape[-1] != k:
        raise LaunchError(
            f"{what}: expected an input of ... x {k} for a weight of {n} x {k}, got {describe(x)}"
        )
    if bias is not None and tuple(bias.shape) != (n,):
        raise LaunchError(f"{what}: expected a bias of {n} elements, got {describe(bias)}")
    named = {"input": x, "weight": w} | ({} if bias is None else {"bias": bias})
    check_alike(named, what)


def check_grouped(
    x: torch.Tensor,
    w: torch.Tensor,
    ends: torch.Tensor,
    bias: torch.Tensor | None,
    what: str,
) -> None:
    """x: M x K, w: E x N x K, bias: E x N, of one type on one device; ends: E in int32
    on that device."""
    if x.dim() != 2 or w.dim() != 3 or x.shape[1] != w.shape[2]:
        raise LaunchError(
            f"{what}: expected an input of M x K and weights of E x N x K, got "
            f"{describe(x)} and {describe(w)}"
        )
    groups, n, _ = w.shape
    if groups == 0:
        raise LaunchError(f"{what}: expected one group or more, got {describe(w)}")
    check_groups(x, ends, groups, what)
    if bias is not None and tuple(bias.shape) != (groups, n):
        raise LaunchError(
            f"{what}: expected a bias of {groups} x {n}, a row for each group, got {describe(bias)}"
        )
    named = {"input": x, "weights": w} | ({} if bias is None else {"bias": bias})
    check_alike(named, what)


def check_groups(x: torch.Tensor, ends: torch.Tensor, groups: int, what: str) -> None:
    """ends: of so many groups, in int32 where x is."""
    if ends.dtype != torch.int32 or tuple(ends.shape) != (groups,):
        hint = "" if ends.dtype == torch.int32 else "; ends.to(torch.int32) converts them"
        raise LaunchError(
            f"{what}: expected the end of each of {groups} groups in int32, got "
            f"{describe(ends)}{hint}"
        )
    if ends.device != x.device:
        raise LaunchError(
            f"{what}: expected ends on {x.device}, where the input is, got {describe(ends)}"
        )


def check_alike(named: dict[str, torch.Tensor], what: str) -> None:
    """Checks that the tensors are of one type on one device."""
    kinds = {(tensor.dtype, tensor.device) for tensor in named.values()}
    if len(kinds) > 1:
        raise LaunchError(
            f"{what}: expected tensors of one type on one device, got "
            + ", ".join(f"{name} {describe(each)}" for name, each in named.items())
            + "; convert or move them, or call under torch.autocast"
        )


def rows_of(x: torch.Tensor) -> torch.Tensor:
    """x as a matrix of rows without gaps, a view where that is possible."""
    return x.reshape(math.prod(x.shape[:-1]), x.shape[-1]).contiguous()


def with_shape(made: torch.Tensor, shape: Sequence[int]) -> torch.Tensor:
    """A new result in the shape that its caller sees. It is no view of another tensor:
    whoever gets it may write to it, under autograd too."""
    return torch.ops.aten._unsafe_view.default(made, shape)
