"""What the library says of recipes."""

import itertools

import pytest

import lowp
from lowp import RecipeOptions, _library
from lowp._linear import recipes, texts
from lowp._linear.adapted import adapt


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


@pytest.mark.parametrize("part, kind", [("b200", "mx"), ("h200", "block"), (None, "block")])
def test_of_a_chip(part, kind):
    """Scales that a chip multiplies, in the same blocks."""
    own = recipes.forward_matmul("block_1x128_128x128")
    found = recipes.forward_matmul(adapt(own.attribute, None, part, None))
    assert [each.kind for each in found.operands] == [kind, kind]
    assert [each.block for each in found.operands] == [each.block for each in own.operands]
    assert adapt(found.attribute, None, part, None) == found.attribute
    rowwise = recipes.matmul_recipe("rowwise")
    assert adapt(rowwise, None, part, None) == rowwise


def test_of_an_unknown_chip():
    with pytest.raises(lowp.CompileError, match="expected .*got 'h9000'"):
        adapt(recipes.matmul_recipe("rowwise"), None, "h9000", None)


def test_refused():
    with pytest.raises(ValueError, match="got 'rowise'; families are .*; presets are .*, mxfp8,"):
        recipes.read("rowise")
    with pytest.raises(ValueError, match="expected 'forward', 'dgrad'|each of 'forward'"):
        recipes.read("#lowp.training_recipe<sideways = <rowwise>>")
    with pytest.raises(ValueError, match="expected roles forward, dgrad and wgrad, got .'up'"):
        recipes.read_roles({"up": "rowwise"})
    with pytest.raises(TypeError, match="expected the recipe of dgrad to be a string.*got 3"):
        recipes.read_roles({"dgrad": 3})


def test_options():
    options = RecipeOptions("auto", deny="*.gate", candidates=["rowwise", "mxfp8"], max_error=0.1)
    assert options.reason_against("layers.0.gate") == "denied by '*.gate'"
    assert options.reason_against("layers.0.up") is None
    assert RecipeOptions(allow=["a*", "b"]).reason_against("c") == "not allowed by a pattern"
    assert "got none that it matches; the closest are 'up'" in options.unmatched(["up"])[0]
    assert options.keywords() == {
        "recipe_deny": ("*.gate",),
        "recipe_candidates": ("rowwise", "mxfp8"),
        "max_error": 0.1,
    }
    with pytest.raises(TypeError, match="expected allow to be a pattern of names, .*got 3"):
        RecipeOptions(allow=3)
    with pytest.raises(ValueError, match="expected min_speedup to be 1 or more, got 0.5"):
        RecipeOptions(min_speedup=0.5)
    with pytest.raises(ValueError, match="expected allow in the RecipeOptions that recipe is"):
        RecipeOptions.read(options, allow="a")


def test_options_are_taken():
    text = texts.linear((4096, 4096), "bf16", False, None)

    def chosen(recipe):
        return lowp.explain(text, recipe=recipe, part="h200").json["matmuls"][0]["recipe"]

    assert chosen(RecipeOptions("auto", candidates="tensorwise")) == "tensorwise"
    assert chosen(RecipeOptions("auto", candidates="tensorwise", min_speedup=9)) is None
    assert chosen(RecipeOptions("rowwise")) == "rowwise"
    assert chosen(RecipeOptions("rowwise", deny="*")) is None


def test_names_are_listed_with_chips():
    found = {each["name"]: each for each in lowp.recipes().json}
    assert list(found["rowwise_training"]) == ["name", "kind", "chips", "matmuls"]
    assert "sm_90a" in found["rowwise"]["chips"] and "sm_90a" not in found["mxfp8"]["chips"]
    assert found["nvfp4_training"]["kind"] == "family"
    assert "wgrad nvfp4_wgrad" in found["nvfp4_training"]["matmuls"]
