"""What a failure looks like, and what most often looks so: for who sees the first errors of a
card on which nobody has run lowp."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from lowp.check.places import Places


class Symptom(NamedTuple):
    """hangs: whether no answer came. reason: what is said of the failure. is_first: whether
    nothing ran before it in its process. has_one_tile: whether each CTA has one tile at most.
    places: of wrong elements, if they were compared."""

    reason: str
    hangs: bool = False
    is_first: bool = False
    has_one_tile: bool = False
    places: Places | None = None

    def says(self, *words: str) -> bool:
        text = self.reason.lower()
        return any(word in text for word in words)


_Rule = tuple[Callable[[Symptom], bool], str]

_RULES: tuple[_Rule, ...] = (
    (
        lambda symptom: symptom.hangs and (symptom.is_first or symptom.has_one_tile),
        "a barrier waits for bytes that no copy brings, or for the other phase: expected bytes of "
        "a stage, parity of the ring",
    ),
    (
        lambda symptom: symptom.hangs,
        "what the kernel before holds is not given back: columns of tensor memory, or the launch "
        "that depends on it (programmatic launches)",
    ),
    (
        lambda symptom: symptom.says("illegal instruction"),
        "an instruction that this chip lacks, or one for a pair of CTAs beside one for a single",
    ),
    (
        lambda symptom: symptom.says("misaligned"),
        "an address or a coordinate of a copy that is no multiple of 16 bytes",
    ),
    (
        lambda symptom: symptom.says("illegal address", "memory behind"),
        "a store at the end of rows or columns is not cut off, or a tensor map has other sizes",
    ),
    (
        lambda symptom: symptom.says("different bits"),
        "a read is not ordered behind a write: a barrier that is missing or waits too short",
    ),
    (
        lambda symptom: symptom.places is not None and symptom.places.are_parts_of_rows,
        "a warp reads sums of other lanes: the quarter of tensor memory or of a warpgroup that "
        "belongs to it",
    ),
    (
        lambda symptom: symptom.places is not None and symptom.places.are_parts_of_columns,
        "the place of rhs's scales: the column of tensor memory or the offset in an atom of 32 rows",
    ),
    (
        lambda symptom: symptom.places is not None and symptom.places.are_at_the_end,
        "the end of a tile that is not whole: boxes of copies, masks of stores, scales of rows "
        "that are not there",
    ),
)


def find_cause(symptom: Symptom) -> str:
    """The likely cause; empty where none is known."""
    return next((cause for holds, cause in _RULES if holds(symptom)), "")
