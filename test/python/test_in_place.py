"""Arguments that a function writes to, masks, and numbers of every type."""

import numpy as np
import pytest

import lowp

STEP = """
func.func @step(%w: tensor<4xf32> {bufferization.writable = true}, %g: tensor<4xf32>) {
  %y = arith.subf %w, %g : tensor<4xf32>
  %z = bufferization.materialize_in_destination %y in %w
    : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
func.func @into(%x: tensor<4xf32>, %out: memref<4xf32>) -> tensor<4xf32> {
  %y = arith.addf %x, %x : tensor<4xf32>
  bufferization.materialize_in_destination %y in restrict writable %out
    : (tensor<4xf32>, memref<4xf32>) -> ()
  return %x : tensor<4xf32>
}
"""

# As exporters write it: new values of what a step updates are results.
EXPORTED = """
func.func @momentum(%g: tensor<4xf32>, %w: tensor<4xf32> {lowp.aliasing_output = 0 : i64},
                    %m: tensor<4xf32> {lowp.aliasing_output = 2 : i64})
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %n = arith.addf %m, %g : tensor<4xf32>
  %v = arith.subf %w, %n : tensor<4xf32>
  %y = arith.mulf %w, %g : tensor<4xf32>
  return %v, %y, %n : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
"""

# One argument takes the place of another, which a result is computed of.
MOVED = """
func.func @move(%a: tensor<4xf32> {lowp.aliasing_output = 1 : i64},
                %b: tensor<4xf32> {lowp.aliasing_output = 0 : i64})
    -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.mul ins(%b, %b : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>)
      -> tensor<4xf32>
  return %a, %r : tensor<4xf32>, tensor<4xf32>
}
"""


@pytest.fixture(scope="module")
def program():
    return lowp.compile(STEP, device="cpu", use_cache=False)


def test_weights_are_updated_in_place(program):
    w, g = np.arange(4, dtype=np.float32), np.ones(4, np.float32)
    assert program["step"](w, g) is None
    assert w.tolist() == [-1, 0, 1, 2]
    assert g.tolist() == [1, 1, 1, 1]


def test_an_argument_in_place_of_another():
    a, b = np.full(4, 2, np.float32), np.full(4, 3, np.float32)
    lowp.compile(MOVED, device="cpu", use_cache=False)["move"](a, b)
    assert (a.tolist(), b.tolist()) == ([9] * 4, [2] * 4)


def test_results_in_place_of_arguments():
    momentum = lowp.compile(EXPORTED, device="cpu", use_cache=False)["momentum"]
    assert [a.is_written for a in momentum.arguments] == [False, True, True]
    assert [result.name for result in momentum.results] == ["result1"]
    g, w, m = np.full(4, 2, np.float32), np.arange(4, dtype=np.float32), np.ones(4, np.float32)
    for old in ([0, 1, 2, 3], [-3, -2, -1, 0]):
        assert momentum(g, w, m).tolist() == [2 * value for value in old]
    assert m.tolist() == [5, 5, 5, 5]
    assert w.tolist() == [-8, -7, -6, -5]


def test_buffers_are_written(program):
    x, out = np.arange(4, dtype=np.float32), np.zeros(4, np.float32)
    assert program["into"](x, out).tolist() == [0, 1, 2, 3]
    assert out.tolist() == [0, 2, 4, 6]


def test_description_says_what_is_written(program):
    assert [a.is_written for a in program["step"].arguments] == [True, False]
    assert [a.is_written for a in program["into"].arguments] == [False, True]


def test_read_only_arrays_are_refused(program):
    w = np.zeros(4, np.float32)
    w.flags.writeable = False
    with pytest.raises(lowp.LaunchError, match="argument0: expected an array to write"):
        program["step"](w, np.ones(4, np.float32))


def test_written_arrays_share_no_memory(program):
    w = np.zeros(4, np.float32)
    with pytest.raises(lowp.LaunchError, match="memory of its own"):
        program["step"](w, w)


def test_pickled_program_still_says_what_is_written(program):
    restored = lowp.program.Program._deserialize(program.serialize())
    assert restored["step"].arguments[0].is_written


@pytest.mark.parametrize(
    "kind, value, wanted",
    [
        ("f64", 0.1, 0.1),
        ("f32", 0.1, np.float32(0.1)),
        ("f16", 0.1, np.float16(0.1)),
        ("bf16", 0.1, 0.10009765625),
        ("bf16", float("inf"), float("inf")),
        ("bf16", 3.4e38, float("inf")),
        ("i1", True, 1),
        ("i8", -5, -5),
        ("i16", -300, -300),
        ("i32", 70000, 70000),
        ("i64", 1 << 40, 1 << 40),
    ],
)
def test_numbers_of_every_type(kind, value, wanted):
    function = lowp.compile(
        f"""
func.func @f(%s: {kind}) -> tensor<2x{kind}> {{
  %0 = tensor.splat %s : tensor<2x{kind}>
  return %0 : tensor<2x{kind}>
}}""",
        device="cpu",
        use_cache=False,
    )
    assert [float(v) for v in function(value)] == [float(wanted)] * 2


def test_numbers_that_do_not_fit_are_refused():
    function = lowp.compile(
        "func.func @f(%s: i8) -> tensor<1xi8> {\n"
        "  %0 = tensor.splat %s : tensor<1xi8>\n  return %0 : tensor<1xi8>\n}",
        device="cpu",
        use_cache=False,
    )
    with pytest.raises(lowp.LaunchError, match="a number that fits into i8, got 128"):
        function(128)


def test_a_not_a_number_stays_one():
    function = lowp.compile(
        "func.func @f(%s: bf16) -> tensor<1xbf16> {\n"
        "  %0 = tensor.splat %s : tensor<1xbf16>\n  return %0 : tensor<1xbf16>\n}",
        device="cpu",
        use_cache=False,
    )
    assert np.isnan(float(function(float("nan"))[0]))


def test_masks():
    function = lowp.compile(
        """
func.func @f(%m: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi1>) {
  %0 = arith.select %m, %x, %y : tensor<4xi1>, tensor<4xf32>
  %1 = arith.cmpf ogt, %0, %y : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xi1>
}""",
        device="cpu",
        use_cache=False,
    )
    m = np.array([True, False, True, False])
    chosen, larger = function(m, np.ones(4, np.float32), np.zeros(4, np.float32))
    assert chosen.tolist() == [1, 0, 1, 0]
    assert larger.dtype == bool and larger.tolist() == m.tolist()


@pytest.mark.parametrize("recipe", ["block<1x128>", "block<128x128>"])
@pytest.mark.parametrize("layout", ["swizzled", "packed_words", "mn_major", "k_major"])
def test_results_of_unknown_size_need_no_out(recipe, layout):
    numerics = "torchao"
    if layout == "packed_words":
        recipe, numerics = recipe.replace("block", "mx"), "mx_rceil"
    scaled = f"!lowp.scaled<?x?xf8E4M3FN, #lowp.{recipe}, scales = #lowp.{layout}>"
    function = lowp.compile(
        f"""
func.func @f(%x: tensor<?x?xf32>) -> {scaled} {{
  %q = lowp.quantize %x numerics <{numerics}> : tensor<?x?xf32> -> {scaled}
  return %q : {scaled}
}}""",
        device="cpu",
        use_cache=False,
    )
    for shape in [(256, 512), (100, 300), (1, 1)]:
        data, *scales = function(np.ones(shape, np.float32))
        assert data.shape == shape
        assert all(part.size for part in scales)


def test_sizes_are_followed_through_views():
    function = lowp.compile(
        """
func.func @f(%x: tensor<1x?x8xf32>) -> (tensor<?x2x4xf32>, tensor<?x8xf32>, tensor<?x4xf32>) {
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c1 : tensor<1x?x8xf32>
  %i = arith.index_cast %d : index to i64
  %n = arith.index_cast %i : i64 to index
  %c = tensor.collapse_shape %x [[0, 1], [2]] : tensor<1x?x8xf32> into tensor<?x8xf32>
  %e = tensor.expand_shape %c [[0], [1, 2]] output_shape [%n, 2, 4]
    : tensor<?x8xf32> into tensor<?x2x4xf32>
  %s = tensor.extract_slice %c[0, 4] [%n, 4] [1, 1] : tensor<?x8xf32> to tensor<?x4xf32>
  return %e, %c, %s : tensor<?x2x4xf32>, tensor<?x8xf32>, tensor<?x4xf32>
}""",
        device="cpu",
        use_cache=False,
    )
    x = np.arange(24, dtype=np.float32).reshape(1, 3, 8)
    split, rows, half = function(x)
    assert np.array_equal(split, x.reshape(3, 2, 4))
    assert np.array_equal(rows, x[0])
    assert np.array_equal(half, x[0, :, 4:])
