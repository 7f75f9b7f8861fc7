"""The text of the programs of the operators: one function each, M dynamic.

Each matmul names its role and its recipe.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

MAPS = """
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#km = affine_map<(m, n, k) -> (k, m)>
#mn = affine_map<(m, n, k) -> (m, n)>
#element = affine_map<(m, n) -> (m, n)>
#column = affine_map<(m, n) -> (n)>
"""


# The argument that stochastic rounding takes its random bits from.
_SEED = ("seed", "i64 {lowp.seed}")


def sized(*sizes: int | None, type: str) -> str:
    """The type of a tensor; None is a dynamic size."""
    known = ("?" if size is None else str(size) for size in sizes)
    return f"tensor<{'x'.join([*known, type])}>"


class Function:
    """The lines of one function."""

    def __init__(self, name: str, arguments: Sequence[tuple[str, str]]) -> None:
        self.name = name
        self.arguments = list(arguments)
        self.lines: list[str] = []
        self.results: list[tuple[str, str]] = []

    def add(self, line: str) -> None:
        self.lines.append("  " + line)

    def widen(self, scaled: Mapping[str, str]) -> None:
        """Takes each argument that `scaled` names in the type that it has there, and makes
        its name that of the values."""
        for index, (name, type) in enumerate(self.arguments):
            if (given := scaled.get(name)) is not None:
                self.arguments[index] = (f"{name}q", given)
                self.add(f"%{name} = lowp.dequantize %{name}q : {given} -> {type}")

    def fill(
        self, name: str, type: str, element: str, rows: str | None, value: str = "0.0"
    ) -> None:
        """A tensor %name of one value; rows: the value of its dynamic first size."""
        self.add(f"%{name}c = arith.constant {value} : {element}")
        self.add(f"%{name}e = tensor.empty({rows or ''}) : {type}")
        self.add(
            f"%{name} = linalg.fill ins(%{name}c : {element}) outs(%{name}e : {type}) -> {type}"
        )

    def turn(
        self, value: str, sizes: Sequence[int | None], element: str, rows: str | None = None
    ) -> str:
        """%<value>_t: %<value>, of these sizes, with its last two dimensions exchanged. rows: the
        value of a dynamic size. Returns the type."""
        *matrices, n, k = sizes
        order = [*range(len(matrices)), len(matrices) + 1, len(matrices)]
        type, turned = sized(*sizes, type=element), sized(*matrices, k, n, type=element)
        self.add(f"%{value}_te = tensor.empty({rows or ''}) : {turned}")
        self.add(
            f"%{value}_t = linalg.transpose ins(%{value} : {type}) outs(%{value}_te : {turned}) "
            f"permutation = {order}"
        )
        return turned

    def matmul(
        self,
        name: str,
        operands: tuple[tuple[str, str], tuple[str, str]],
        maps: str,
        role: str,
        recipe: str | None,
        type: str,
    ) -> None:
        """%name as a product onto %name0. operands: names and types."""
        chosen = f"lowp.recipe = {recipe}, " if recipe else ""
        values, types = (", ".join(each) for each in zip(*((f"%{n}", t) for n, t in operands)))
        self.add(
            f"%{name} = linalg.matmul indexing_maps = [{maps}] "
            f'{{{chosen}lowp.role = "{role}"}} '
            f"ins({values} : {types}) "
            f"outs(%{name}0 : {type}) -> {type}"
        )

    def grouped_matmul(
        self,
        name: str,
        operands: tuple[tuple[str, str], tuple[str, str]],
        groups: int,
        type: str,
        recipe: str | None = None,
        role: str | None = None,
        into: str | None = None,
    ) -> None:
        """%name of rows in groups that end at %ends. operands: names and types. into: the type of
        %into, which it is added to, if it is."""
        values, types = (", ".join(each) for each in zip(*((f"%{n}", t) for n, t in operands)))
        chosen = [f"lowp.recipe = {recipe}"] if recipe else []
        chosen += [f'lowp.role = "{role}"'] if role else []
        self.add(
            f"%{name} = lowp.grouped_matmul {values} ends(%ends : {sized(groups, type='i32')})"
            + (f" accumulate(%into : {into})" if into else "")
            + (f" {{{', '.join(chosen)}}}" if chosen else "")
            + f" : {types} -> {type}"
        )

    def generic(
        self,
        name: str,
        inputs: Sequence[tuple[str, str]],
        init: tuple[str, str],
        maps: str,
        arguments: Mapping[str, str],
        body: Sequence[str],
        result: str,
        first: str = "parallel",
    ) -> None:
        """%name over two dimensions. inputs, init: names and types. arguments: of the body, with
        their types; it ends with %result. first: what the first dimension is."""
        values, types = (", ".join(each) for each in zip(*((f"%{n}", t) for n, t in inputs)))
        into, type = init
        self.add(
            f'%{name} = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["{first}", '
            f'"parallel"]}} ins({values} : {types}) outs(%{into} : {type}) {{'
        )
        self.add(f"^bb0({', '.join(f'%{name}: {kind}' for name, kind in arguments.items())}):")
        for line in body:
            self.add(line)
        *_, element = arguments.values()
        self.add(f"linalg.yield %{result} : {element}")
        self.add(f"}} -> {type}")

    def __str__(self) -> str:
        arguments = ", ".join(f"%{name}: {type}" for name, type in self.arguments)
        types = ", ".join(type for _, type in self.results)
        values = ", ".join(f"%{name}" for name, _ in self.results)
        body = "\n".join(self.lines)
        return (
            f"{MAPS}func.func @{self.name}({arguments}) -> ({types}) {{\n{body}\n"
            f"  return {values} : {types}\n}}\n"
        )


def add_rows(function: Function, value: str, type: str) -> str:
    """The first size of %value, as a value."""
    function.add("%d0 = arith.constant 0 : index")
    function.add(f"%m = tensor.dim %{value}, %d0 : {type}")
    return "%m"


def in_place(type: str, result: int) -> str:
    """The type of an argument that a result is written to, by its index."""
    return f"{type} {{lowp.aliasing_output = {result} : i64}}"


def linear(
    sizes: tuple[int, ...],
    element: str,
    bias: bool,
    recipe: str | None,
    *,
    parameter: bool = False,
    turned: bool = False,
    clears: bool = True,
    scaled: Mapping[str, str] = {},
) -> str:
    """y = x . w^T + bias, with w of N x K; of G x N x K by the matrix and the bias of each
    row's group. parameter: whether w is prepared. turned: whether w is of K x N. clears:
    whether rows after the last group are 0, otherwise they are undefined. scaled: the types of
    operands that come as data and scales."""
    *groups, n, k = sizes
    x = sized(None, k, type=element)
    w = sized(*groups, *((k, n) if turned else (n, k)), type=element)
    arguments = [("x", x), ("w", w + (" {lowp.parameter}" if parameter else ""))]
    arguments += [("ends", sized(*groups, type="i32"))] if groups else []
    arguments += [("b", sized(*groups, n, type=element))] if bias else []
    function = Function("grouped_linear" if groups else "linear", arguments)
    function.widen(scaled)
    rows = add_rows(function, "x", x)
    sums = "f32" if bias else element
    multiply(function, sizes, (("x", x), ("w", w)), recipe, rows, sums, turned)
    return finish(function, sizes, element, rows, bias, clears)


def multiply(
    function: Function,
    sizes: tuple[int, ...],
    operands: tuple[tuple[str, str], tuple[str, str]],
    recipe: str | None,
    rows: str,
    sums: str,
    turned: bool = False,
) -> None:
    """%s, of elements `sums`: rows by one weight or by that of their group. operands: names and
    types."""
    *groups, n, _k = sizes
    type = sized(None, n, type=sums)
    if not groups:
        function.fill("s0", type, sums, rows)
        maps = f"#mk, {'#kn' if turned else '#nk'}, #mn"
        function.matmul("s", operands, maps, "forward", recipe, type)
        return
    function.grouped_matmul("s", operands, groups[0], type, recipe)


def finish(
    function: Function, sizes: tuple[int, ...], element: str, rows: str, bias: bool, clears: bool
) -> str:
    """The function whose result is %s, and the bias %b, each group's own, added in f32 and
    rounded once. clears: whether rows after the last group are 0."""
    *groups, n, _k = sizes
    y, last = sized(None, n, type=element), "s"
    if bias:
        read, b = "#column", sized(*groups, n, type=element)
        added = ("b", b)
        if groups:
            ends = sized(*groups, type="i32")
            function.add(f"%r = lowp.repeat_rows %b ends(%ends : {ends}) rows({rows}) : {b} -> {y}")
            read, added = "#element", ("r", y)
        function.add(f"%pe = tensor.empty({rows}) : {y}")
        body: list[str] = []
        wide = _convert(body, "wide", "added", element, "f32")
        body.append(f"%total = arith.addf %sum, %{wide} : f32")
        result = _convert(body, "rounded", "total", "f32", element)
        inputs = [("s", sized(None, n, type="f32")), added]
        arguments = {"sum": "f32", "added": element, "old": element}
        maps = f"#element, {read}, #element"
        function.generic("p", inputs, ("pe", y), maps, arguments, body, result)
        last = "p"
    if groups and clears:
        clear_behind(function, groups[0], rows, last, ("y", y), element)
        last = "y"
    function.results = [(last, y)]
    return str(function)


def _convert(body: list[str], name: str, value: str, have: str, want: str) -> str:
    """Adds what makes %value of one type another to a body. Returns its name."""
    if have == want:
        return value
    kind = "extf" if want == "f32" else "truncf"
    body.append(f"%{name} = arith.{kind} %{value} : {have} to {want}")
    return name


def linear_backward(
    n: int,
    k: int,
    element: str,
    needed: tuple[bool, bool, bool],
    recipes: dict[str, str],
    *,
    seeded: bool = False,
    parameter: bool = False,
    into: str | None = None,
    scaled: Mapping[str, str] = {},
) -> str:
    """What is needed of dx = g . w, dw = g^T . x and db, the sums of g's columns.
    seeded: whether a seed is an argument. parameter: whether w is prepared. into: the
    type of the last argument, which dw is added to in place, if it is. scaled: the types
    of operands that come as data and scales."""
    g, x = sized(None, n, type=element), sized(None, k, type=element)
    w = sized(n, k, type=element)
    mark = " {lowp.parameter}" if parameter else ""
    arguments = [("g", g)]
    arguments += [("x", x)] if needed[1] else []
    arguments += [("w", w + mark)] if needed[0] else []
    arguments += [_SEED] if seeded else []
    dw = sized(n, k, type=into or element)
    # dw is the result after dx.
    arguments += [("dw0", in_place(dw, int(needed[0])))] if into else []
    function = Function("linear_backward", arguments)
    function.widen(scaled)
    rows = add_rows(function, "g", g)
    if needed[0]:
        function.fill("dx0", x, element, rows)
        operands = ("g", g), ("w", w)
        function.matmul("dx", operands, "#mk, #kn, #mn", "dgrad", recipes.get("dgrad"), x)
        function.results.append(("dx", x))
    if needed[1]:
        if into is None:
            function.fill("dw0", dw, element, None)
        operands = ("g", g), ("x", x)
        function.matmul("dw", operands, "#km, #kn, #mn", "wgrad", recipes.get("wgrad"), dw)
        function.results.append(("dw", dw))
    if needed[2]:
        _add_column_sums(function, n, g, element)
    return str(function)


def _add_column_sums(function: Function, n: int, g: str, element: str) -> None:
    sums, b = sized(n, type="f32"), sized(n, type=element)
    name = "db" if element == "f32" else "db32"
    function.fill(f"{name}0", sums, "f32", None)
    body: list[str] = []
    value = _convert(body, "wide", "each", element, "f32")
    body.append(f"%next = arith.addf %sum, %{value} : f32")
    arguments, init = {"each": element, "sum": "f32"}, (f"{name}0", sums)
    function.generic(
        name, [("g", g)], init, "#element, #column", arguments, body, "next", "reduction"
    )
    if element != "f32":
        function.add(f"%db = arith.truncf %{name} : {sums} to {b}")
    function.results.append(("db", b))


def clear_behind(
    function: Function,
    groups: int,
    rows: str,
    source: str,
    result: tuple[str, str],
    element: str,
) -> None:
    """The result is %source where a row is in a group of %ends, 0 otherwise. result: its
    name and its type."""
    name, y = result
    function.add(f"%last = arith.constant {groups - 1} : index")
    function.add(f"%zero = arith.constant 0.0 : {element}")
    function.add(f"%e = tensor.empty({rows}) : {y}")
    body = [
        "%row = linalg.index 0 : index",
        f"%end = tensor.extract %ends[%last] : {sized(groups, type='i32')}",
        "%limit = arith.index_cast %end : i32 to index",
        "%in = arith.cmpi slt, %row, %limit : index",
        f"%kept = arith.select %in, %each, %zero : {element}",
    ]
    arguments = {"each": element, "old": element}
    function.generic(name, [(source, y)], ("e", y), "#element, #element", arguments, body, "kept")


def order_rows(groups: int, element: str) -> str:
    """Rows in the order of their groups, their places in it, and where groups end."""
    ids, rows = sized(None, type=element), sized(None, type="i32")
    results = [("rows", rows), ("places", rows), ("ends", sized(groups, type="i32"))]
    function = Function("order_rows", [("ids", ids)])
    names = ", ".join(f"%{name}" for name, _ in results)
    types = ", ".join(type for _, type in results)
    function.add(f"{names} = lowp.order_rows %ids : {ids} -> {types}")
    function.results = results
    return str(function)
