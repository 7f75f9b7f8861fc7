"""The contenders: lowp and the peers that are installed."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

from lowp.bench.peers import NotInstalled, find_peer

OURS = "lowp"
# The same compiler, where modules that know all sizes are compared with others.
STATIC = "lowp static"


class Contender(NamedTuple):
    """version: "" where there is none to tell. bind: as what is measured binds its contenders;
    for products bind(problem, operands, result), a call without arguments, which returns its
    result, or None when it has written to `result`."""

    name: str
    version: str
    bind: Callable[..., Any]


def our_contender(kernels, name: str = OURS) -> Contender:
    """lowp, with kernels of lowp.bench.products.kernels."""

    def bind(problem, operands, result):
        return kernels.bind(problem, operands.arrays, result)

    return Contender(name, kernels.description, bind)


def _copying(operand):
    """An operand whose elements are contiguous along K, and what puts them there."""
    import torch

    if operand.transposed is None:
        return operand, None
    target = torch.empty_like(operand.data)
    # As bytes: not every copy of torch knows floats of 8 bits.
    to, source = target.view(torch.uint8), operand.transposed.view(torch.uint8).t()
    return operand._replace(data=target, transposed=None), lambda: to.copy_(source)


def bind_peer(bind, problem, operands, result) -> Callable[[], Any]:
    """A peer's call. Peers want K contiguous, as our kernels do: what is not is
    copied first, as part of the call."""
    if problem.is_k_major:
        return bind(problem, operands, result)
    lhs, copy_lhs = _copying(operands.lhs)
    rhs, copy_rhs = _copying(operands.rhs)
    call = bind(problem, operands._replace(lhs=lhs, rhs=rhs), result)

    def run():
        for copy in (copy_lhs, copy_rhs):
            if copy is not None:
                copy()
        return call()

    return run


def find_peers(names: list[str]) -> tuple[list[Contender], dict[str, str]]:
    """The peers that can be imported, and why others cannot."""
    result, missing = [], {}
    for name in names if names != ["none"] else ():
        peer = find_peer(name)
        try:
            bind = functools.partial(bind_peer, peer.bind)
            result.append(Contender(peer.NAME, peer.find(), bind))
        except NotInstalled as error:
            missing[name] = str(error)
    return result, missing
