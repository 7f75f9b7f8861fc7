"""Functions of Python that programs call, against the fake driver: its memory is
the host's, so that functions here read and write it."""

import ctypes
import os
import pickle

import lowp
import numpy as np
import pytest

pytestmark = pytest.mark.skipif("LOWP_FAKE_CUDA" not in os.environ, reason="needs the fake driver")

SCALE = """
#map = affine_map<(i, j) -> (i, j)>
func.func private @body(%x: tensor<?x4xf32>, %factor: f32) -> tensor<?x4xf32>
    attributes {lowp.external = "my_scale"} {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%m) : tensor<?x4xf32>
  %y = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.mulf %a, %factor : f32
    linalg.yield %r : f32
  } -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
func.func @scale(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %three = arith.constant 3.0 : f32
  %y = call @body(%x, %three) : (tensor<?x4xf32>, f32) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
"""

STEP = """
func.func private @append(%new: tensor<4xbf16>, %at: i64, %scale: bf16, %flag: i1,
    %state: tensor<8xi32> {lowp.aliasing_output = 0 : i64}) -> (tensor<8xi32>, tensor<2x0xf32>)
    attributes {lowp.external = "append"}
func.func @step(%new: tensor<4xbf16>, %at: i64, %scale: bf16, %flag: i1,
    %state: tensor<8xi32> {bufferization.writable = true}) -> tensor<2x0xf32> {
  %next, %empty = call @append(%new, %at, %scale, %flag, %state)
    : (tensor<4xbf16>, i64, bf16, i1, tensor<8xi32>) -> (tensor<8xi32>, tensor<2x0xf32>)
  %done = bufferization.materialize_in_destination %next in %state
    : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  return %empty : tensor<2x0xf32>
}
"""


def compiled(text=SCALE):
    return lowp.compile(text, chip="sm_90a", image_format="ptx", use_cache=False)


def on_host(array):
    """The elements of an ExternalArray without gaps, as numpy has them."""
    count = int(np.prod(array.shape))
    size = {"f32": 4, "bf16": 2, "i32": 4}[array.dtype]
    buffer = (ctypes.c_uint8 * (count * size)).from_address(array.pointer)
    names = {"f32": np.float32, "bf16": np.uint16, "i32": np.int32}
    return np.frombuffer(buffer, names[array.dtype]).reshape(array.shape)


def multiply(x, factor, *, out, stream):
    assert isinstance(stream, int)
    on_host(out)[...] = on_host(x) * factor


def given(rows=3):
    return np.arange(rows * 4, dtype=np.float32).reshape(rows, 4)


def test_function_is_described():
    (external,) = compiled().externals
    assert external.name == "my_scale"
    assert [a.type for a in external.arguments] == ["f32", "f32"]
    assert [a.is_scalar for a in external.arguments] == [False, True]
    assert [d.size for d in external.results[0].dimensions] == [-1, 4]


def test_function_is_called():
    scale = compiled().bind("my_scale", multiply)["scale"]
    for rows in (3, 5, 5):
        x = given(rows)
        y = scale(lowp.DeviceArray.from_host(x))
        assert np.array_equal(y.to_host(), x * 3)


def test_cpu_runs_the_body():
    program = lowp.compile(SCALE, device="cpu", use_cache=False)
    assert program.externals == ()
    assert np.array_equal(program(given()), given() * 3)


def test_cpu_needs_a_body():
    with pytest.raises(lowp.CompileError, match="expected the body of an external"):
        lowp.compile(STEP, device="cpu", use_cache=False)


def test_updates_and_scalars():
    seen = []

    def append(new, at, scale, flag, *, out, stream):
        state, empty = out
        seen.append((on_host(new).tolist(), at, scale, flag, empty.shape))
        on_host(state)[at] += 1

    step = compiled(STEP).bind("append", append)["step"]
    new = lowp.DeviceArray.from_bytes(bytes(range(8)), (4,), "bf16")
    state = lowp.DeviceArray.from_host(np.arange(8, dtype=np.int32))
    step(new, 2, 1.5, True, state)
    step(new, 7, -0.5, False, state)
    bits = np.frombuffer(bytes(range(8)), np.uint16).tolist()
    assert seen == [(bits, 2, 1.5, True, (2, 0)), (bits, 7, -0.5, False, (2, 0))]
    assert state.to_host().tolist() == [0, 1, 3, 3, 4, 5, 6, 8]


def test_stream_of_the_call():
    streams = []

    def note(_x, _factor, *, out, stream):
        streams.append(stream)

    scale = compiled().bind("my_scale", note)["scale"]
    scale(lowp.DeviceArray.from_host(given()), stream=0)
    scale(lowp.DeviceArray.from_host(given()), stream=2)
    assert streams == [0, 2]


def test_array_is_readable_by_others():
    found = []

    def note(x, _factor, *, out, stream):
        found.append((x.__cuda_array_interface__, repr(out)))

    x = lowp.DeviceArray.from_host(given())
    compiled().bind("my_scale", note)(x)
    interface, text = found[0]
    assert interface["shape"] == (3, 4)
    assert interface["strides"] == (16, 4)
    assert interface["typestr"] == "<f4"
    assert interface["data"] == (x.pointer, False)
    assert text == "<lowp.ExternalArray 3x4xf32>"


def test_unbound_function():
    program = compiled()
    with pytest.raises(lowp.LaunchError, match="'my_scale' to be bound, got none"):
        program(lowp.DeviceArray.from_host(given()))
    # It may still come.
    program.bind("my_scale", multiply)
    y = program(lowp.DeviceArray.from_host(given()))
    assert np.array_equal(y.to_host(), given() * 3)


def test_program_in_use_and_unknown_names():
    program = compiled().bind("my_scale", multiply)
    with pytest.raises(lowp.LaunchError, match="one of my_scale, got 'other'"):
        program.bind("other", multiply)
    with pytest.raises(ValueError, match="expected arrays to be 'lowp' or 'torch'"):
        program.bind("my_scale", multiply, arrays="numpy")
    program(lowp.DeviceArray.from_host(given()))
    with pytest.raises(lowp.LaunchError, match="before the first use"):
        program.bind("my_scale", multiply)


def test_exception_is_the_cause():
    def fail(*_arguments, out, stream):
        raise ZeroDivisionError("of mine")

    scale = compiled().bind("my_scale", fail)["scale"]
    for _ in range(2):
        with pytest.raises(lowp.LaunchError, match="'my_scale' raised Zero") as caught:
            scale(lowp.DeviceArray.from_host(given()))
        assert caught.value.status == "LOWP_ERROR_EXTERNAL"
        assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_exception_that_cannot_be_printed_fails_the_call():
    class Mute(Exception):
        def __str__(self):
            raise RuntimeError("no words")

    def fail(*_arguments, out, stream):
        raise Mute

    program = compiled().bind("my_scale", fail)
    with pytest.raises(lowp.LaunchError, match="Mute, which cannot be printed: Runtime") as caught:
        program(lowp.DeviceArray.from_host(given()))
    assert isinstance(caught.value.__cause__, Mute)


def test_interruption_is_one_of_the_caller():
    def interrupt(*_arguments, out, stream):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compiled().bind("my_scale", interrupt)(lowp.DeviceArray.from_host(given()))


def test_function_of_another_program():
    inner = lowp.compile(
        SCALE.replace("my_scale", "deeper"), chip="sm_90a", image_format="ptx"
    ).bind("deeper", multiply)

    def call_inner(x, _factor, *, out, stream):
        inner["scale"](x, out=out, stream=stream)

    y = compiled().bind("my_scale", call_inner)(lowp.DeviceArray.from_host(given()))
    assert np.array_equal(y.to_host(), given() * 3)


def test_restored_program_is_bound_again():
    program = pickle.loads(pickle.dumps(compiled().bind("my_scale", multiply)))
    y = program.bind("my_scale", multiply)(lowp.DeviceArray.from_host(given()))
    assert np.array_equal(y.to_host(), given() * 3)


def test_workspace_is_measured_without_the_function():
    calls = []
    program = compiled().bind("my_scale", lambda *_a, **_k: calls.append(1))
    assert program["scale"].workspace_bytes(lowp.DeviceArray.from_host(given())) == 0
    assert not calls
