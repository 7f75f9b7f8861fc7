"""Sums at the speed of memory, over rows and over columns of any sizes.

    python -m lowp.bench --set reductions

The figure is the time of a copy that moves as many bytes over the time of the sum, both
from a cold cache and with their launches. Elements are small integers, so that sums are
exact in any order: results are those of torch in f64, rounded once, or wrong.
"""
