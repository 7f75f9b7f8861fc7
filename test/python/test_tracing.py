"""Calls that torch traces are refused: their results would be what nobody wrote."""

import lowp
import pytest
from conftest import ADD

torch = pytest.importorskip("torch")
if not hasattr(torch, "library"):
    pytest.skip("needs torch itself", allow_module_level=True)

TRACED = "expected a call that torch does not trace, got one under "
ADVICE = "torch.library.custom_op with register_fake"
NO_MEMORY = "expected a tensor with memory of its own, got "


@pytest.fixture(scope="module")
def compiled():
    return lowp.compile(ADD, device="cpu").serialize()


@pytest.fixture
def add(compiled):
    return lowp.load(compiled).functions[0]


@pytest.fixture
def x():
    return torch.tensor([0.5, 1.0, 2.0, 4.0])


# A function that is called for the first time, and one whose call is repeated.
@pytest.fixture(params=["first", "repeated"])
def called(add, x, request):
    if request.param == "repeated":
        for _ in range(3):
            assert torch.equal(add(x, x), x + x)
    return add


def refuse(match, function, *arguments):
    with pytest.raises(lowp.LaunchError, match=match) as raised:
        function(*arguments)
    assert ADVICE in str(raised.value)


@pytest.mark.parametrize("pre_dispatch", [False, True])
def test_make_fx(called, x, pre_dispatch):
    from torch.fx.experimental.proxy_tensor import make_fx

    trace = make_fx(lambda y: called(y, y), pre_dispatch=pre_dispatch)
    refuse(TRACED + "make_fx or torch.export", trace, x)
    # A tensor that is not traced, and a result that is there.
    trace = make_fx(lambda y: y + called(x, x), pre_dispatch=pre_dispatch)
    refuse(TRACED + "make_fx or torch.export", trace, x)
    out = torch.empty(4)
    trace = make_fx(lambda y: called(y, y, out=out), pre_dispatch=pre_dispatch)
    refuse(TRACED + "make_fx or torch.export", trace, x)
    assert torch.equal(called(x, x), x + x)


@pytest.mark.parametrize("mode", ["fake", "symbolic"])
def test_make_fx_on_fake_tensors(called, x, mode):
    from torch.fx.experimental.proxy_tensor import make_fx

    trace = make_fx(lambda y: called(y, y), tracing_mode=mode)
    refuse(TRACED + "make_fx or torch.export", trace, x)


def test_jit_trace(called, x):
    refuse(TRACED + "torch.jit.trace", torch.jit.trace, lambda y: called(y, y), (x,))
    refuse(TRACED + "torch.jit.trace", torch.jit.trace, lambda y: y + called(x, x), (x,))


def test_export(called, x):
    class Module(torch.nn.Module):
        def forward(self, y):
            return called(y, y)

    with pytest.raises(lowp.LaunchError, match=TRACED + "make_fx or torch.export"):
        torch.export.export(Module(), (x,))


def test_fx_proxy(called):
    refuse(NO_MEMORY + "torch.fx.proxy.Proxy", torch.fx.symbolic_trace, lambda y: called(y, y))


def test_fake_tensors(called, x):
    from torch._subclasses.fake_tensor import FakeTensorMode

    with FakeTensorMode() as mode:
        refuse(TRACED + "FakeTensorMode", called, x, x)
        fake = mode.from_tensor(x)
        refuse(TRACED + "FakeTensorMode", called, fake, x)
    refuse(NO_MEMORY + ".*FakeTensor", called, fake, x)


@pytest.mark.parametrize("transform", ["functionalize", "grad", "vmap", "jvp"])
def test_transforms(called, x, transform):
    def total(y):
        return called(y, y).sum()

    calls = {
        "functionalize": lambda: torch.func.functionalize(total)(x),
        "grad": lambda: torch.func.grad(total)(x),
        "vmap": lambda: torch.func.vmap(total)(x.expand(3, 4).contiguous()),
        "jvp": lambda: torch.func.jvp(total, (x,), (x,)),
    }
    refuse(NO_MEMORY + "torch.Tensor", calls[transform])


def test_functional_tensor(called, x):
    from torch._subclasses.functional_tensor import FunctionalTensor, FunctionalTensorMode

    with FunctionalTensorMode():
        refuse(TRACED + "functionalization", called, x, x)
        wrapped = FunctionalTensor.to_functional(x)
    refuse(NO_MEMORY + ".*FunctionalTensor", called, wrapped, wrapped)


class Wrapper(torch.Tensor):
    """Holds another tensor, as distributed and quantized ones do."""

    @staticmethod
    def __new__(cls, inner):
        return torch.Tensor._make_wrapper_subclass(cls, inner.shape, dtype=inner.dtype)

    def __init__(self, inner):
        self.inner = inner

    @classmethod
    def __torch_dispatch__(cls, function, types, args=(), kwargs=None):
        raise NotImplementedError


class Marked(torch.Tensor):
    """Has elements of its own."""


def test_subclasses(called, x):
    refuse(NO_MEMORY + ".*Wrapper", called, Wrapper(x), x)
    refuse(NO_MEMORY + "torch.Tensor", called, x.to_sparse(), x)
    for plain in (x.as_subclass(Marked), torch.nn.Parameter(x, requires_grad=False)):
        assert torch.equal(called(plain, x), x + x)


def test_what_looks_on(called, x):
    """Modes that see operations and change none, and a custom op in a trace."""
    from torch.fx.experimental.proxy_tensor import make_fx
    from torch.utils.flop_counter import FlopCounterMode

    with FlopCounterMode(display=False):
        assert torch.equal(called(x, x), x + x)
    with torch.profiler.profile():
        assert torch.equal(called(x, x), x + x)
    # What a transform does not wrap.
    assert torch.equal(torch.func.vmap(lambda y: y + called(x, x))(x[None]), (3 * x)[None])


def test_custom_op(add, x):
    from torch.fx.experimental.proxy_tensor import make_fx

    @torch.library.custom_op("lowp_test::add", mutates_args=())
    def operation(y: torch.Tensor) -> torch.Tensor:
        return add(y, y)

    operation.register_fake(torch.empty_like)
    for trace in (
        make_fx(operation)(x),
        make_fx(operation, pre_dispatch=True)(x),
        torch.jit.trace(lambda y: operation(y), (x,)),
    ):
        assert torch.equal(trace(2 * x), 4 * x)
