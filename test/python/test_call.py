"""Calls on the CPU, with numpy and DLPack: values and refusals."""

import fractions

import lowp
import ml_dtypes
import numpy as np
import pytest
from conftest import ADD, MATMUL, QUANTIZE
from lowp import _exchange, _lent, _library

BF16 = ml_dtypes.bfloat16


@pytest.fixture
def add():
    return lowp.compile(ADD, device="cpu")["add"]


@pytest.fixture
def matmul():
    return lowp.compile(MATMUL, device="cpu")["matmul"]


def vector(*values):
    return np.array(values, np.float32)


def test_values(add):
    x, y, out = vector(1, 2), vector(10, 20), vector(0, 0)
    assert add(x, y).tolist() == [11, 22]
    assert add(x, y, out=out) is out
    assert out.tolist() == [11, 22]
    assert add(vector(), vector()).shape == (0,)


def test_matmul_is_near_the_exact_one(matmul):
    generator = np.random.default_rng(0)
    x = generator.standard_normal((33, 128)).astype(BF16)
    w = generator.standard_normal((128, 64)).astype(BF16)
    y = matmul(x, w)
    assert y.dtype == BF16
    exact = x.astype(np.float64) @ w.astype(np.float64)
    error = np.linalg.norm(y.astype(np.float64) - exact) / np.linalg.norm(exact)
    assert error < 0.05


def test_several_results():
    quantize = lowp.compile(QUANTIZE, device="cpu")["quantize"]
    data, scales = quantize(np.ones((5, 256), BF16))
    assert data.dtype == ml_dtypes.float8_e4m3fn and data.shape == (5, 256)
    assert np.all(data.astype(np.float32) == 448)
    assert scales.shape == (2, 8)
    assert np.allclose(scales[:, :5], 1 / 448)


def test_scalars():
    source = """
    func.func @pick(%x: tensor<4xf32>, %i: index, %s: f32) -> tensor<f32> {
      %c4 = arith.constant 4 : index
      %ok = arith.cmpi ult, %i, %c4 : index
      cf.assert %ok, "expected an index below 4"
      %v = tensor.extract %x[%i] : tensor<4xf32>
      %r = arith.mulf %v, %s : f32
      %e = tensor.from_elements %r : tensor<f32>
      return %e : tensor<f32>
    }"""
    pick = lowp.compile(source, device="cpu")["pick"]
    x = vector(1, 2, 3, 4)
    assert pick(x, 2, 1.5) == 4.5
    for kinds in ((np.int64, np.float32), (np.uint8, np.float16), (bool, int)):
        i, s = (kind(1) for kind in kinds)
        assert pick(x, i, s) == 2
    for wrong in (1.0, np.float32(1), fractions.Fraction(1)):
        with pytest.raises(lowp.LaunchError, match="expected a number that fits into"):
            pick(x, wrong, 1.0)
    with pytest.raises(lowp.LaunchError, match="or a real number for a scalar, got co"):
        pick(x, 1, 1j)
    # A check inside of the function ends the call, not the process.
    with pytest.raises(lowp.LaunchError, match="expected an index below 4"):
        pick(x, 4, 1.0)
    with pytest.raises(lowp.LaunchError, match="expected a number that fits"):
        pick(x, 2**70, 1.0)
    with pytest.raises(lowp.LaunchError, match="argument1: expected a number"):
        pick(x, x, 1.0)


def test_memory_runs_out():
    source = """
    func.func @ones(%n: index) -> tensor<?xf32> {
      %one = arith.constant 1.0 : f32
      %e = tensor.empty(%n) : tensor<?xf32>
      %r = linalg.fill ins(%one : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
      return %r : tensor<?xf32>
    }"""
    ones = lowp.compile(source, device="cpu")["ones"]
    out = np.zeros(10, np.float32)
    with pytest.raises(lowp.LaunchError, match="expected memory") as caught:
        ones(1 << 47, out=out)
    assert caught.value.status == "LOWP_ERROR_OUT_OF_MEMORY"
    with pytest.raises(lowp.LaunchError, match="expected at most 2\\^48 elements"):
        ones(1 << 58, out=out)
    assert np.all(ones(10, out=out) == 1)
    # A size that is known only inside of the function is compared too.
    with pytest.raises(lowp.LaunchError, match="dimension 0 to be 11, got 10"):
        ones(11, out=out)
    with pytest.raises(lowp.LaunchError, match="expected out="):
        ones(10)


def test_function_without_body():
    source = """
    func.func private @missing(tensor<4xf32>) -> tensor<4xf32>
    func.func @call(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = call @missing(%x) : (tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }"""
    with pytest.raises(lowp.CompileError, match="expected a function with a body"):
        lowp.compile(source, device="cpu")


def misaligned():
    raw = np.zeros(2 * 32 + 1, np.uint8)
    return raw[1:].view(BF16).reshape(1, 32)


@pytest.mark.parametrize(
    "x, w, message",
    [
        (np.ones((4, 32), BF16), np.ones((16, 64), BF16), "argument1: expected dime"),
        (np.ones((4, 32), BF16), np.ones((32, 65), BF16), "to be 64, got 65"),
        (np.ones((4, 32), BF16), np.ones(32, BF16), "expected 2 dimensions"),
        (
            np.ones((4, 32), BF16),
            np.ones((32, 64), np.float16),
            "of type bf16, got f16",
        ),
        (np.ones((8, 32), BF16)[::2], np.ones((32, 64), BF16), "rows without gaps"),
        (np.ones((32, 4), BF16).T, np.ones((32, 64), BF16), "rows without gaps"),
        (misaligned(), np.ones((32, 64), BF16), "aligned to the 2 bytes"),
        (np.ones((4, 32), ">f4"), np.ones((32, 64), BF16), "byte order"),
        (np.ones((4, 32), complex), np.ones((32, 64), BF16), "type that lowp knows"),
        (np.ma.masked_array([[1.0]]), np.ones((32, 64), BF16), "without mask"),
        ([[1.0]], np.ones((32, 64), BF16), "expected a torch tensor, a numpy"),
        (1.0, np.ones((32, 64), BF16), "argument0: expected an array"),
    ],
)
def test_refused(matmul, x, w, message):
    with pytest.raises(lowp.LaunchError, match=message):
        matmul(x, w)


def test_refused_results(add):
    x, y = vector(1, 2), vector(3, 4)
    readonly = vector(0, 0)
    readonly.flags.writeable = False
    with pytest.raises(lowp.LaunchError, match="read-only"):
        add(x, y, out=readonly)
    with pytest.raises(lowp.LaunchError, match="shares with argument0"):
        add(x, y, out=x)
    with pytest.raises(lowp.LaunchError, match="result0: expected dimension 0"):
        add(x, y, out=vector(0, 0, 0))
    with pytest.raises(lowp.LaunchError, match="expected 3 arguments and results"):
        add(x, y, out=(vector(0, 0), vector(0, 0)))
    with pytest.raises(lowp.LaunchError, match="expected 2 arguments, got 1"):
        add(x)
    # Arguments may be read-only.
    x.flags.writeable = False
    assert add(x, y).tolist() == [4, 6]


def test_array_of_another_device(add):
    array = lowp.DeviceArray((2,), "f32")
    with pytest.raises(lowp.LaunchError, match="compiled for cpu, got one on GPU 0"):
        add(array, array)


def test_reinterpret():
    source = """
    func.func @same(%x: tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN> {
      return %x : tensor<4xf8E4M3FN>
    }"""
    same = lowp.compile(source, device="cpu")["same"]
    data, out = np.arange(4, dtype=np.uint8), np.zeros(4, np.uint8)
    with pytest.raises(lowp.LaunchError, match="of type f8E4M3FN, got u8"):
        same(data)
    as_f8 = lowp.reinterpret(out, "f8E4M3FN")
    assert same(lowp.reinterpret(data, "f8E4M3FN"), out=as_f8) is as_f8
    assert out.tolist() == [0, 1, 2, 3]
    with pytest.raises(lowp.LaunchError, match="elements of 2 bytes"):
        same(lowp.reinterpret(data, "bf16"))
    with pytest.raises(lowp.LaunchError, match="got 'f9'"):
        lowp.reinterpret(data, "f9")


class Foreign:
    """An array of a library that lowp has not heard of."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class OldForeign(Foreign):
    """The same from before DLPack had versions."""

    def __dlpack__(self):
        return self.array.__dlpack__()


@pytest.mark.parametrize("kind", [Foreign, OldForeign])
def test_dlpack(add, kind):
    out = vector(0, 0)
    add(kind(vector(1, 2)), kind(vector(3, 4)), out=kind(out))
    assert out.tolist() == [4, 6]
    with pytest.raises(lowp.LaunchError, match="out= .* since test_call.*Foreign has no __array"):
        add(kind(vector(1, 2)), kind(vector(3, 4)))
    with pytest.raises(lowp.LaunchError, match="of type f32, got f64"):
        add(kind(np.zeros(2)), kind(vector(3, 4)), out=kind(out))


class OfNamespace(Foreign):
    """One whose library makes its arrays of those of others, as JAX does."""

    def __array_namespace__(self):
        return np


def test_results_are_taken_over(add, matmul):
    y = add(OfNamespace(vector(1, 2)), OfNamespace(vector(3, 4)))
    assert type(y) is np.ndarray and y.tolist() == [4, 6]
    assert y.ctypes.data % 64 == 0 and len(_lent._lent) == 1
    # The memory lives as long as anybody reads it.
    part = y[1:]
    del y
    assert part.tolist() == [6] and len(_lent._lent) == 1
    del part
    assert not _lent._lent
    assert add(OfNamespace(vector()), vector()).shape == (0,)
    # numpy has no bf16, and refuses what it is offered.
    with pytest.raises(lowp.LaunchError, match="OfNamespace to take a result of bf16 over"):
        matmul(OfNamespace(Bits(np.zeros((8, 128), BF16))), np.zeros((128, 64), BF16))
    assert not _lent._lent


class Bits(Foreign):
    """Elements that DLPack has a name for, and numpy none."""

    def __dlpack__(self, **options):
        array = _lent.HostArray(self.array.shape, "bf16")
        return array.__dlpack__(**options)

    def __dlpack_device__(self):
        return 1, 0


class Empty(Foreign):
    """Answers anything, as objects do that stand for others."""

    def __dlpack__(self, **options):
        return self


def test_dlpack_without_capsule(add):
    with pytest.raises(lowp.LaunchError, match="to return a capsule, got Empty"):
        add(Empty(vector(1, 2)), vector(3, 4))


class Copying(Foreign):
    """Lends no memory of its own, from before a copy could be declined."""

    is_told = False

    def __dlpack__(self, max_version=None):
        capsule = self.array.copy().__dlpack__(max_version=max_version)
        if self.is_told:
            address = _exchange.capsule_pointer(capsule, b"dltensor_versioned")
            tensor = _exchange._DLManagedTensorVersioned.from_address(address)
            tensor.flags |= _exchange._DLPACK_IS_COPY
        return capsule


def test_dlpack_that_copies(add, monkeypatch):
    """The copy lives as long as the call."""
    library = _library.get()
    original = library.FunctionCall

    def use_memory(*arguments):
        # What is free by now is overwritten.
        fresh = [vector(7, 7) for _ in range(100)]
        return original(*arguments) if fresh else None

    monkeypatch.setattr(library, "FunctionCall", use_memory)
    for _ in range(3):
        out = vector(0, 0)
        add(Copying(vector(1, 2)), Copying(vector(3, 4)), out=out)
        assert out.tolist() == [4, 6]


def test_dlpack_that_says_that_it_copies(add, monkeypatch):
    monkeypatch.setattr(Copying, "is_told", True)
    with pytest.raises(lowp.LaunchError, match="in the memory of its array, got a co"):
        add(vector(1, 2), vector(3, 4), out=Copying(vector(0, 0)))


class Declining(Foreign):
    def __dlpack__(self, copy=None, **options):
        if copy is not None and not copy:
            raise BufferError("a copy is needed")
        return self.array.__dlpack__(**options)


def test_dlpack_copies_are_declined(add):
    with pytest.raises(lowp.LaunchError, match="lend its memory, got: a copy is ne"):
        add(Declining(vector(1, 2)), vector(3, 4), out=vector(0, 0))


class Tracer(Foreign):
    """What stands for an array of JAX in jax.jit."""

    def __dlpack__(self, **_options):
        raise TypeError("a traced array\nwith more lines")


def test_arrays_that_are_traced(add):
    with pytest.raises(lowp.LaunchError, match="^(?!.*more).* got: a traced array; pass arr"):
        add(Tracer(vector(1, 2)), vector(3, 4), out=vector(0, 0))


def test_dlpack_readonly(add):
    out = vector(0, 0)
    out.flags.writeable = False
    with pytest.raises(lowp.LaunchError, match="read-only|readonly"):
        add(Foreign(vector(1, 2)), Foreign(vector(3, 4)), out=Foreign(out))


def test_threads_share_a_function(add):
    import concurrent.futures

    def call(number):
        x = np.full(1000, number, np.float32)
        return all(np.all(add(x, x) == 2 * number) for _ in range(50))

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert all(pool.map(call, range(32)))


def test_unknown_function():
    program = lowp.compile(ADD, device="cpu")
    with pytest.raises(KeyError, match="expected one of add, got 'sub'"):
        program["sub"]
    assert [function.name for function in program] == ["add"] and len(program) == 1
    assert program(vector(1), vector(2)).tolist() == [3]
