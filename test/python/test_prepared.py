"""Weights that are prepared once for many calls."""

import copy
import pickle

import numpy as np
import pytest

import lowp

# The order of arguments differs between the source and the function that is left.
LINEAR = """
func.func @linear(%w: tensor<256x32xf32>{mark}, %x: tensor<?x256xf32>,
                  %v: tensor<48x256xf32>{mark}, %g: tensor<32xf32>{mark})
    -> (tensor<?x32xf32>, tensor<?x48xf32>, tensor<32xf32>) {{
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x256xf32>
  %e = tensor.empty(%m) : tensor<?x32xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<?x32xf32>) -> tensor<?x32xf32>
  %y = linalg.matmul {{lowp.recipe = #lowp.matmul_recipe<{recipe}>}}
    ins(%x, %w : tensor<?x256xf32>, tensor<256x32xf32>)
    outs(%i : tensor<?x32xf32>) -> tensor<?x32xf32>
  %f = tensor.empty(%m) : tensor<?x48xf32>
  %j = linalg.fill ins(%zero : f32) outs(%f : tensor<?x48xf32>) -> tensor<?x48xf32>
  %z = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                                      affine_map<(m, n, k) -> (n, k)>,
                                      affine_map<(m, n, k) -> (m, n)>]
    {{lowp.recipe = #lowp.matmul_recipe<{recipe}>}}
    ins(%x, %v : tensor<?x256xf32>, tensor<48x256xf32>)
    outs(%j : tensor<?x48xf32>) -> tensor<?x48xf32>
  return %y, %z, %g : tensor<?x32xf32>, tensor<?x48xf32>, tensor<32xf32>
}}
"""


def build(recipe="block_1x128_128x128", mark=" {lowp.parameter}", **options):
    options = {"device": "cpu", **options}
    text = LINEAR.format(recipe=recipe, mark=mark)
    return lowp.compile(text, use_cache=False, **options)


@pytest.fixture(scope="module")
def program():
    return build()


@pytest.fixture(scope="module")
def arrays():
    random = np.random.default_rng(7)
    shapes = (256, 32), (8, 256), (48, 256), (32,)
    return [random.standard_normal(shape, np.float32) for shape in shapes]


def equal(got, expected):
    return all(np.array_equal(a, b) for a, b in zip(got, expected, strict=True))


def test_prepared_gives_the_same_bits(program, arrays):
    w, x, v, g = arrays
    prepared = program.prepare(w, v)
    expected = build(mark="")(w, x, v, g)
    assert equal(program(x, g, prepared), expected)
    # Any number of times, on any number of rows.
    few = build(mark="")(w, x[:3], v, g)
    assert equal(program["linear"](x[:3], g, prepared), few)


def test_signatures_tell_the_order(program):
    linear, prepare = program.functions
    assert [a.name for a in linear.arguments][:3] == [
        "argument1",
        "argument3",
        "prepared0",
    ]
    assert [a.name for a in prepare.arguments] == ["argument0", "argument2"]
    assert [a.name for a in prepare.results] == [
        "prepared0",
        "prepared0.scales",
        "prepared1",
        "prepared1.scales",
    ]
    assert prepare.name == "linear$prepare"
    assert linear.fingerprint == prepare.fingerprint
    assert "chip=cpu" in linear.fingerprint


def test_arrays_are_taken_as_they_are(program, arrays):
    w, x, v, g = arrays
    prepared = program.prepare(w, v)
    made = program["linear$prepare"](w, v)
    assert equal(made, prepared.arrays)
    assert equal(program(x, g, *made), program(x, g, prepared))


def test_weights_are_prepared_again_in_place(program, arrays):
    w, x, v, g = arrays
    prepared = program.prepare(w, v)
    first = prepared.arrays[0]
    assert program.prepare(w + 1, v, out=prepared) is prepared
    assert prepared.arrays[0] is first
    assert equal(program(x, g, prepared), program(x, g, program.prepare(w + 1, v)))


def test_place(program, arrays):
    """A Prepared stands after all other arguments, wherever its weight stood."""
    w, x, v, g = arrays
    prepared = program.prepare(w, v)
    message = r"behind all other arguments; call linear\(argument\d, argument\d, prepared\)"
    for arguments in ((x, prepared, g), (prepared, x, g), (x, prepared, prepared)):
        with pytest.raises(lowp.LaunchError, match=message):
            program(*arguments)


def test_prepared_is_kept_beside_its_fingerprint(program, arrays):
    w, x, v, g = arrays
    prepared = program.prepare(w, v)
    expected = program(x, g, prepared)
    loaded = lowp.Prepared([a.copy() for a in prepared.arrays], prepared.fingerprint)
    assert equal(program(x, g, loaded), expected)
    assert equal(program(x, g, pickle.loads(pickle.dumps(prepared))), expected)
    assert equal(program(x, g, copy.deepcopy(prepared)), expected)
    again = pickle.loads(pickle.dumps(program))
    assert again["linear"].fingerprint == prepared.fingerprint
    assert equal(again(x, g, prepared), expected)


def refuse(program, arrays, prepared):
    with pytest.raises(lowp.LaunchError) as caught:
        program(arrays[1], arrays[3], prepared)
    assert "prepare them again with 'linear$prepare'" in str(caught.value)
    assert caught.value.status == "LOWP_ERROR_INVALID_ARGUMENT"
    return str(caught.value)


def test_another_recipe_is_refused(program, arrays):
    prepared = build("rowwise").prepare(arrays[0], arrays[2])
    message = refuse(program, arrays, prepared)
    assert "recipe f8E4M3FN #lowp.block<128x128>" in message
    assert "#lowp.rowwise" in message
    assert "chip" not in message


def test_another_chip_and_layout_are_refused(program, arrays):
    prepared = program.prepare(arrays[0], arrays[2])
    options = {"device": "cuda", "image_format": "ptx"}
    gpu = build("block_1x128_1x128", chip="sm_90a", **options)
    cpu = build("block_1x128_1x128")
    prepared = lowp.Prepared(prepared.arrays, gpu["linear"].fingerprint)
    message = refuse(cpu, arrays, prepared)
    assert "expected weights prepared for chip cpu, layout" in message
    assert "got chip sm_90a, layout" in message and "mn_major" in message


def test_another_version_is_refused(program, arrays):
    prepared = program.prepare(arrays[0], arrays[2])
    older = prepared.fingerprint.replace(f"lowp={lowp.__version__}", "lowp=0.0.1")
    message = refuse(program, arrays, lowp.Prepared(prepared.arrays, older))
    assert f"compiler version lowp {lowp.__version__}, got" in message
    assert "compiler version lowp 0.0.1" in message


def test_another_program_is_refused(program, arrays):
    prepared = program.prepare(arrays[0], arrays[2])
    head = prepared.fingerprint.rsplit("=", 1)[0]
    other = lowp.Prepared(prepared.arrays, head + "=0123456789abcdef")
    assert "another computation" in refuse(program, arrays, other)
    assert "'nothing'" in refuse(program, arrays, lowp.Prepared(prepared.arrays, "nothing"))
    with pytest.raises(lowp.LaunchError, match="another computation"):
        program.prepare(arrays[0], arrays[2], out=other)


def test_missing_arrays_are_refused(program, arrays):
    prepared = program.prepare(arrays[0], arrays[2])
    fewer = lowp.Prepared(prepared.arrays[:3], prepared.fingerprint)
    with pytest.raises(lowp.LaunchError, match="expected 4 prepared arrays, got 3"):
        program(arrays[1], arrays[3], fewer)
    with pytest.raises(lowp.LaunchError, match="expected 6 arguments, got 4"):
        program(*arrays)
    with pytest.raises(lowp.LaunchError, match="out= to be a lowp.Prepared, got"):
        program.prepare(arrays[0], arrays[2], out=prepared.arrays)


def test_functions_without_weights_have_nothing_to_prepare(arrays):
    plain = build(mark="")
    assert plain["linear"].fingerprint is None
    with pytest.raises(lowp.LaunchError, match="mark arguments by the attribute"):
        plain.prepare(arrays[0])


def test_workspace_of_prepared(program, arrays):
    prepared = program.prepare(arrays[0], arrays[2])
    bytes = program["linear"].workspace_bytes(arrays[1], arrays[3], prepared)
    assert bytes == 0


def test_prepared_of_a_gpu_stay_there(arrays):
    program = build(device="cuda", chip="sm_90a", image_format="ptx")
    w, x, v, g = map(lowp.DeviceArray.from_host, arrays)
    prepared = program.prepare(w, v)
    assert all(isinstance(array, lowp.DeviceArray) for array in prepared.arrays)
    assert program.prepare(w, v, out=prepared) is prepared
    y, z, h = program(x, g, prepared)
    assert (y.shape, z.shape, h.shape) == ((8, 32), (8, 48), (32,))
    assert program["linear"].workspace_bytes(x, g, prepared) > 0
    # Not on the other device.
    with pytest.raises(lowp.LaunchError, match="for chip cpu, got chip sm_90a;"):
        build()(arrays[1], arrays[3], prepared)
