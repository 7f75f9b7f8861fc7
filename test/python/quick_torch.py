"""What tests spare of torch's compiler."""

import gc
import sys


def spare():
    """Spares what took a tenth of the time of compiled graphs: a look at all that torch consists
    of, whenever garbage is collected, dynamo's measurement of its guards, and the traces that
    torch writes where a logger has handlers, which pytest gives to each."""
    gc.freeze()
    gc.set_threshold(100_000)
    if logging := sys.modules.get("torch._logging._internal"):
        logging.trace_log.handlers.clear()
        logging.trace_log.addHandler = lambda _handler: None
    if guards := sys.modules.get("torch._dynamo.guards"):
        guards.profile_guard_manager = lambda *_: 0.0
