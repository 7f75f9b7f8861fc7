"""The process that `supervisor` starts: checks the indexes that it reads, a line each, and
writes a line of JSON for each event."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from lowp._errors import Error
from lowp.check.arguments import make_parser
from lowp.check.runner import fail, has_one_tile
from lowp.check.steps import Steps, choose
from lowp.check.symptoms import Symptom


class _Channel:
    """What was standard output; what others print goes where errors go."""

    def __init__(self) -> None:
        self._file = os.fdopen(os.dup(1), "w")
        os.dup2(2, 1)

    def tell(self, event: str, value: Any = None) -> None:
        self._file.write(json.dumps([event, value]) + "\n")
        self._file.flush()


def work(arguments: list[str]) -> None:
    """Ends after a record of a GPU that cannot go on."""
    channel = _Channel()
    options = make_parser().parse_args(arguments)
    chosen = choose(options)
    try:
        steps = Steps(options, chosen, lambda: channel.tell("compiled"))
    except Error as error:
        channel.tell("refused", str(error))
        return
    channel.tell("ready", steps.description)
    is_first = True
    for line in sys.stdin:
        case = chosen[int(line)]
        try:
            channel.tell("record", steps.check(int(line)))
        except (RuntimeError, Error) as error:
            symptom = Symptom(
                f"the GPU cannot go on: {error}",
                is_first=is_first,
                has_one_tile=has_one_tile(case),
            )
            channel.tell("record", {**fail(case, symptom, 0.0), "lost": True})
            break
        is_first = False
    # Neither the driver nor torch waits for a kernel that does not end.
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    work(sys.argv[1:])
