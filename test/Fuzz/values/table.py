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
    Form(elementwise.cast), Form(elementwise.function), Form(elementwise.cancelling),
    Form(elementwise.of_positive), Form(elementwise.map_with_dead_operation),
    Form(fills.constant), Form(fills.fill), Form(fills.splat), Form(fills.iota),
    Form(fills.broadcast),
    Form(reductions.add, 2), Form(reductions.largest), Form(reductions.pair),
    Form(reductions.softmax),
    Form(products.named, 2), Form(products.generic, 2), Form(products.scaled),
    Form(products.of_nothing),
    Form(scaled.quantized, 2), Form(scaled.cast), Form(scaled.cast_of_constant),
    Form(scaled.cast_of_splat), Form(scaled.widen_constant),
    Form(positions.scatter_live), Form(positions.scatter_dead), Form(positions.gather),
    Form(positions.running_sum),
    Form(control.branch), Form(control.loop), Form(control.nested_loops),
    Form(views.take), Form(views.take_at), Form(views.insert), Form(views.insert_at),
    Form(views.flatten), Form(views.transpose), Form(views.unknown_sizes),
    Form(views.rows_by_number),
    Form(signatures.many_results),
]

# What comes once the values are there, by the times it comes out of eight.
ENDINGS = [
    (Form(signatures.return_value), 3),
    (Form(signatures.return_argument), 1),
    (Form(signatures.donate), 3),
]
