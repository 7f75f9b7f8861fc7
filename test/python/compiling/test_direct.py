"""Graphs that call regions without the operator, where nothing looks at operators."""

import pytest

torch = pytest.importorskip("torch")


from record_operators import RecordOperators  # noqa: E402
from graphs import QUICK, numbers  # noqa: E402
from lowp.torch.compiling import direct, programs  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402
from lowp.torch.compiling.report import collect  # noqa: E402


@pytest.fixture
def operators(monkeypatch):
    """The arguments that the operator was called with."""
    seen = []

    class Recorded:
        def __call__(self, *arguments):
            seen.append(arguments)
            return programs.RUN(*arguments)

    monkeypatch.setattr(direct, "RUN", Recorded())
    return seen


@pytest.fixture(params=["eager", "inductor"])
def compiled(request):
    torch._dynamo.reset()
    torch.manual_seed(0)
    model = torch.nn.Linear(64, 32, dtype=torch.bfloat16)
    options = {"rest": request.param, "recipe": "rowwise", "strict": True, "compile": QUICK}
    # Inductor is taught before its operator is replaced.
    direct.teach_inductor()
    yield torch.compile(model, backend=backend, options=options)
    torch._dynamo.reset()


def test_no_operator_is_called(compiled, operators, monkeypatch):
    x = numbers(8, 64)
    with torch.no_grad():
        # While torch compiles there may be modes.
        y = compiled(x)
        calls = []
        original = programs.TABLE.find
        monkeypatch.setattr(programs.TABLE, "find", lambda code: calls.append(0) or original(code))
        del operators[:]
        assert torch.equal(compiled(x), y)
    assert len(calls) == 1 and not operators


class Functions(torch.overrides.TorchFunctionMode):
    def __torch_function__(self, function, types, args=(), kwargs=None):
        return function(*args, **(kwargs or {}))


@pytest.mark.parametrize("mode", [RecordOperators, Functions])
def test_modes_see_the_operator(operators, mode):
    code, (x,) = _region()
    (y,) = programs.RUN(code, [x])
    with mode() as seen:
        (made,) = direct.call_at_once(code, [x])
    assert torch.equal(made, y) and len(operators) == 1
    assert mode is Functions or "lowp.run.default" in seen.names
    assert torch.equal(direct.call_at_once(code, [x])[0], y) and len(operators) == 1


def test_negated_tensors(operators):
    """Their elements are not those in their memory."""
    code, (x,) = _region()
    (y,) = direct.call_at_once(code, [-x])
    assert torch.equal(direct.call_at_once(code, [torch._neg_view(x)])[0], y)
    assert len(operators) == 1


def test_code_in_cpp(monkeypatch):
    """A region with one result is a tensor there, which a list of one is taken for."""
    codecache = pytest.importorskip("torch._inductor.codecache")
    written = []

    def call(_handles):
        raise RuntimeError("code that was not compiled")

    def load(main_code, **_named):
        written.append(main_code)
        return call

    monkeypatch.setattr(codecache.CppWrapperCodeCache, "load_pybinding", load)
    torch._dynamo.reset()
    options = {"recipe": "rowwise", "strict": True, "compile": QUICK, "cpp_wrapper": True}
    model = torch.nn.Linear(64, 32).bfloat16()
    compiled = torch.compile(
        model, backend=backend, options={**options, "force_disable_caches": True}
    )
    with torch.no_grad(), pytest.raises(RuntimeError, match="was not compiled"):
        compiled(numbers(8, 64))
    assert "lowp::run_one" in written[0]
    torch._dynamo.reset()


def test_the_operator_with_one_result():
    code, (x,) = _region()
    assert torch.equal(programs.RUN_ONE(code, [x]), *programs.RUN(code, [x]))
    fake = programs.RUN_ONE(code, [x.to("meta")])
    assert fake.is_meta and fake.shape == (4, 4)


def _region():
    torch._dynamo.reset()
    x = numbers(4, 8)
    options = {"rest": "eager", "recipe": None, "strict": True, "compile": QUICK}
    with collect() as cuts, torch.no_grad():
        torch.compile(lambda x: x @ x.t(), backend=backend, options=options)(x)
    return cuts[0].region.encode(), [x]


def test_tangents_are_refused():
    code, (x,) = _region()
    with torch.autograd.forward_ad.dual_level():
        dual = torch.autograd.forward_ad.make_dual(x, x)
        with pytest.raises(NotImplementedError, match="lowp::run: expected tensors without"):
            direct.call_at_once(code, [dual])


def test_graphs_stay_as_they_are():
    """Reports and the model of memory read their operators."""
    torch._dynamo.reset()
    options = {"rest": "eager", "recipe": "rowwise", "strict": True, "compile": QUICK}
    with collect() as cuts:
        model = torch.compile(torch.nn.Linear(64, 32).bfloat16(), backend=backend, options=options)
        model(numbers(8, 64))
    (graph,) = {kind: graph for kind, graph in cuts.graphs}.values()
    assert [node.target for node in graph.nodes if node.op == "call_function"].count(programs.RUN)
    torch._dynamo.reset()
