"""What C gives back when the last object of Python that holds it goes."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any


class Owned:
    """A resource of C, given back by `function(*arguments)`, functions of C too.

    No code of Python runs then, as it would in a method `__del__`: a Ctrl-C that has
    come by then would be raised in that, and be lost, since no exception leaves it.
    The function and the library that it is of live as long: modules may be gone before
    when the interpreter ends.
    """

    __slots__ = ("give_back",)

    def __init__(self, function: Callable, *arguments: Any) -> None:
        self.give_back: Callable = functools.partial(function, *arguments)

    def keep(self) -> None:
        """Leaves the resource for the life of the process."""
        self.give_back = tuple  # A function of C without arguments.

    # Read and called by C alone.
    __del__ = property(operator.attrgetter("give_back"))
