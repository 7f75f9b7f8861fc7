"""What the library says of recipes."""

import itertools

import pytest

from lowp import _library
from lowp._linear import recipes


def names(function):
    return [name.decode() for name in itertools.takewhile(bool, map(function, itertools.count()))]


def test_names_are_read():
    library = _library.get()
    presets, families = names(library.PresetName), names(library.FamilyName)
    assert "h200" in names(library.PartName) and "mxfp8" in presets
    for name in presets:
        found = recipes.read_roles(dict.fromkeys(recipes.ROLES, name))
        assert {each.name for each in found.matmuls.values()} == {name}
        assert recipes.read(found.text).attributes == found.attributes
    for name in families:
        found = recipes.read(name)
        assert found.text == name
        assert recipes.read_roles(found.attributes).text == name
        assert recipes.read_roles(dict.fromkeys(recipes.ROLES, name)).text == name
    assert recipes.read("none").text == "none" and not recipes.read("none").matmuls


def test_operands():
    found = recipes.read("block_1x128_128x128")
    lhs, rhs = recipes.forward_matmul("block_1x128_128x128").operands
    assert (lhs.kind, lhs.element, lhs.scale, lhs.block) == ("block", "f8E4M3FN", "f32", (1, 128))
    assert rhs.block == (128, 128) and not rhs.is_seeded and rhs.levels == 1
    assert found.type(1, 256, None) == "!lowp.scaled<256x?xf8E4M3FN, #lowp.block<128x128>>"
    assert "<?x256xf8E4M3FN, #lowp.block<128x1>, order = [1, 0]" in found.type(
        0, None, 256, contracts_first=True
    )
    with pytest.raises(ValueError, match="expected an operand of at most 2.48 elements"):
        found.type(1, 2**30, 2**30)
    with pytest.raises(ValueError, match="of a matmul with a recipe, got operand 0 of role 0"):
        recipes.read("none").type(0, 1, 1)
    seeded = recipes.read("nvfp4_training").matmuls["wgrad"]
    assert seeded.is_seeded and seeded.is_transformed and seeded.operands[0].levels == 2


def test_refused():
    with pytest.raises(ValueError, match="got 'rowise'; families are .*; presets are .*, mxfp8,"):
        recipes.read("rowise")
    with pytest.raises(ValueError, match="expected 'forward', 'dgrad'|each of 'forward'"):
        recipes.read("#lowp.training_recipe<sideways = <rowwise>>")
    with pytest.raises(ValueError, match="expected roles forward, dgrad and wgrad, got .'up'"):
        recipes.read_roles({"up": "rowwise"})
    with pytest.raises(TypeError, match="expected the recipe of dgrad to be a string.*got 3"):
        recipes.read_roles({"dgrad": 3})
