"""Every operation that is imported, on every form of a tensor and every type that torch
takes, against torch."""

import pytest

torch = pytest.importorskip("torch")

from torch.fx.experimental.proxy_tensor import make_fx  # noqa: E402

from graphs import IS_LONG, QUICK, agrees  # noqa: E402
from lowp.torch.compiling.candidates import Candidate  # noqa: E402
from lowp.torch.compiling.importer import ordering  # noqa: E402
from lowp.torch.compiling.programs import Loaded  # noqa: E402
from lowp.torch.compiling.settings import Settings  # noqa: E402
from table_cases import FORMS, TYPES, accepted, listed, stored  # noqa: E402

SETTINGS = Settings(recipe=None, compile=QUICK)


def imported(graph):
    """The nodes that are not left to torch, nor read what is."""
    left, found = set(), []
    for node in graph.nodes:
        if node.op != "call_function" or isinstance(node.meta["val"], torch.SymInt):
            continue
        if ordering.reason_against(node) or not left.isdisjoint(node.all_input_nodes):
            left.add(node)
        else:
            found.append(node)
    return found


def region_of(function, *inputs, mode="real"):
    """A function that returns tensors as one region, and what that computes."""
    graph = make_fx(function, tracing_mode=mode)(*inputs).graph
    graph.eliminate_dead_code()
    candidate = Candidate.of(imported(graph))
    candidate.import_nodes(SETTINGS, ())
    assert candidate.error is None, candidate.error
    places = [node for node in graph.nodes if node.op == "placeholder"]
    made = Loaded(candidate.region).calls[0](
        [inputs[places.index(node)] for node in candidate.inputs]
    )
    of_node = dict(zip(candidate.outputs, made))
    results = next(node for node in graph.nodes if node.op == "output").args[0]
    return [of_node.get(node) for node in results]


def check(form, dtype, mode="real", first=0, step=1):
    """first, step: which of the calls."""
    shape, view = FORMS[form]
    inputs = [stored(shape, dtype, seed) for seed in (1, 2)]
    calls = accepted(view, inputs)[first::step]
    names = []

    def function(x, y, alive):
        results = [alive + 1]
        for name, call in calls:
            made = listed(call(view(x), view(y)))
            names.extend([name] * len(made))
            results += [each.clone() for each in made]
        return results

    alive = torch.zeros(5)
    want = function(*inputs, alive)
    got = region_of(function, *inputs, alive, mode=mode)
    for name, one, other in zip(["", *names], got, want):
        # What computes nothing of the tensors is folded by torch.
        if one is not None:
            assert agrees(one, other), (name, form, dtype, one, other)


# Together these call each operation, and the forms that differ most.
SAMPLE = [
    ("one row", torch.float32),
    ("columns repeat", torch.bfloat16),
    ("turned beside one", torch.float32),
    ("no columns", torch.float32),
    ("one in between", torch.int32),
    ("a number repeats", torch.float16),
    ("every other", torch.bfloat16),
    ("a row repeats", torch.bool),
]
SOME = [(*each, number, len(SAMPLE)) for number, each in enumerate(SAMPLE)]
ALL = [(form, dtype, 0, 1) for form in FORMS for dtype in TYPES]


@pytest.mark.sample(2)
@pytest.mark.parametrize("form, dtype, first, step", ALL if IS_LONG else SOME)
def test_forms(form, dtype, first, step):
    check(form, dtype, first=first, step=step)


# The number of halves is no sum of products.
CHANGING = [
    form
    for form, (shape, _view) in FORMS.items()
    if shape and 0 not in shape and form != "every other"
]


@pytest.mark.parametrize("form", CHANGING if IS_LONG else ["one in between"])
def test_changing_forms(form):
    check(form, torch.float32, mode="symbolic", step=1 if IS_LONG else 8)
