"""A function as text, and what it computes."""

import re
from dataclasses import dataclass, field

NAME = re.compile(r"%[A-Za-z_]\w*")


@dataclass
class Program:
    """One function: parameters as (name, type, attributes), the statements of its body, what
    it is called with, and the values that it returns. `values` are all that it computes;
    `updated` are arguments that hold a value afterwards, by the number of the result."""

    parameters: list
    body: list
    inputs: list
    results: list
    values: list = field(default_factory=list)
    updated: dict = field(default_factory=dict)

    @property
    def text(self):
        """With NAME for the function's name."""
        types = ", ".join(value.type for value in self.results)
        names = ", ".join(value.name for value in self.results)
        parameters = ", ".join(
            f"{name}: {kind}{attributes}" for name, kind, attributes in self.parameters
        )
        return (
            f"func.func @NAME({parameters}) -> ({types}) {{\n"
            + "".join(f"{statement}\n" for statement in self.body)
            + f"  return {names} : {types}\n}}\n"
        )


def statements(lines):
    """Lines put together to operations of the function, regions included."""
    made, depth = [], 0
    for line in lines:
        if depth:
            made[-1] += "\n" + line
        else:
            made.append(line)
        # Braces of attributes open and close in one line.
        depth += line.count("{") - line.count("}")
    return made


def defined(statement):
    """The names that a statement gives to its results."""
    return NAME.findall(statement.split(" = ")[0])


def needed(body, live):
    """The statements of a body that some names need, and all names that they read."""
    kept, live = [], set(live)
    for statement in reversed(body):
        if live & set(defined(statement)):
            kept.insert(0, statement)
            live |= set(NAME.findall(statement))
    return kept, live
