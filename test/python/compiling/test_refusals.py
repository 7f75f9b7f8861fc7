"""What goes wrong while nodes are imported is a refusal of one node, told once."""

import warnings

import pytest

torch = pytest.importorskip("torch")

from compiling_fixtures import fresh  # noqa: E402, F401
from graphs import QUICK, error, numbers  # noqa: E402
from lowp.torch.compiling import programs  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402
from lowp.torch.compiling.errors import RegionWarning  # noqa: E402
from lowp.torch.compiling.importer import ordering  # noqa: E402
from lowp.torch.compiling.importer.table import OPERATIONS  # noqa: E402

aten = torch.ops.aten


def function(x, w):
    return (x @ w).exp() * 2 + x, (x @ w) * 3


def run(strict):
    """What is told. Results are right, and one region is left."""
    x, w = numbers(4, 8), numbers(8, 8) / 8
    options = {"rest": "eager", "recipe": None, "strict": strict, "compile": QUICK}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        got = torch.compile(function, backend=backend, options=options)(x, w)
    for one, other in zip(got, function(x, w)):
        assert error(one, other) < 1e-2
    assert len(programs.TABLE) >= 1
    return [str(each.message) for each in caught if issubclass(each.category, RegionWarning)]


def check(expected, mistakes):
    (told,) = run(strict=False)
    assert told.startswith("lowp leaves aten.exp.default to torch: ") and expected in told
    assert "that is a mistake of lowp's" in told and len(mistakes) == 1
    torch._dynamo.reset()
    programs.TABLE.clear()
    with pytest.raises(Exception, match="leaves aten.exp.default to torch: .*mistake of lowp"):
        run(strict=True)


@pytest.mark.parametrize("mistake", [KeyError("x"), AssertionError(), IndexError("far")])
def test_an_exception(mistake, monkeypatch, mistakes):
    def fail(importer, node):
        raise mistake

    monkeypatch.setitem(OPERATIONS, aten.exp.default, fail)
    check(f"importing exp (aten.exp.default) failed: {type(mistake).__name__}", mistakes)


def test_a_value_of_another_shape(monkeypatch, mistakes):
    monkeypatch.setitem(
        OPERATIONS,
        aten.exp.default,
        lambda importer, node: importer.value(node.args[0]).permute([1, 0]),
    )
    check("importing exp (aten.exp.default) failed: AssertionError expected (4, 8)", mistakes)


@pytest.mark.parametrize(
    "line, message",
    [
        ("linalg.nonsense", "custom op 'linalg.nonsense'"),
        ("arith.constant 1.0 : i32", "float"),
        (
            "linalg.generic {indexing_maps = [affine_map<(d0) -> ()>], iterator_types = "
            '["parallel"]} outs(%arg0 : tensor<4x8xbf16>)',
            "",
        ),
    ],
)
def test_a_module_that_is_none(line, message, monkeypatch, mistakes):
    def write(importer, node):
        importer.text.emit(line)
        return importer.value(node.args[0])

    monkeypatch.setitem(OPERATIONS, aten.exp.default, write)
    check("importing exp (aten.exp.default) made a module that MLIR refuses: ", mistakes)
    assert message in mistakes[0]


def test_an_exception_while_a_node_is_judged(monkeypatch, mistakes):
    judge = ordering.reason_against

    def fail(node):
        if node.target is aten.exp.default:
            raise ZeroDivisionError("none")
        return judge(node)

    monkeypatch.setattr(ordering, "reason_against", fail)
    check("judging exp (aten.exp.default) failed: ZeroDivisionError none", mistakes)
