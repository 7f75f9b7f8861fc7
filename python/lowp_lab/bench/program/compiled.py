"""Our program: compiled, and its arguments in the order of the source."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from lowp._descriptions import Argument
from lowp.bench.errors import BenchError
from lowp_lab.bench.program.arguments import EACH_CALL


class Settings(NamedTuple):
    """How a program is compiled. chip: "cpu" for the reference path. parameters: when
    weights are prepared. part: what cost models think of, by default the chip's usual
    one."""

    chip: str
    recipe: str | None
    math: str
    config_file: str | None
    parameters: str
    part_file: str | None = None
    part: str | None = None


def compile_program(text: str, name: str, settings: Settings) -> Any:
    """The lowp.Program of a module. Raises lowp.CompileError."""
    import lowp

    is_cpu = settings.chip == "cpu"
    return lowp.compile(
        text,
        device="cpu" if is_cpu else "cuda",
        chip=None if is_cpu else settings.chip,
        recipe=settings.recipe,
        config_file=settings.config_file,
        part_file=settings.part_file,
        part=settings.part,
        math=settings.math,
        source_name=name,
    )


def bind_externals(program: Any, functions: dict[str, Callable[..., Any]]) -> None:
    """Gives the program its external functions. Raises BenchError where one is missing
    or one too many."""
    import lowp

    wanted = {external.name for external in program.externals}
    for name in sorted(wanted - functions.keys()):
        raise BenchError(
            f"expected --external {name}=FILE.py:FUNCTION, since the program calls "
            f"'{name}', got none"
        )
    for name, function in functions.items():
        try:
            program.bind(name, function, arrays="torch")
        except lowp.LaunchError as error:
            raise BenchError(f"--external {name}: {error}") from None


def find_function(program: Any, name: str | None) -> Any:
    """The function of that name, or the only one but for those that prepare weights.
    Raises BenchError."""
    names = [function.name for function in program]
    prepares = {function._signature.prepare for function in program}
    called = [one for one in names if one not in prepares]
    if name is None and len(called) == 1:
        return program[called[0]]
    if name not in called:
        got = "none" if name is None else repr(name)
        raise BenchError(f"expected --function to name one of {', '.join(called)}, got {got}")
    return program[name]


def _place(argument: Argument) -> int:
    """The number in "argument3.scales"."""
    found = re.match(r"argument(\d+)", argument.name)
    if not found:
        raise BenchError(f"expected an argument of the source, got {argument.name}")
    return int(found.group(1))


class OurFunction:
    """A function of a program and, if it takes prepared weights, the one that
    prepares them."""

    def __init__(self, function: Any, parameters: str) -> None:
        signature = function._signature
        self.function = function
        self.prepare = function.program[signature.prepare] if signature.prepare else None
        self.prepares_in_calls = self.prepare is not None and parameters == EACH_CALL
        count = len(function.arguments) - signature.num_prepared
        self._given = function.arguments[:count]
        self._weights = self.prepare.arguments if self.prepare else ()
        self._check()

    def _check(self) -> None:
        written = [one.name for one in self.function.arguments if one.is_written]
        if written:
            raise BenchError(
                "expected a function that writes to its results alone, got one that "
                f"writes to {', '.join(written)}: a second call would read what the "
                "first one left"
            )
        if not self.function.results:
            raise BenchError(f"expected '{self.function.name}' to have results")

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Returns the arguments of the source, in its order; data and scales of a scaled value are
        two."""
        by_name = {one.name: one for one in (*self._given, *self._weights)}
        return tuple(sorted(by_name.values(), key=_place))

    def lists(self) -> list[tuple[Argument, ...]]:
        """The arguments that callers give to each of the two functions: sizes of
        dimensions refer to places in these lists."""
        return [self._given, tuple(self._weights)]

    def bind(self, inputs: Sequence[Any], results: tuple) -> Callable[[], tuple]:
        """A call with these inputs, in the order of the source, which writes to these
        results. Prepares weights. Raises lowp.LaunchError."""
        named = dict(zip((one.name for one in self.arguments), inputs))
        given = [named[one.name] for one in self._given]
        weights = [named[one.name] for one in self._weights]
        prepared = self.function.prepare(*weights) if self.prepare else None
        if prepared is not None:
            given.append(prepared)

        def run() -> tuple:
            if self.prepares_in_calls:
                self.function.prepare(*weights, out=prepared)
            self.function(*given, out=results)
            return results

        return run
