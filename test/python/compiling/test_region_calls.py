"""Calls of regions that are bound, and what they are not bound for."""

import threading

import pytest

torch = pytest.importorskip("torch")

import lowp  # noqa: E402
from graphs import QUICK, numbers  # noqa: E402
from lowp.torch.compiling import call as calls  # noqa: E402
from lowp.torch.compiling import report  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402
from lowp.torch.compiling.programs import TABLE, Loaded, Region  # noqa: E402
from lowp.torch.compiling.result import Result  # noqa: E402

# Two results, one of which the graph has in another order than the program writes it.
TEXT = """func.func @region(%x: tensor<{rows}x8xf32>, %w: tensor<16x8xf32>)
    -> (tensor<{rows}x8xf32>, tensor<16x8xf32>) {{
  %0 = arith.mulf %x, %x : tensor<{rows}x8xf32>
  %1 = arith.addf %w, %w : tensor<16x8xf32>
  return %0, %1 : tensor<{rows}x8xf32>, tensor<16x8xf32>
}}"""


def make(rows=4, symbols=()):
    """A region of x, a matrix of 8 columns, and of the transpose of w."""
    sizes = [[[1, [0]]], 8] if symbols else [rows, 8]
    region = Region(
        TEXT.format(rows="?" if symbols else rows),
        "cpu",
        QUICK,
        [[0, 1], [1, 0]],
        list(symbols),
        [Result(sizes, [0, 1], "float32"), Result([16, 8], [1, 0], "float32")],
    )
    return Loaded(region).calls[0]


def data(rows=4, seed=0):
    return numbers(rows, 8, dtype=torch.float32, seed=seed), numbers(
        16, 8, dtype=torch.float32, seed=seed + 1
    ).t()


def check(made, inputs):
    x, w = inputs
    assert torch.equal(made[0], x * x) and torch.equal(made[1], w + w)
    assert made[1].shape == w.shape and made[1].stride() == (1, 8)
    assert not any(each._is_view() for each in made)


@pytest.fixture
def functions(monkeypatch):
    """The functions of programs that were called by their layouts."""
    seen = []
    original = lowp.Function.__call__

    def record(self, *arguments, **named):
        seen.append(self.name)
        return original(self, *arguments, **named)

    monkeypatch.setattr(lowp.Function, "__call__", record)
    return seen


def bound(call):
    return sum(map(len, call._bound.values()))


def test_the_third_call_is_bound(functions):
    call, inputs = make(), [data(seed=seed) for seed in range(5)]
    made = [call(each) for each in inputs]
    assert len(functions) == 2 and bound(call) == 1
    for result, each in zip(made, inputs):
        check(result, each)
    assert len({each.data_ptr() for result in made for each in result}) == 10


def test_strides_that_change(functions):
    """Copies are made anew, and the next call that makes none is bound."""
    call, (x, w) = make(), data()
    for _ in range(3):
        check(call((x, w)), (x, w))
    assert len(functions) == 2
    for other in (x.t().contiguous().t(), numbers(4, 16, dtype=torch.float32)[:, ::2]):
        for _ in range(2):
            check(call((other, w)), (other, w))
    assert len(functions) == 6 and bound(call) == 0
    check(call((x, w)), (x, w)), check(call((x, w)), (x, w))
    assert len(functions) == 7 and bound(call) == 1


def test_parameters_and_classes(functions):
    call, (x, w) = make(), data()
    for _ in range(3):
        call((x, w))

    class Named(torch.Tensor):
        pass

    for other in (torch.nn.Parameter(x, requires_grad=False), x.as_subclass(Named)):
        check(call((other, w)), (x, w)), check(call((other, w)), (x, w))


def test_gradients_that_nothing_computes():
    """The operator has no derivative, whichever way its call is made."""
    call, (x, w) = make(), data()
    x.requires_grad_()
    for _ in range(4):
        made = call((x, w))
        assert torch.equal(made[0], x * x) and not made[0].requires_grad
    assert bound(call) == 1


def test_sizes_by_turns(functions):
    call = make(symbols=[[0, 0, 1]])
    for rows in (3, 3, 5, 5):
        check(call(data(rows)), data(rows))
    del functions[:]
    for rows in (5, 3, 3, 5):
        check(call(data(rows)), data(rows))
    assert not functions
    # Lengths that come once are not bound.
    for rows in range(10, 20):
        check(call(data(rows)), data(rows))
    assert len(functions) == 10 and bound(call) == 2
    for rows in range(20, 20 + calls._MOST_LAYOUTS):
        call(data(rows)), call(data(rows))
    assert len(call._bound) <= calls._MOST_LAYOUTS


def test_what_never_repeats_is_not_bound_for_ever(monkeypatch):
    monkeypatch.setattr(calls, "_MOST_CALLS", 2)
    call = make(symbols=[[0, 0, 1]])
    for rows in (3, 4, 5):
        for _ in range(2):
            check(call(data(rows)), data(rows))
    assert bound(call) == 2


def test_results_without_elements_are_made():
    region = Region(
        "func.func @region(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
        "  %0 = arith.addf %x, %x : tensor<4xf32>\n  return %0 : tensor<4xf32>\n}",
        "cpu",
        QUICK,
        [[0]],
        [],
        [Result([4], [0], "float32"), Result([0, 3], [0, 1], "float32")],
    )
    call, x = Loaded(region).calls[0], numbers(4, dtype=torch.float32)
    for _ in range(4):
        one, other = call((x,))
        assert torch.equal(one, x + x) and other.shape == (0, 3)
    assert bound(call) == 0


def test_threads():
    call, inputs = make(), [data(seed=seed) for seed in range(4)]
    for _ in range(2):
        call(inputs[0])
    wrong = []

    def work(each):
        for _ in range(100):
            one, other = call(each)
            if not torch.equal(one, each[0] * each[0]) or not torch.equal(other, 2 * each[1]):
                wrong.append(each)

    threads = [threading.Thread(target=work, args=(each,)) for each in inputs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and bound(call) >= 1


def test_errors_of_bound_calls():
    """They are those of the function, and the call goes on afterwards."""
    call, (x, w) = make(), data()
    for _ in range(3):
        call((x, w))
    gone = x.clone()
    gone.untyped_storage().resize_(0)
    with pytest.raises(lowp.LaunchError, match="was the tensor freed"):
        call((gone, w))
    check(call((x, w)), (x, w))


@pytest.mark.parametrize("rest", ["eager", "inductor"])
def test_a_model_binds_its_regions(functions, rest):
    if rest == "inductor":
        pytest.importorskip("torch._inductor")
    torch._dynamo.reset()
    TABLE.clear()
    model = torch.nn.Sequential(torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 16))
    options = {"rest": rest, "recipe": "rowwise", "strict": True, "compile": QUICK}
    if rest == "inductor":
        # What is on disk is not cut again.
        options["force_disable_caches"] = True
    with report.collect() as cuts:
        compiled = torch.compile(model.bfloat16(), backend=backend, options=options)
        inputs = [numbers(8, 64, seed=seed, grad=True) for seed in range(4)]

        def step(x):
            y = compiled(x)
            return y, *torch.autograd.grad(y, [x, *model.parameters()], torch.ones_like(y))

        first = [step(x) for x in inputs]
    regions = sum(len(cut.region.stages) or 1 for cut in cuts if cut.region is not None)
    assert regions >= 2 and len(functions) == 2 * regions
    for x, made in zip(inputs, first):
        assert all(map(torch.equal, step(x), made))
    assert len(functions) == 2 * regions
    torch._dynamo.reset()
