# REQUIRES: numpy
# RUN: %python %s %lowp_source_dir
"""Checks the tables of presets in docs/Specification.md against the oracle's.

Usage: check_presets.py <root of the source tree>

Section 2 has a row for each preset of numerics, section 5 one for each preset of
a matmul: no more, and each as the oracle has it. What lowp computes under these
names, test/Integration/Reference/check_presets.py compares with the same oracle.
"""

import pathlib
import re
import sys

ROW = re.compile(r"^\| `(\w+)` \|.*\|$", re.MULTILINE)


EPS = {0.0: "0.0", 1e-4: "1.0e-4", 1e-12: "1.0e-12"}
STEPS = ["quotient", "largest_factor", "small_scales", "matrix_scale"]


def numerics_row(name, numerics):
    flag = "true" if numerics.power_of_two else "false"
    eps = EPS[numerics.eps]
    cells = [
        f"`{name}`",
        eps,
        numerics.division,
        flag,
        numerics.degenerate,
        numerics.saturation,
        numerics.scale_rounding,
        numerics.rounding,
    ]
    return f"| {' | '.join(cells)} |"


def steps_row(name, numerics):
    """The parameters of the second table, or nothing where all are usual."""
    values = [getattr(numerics, step) for step in STEPS]
    if values == [getattr(type(numerics)(), step) for step in STEPS]:
        return None
    return f"| {' | '.join([f'`{name}`', *values])} |"


def operand_cell(operand):
    element = re.fullmatch(r"f\d(E\dM\d)(FN)?", operand.element).group(1).lower()
    words = [element, operand.recipe.removeprefix("#lowp.")]
    if operand.numerics.endswith("_stochastic"):
        words.append("stochastic")
    return ", ".join(words)


def matmul_row(name, preset):
    numerics = {
        operand.numerics.removesuffix("_stochastic") for operand in (preset.lhs, preset.rhs)
    }
    words = sorted(numerics)
    if preset.hadamard is not None:
        words.append(f"`hadamard = {preset.hadamard:#X}`".replace("X", "x"))
    cells = [
        f"`{name}`",
        operand_cell(preset.lhs),
        operand_cell(preset.rhs),
        ", ".join(words),
        "yes" if preset.fast_accumulation else "no",
    ]
    return f"| {' | '.join(cells)} |"


def table(text, section, heading):
    """The rows, by name, of the table in a section that begins with `heading`."""
    section = re.search(rf"^## {section}\..*?(?=^## )", text, re.MULTILINE | re.DOTALL)
    rows = section.group(0).split(heading)[1].split("\n\n")[0]
    return {match.group(1): match.group(0) for match in ROW.finditer(rows)}


def objections(rows, wanted):
    for name in sorted(set(rows) | set(wanted)):
        if rows.get(name) != wanted.get(name):
            yield f"{name}: expected {wanted.get(name)}, got {rows.get(name)}"


def main():
    root = pathlib.Path(sys.argv[1])
    sys.path.insert(0, str(root / "test"))
    from oracle.presets import MATMULS
    from oracle.quantize import PRESETS

    text = (root / "docs/Specification.md").read_text(encoding="utf-8")
    numerics = {name: numerics_row(name, value) for name, value in PRESETS.items()}
    steps = {name: steps_row(name, value) for name, value in PRESETS.items()}
    matmuls = {name: matmul_row(name, value) for name, value in MATMULS.items()}
    found = [
        *objections(table(text, 2, "| preset | `eps` |"), numerics),
        *objections(table(text, 2, "| preset | `quotient` |"), steps),
        *objections(table(text, 5, "| preset | lhs |"), matmuls),
    ]
    for objection in found:
        print(objection)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
