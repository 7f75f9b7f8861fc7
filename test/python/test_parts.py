"""Parts of functions that prepare weights, and one function of parts of several."""

import numpy as np
import pytest

import lowp
from lowp._explain import report_of
from lowp._linear import orders, recipes
from lowp._parts import Use, join, parts_of

BLOCKS = "blockwise_training"
TWO = """
!q = !lowp.scaled<{shape}xf8E4M3FN, #lowp.block<1x128>>
func.func @f(%w: tensor<{shape}xf32> {{lowp.parameter}}, %v: tensor<{shape}xf32> {{lowp.parameter}},
             %u: tensor<{shape}xf32> {{lowp.parameter}}, %x: tensor<{shape}xf32>)
    -> (tensor<{shape}xf32>, tensor<{shape}xf32>) {{
  %sum = arith.addf %w, %u : tensor<{shape}xf32>
  %a = lowp.quantize %v numerics <torchao> : tensor<{shape}xf32> -> !q
  %b = lowp.quantize %sum numerics <torchao> : tensor<{shape}xf32> -> !q
  %c = lowp.dequantize %a : !q -> tensor<{shape}xf32>
  %d = lowp.dequantize %b : !q -> tensor<{shape}xf32>
  %y = arith.addf %c, %x : tensor<{shape}xf32>
  %z = arith.mulf %d, %x : tensor<{shape}xf32>
  return %y, %z : tensor<{shape}xf32>, tensor<{shape}xf32>
}}
"""


def build(text, **options):
    return lowp.compile(text, **{"device": "cpu", "host_opt_level": 0, **options})


def orders_of(sizes, recipe=BLOCKS, element="bf16", roles=("forward", "dgrad"), **options):
    """The function that reads what forward and dgrad, or one of them, want of a weight."""
    family = {role: text for role, text in recipes.resolve(recipe).items() if role in roles}
    return build(orders.both_orders(sizes, element, family), **options)["orders"]


def uses_of(functions, weight):
    return [Use(part, (weight,)) for function in functions for part in parts_of(function)]


def numbers(*shape, seed=7):
    return np.random.default_rng(seed).standard_normal(shape, np.float32)


def equal(got, wanted):
    assert len(got) == len(wanted) > 0
    return all(np.array_equal(a.view(np.uint8), b.view(np.uint8)) for a, b in zip(got, wanted))


def test_parts_are_of_weights_that_results_have_in_common():
    function = build(TWO.format(shape="4x256"))["f"]
    both, one = parts_of(function)
    assert [weight.number for weight in both.weights] == [0, 2] and both.arrays == (2, 3)
    assert [weight.number for weight in one.weights] == [1] and one.arrays == (0, 1)
    assert one.weights[0][1:] == ("tensor<4x256xf32>", (4, 256), "f32")
    assert "arith.addf" in both.text and "arith.addf" not in one.text
    w, v, u = (numbers(4, 256, seed=seed) for seed in range(3))
    write = build(join([Use(one, (2,)), Use(both, (1, 0))], ["f32"] * 3))["write"]
    assert [result.is_prepared for result in write.results] == [True] * 4
    assert equal(write(u, w, v), function.prepare(w, v, u).arrays)


def test_several_weights_have_the_bits_of_each():
    """Also those that parts of two functions read, and of two sizes."""
    sizes = [(128, 256), (256, 128), (128, 256)]
    functions = [
        [orders_of(each, element="f32", roles=[role]) for role in ("forward", "dgrad")]
        for each in sizes
    ]
    uses = [use for index, each in enumerate(functions) for use in uses_of(each, index)]
    weights = [numbers(*each, seed=seed) for seed, each in enumerate(sizes)]
    found = build(join(uses, [None] * 3))["write"](*weights)
    wanted = [
        array
        for weight, each in zip(weights, functions)
        for function in each
        for array in function.prepare(weight).arrays
    ]
    assert equal(found, wanted)


@pytest.mark.parametrize("element, given", [("f32", np.float16), ("f16", np.float32)])
def test_weights_are_cast_to_what_parts_read(element, given):
    function = orders_of((128, 256), element=element)
    weight = (1e4 * numbers(128, 256)).astype(given)
    read = weight.astype({"f32": np.float32, "f16": np.float16}[element])
    name = {np.float16: "f16", np.float32: "f32"}[given]
    found = build(join(uses_of([function], 0), [name]))["write"](weight)
    assert equal(found, function.prepare(read).arrays)


def test_types_of_16_bits_are_cast_by_way_of_a_wide_one():
    part = parts_of(orders_of((128, 256)))[0]
    text = join([Use(part, (0,)), Use(part, (0,))], ["f16"])
    assert text.count("arith.extf") == text.count("arith.truncf") == 1
    assert text.index("arith.extf") < text.index("arith.truncf")
    build(text)


def launches_of(text):
    found = report_of(text, "lowp-traffic", "traffic-file", {"part": "h200"})["functions"]
    (write,) = (each for each in found if each["name"] == "write")
    return len(write["launches"]), write["bytes_per_ideal"]


@pytest.mark.sample(2)
@pytest.mark.parametrize("element, launches", [("bf16", 7), ("f32", 28)])
def test_launches_of_a_model(element, launches):
    """The weights of four small layers of Llama, of which two functions read an order each: 56
    launches of their own. Weights that are cast have a launch each."""
    hidden, keys, inner = 256, 128, 512
    layer = [(hidden, hidden)] * 2 + [(keys, hidden)] * 2 + [(inner, hidden)] * 2
    layer.append((hidden, inner))
    options = {"device": "cuda", "part": "h200", "image_format": "ptx"}
    functions = {
        sizes: [orders_of(sizes, roles=[role], **options) for role in ("forward", "dgrad")]
        for sizes in layer
    }
    uses = [u for index, sizes in enumerate(4 * layer) for u in uses_of(functions[sizes], index)]
    assert len(uses) == 56
    assert launches_of(join(uses, [element] * 28)) == (launches, 1)


@pytest.mark.parametrize("sizes", [(512, 256), (4, 512, 256)])
@pytest.mark.parametrize("recipe, launches", [(BLOCKS, 1), ("rowwise_training", 2)])
def test_launches_of_both_orders(recipe, launches, sizes):
    """Scales of blocks are of one read, and no byte more is moved than that takes."""
    function = orders_of(sizes, recipe, device="cuda", part="h200", image_format="ptx")
    found = launches_of(join(uses_of([function], 0), [None]))
    assert found[0] == launches and (found[1] == 1) is (launches == 1)
