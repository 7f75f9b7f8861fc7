"""Every way in which a tensor can be an input of an operation: text that computes it,
the parameters of the function that the text reads, and the values."""

from dataclasses import dataclass, field

import ml_dtypes
import numpy as np

from oracle.formats import DTYPES

ALL_DTYPES = {**DTYPES, "i8": np.dtype(np.int8), "i32": np.dtype(np.int32)}
NUMBER = 3


@dataclass
class Space:
    """Sizes by letter, and the letters of those that a function does not know."""

    sizes: dict
    dynamic: str = ""

    def shape(self, letters):
        return tuple(self.sizes[letter] for letter in letters)

    def type(self, letters, element):
        return f"tensor<{'x'.join([*self.names(letters), element])}>"

    def names(self, letters):
        return ["?" if letter in self.dynamic else str(self.sizes[letter]) for letter in letters]

    def empty(self, name, letters, element):
        given = ", ".join(f"%{letter}" for letter in letters if letter in self.dynamic)
        return f"  {name} = tensor.empty({given}) : {self.type(letters, element)}\n"


@dataclass
class Given:
    """What one input needs: `values` is None where nobody has written them."""

    text: str
    parameters: list = field(default_factory=list)
    arrays: list = field(default_factory=list)
    values: object = None


def is_float(element):
    return not element.startswith("i")


def cast(values, element):
    with np.errstate(all="ignore"):
        return np.array(values).astype(ALL_DTYPES[element], order="C")


def constant(value, element):
    """`value` as MLIR writes it."""
    code = cast(value, element)
    if not is_float(element):
        return str(int(code))
    word = code.view(f"u{code.dtype.itemsize}").item()
    return f"0x{word:0{2 * code.dtype.itemsize}X}"


def random_values(shape, element):
    rng = np.random.default_rng(7)
    if not is_float(element):
        return cast(rng.integers(0, 5, shape), element)
    if element == "f8E8M0FNU":
        return cast(np.exp2(rng.integers(-3, 4, shape)), element)
    return cast(rng.standard_normal(shape) * 2, element)


def argument(space, letters, element):
    values = random_values(space.shape(letters), element)
    return Given("", [f"%h: {space.type(letters, element)}"], [values], values)


def filled(space, letters, element, number):
    return space.empty("%h_empty", letters, element) + (
        f"  %h = linalg.fill ins({number} : {element}) outs(%h_empty : "
        f"{space.type(letters, element)}) -> {space.type(letters, element)}\n"
    )


def uniform(space, letters, element, value=NUMBER):
    return cast(np.full(space.shape(letters), value), element)


def splat_constant(space, letters, element):
    kind = space.type(letters, element)
    return Given(
        f"  %h = arith.constant dense<{constant(NUMBER, element)}> : {kind}\n",
        values=uniform(space, letters, element),
    )


def dense_constant(space, letters, element):
    values = random_values(space.shape(letters), element)
    text = values.tobytes().hex().upper()
    kind = space.type(letters, element)
    return Given(f'  %h = arith.constant dense<"0x{text}"> : {kind}\n', values=values)


def fill_of_constant(space, letters, element, value=NUMBER):
    text = f"  %h_number = arith.constant {constant(value, element)} : {element}\n"
    return Given(
        text + filled(space, letters, element, "%h_number"),
        values=uniform(space, letters, element, value),
    )


def special(value):
    return lambda space, letters, element: fill_of_constant(space, letters, element, value)


def fill_of_scalar(space, letters, element):
    return Given(
        filled(space, letters, element, "%h_scalar"),
        [f"%h_scalar: {element}"],
        [NUMBER],
        uniform(space, letters, element),
    )


def splat_of_scalar(space, letters, element):
    sizes = ", ".join(f"%{letter}" for letter in letters if letter in space.dynamic)
    sizes = f"[{sizes}]" if sizes else ""
    return Given(
        f"  %h = tensor.splat %h_scalar{sizes} : {space.type(letters, element)}\n",
        [f"%h_scalar: {element}"],
        [NUMBER],
        uniform(space, letters, element),
    )


def fill_of_read(space, letters, element):
    """The number is an element of a tensor."""
    text = (
        f"  %h_zero = arith.constant 0 : index\n  %h_number = tensor.extract "
        f"%h_memory[%h_zero, %h_zero] : tensor<1x1x{element}>\n"
    )
    return Given(
        text + filled(space, letters, element, "%h_number"),
        [f"%h_memory: tensor<1x1x{element}>"],
        [cast([[NUMBER]], element)],
        uniform(space, letters, element),
    )


def fill_of_computed(space, letters, element):
    add = "addf" if is_float(element) else "addi"
    text = f"  %h_number = arith.{add} %h_scalar, %h_scalar : {element}\n"
    return Given(
        text + filled(space, letters, element, "%h_number"),
        [f"%h_scalar: {element}"],
        [1],
        uniform(space, letters, element, 2),
    )


def never_written(space, letters, element):
    return Given(space.empty("%h", letters, element))


def maps(*results, rank):
    loops = ", ".join("ij"[:rank])
    listed = ", ".join(f"affine_map<({loops}) -> ({result})>" for result in results)
    kinds = ", ".join(['"parallel"'] * rank)
    return f"indexing_maps = [{listed}], iterator_types = [{kinds}]"


def iota(space, letters, element):
    """Numbers of the last dimension, modulo 5."""
    rank = len(letters)
    kind = space.type(letters, element)
    number = "%word" if element == "i32" else "%value"
    convert = ""
    if element == "i8":
        convert = "    %value = arith.trunci %word : i32 to i8\n"
    elif is_float(element):
        wide = "%wide" if element != "f32" else "%value"
        convert = f"    {wide} = arith.sitofp %word : i32 to f32\n"
        if element != "f32":
            convert += f"    %value = arith.truncf %wide : f32 to {element}\n"
    text = (
        space.empty("%h_empty", letters, element)
        + f"""  %h = linalg.generic {{{maps(", ".join("ij"[:rank]), rank=rank)}}} outs(%h_empty : {
            kind
        }) {{
  ^bb0(%old: {element}):
    %place = linalg.index {rank - 1} : index
    %five = arith.constant 5 : index
    %digit = arith.remui %place, %five : index
    %word = arith.index_cast %digit : index to i32
{convert}    linalg.yield {number} : {element}
  }} -> {kind}
"""
    )
    shape = space.shape(letters)
    return Given(text, values=cast(np.broadcast_to(np.arange(shape[-1]) % 5, shape), element))


def broadcast(space, letters, element, kept):
    """A tensor with the dimensions `kept`, repeated along the others."""
    given = [letters[place] for place in kept]
    values = random_values(space.shape(given), element)
    added = [place for place in range(len(letters)) if place not in kept]
    text = space.empty("%h_empty", letters, element) + (
        f"  %h = linalg.broadcast ins(%h_part : {space.type(given, element)}) outs(%h_empty : "
        f"{space.type(letters, element)}) dimensions = {added}\n"
    )
    wide = np.broadcast_to(np.expand_dims(values, tuple(added)), space.shape(letters))
    return Given(
        text, [f"%h_part: {space.type(given, element)}"], [values], np.ascontiguousarray(wide)
    )


def of_a_number(space, letters, element):
    return broadcast(space, letters, element, [])


def of_rows(space, letters, element):
    return broadcast(space, letters, element, [0])


def of_columns(space, letters, element):
    return broadcast(space, letters, element, [len(letters) - 1])


def groups(letters):
    listed = [[0, 1], *[[place + 2] for place in range(len(letters) - 1)]]
    return str(listed)


def without_unit(space, letters, element):
    """An argument whose first dimension has size 1."""
    values = random_values((1, *space.shape(letters)), element)
    wide = space.type("u" + letters, element)
    return Given(
        f"  %h = tensor.collapse_shape %h_wide {groups(letters)} : {wide} into "
        f"{space.type(letters, element)}\n",
        [f"%h_wide: {wide}"],
        [values],
        values[0],
    )


def fill_without_unit(space, letters, element):
    wide = space.type("u" + letters, element)
    text = f"  %h_number = arith.constant {constant(NUMBER, element)} : {element}\n"
    text += space.empty("%h_empty", "u" + letters, element)
    text += (
        f"  %h_wide = linalg.fill ins(%h_number : {element}) outs(%h_empty : {wide}) "
        f"-> {wide}\n  %h = tensor.collapse_shape %h_wide {groups(letters)} : {wide} into "
        f"{space.type(letters, element)}\n"
    )
    return Given(text, values=uniform(space, letters, element))


def sum_of_fills(space, letters, element):
    """One constant, one number of the run time: what computes it is fused."""
    add = "addf" if is_float(element) else "addi"
    kind = space.type(letters, element)
    text = f"  %h_number = arith.constant {constant(1, element)} : {element}\n"
    text += filled(space, letters, element, "%h_number").replace("%h ", "%h_one ")
    text += (
        filled(space, letters, element, "%h_scalar")
        .replace("%h ", "%h_two ")
        .replace("%h_empty", "%h_space")
    )
    text += space.empty("%h_to", letters, element)
    rank = len(letters)
    place = ", ".join("ij"[:rank])
    text += f"""  %h = linalg.generic {{{maps(place, place, place, rank=rank)}}}
      ins(%h_one, %h_two : {kind}, {kind}) outs(%h_to : {kind}) {{
  ^bb0(%one: {element}, %two: {element}, %old: {element}):
    %sum = arith.{add} %one, %two : {element}
    linalg.yield %sum : {element}
  }} -> {kind}
"""
    return Given(text, [f"%h_scalar: {element}"], [2], uniform(space, letters, element))


WAYS = {
    "argument": argument,
    "splat constant": splat_constant,
    "dense constant": dense_constant,
    "fill of a constant": fill_of_constant,
    "fill of a scalar": fill_of_scalar,
    "splat of a scalar": splat_of_scalar,
    "fill of what is read": fill_of_read,
    "fill of what is computed": fill_of_computed,
    "never written": never_written,
    "iota": iota,
    "broadcast of a number": of_a_number,
    "broadcast of rows": of_rows,
    "broadcast of columns": of_columns,
    "unit dimension": without_unit,
    "unit dimension of a fill": fill_without_unit,
    "sum of fills": sum_of_fills,
}
SPECIAL = {
    f"fill of {value}": special(value)
    for value in (0.0, -0.0, float("nan"), float("inf"), float("-inf"), 1e-40, -2.5)
}
CONSTANTS = {"splat constant", "dense constant"}
SMALL_FLOATS = {"f8E4M3FN", "f8E5M2", "f8E8M0FNU"}


def ways_for(space, element, more):
    """The ways that exist for tensors of `element`."""
    ways = dict(WAYS)
    if more and element in ("f32", "bf16"):
        ways |= SPECIAL
    # MLIR writes no constant without elements as bytes.
    if space.dynamic or not space.sizes["m"]:
        ways = {name: way for name, way in ways.items() if name not in CONSTANTS}
    if element in SMALL_FLOATS:
        for name in (
            "fill of a scalar",
            "splat of a scalar",
            "fill of what is computed",
            "sum of fills",
        ):
            ways.pop(name)
    # No cast goes to it.
    if element == "f8E8M0FNU":
        ways.pop("iota")
    return ways
