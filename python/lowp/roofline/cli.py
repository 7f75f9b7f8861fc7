"""`python -m lowp.roofline`."""

from __future__ import annotations

import argparse
import sys

from lowp._errors import Error
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
    parser = argparse.ArgumentParser(
        prog="python -m lowp.roofline",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("explained", help="JSON of lowp-explain or of --explain-file")
    add("--measured", metavar="FILE", help="JSON of lowp.bench --program")
    add("-o", "--output", metavar="FILE", required=True, help="the PNG to write")
    return parser


def _draw(options: argparse.Namespace) -> None:
    explained = load(options.explained, EXPLAIN_FORMAT, "lowp-explain")
    roof: Roof = read_roof(explained)
    if options.measured:
        series = read_measured(load(options.measured))
    else:
        series = read_layers(explained)
    draw(roof, series, options.output)


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status: 0, or 2 for errors."""
    options = make_parser().parse_args(arguments)
    try:
        _draw(options)
    except Error as error:
        print(f"lowp.roofline: error: {error}", file=sys.stderr)
        return 2
    print(f"roofline: {options.output}")
    return 0
