"""A module from its seed: views, a product, views, and at times more of both."""

import re

from .forms import PRODUCTS, VIEWS
from .module import Drawing

RECIPES = [None, "tensorwise_training", "rowwise_training", "blockwise_training", "mxfp8_training"]
MOST_RESULTS = 4


def draw(seed):
    """The module, and the recipe of its layers."""
    d = Drawing(seed)
    recipe = d.choose(RECIPES)
    for _ in range(d.integer(1, 3)):
        for _ in range(d.integer(1, 4)):
            d.choose(VIEWS)(d)
        (d.choose(PRODUCTS))(d)
        for _ in range(d.integer(0, 3)):
            d.choose(VIEWS)(d)
    names = [name for name in d.values if name.startswith("v")]
    if not names:
        x = d.argument([4, 16])
        names = [d.add(f"{x} * 2")]
    d.drawn.results = leaves(d.drawn, names)[-MOST_RESULTS:]
    return d.drawn, recipe


def leaves(drawn, names):
    """Values that no line reads."""
    return [
        name
        for name in names
        if not any(re.search(rf"\b{name}\b", line.split(" = ", 1)[1]) for line in drawn.lines)
    ]
