"""lowp's command-line tools: `lowp-opt`, `lowp-compile` and `lowp-run`.

They are functions of liblowp-c.so, which console scripts of these names enter, and
`python -m lowp.tools.opt`, `.compile` and `.run`. What they take, print and return
is what the programs of a development tree do.
"""
