"""A part of a region's launches, which is called by itself."""

from __future__ import annotations

import dataclasses
from typing import Any

from lowp.torch.compiling.importer.types import dtype_of
from lowp.torch.compiling.result import Result


@dataclasses.dataclass(frozen=True)
class Stage:
    """function: its name in the program. reads, writes: what its arguments and results
    are, by indices: arguments of the region, its results, what is between stages.
    between: what of the last it writes, in their order."""

    function: str
    reads: list[int]
    writes: list[int]
    between: list[Result]

    @staticmethod
    def read(fields: dict[str, Any], first: int) -> Stage:
        """From what the compiler says of a function. first: the index of what is between
        stages."""
        stage = fields["stage"]
        writes = stage["writes"]
        between = [
            Result(
                each["shape"],
                list(range(len(each["shape"]))),
                str(dtype_of(each["type"])).removeprefix("torch."),
            )
            for each in writes
            if each["index"] >= first
        ]
        return Stage(fields["name"], stage["reads"], [each["index"] for each in writes], between)

    @staticmethod
    def decode(fields: dict[str, Any]) -> Stage:
        between = [Result(**each) for each in fields["between"]]
        return Stage(**{**fields, "between": between})
