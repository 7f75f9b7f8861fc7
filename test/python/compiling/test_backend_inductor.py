"""torch.compile(backend="lowp") as a guest of inductor, which compiles C++ here."""

import shutil

import pytest

torch = pytest.importorskip("torch")

import torch._inductor.config  # noqa: E402, F811

import lowp  # noqa: E402
from graphs import QUICK, QUICK_CPP, Mlp, error, gradients, numbers  # noqa: E402
from lowp.torch.compiling import guest, report  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402
from lowp.torch.compiling.programs import TABLE  # noqa: E402

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="inductor needs g++")


@pytest.fixture(autouse=True)
def fresh(tmp_path, monkeypatch):
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path / "inductor"))
    torch._dynamo.reset()
    TABLE.clear()
    torch.manual_seed(0)
    with torch._inductor.config.patch(QUICK_CPP):
        yield


class Model(torch.nn.Module):
    """With an operation that is no region's."""

    def __init__(self):
        super().__init__()
        self.mlp = Mlp()

    def forward(self, x):
        return torch.cumsum(self.mlp(x), 1) * 2


def test_regions_within_inductor(compilations):
    model = Model().bfloat16()
    options = {"recipe": None, "strict": True, "compile": QUICK}
    lowered = torch.compile(model, backend=backend, fullgraph=True, options=options)
    with report.collect() as cuts:
        for b, s in ((3, 16), (2, 24)):
            x = numbers(b, s, 64, grad=True)
            torch._dynamo.mark_dynamic(x, 0)
            torch._dynamo.mark_dynamic(x, 1)
            for one, other in zip(gradients(lowered, x), gradients(model, x), strict=True):
                assert error(one, other) < 1e-2
    assert [cut.kind for cut in cuts if cut.region is not None] == ["forward", "backward"]
    assert len(TABLE) == 2
    # From inductor's cache: the graph holds its regions.
    torch._dynamo.reset()
    TABLE.clear()
    count = len(compilations)
    lowered = torch.compile(model, backend=backend, fullgraph=True, options=options)
    with report.collect() as cuts:
        got = gradients(lowered, x)
    assert all(error(one, other) < 1e-2 for one, other in zip(got, gradients(model, x)))
    assert not cuts and len(TABLE) == 2
    assert len(compilations) == count


def test_frozen_weights_within_inductor():
    """The whole graph is a region: no C++."""
    model, x = Mlp().bfloat16(), numbers(2, 8, 64)
    options = {"recipe": "rowwise", "strict": True, "freeze": True, "compile": QUICK}
    lowered = torch.compile(model, backend=backend, fullgraph=True, options=options)
    with report.collect() as cuts, torch.no_grad():
        first = lowered(x)
        assert torch.equal(lowered(x), first) and error(first, model(x)) < 0.02
        model.down.weight.mul_(2)
        assert not torch.equal(lowered(x), first) and error(lowered(x), model(x)) < 0.02
    (cut,) = cuts
    assert [recipe for _name, _role, recipe in cut.matmuls] == ["#lowp.matmul_recipe<rowwise>"] * 3
    assert cut.region.text.count("lowp.parameter") == 5


def test_graphs_of_inductor_own_all_memory():
    options = {"recipe": "rowwise", "hold": True, "triton.cudagraphs": True}
    lowered = torch.compile(Mlp(), backend=backend, options=options)
    with torch.no_grad(), pytest.raises(Exception, match="hold=True without CUDA graphs"):
        lowered(numbers(2, 64, dtype=torch.float32))


def test_frozen_weights_in_graphs(monkeypatch):
    """What is prepared stays where it is, written again before calls that may be replays."""
    places = []
    original = lowp.Function.prepare

    def prepare(*arguments, **options):
        made = original(*arguments, **options)
        places.append([each.data_ptr() for each in made.arrays])
        return made

    monkeypatch.setattr(lowp.Function, "prepare", prepare)
    model, x = Mlp().bfloat16(), numbers(2, 8, 64)
    options = {"recipe": "rowwise", "strict": True, "freeze": True, "compile": QUICK}
    options = {**options, "triton.cudagraphs": True}
    lowered = torch.compile(model, backend=backend, fullgraph=True, options=options)
    with torch.no_grad():
        first = lowered(x)
        assert torch.equal(lowered(x), first) and len(places) == 1
        model.down.weight.mul_(2)
        assert not torch.equal(lowered(x), first) and error(lowered(x), model(x)) < 0.02
    assert len(places) == 2 and places[0] == places[1]


@pytest.mark.parametrize("options, wanted", [({}, False), ({"shape_padding": True}, True)])
def test_padding_is_not_tried_unless_asked(monkeypatch, options, wanted):
    seen = []
    monkeypatch.setattr(
        guest, "cut_regions", lambda *_: seen.append(torch._inductor.config.shape_padding)
    )
    options = {"recipe": None, "compile": QUICK, **options}
    torch.compile(lambda x: x + 1, backend=backend, options=options)(numbers(2, 8))
    assert seen == [wanted]
