"""What a recipe's name means for each matmul of a linear layer.

The compiler's own table is asked, once per name: no family is ever left for a
compiler to divide among the matmuls of a backward pass.
"""

from __future__ import annotations

import functools
import re

from lowp._errors import CompileError
from lowp.compiler import run_pipeline
from lowp._linear import texts
from lowp._linear.texts import Operand

ROLES = ("forward", "dgrad", "wgrad")

# Families by the names that torchao has for them.
OF_TORCHAO = {
    "tensorwise": "tensorwise_training",
    "rowwise": "rowwise_training",
    "blockwise": "blockwise_training",
}

_MATMUL = """
  %e{role} = tensor.empty() : tensor<256x256xbf16>
  %z{role} = linalg.fill ins(%zero : bf16) outs(%e{role} : tensor<256x256xbf16>) -> tensor<256x256xbf16>
  %{role} = linalg.matmul {{lowp.recipe = {recipe}, lowp.role = "{role}"}}
    ins(%a, %b : tensor<256x256xbf16>, tensor<256x256xbf16>) outs(%z{role} : tensor<256x256xbf16>) -> tensor<256x256xbf16>
"""

_RESULTS = ", ".join(["tensor<256x256xbf16>"] * len(ROLES))


def _module(recipe: str) -> str:
    matmuls = "".join(_MATMUL.format(role=role, recipe=recipe) for role in ROLES)
    values = ", ".join(f"%{role}" for role in ROLES)
    return f"""
func.func @f(%a: tensor<256x256xbf16>, %b: tensor<256x256xbf16>) -> ({_RESULTS}) {{
  %zero = arith.constant 0.0 : bf16{matmuls}
  return {values} : {_RESULTS}
}}"""


def _listed(kind: str) -> str:
    """The names of presets, or of families, as the compiler lists them: kind is
    "matmul" or "training"."""
    module = _module(f"#lowp.{kind}_recipe<no_name>")
    try:
        run_pipeline(module, "lowp-select-recipes{chip=sm_90a}")
    except CompileError as error:
        if found := re.search(r"expected a preset \((.*?)\)", str(error)):
            return found[1]
    raise AssertionError(f"the compiler lists no names of {kind} recipes")


def check_name(recipe: object) -> None:
    """Raises TypeError for what is no text."""
    if not isinstance(recipe, str):
        raise TypeError(
            "expected recipe to be a string, e.g. 'blockwise_training' or 'none', got "
            f"{recipe!r}"
        )


def _refusal(recipe: str, error: str) -> str:
    """Why a recipe is none of a layer. error: the compiler's, which lists the families
    where the name is not one."""
    wanted = "expected recipe to be a family of recipes for training, or 'none', got"
    reason = error.split("error: ", 1)[-1]
    families = re.match(r"expected a preset \((.*?)\)", reason)
    if recipe.startswith("#") or families is None:
        return f"{wanted} {recipe!r}: {reason}"
    kind = "a preset of one matmul, " if preset(recipe) else ""
    family = OF_TORCHAO.get(recipe)
    hint = f"; what torchao calls so is {family!r}" if family else ""
    return f"{wanted} {kind}{recipe!r}; families are {families[1]}{hint}"


@functools.cache
def resolve(recipe: str) -> dict[str, str]:
    """The explicit recipe of each matmul, as text of an attribute, by role ("forward",
    "dgrad", "wgrad"); without an entry for a matmul that keeps its type.

    recipe: a family such as "blockwise_training", an attribute
    "#lowp.training_recipe<...>", or "none". Raises ValueError for others."""
    if recipe == "none":
        return {}
    attribute = recipe
    if not recipe.startswith("#"):
        attribute = f"#lowp.training_recipe<{recipe}>"
    try:
        text, _ = run_pipeline(_module(attribute), "lowp-select-recipes{chip=sm_90a}")
    except CompileError as error:
        raise ValueError(_refusal(recipe, str(error))) from None
    found = {}
    for line in text.splitlines():
        chosen = re.search(r"lowp\.recipe = (.*), lowp\.role = \"(\w+)\"", line)
        if chosen is not None:
            found[chosen[2]] = chosen[1]
    return found


def family_of(name: str, *, seeded: bool = False) -> str:
    """A family by lowp's name or by torchao's. seeded: whether there is a seed for the
    gradients. Raises ValueError for others, and for one with a matmul that needs more
    than its two operands."""
    check_name(name)
    family = OF_TORCHAO.get(name, name)
    known = seeded_roles(family)
    for role, attribute in resolve(family).items():
        try:
            if not (seeded and role in known):
                operands(attribute, 256, 256, "bf16")
        except CompileError as error:
            hint = "; give one by seed=" if role in known else ""
            raise ValueError(
                "expected a recipe whose matmuls read an input and a weight alone, got "
                f"{name!r}, whose {role} cannot be computed of these: {error}{hint}"
            ) from None
    return family


@functools.cache
def seeded_roles(recipe: str) -> frozenset[str]:
    """The gradients of a family, "dgrad" or "wgrad", that a seed rounds at random."""
    gradients = {role: each for role, each in resolve(recipe).items() if role != "forward"}
    return frozenset(role for role, each in gradients.items() if _is_seeded(each))


def _is_seeded(recipe: str) -> bool:
    """Whether a matmul with this attribute needs a seed beside its operands."""
    try:
        operands(recipe, 256, 256, "bf16")
        return False
    except CompileError:
        text = texts.linear(256, 256, "bf16", False, recipe, seeded=True)
    try:
        run_pipeline(text, "lowp-apply-recipes")
        return True
    except CompileError:
        return False


def short_name(attribute: str | None) -> str:
    """The name of a matmul's recipe, for tables; "-" for none."""
    if attribute is None:
        return "-"
    named = re.fullmatch(r"#lowp\.matmul_recipe<(\w+)>", attribute)
    return named[1] if named else attribute


@functools.cache
def operands(recipe: str, n: int, k: int, element: str) -> tuple[Operand, Operand]:
    """How a forward matmul of ? x k by n x k quantizes its operands.

    recipe: the text of a matmul's attribute, as `resolve` returns it. Raises
    CompileError where it does not fit the sizes."""
    return _quantizes_of(texts.linear(n, k, element, False, recipe))


@functools.cache
def turned_operands(recipe: str, element: str) -> tuple[Operand, Operand]:
    """How a matmul of a^T . b quantizes its operands, which are stored with the
    contracted dimension first, both of ? x 256."""
    text = texts.linear_backward(256, 256, element, (False, True, False), {"wgrad": recipe})
    return _quantizes_of(text)


def _quantizes_of(text: str) -> tuple[Operand, Operand]:
    applied, _ = run_pipeline(text, "lowp-apply-recipes")
    found = re.findall(r"= lowp\.quantize %\w+ (.*?): .*? -> (!lowp\.scaled<.*>)", applied)
    lhs, rhs = (Operand(*each) for each in found)
    return lhs, rhs


@functools.cache
def preset(name: str) -> str | None:
    """The attribute of a matmul's preset such as "rowwise"; None for other names."""
    attribute = f"#lowp.matmul_recipe<{name}>"
    try:
        operands(attribute, 256, 256, "bf16")
    except (CompileError, ValueError):
        return None
    return attribute


def refusal_of_matmul(recipe: str, error: ValueError) -> str:
    """Why a recipe is none of one matmul. error: why it is no family."""
    if recipe.startswith("#"):
        return str(error)
    return (
        f"expected recipe to be a family or a preset, got {recipe!r}; families are "
        f"{_listed('training')}; presets are {_listed('matmul')}"
    )


def forward_of(recipe: str) -> str | None:
    """The attribute of a forward matmul: of a preset, or of a family; None where it
    keeps its type. Raises ValueError for other names."""
    check_name(recipe)
    try:
        return preset(recipe) or resolve(recipe).get("forward")
    except ValueError as error:
        raise ValueError(refusal_of_matmul(recipe, error)) from None


@functools.cache
def matmul_recipe(recipe: str) -> str:
    """The attribute of one matmul: of a preset such as "rowwise", of the forward
    matmul of a family, or `recipe` itself where that is an attribute; ValueError
    for names that are none of them, and where the forward matmul keeps its type."""
    check_name(recipe)
    if recipe.startswith("#lowp.matmul_recipe"):
        return recipe
    chosen = forward_of(recipe)
    if chosen is None:
        raise ValueError(
            f"expected a recipe that quantizes the forward matmul, got {recipe!r}"
        )
    return chosen
