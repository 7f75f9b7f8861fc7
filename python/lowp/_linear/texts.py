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
    n: int,
    k: int,
    element: str,
    bias: bool,
    recipe: str | None,
    *,
    parameter: bool = False,
    turned: bool = False,
    scaled: Mapping[str, str] = {},
) -> str:
    """y = x . w^T + bias, with w of N x K. parameter: whether w is prepared. turned:
    whether w is of K x N. scaled: the types of operands that come as data and scales."""
    x = sized(None, k, type=element)
    w = sized(k, n, type=element) if turned else sized(n, k, type=element)
    y, sums = sized(None, n, type=element), sized(None, n, type="f32")
    b = sized(n, type=element)
    mark = " {lowp.parameter}" if parameter else ""
    arguments = [("x", x), ("w", w + mark)] + ([("b", b)] if bias else [])
    function = Function("linear", arguments)
    function.widen(scaled)
    rows = add_rows(function, "x", x)
    kind, inner = (sums, "f32") if bias else (y, element)
    name = "s" if bias else "y"
    function.fill(f"{name}0", kind, inner, rows)
    maps = f"#mk, {'#kn' if turned else '#nk'}, #mn"
    function.matmul(name, (("x", x), ("w", w)), maps, "forward", recipe, kind)
    if bias:
        function.add(f"%ye = tensor.empty({rows}) : {y}")
        add_bias(function, sums, ("b", b, "#column"), ("y", y), element)
    function.results = [("y", y)]
    return str(function)


def add_bias(
    function: Function,
    sums: str,
    bias: tuple[str, str, str],
    result: tuple[str, str],
    element: str,
) -> None:
    """The result, onto its name with an e, is %s and the bias, added in f32 and rounded
    once. bias: its name, its type and its map."""
    narrow = element != "f32"
    value, type, read = bias
    name, y = result
    function.add(
        f"%{name} = linalg.generic {{indexing_maps = [#element, {read}, #element], "
        f'iterator_types = ["parallel", "parallel"]}} ins(%s, %{value} : {sums}, {type}) '
        f"outs(%{name}e : {y}) {{"
    )
    function.add(f"^bb0(%sum: f32, %added: {element}, %old: {element}):")
    wide = "%added"
    if narrow:
        function.add(f"%wide = arith.extf %added : {element} to f32")
        wide = "%wide"
    function.add(f"%total = arith.addf %sum, {wide} : f32")
    final = "%total"
    if narrow:
        function.add(f"%rounded = arith.truncf %total : f32 to {element}")
        final = "%rounded"
    function.add(f"linalg.yield {final} : {element}")
    function.add(f"}} -> {y}")


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
        function.matmul(
            "dx",
            (("g", g), ("w", w)),
            "#mk, #kn, #mn",
            "dgrad",
            recipes.get("dgrad"),
            x,
        )
        function.results.append(("dx", x))
    if needed[1]:
        if into is None:
            function.fill("dw0", dw, element, None)
        function.matmul(
            "dw",
            (("g", g), ("x", x)),
            "#km, #kn, #mn",
            "wgrad",
            recipes.get("wgrad"),
            dw,
        )
        function.results.append(("dw", dw))
    if needed[2]:
        _add_column_sums(function, n, g, element)
    return str(function)


def _add_column_sums(function: Function, n: int, g: str, element: str) -> None:
    sums, b = sized(n, type="f32"), sized(n, type=element)
    wide = element != "f32"
    name = "db32" if wide else "db"
    function.fill(f"{name}0", sums, "f32", None)
    function.add(
        f"%{name} = linalg.generic {{indexing_maps = [#element, #column], "
        f'iterator_types = ["reduction", "parallel"]}} ins(%g : {g}) '
        f"outs(%{name}0 : {sums}) {{"
    )
    function.add(f"^bb0(%each: {element}, %sum: f32):")
    value = "%each"
    if wide:
        function.add(f"%wide = arith.extf %each : {element} to f32")
        value = "%wide"
    function.add(f"%next = arith.addf %sum, {value} : f32")
    function.add("linalg.yield %next : f32")
    function.add(f"}} -> {sums}")
    if wide:
        function.add(f"%dbe = tensor.empty() : {b}")
        function.add(
            "%db = linalg.generic {indexing_maps = [affine_map<(n) -> (n)>, "
            'affine_map<(n) -> (n)>], iterator_types = ["parallel"]} '
            f"ins(%{name} : {sums}) outs(%dbe : {b}) {{"
        )
        function.add(f"^bb0(%sum: f32, %old: {element}):")
        function.add(f"%rounded = arith.truncf %sum : f32 to {element}")
        function.add(f"linalg.yield %rounded : {element}")
        function.add(f"}} -> {b}")
    function.results.append(("db", b))


def grouped_linear(
    groups: int,
    n: int,
    k: int,
    element: str,
    bias: bool,
    recipe: str | None,
    *,
    clears: bool = True,
    parameter: bool = False,
    scaled: Mapping[str, str] = {},
) -> str:
    """Rows of x by the matrix of their group, and its bias; recipe: of the product.
    clears: whether rows after the last group are 0, otherwise they are undefined.
    parameter: whether w is prepared. scaled: the types of x and w if they come as data and
    scales."""
    x, w = sized(None, k, type=element), sized(groups, n, k, type=element)
    y, ends = sized(None, n, type=element), sized(groups, type="i32")
    b = sized(groups, n, type=element)
    mark = " {lowp.parameter}" if parameter else ""
    arguments = [("x", x), ("w", w + mark), ("ends", ends)]
    arguments += [("b", b)] if bias else []
    function = Function("grouped_linear", arguments)
    function.widen(scaled)
    rows = add_rows(function, "x", x)
    sums = sized(None, n, type="f32") if bias else y
    chosen = f" {{lowp.recipe = {recipe}}}" if recipe else ""
    product = "s" if bias else "p"
    function.add(
        f"%{product} = lowp.grouped_matmul %x, %w ends(%ends : {ends}){chosen} : {x}, {w} -> {sums}"
    )
    if bias:
        function.add(f"%r = lowp.repeat_rows %b ends(%ends : {ends}) rows({rows}) : {b} -> {y}")
        function.add(f"%pe = tensor.empty({rows}) : {y}")
        add_bias(function, sums, ("r", y, "#element"), ("p", y), element)
    if clears:
        clear_behind(function, groups, rows, "p", ("y", y), element)
    function.results = [("y" if clears else "p", y)]
    return str(function)


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
    function.add(
        f"%{name} = linalg.generic {{indexing_maps = [#element, #element], "
        f'iterator_types = ["parallel", "parallel"]}} ins(%{source} : {y}) outs(%e : {y}) {{'
    )
    function.add(f"^bb0(%each: {element}, %old: {element}):")
    function.add("%row = linalg.index 0 : index")
    function.add(f"%end = tensor.extract %ends[%last] : {sized(groups, type='i32')}")
    function.add("%limit = arith.index_cast %end : i32 to index")
    function.add("%in = arith.cmpi slt, %row, %limit : index")
    function.add(f"%kept = arith.select %in, %each, %zero : {element}")
    function.add(f"linalg.yield %kept : {element}")
    function.add(f"}} -> {y}")


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
