"""Checks in a process of their own: what hangs, faults or is refused costs one case."""

import sys

import pytest
from lowp.bench.errors import BenchError
from lowp.check.supervisor import Supervisor

# Hangs with 1, ends with 2, cannot go on after 3; all else is right.
WORKER = """
import os, sys, time
from multiprocessing.connection import Connection
channel = Connection(int(sys.argv[1]))
channel.send(("ready", "made by a test"))
while True:
    index = channel.recv()
    channel.send(("compiled", None))
    if index == 1:
        time.sleep(60)
    if index == 2:
        print("a wild address", file=sys.stderr)
        os._exit(3)
    if index == 3:
        reason = "illegal address"
        channel.send(("record", {"outcome": "failed", "reason": reason, "lost": True}))
        break
    channel.send(("record", {"outcome": "passed", "pid": os.getpid()}))
"""


def test_each_failure_takes_its_process_alone():
    supervisor = Supervisor([sys.executable, "-c", WORKER], [f"case {i}" for i in range(6)], 5.0)
    assert supervisor.description == "made by a test"
    records = [supervisor.check(index) for index in (0, 4, 1, 0, 2, 0, 3, 5)]
    supervisor.end()
    assert [record["outcome"] == "passed" for record in records] == [
        True,
        True,
        False,
        True,
        False,
        True,
        False,
        True,
    ]
    hangs, ends = records[2], records[4]
    assert "no answer within 5 s" in hangs["reason"] and "tensor memory" in hangs["cause"]
    assert "status 3: a wild address" in ends["reason"]
    assert all(record["lost"] for record in records if record["outcome"] == "failed")
    # One process until one is lost, then another.
    pids = [record.get("pid") for record in records]
    assert pids[0] == pids[1] and len({pids[0], pids[3], pids[5], pids[7]}) == 4


REFUSING = """
import sys
from multiprocessing.connection import Connection
Connection(int(sys.argv[1])).send(("refused", "expected a GPU, got none"))
"""


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (REFUSING, "expected a GPU, got none"),
        ("raise SystemExit('no such module')", "status 1: no such module"),
    ],
)
def test_a_process_that_cannot_begin(program, message):
    with pytest.raises(BenchError, match=message):
        Supervisor([sys.executable, "-c", program], [], 1.0)
