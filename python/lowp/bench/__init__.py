"""Measures lowp's matrix products against other libraries, in one process.

    python -m lowp.bench                        # the dense shapes, all kinds
    python -m lowp.bench --set small-m --kinds rowwise
    python -m lowp.bench --set quantize         # quantizes and what they read
    python -m lowp.bench --program F.mlir --torch F.py:f   # a whole program
    python -m lowp.bench --precompile DIR       # where lowp-compile is, then
    python -m lowp.bench --modules DIR          # where there is a GPU and torch
    python -m lowp.bench --set all --json card.json        # all of it, to send
    python -m lowp.bench --plot results.json    # pictures of an earlier run

Every contender runs as a CUDA graph of many calls over rotating buffers of random
data, so that none finds its operands in the L2 cache; replays of all contenders
alternate; figures are medians. Only ratios between contenders of one run mean
anything: the clock of a GPU under load follows its power and temperature.
"""
