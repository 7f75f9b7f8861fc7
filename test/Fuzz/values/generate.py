"""A program from its seed; the first steps of it alone, for smaller ones."""

from .builder import Builder
from .table import ENDINGS, FORMS


def is_in(form, with_waiting):
    return with_waiting or not form.waits_for


def forms_of(seed, with_waiting=False):
    """The forms of a program, before anything is written."""
    builder = Builder(seed)
    forms = [form for form in FORMS if is_in(form, with_waiting) for _ in range(form.weight)]
    return [builder.choose(forms) for _ in range(int(builder.rng.integers(1, 6)))]


def generate(seed, steps=None, with_waiting=False):
    """The program of `seed`, of no more than `steps` forms."""
    builder = Builder([seed, 1])
    for form in forms_of(seed, with_waiting)[:steps]:
        form.add(builder)
    if not builder.values:
        builder.matrix()
    builder.results.append(builder.values[-1])
    for form, times in ENDINGS:
        if is_in(form, with_waiting) and builder.chance(times, 8):
            form.add(builder)
    return builder.finish()
