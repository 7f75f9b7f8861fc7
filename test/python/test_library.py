"""Opening liblowp-c."""

FORK = """
import os, signal
from lowp import _library
with _library._lock:  # As if another thread was opening the library.
  child = os.fork()
  if child == 0:
    signal.alarm(60)
    _library.get()
    os._exit(0)
_library.get()
print(os.waitpid(child, 0)[1])
"""


def test_fork_while_it_is_opened(run_python):
    assert run_python(FORK) == "0\n"
