"""A program from its seed."""

from .builder import Builder
from .mix import Mix
from .table import ENDINGS, FAMILIES


MOST_RESULTS = 4


def is_in(form, mix):
    return mix.waiting or not form.waits_for


def forms_of(seed, mix=Mix()):
    """The forms of a program, before anything is written."""
    builder = Builder(seed, mix)
    names = mix.families or [name for name in FAMILIES if name != "quantizes"]
    forms = [
        form
        for name in names
        for form in FAMILIES[name]
        if is_in(form, mix)
        for _ in range(form.weight)
    ]
    quantizes = FAMILIES["quantizes"]
    return [
        builder.choose(quantizes if builder.rng.random() < mix.quantizes else forms)
        for _ in range(int(builder.rng.integers(1, mix.steps + 1)))
    ]


def generate(seed, mix=Mix()):
    builder = Builder([seed, 1], mix)
    for form in forms_of(seed, mix):
        form.add(builder)
    if not builder.values:
        builder.matrix()
    builder.results += builder.leaves()[-int(builder.rng.integers(1, MOST_RESULTS + 1)) :]
    for form, times in ENDINGS:
        if is_in(form, mix) and builder.chance(times, 8):
            form.add(builder)
    return builder.finish()
