"""Who is measured: lowp and the peers that are installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from lowp.bench.peers import NotInstalled, find_peer

OURS = "lowp"


class Contender(NamedTuple):
    """bind(problem, operands, result): a call without arguments, which returns its
    result, or None when it has written to `result`."""

    name: str
    version: str
    bind: Callable[..., Callable[[], Any]]


def our_contender(kernels) -> Contender:
    """lowp, with kernels of lowp.bench.kernels."""

    def bind(problem, operands, result):
        return kernels.bind(problem, operands.arrays, result)

    return Contender(OURS, kernels.description, bind)


def find_peers(names: list[str]) -> tuple[list[Contender], dict[str, str]]:
    """The peers that can be imported, and why others cannot."""
    found, missing = [], {}
    for name in names:
        peer = find_peer(name)
        try:
            found.append(Contender(peer.NAME, peer.find(), peer.bind))
        except NotInstalled as error:
            missing[name] = str(error)
    return found, missing
