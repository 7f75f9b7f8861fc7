# RUN: %python %s %lowp_source_dir
"""Writes or checks the options of torch.compile in docs/PyTorch.md.

Usage: check_options.py [--write] <root of the source tree>

The table has the arguments that the docstring of `Settings` describes, with the defaults of
its fields: no argument without a field, and no field without a description.
"""

import ast
import pathlib
import re
import sys

import generated

SOURCE = "python/lowp/torch/compiling/settings.py"
ARGUMENT = re.compile(r"^    (\w+): (.*?)(?=^    \w+: |\Z)", re.MULTILINE | re.DOTALL)


def settings_class(root):
    tree = ast.parse((root / SOURCE).read_text(encoding="utf-8"))
    return next(
        node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Settings"
    )


def render(root):
    definition = settings_class(root)
    fields = {
        node.target.id: ast.unparse(node.value).replace("'", '"')
        for node in definition.body
        if isinstance(node, ast.AnnAssign)
    }
    arguments = ARGUMENT.findall(ast.get_docstring(definition).split("Args:\n")[1])
    if [name for name, _ in arguments] != list(fields):
        sys.exit(
            f"{SOURCE}: expected a description of each of {list(fields)}, "
            f"got {[name for name, _ in arguments]}"
        )
    lines = ["", "| option | values | default |", "|---|---|---|"]
    for name, text in arguments:
        default = fields[name].replace("dataclasses.field(default_factory=dict)", "{}")
        lines.append(f"| `{name}` | {' '.join(text.split()).rstrip('.')} | `{default}` |")
    return "\n".join([*lines, "", ""])


def main():
    root = pathlib.Path(sys.argv[-1])
    part = generated.Part(root / "docs/PyTorch.md", "check_options.py")
    old, new = part.read(), render(root)
    if sys.argv[1] == "--write":
        part.write(new)
    elif old != new:
        print(
            f"docs/PyTorch.md has:{old}{SOURCE} says:{new}write the table anew: "
            "check_options.py --write <root of the source tree>"
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
