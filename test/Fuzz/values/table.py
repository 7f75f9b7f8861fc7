"""The forms that programs are made of, in one table.

`waits_for` names the fault that keeps a form out of the check until it is mended, on the
CPU ("cpu"), the GPU ("gpu") or both ("both"); `--all-forms` takes all of them.
"""

from dataclasses import dataclass
from typing import Callable

from . import (control, elementwise, fills, positions, products, reductions, scaled, signatures,
               views)


@dataclass(frozen=True)
class Form:
    add: Callable
    weight: int = 1
    waits_for: str = ""


FORMS = [
    Form(elementwise.arithmetic, 3), Form(elementwise.sign), Form(elementwise.mask),
    Form(elementwise.cast), Form(elementwise.function, 1, "H6"), Form(elementwise.cancelling, 1, "H5"),
    Form(elementwise.of_positive, 1, "H6"), Form(elementwise.map_with_dead_operation),
    Form(fills.constant, 1, "F1"), Form(fills.fill, 1, "F1"), Form(fills.splat, 1, "F1"), Form(fills.iota),
    Form(fills.broadcast),
    Form(reductions.add, 2), Form(reductions.largest), Form(reductions.pair, 1, "F2"),
    Form(reductions.softmax),
    Form(products.named, 2), Form(products.generic, 2), Form(products.scaled),
    Form(products.of_nothing),
    Form(scaled.quantized, 2), Form(scaled.cast), Form(scaled.cast_of_constant, 1, "F3"),
    Form(scaled.cast_of_splat, 1, "F3"), Form(scaled.widen_constant, 1, "F3"),
    Form(positions.scatter_live), Form(positions.scatter_dead, 1, "H7"), Form(positions.gather),
    Form(positions.running_sum),
    Form(control.branch), Form(control.loop), Form(control.nested_loops, 1, "H13"),
    Form(views.take), Form(views.take_at), Form(views.insert), Form(views.insert_at),
    Form(views.flatten), Form(views.transpose), Form(views.unknown_sizes),
    Form(views.rows_by_number, 1, "H1"),
    Form(signatures.many_results),
]

# What comes once the values are there, by the times it comes out of eight.
ENDINGS = [
    (Form(signatures.return_value), 3),
    (Form(signatures.return_argument), 1),
    (Form(signatures.donate, 1, "H2, H3"), 3),
]
