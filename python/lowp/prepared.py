"""Parameters that a program has quantized and laid out once."""

from __future__ import annotations

from typing import Any, NamedTuple


class Prepared(NamedTuple):
    """What `Function.prepare` made of parameters: pass it to the function in their place.

    arrays: data and scales, in the order in which the function takes them. identity:
    of the program that made them. Another program refuses them: it may be for another
    chip, recipe or layout, or come from another version of lowp. Whoever stores the
    arrays stores the identity, and passes both to `Prepared` again.
    """

    arrays: tuple[Any, ...]
    identity: str
