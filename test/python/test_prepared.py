"""Parameters that are prepared once: the same numbers, and only for their program."""

import lowp
import numpy as np
import pytest

RECIPE = "block_1x128_128x128"
LINEAR = """
func.func @linear(%x: tensor<?x256xbf16>, %w: tensor<128x256xbf16>{mark}, %b: tensor<128xbf16>{mark})
    -> tensor<?x128xbf16> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : bf16
  %m = tensor.dim %x, %c0 : tensor<?x256xbf16>
  %e = tensor.empty(%m) : tensor<?x128xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<?x128xbf16>) -> tensor<?x128xbf16>
  %te = tensor.empty() : tensor<256x128xbf16>
  %t = linalg.transpose ins(%w : tensor<128x256xbf16>) outs(%te : tensor<256x128xbf16>) permutation = [1, 0]
  %y = linalg.matmul ins(%x, %t : tensor<?x256xbf16>, tensor<256x128xbf16>) outs(%f : tensor<?x128xbf16>)
    -> tensor<?x128xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>,
      affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%y, %b : tensor<?x128xbf16>, tensor<128xbf16>) outs(%e : tensor<?x128xbf16>) {
  ^bb0(%p: bf16, %q: bf16, %o: bf16):
    %s = arith.addf %p, %q : bf16
    linalg.yield %s : bf16
  } -> tensor<?x128xbf16>
  return %r : tensor<?x128xbf16>
}
"""
MARKED = LINEAR.replace("{mark}", " {lowp.parameter}")
UNMARKED = LINEAR.replace("{mark}", "")


def compiled(text, recipe=RECIPE):
    return lowp.compile(text, device="cpu", recipe=recipe, use_cache=False)


def halves(*shape, seed=0):
    """Numbers as bf16, which numpy does not have."""
    numbers = np.random.default_rng(seed).standard_normal(shape, np.float32)
    return (numbers.view(np.uint32) >> 16).astype(np.uint16)


@pytest.fixture
def arrays():
    return halves(5, 256), halves(128, 256, seed=1), halves(128, seed=2)


def as_bf16(arrays):
    return [lowp.reinterpret(array, "bf16") for array in arrays]


def test_same_numbers(arrays):
    x, w, b = as_bf16(arrays)
    program = compiled(MARKED)
    assert [function.name for function in program] == ["linear$prepare", "linear"]
    got, want = np.empty((5, 128), np.uint16), np.empty((5, 128), np.uint16)
    program(x, b, make(program, w), out=lowp.reinterpret(got, "bf16"))
    compiled(UNMARKED)(x, w, b, out=lowp.reinterpret(want, "bf16"))
    np.testing.assert_array_equal(got, want)


def make(program, w):
    """Prepared into arrays of ours: numpy has no fp8."""
    data, scales = np.empty((128, 256), np.uint8), np.empty((1, 2), np.float32)
    program["linear$prepare"](w, out=(lowp.reinterpret(data, "f8E4M3FN"), scales))
    return lowp.Prepared((lowp.reinterpret(data, "f8E4M3FN"), scales), program.identity)


def test_other_program_refuses(arrays):
    x, w, b = as_bf16(arrays)
    prepared = make(compiled(MARKED), w)
    other = compiled(MARKED.replace("arith.addf", "arith.subf"))
    with pytest.raises(lowp.LaunchError, match="prepared by this program .* got those of another"):
        other(x, b, prepared, out=lowp.reinterpret(np.empty((5, 128), np.uint16), "bf16"))


def test_same_program_again(arrays):
    """Compiled once more, or loaded again, a program takes what it prepared before."""
    first, again = compiled(MARKED), compiled(MARKED)
    assert first.identity == again.identity
    assert lowp.load(first.serialize()).identity == first.identity
    assert "cpu" in first.identity and lowp.__version__ in first.identity


def test_nothing_to_prepare(arrays):
    _, w, _ = as_bf16(arrays)
    with pytest.raises(lowp.LaunchError, match="expected a function with something to prepare"):
        compiled(UNMARKED).prepare(w)


def test_prepare_returns_arrays():
    """Of types that numpy has, `prepare` makes the arrays itself: as they are read."""
    text = MARKED.replace("bf16", "f32")
    text = text.replace("%te = tensor", "%two = linalg.add ins(%w, %w : tensor<128x256xf32>, "
                        "tensor<128x256xf32>) outs(%w : tensor<128x256xf32>) -> tensor<128x256xf32>\n"
                        "  %te = tensor").replace("ins(%w : tensor<128x256", "ins(%two : tensor<128x256")
    program = compiled(text, recipe="")
    rng = np.random.default_rng(0)
    x, w, b = (rng.integers(-4, 5, shape).astype(np.float32) for shape in [(3, 256), (128, 256), 128])
    prepared = program.prepare(w)
    np.testing.assert_array_equal(prepared.arrays[0], 2 * w.T)
    np.testing.assert_array_equal(program(x, b, prepared), x @ (2 * w).T + b)
