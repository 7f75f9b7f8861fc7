"""`python -m lowp.roofline`."""

from __future__ import annotations

import argparse

from lowp.bench import command_line
from lowp.bench.report.results import load
from lowp.roofline import __doc__ as description
from lowp.roofline.drawing import draw
from lowp.roofline.points import (
    EXPLAIN_FORMAT,
    Roof,
    read_layers,
    read_measured,
    read_roof,
)


def make_parser() -> argparse.ArgumentParser:
    parser = command_line.make_parser("lowp.roofline", description)
    add = parser.add_argument
    add("explained", help="JSON of lowp-explain or of --explain-file")
    add("--measured", metavar="FILE", help="JSON of lowp.bench --program")
    add("-o", "--output", metavar="FILE", required=True, help="the PNG to write")
    return parser


def _draw(options: argparse.Namespace) -> int:
    explained = load(options.explained, EXPLAIN_FORMAT, "lowp-explain")
    roof: Roof = read_roof(explained)
    if options.measured:
        series = read_measured(load(options.measured))
    else:
        series = read_layers(explained)
    draw(roof, series, options.output)
    print(f"roofline: {options.output}")
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status: 0, or 2 for errors."""
    return command_line.run("lowp.roofline", make_parser(), arguments, _draw)
