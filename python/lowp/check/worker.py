"""The process that `supervisor` starts: checks the indexes that it gets, and tells events and
their values, by the connection that the last argument names."""

from __future__ import annotations

import contextlib
import os
import sys
from multiprocessing.connection import Connection

from lowp._errors import Error
from lowp.check.arguments import make_parser
from lowp.check.runner import fail, has_one_tile
from lowp.check.steps import Choice, Steps, choose
from lowp.check.symptoms import Symptom


def work(arguments: list[str], channel: Connection) -> None:
    """Ends after a record of a GPU that cannot go on, and where nobody asks any more."""
    options = make_parser().parse_args(arguments)
    chosen = choose(options)
    try:
        steps = Steps(options, chosen, lambda: channel.send(("compiled", None)))
    except Error as error:
        channel.send(("refused", str(error)))
        return
    channel.send(("ready", steps.description))
    with contextlib.suppress(EOFError):
        _check_all(steps, chosen, channel)
    # Neither the driver nor torch waits for a kernel that does not end.
    sys.stderr.flush()
    os._exit(0)


def _check_all(steps: Steps, chosen: Choice, channel: Connection) -> None:
    is_first = True
    while True:
        index = channel.recv()
        try:
            channel.send(("record", steps.check(index)))
        except (RuntimeError, Error) as error:
            symptom = Symptom(
                f"the GPU cannot go on: {error}",
                is_first=is_first,
                has_one_tile=has_one_tile(chosen[index]),
            )
            record = {**fail(chosen[index], symptom, 0.0), "lost": True}
            return channel.send(("record", record))
        is_first = False


if __name__ == "__main__":
    *arguments, descriptor = sys.argv[1:]
    # Tools that compile are not to keep it open.
    os.set_inheritable(int(descriptor), False)
    work(arguments, Connection(int(descriptor)))
