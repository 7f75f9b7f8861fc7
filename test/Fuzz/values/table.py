"""The forms that programs are made of, in one table: families of them, each in files of their
own.

`waits_for` names the fault that keeps a form out of the check until it is mended, on the
CPU ("cpu"), the GPU ("gpu") or both ("both"); `--all-forms` takes all of them.
"""

from dataclasses import dataclass
from typing import Callable

from . import (
    broadcasts,
    casts,
    concats,
    control,
    elementwise,
    epilogues,
    fills,
    grouped,
    norms,
    pads,
    permutations,
    places,
    positions,
    products,
    quantizes,
    reductions,
    reshapes,
    signatures,
    slices,
)


@dataclass(frozen=True)
class Form:
    add: Callable
    weight: int = 1
    waits_for: str = ""


# How often the forms of a family are drawn against those of the others follows from their
# weights, but for the family "quantizes", whose share is given.
FAMILIES = {
    "elementwise": [
        Form(elementwise.arithmetic, 6),
        Form(elementwise.sign),
        Form(elementwise.mask),
        Form(elementwise.cast),
        Form(elementwise.function),
        Form(elementwise.cancelling),
        Form(elementwise.of_positive),
        Form(elementwise.map_with_dead_operation),
    ],
    "fills": [
        Form(fills.constant),
        Form(fills.fill),
        Form(fills.splat),
        Form(fills.iota),
        Form(fills.broadcast),
    ],
    "concats": [
        Form(concats.concat, 6),
        Form(concats.nested, 3),
        Form(concats.turned, 2),
        Form(concats.turned_heads, 2),
        Form(concats.interleaved),
    ],
    "slices": [Form(slices.take, 6), Form(slices.insert, 2), Form(slices.insert_into_fill, 2)],
    "pads": [Form(pads.pad, 2)],
    "permutations": [Form(permutations.transpose, 4), Form(permutations.turned_reads, 3)],
    "broadcasts": [
        Form(broadcasts.broadcast, 2),
        Form(broadcasts.with_row, 4),
        Form(broadcasts.outer),
    ],
    "reshapes": [Form(reshapes.collapse, 2), Form(reshapes.expand, 3), Form(reshapes.retype)],
    "reductions": [
        Form(reductions.add, 4),
        Form(reductions.largest, 2),
        Form(reductions.combined, 2),
        Form(reductions.pair),
        Form(reductions.softmax, 2),
    ],
    "norms": [Form(norms.rms, 2), Form(norms.centered), Form(norms.layer), Form(norms.by_largest)],
    "products": [
        Form(products.named),
        Form(products.generic),
        Form(products.scaled),
        Form(products.of_nothing),
    ],
    "epilogues": [
        Form(epilogues.product),
        Form(epilogues.product_and_more, 2),
        Form(epilogues.scaled_product),
        Form(epilogues.scaled_product_and_more),
        Form(grouped.rows),
        Form(grouped.scaled_rows),
        Form(grouped.contracted),
        Form(grouped.rows_of_unknown_columns),
    ],
    "quantizes": [Form(quantizes.quantized)],
    "casts": [
        Form(casts.cast),
        Form(casts.cast_of_constant),
        Form(casts.cast_of_splat),
        Form(casts.widen_constant),
    ],
    "positions": [
        Form(positions.scatter_live),
        Form(positions.scatter_dead),
        Form(positions.gather),
        Form(positions.running_sum),
        Form(places.take_at),
        Form(places.insert_at),
        Form(places.unknown_sizes),
        Form(places.rows_by_number),
    ],
    "control": [Form(control.branch), Form(control.loop), Form(control.nested_loops)],
    "signatures": [Form(signatures.many_results)],
}

# What comes once the values are there, by the times it comes out of eight.
ENDINGS = [
    (Form(signatures.return_value), 3),
    (Form(signatures.return_argument), 1),
    (Form(signatures.donate), 3),
]
