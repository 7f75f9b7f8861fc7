"""Grouped matmuls: one expert's rows each.

`--set grouped` measures them beside torch's grouped matmuls and beside lowp's own dense
kernel on as many rows as whole tiles of 128 have, which reads one expert's weights: what
is left of that is the price of the groups.
"""
