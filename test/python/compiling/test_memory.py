"""What a graph needs at most, and who owns it: bytes are exact."""

import pytest

torch = pytest.importorskip("torch")

from graphs import QUICK, Mlp, numbers  # noqa: E402
from lowp.torch import explain  # noqa: E402
from lowp.torch.compiling.memory import KEPT, RESULT, VALUE, WORKSPACE, find_peak  # noqa: E402
from torch.fx.experimental.proxy_tensor import make_fx  # noqa: E402


def by_kind(peak):
    return {
        kind: sum(each.bytes for each in peak.owners if each.kind == kind)
        for kind in (KEPT, RESULT, VALUE, WORKSPACE)
    }


def find(function, *inputs, kind="forward"):
    graph = make_fx(function)(*inputs).graph
    graph.eliminate_dead_code()
    return find_peak(graph, kind, lambda region, stage: None)


def test_values_live_until_their_last_reader():
    """Two of 4 KB at a time, views in what they are of; a result stays."""
    x = torch.zeros(32, 32)

    def chain(x):
        first = x.sin()
        part = first.view(1024)[:512]
        second = x.cos()
        third = part.exp()
        return third, second + 1

    peak = find(chain, x)
    assert peak.bytes == 4096 + 4096 + 2048 and peak.name.startswith("exp")
    assert by_kind(peak) == {KEPT: 0, RESULT: 2048, VALUE: 8192, WORKSPACE: 0}


def test_what_is_kept_is_let_go():
    x = torch.zeros(1024)
    peak = find(lambda kept, y: (kept.sin() + y).cos(), x, x[:1], kind="backward")
    assert peak.bytes == 4 + 2 * 4096
    forward = find(lambda given, y: (given.sin() + y).cos(), x, x[:1])
    assert forward.bytes == 2 * 4096 and by_kind(forward)[KEPT] == 0


def test_written_tensors_are_no_new_ones():
    x = torch.zeros(1024)
    assert find(lambda x: x.sin().add_(1).mul_(2), x).bytes == 4096


ROWS, WIDTH, HIDDEN = 128, 128, 512


def test_a_layer():
    """The norm of x, gate and up, the gradient of the result, and reciprocals are kept: x
    is the caller's. Gradients are results, and hold what is quantized until they are
    written; the rest of that is workspace, of which there may be less one day."""
    torch._dynamo.reset()
    model, x = Mlp(WIDTH, HIDDEN).bfloat16(), numbers(2, ROWS // 2, WIDTH, grad=True)
    options = {"recipe": "blockwise", "compile": QUICK}
    explained = explain(model, x, options=options, part="h200")
    (_, forward), (kind, peak) = explained.peaks
    assert kind == "backward" and f"backward, peak of memory: {peak}" in str(explained)
    owned = by_kind(peak)
    assert owned[KEPT] == 2 * ROWS * (2 * WIDTH + 2 * HIDDEN) + 4 * ROWS
    assert owned[RESULT] == 2 * (3 * WIDTH * HIDDEN + WIDTH + HIDDEN + ROWS * WIDTH)
    assert owned[WORKSPACE] <= 1_419_392
    assert by_kind(forward)[RESULT] == owned[KEPT]
