"""Which recipe each matmul gets and why, and what a program moves: as tables."""

from __future__ import annotations

import json
import os
import pathlib
import tempfile
from typing import Any

from lowp._option_text import to_text
from lowp._recipe_options import RecipeOptions
from lowp._table import Table
from lowp.compiler import run_pipeline


def report_of(
    source: Any,
    pipeline: str,
    option: str,
    options: dict[str, Any],
    source_name: str | None = None,
) -> dict[str, Any]:
    """What a pipeline writes to the file that `option` names."""
    with tempfile.TemporaryDirectory(prefix="lowp-") as folder:
        path = pathlib.Path(folder, "report.json")
        text = to_text({**options, option: path})
        run_pipeline(source, f"{pipeline}{{{text}}}", source_name=source_name)
        return json.loads(path.read_text())


def _options(recipe: str | RecipeOptions | None, part: str | None, chip: str | None) -> dict:
    chosen = RecipeOptions.read(recipe)
    return {"recipe": chosen.recipe, **chosen.keywords(), "part": part, "chip": chip}


def describe_choice(matmul: dict[str, Any]) -> str:
    """Why a matmul has its recipe, and what others would take."""
    reasons = [matmul["reason"]] if matmul.get("reason") else []
    for each in matmul.get("rejected", ()):
        cost = f"{each['us']:.1f} us" if "us" in each else each.get("reason", "")
        reasons.append(f"{each['recipe']} ({cost})")
    return ", ".join(reasons)


def explain(
    source: str | bytes | os.PathLike,
    *,
    recipe: str | RecipeOptions | None = None,
    part: str | None = None,
    chip: str | None = None,
) -> Table:
    """Which recipe each matmul gets, and what it costs; nothing is compiled.

    source: as for `lowp.compile`. recipe: "auto", a preset, a family or RecipeOptions;
    by default what the module says. part: e.g. "h200"; or chip: e.g. "sm_90a".

    Returns a table with a row per matmul, which a notebook shows; `json` of it is all
    that the compiler says. Times are predicted. Raises CompileError when the module
    or a name is refused."""
    options = _options(recipe, part, chip)
    result = report_of(source, "lowp-explain", "file", options)
    rows = [
        (
            each["name"],
            "x".join(str(each[size]) for size in "mnk"),
            each.get("recipe") or "-",
            each.get("us"),
            each.get("without_us"),
            each.get("speedup"),
            describe_choice(each),
        )
        for each in result["matmuls"]
    ]
    header = ("matmul", "M x N x K", "recipe", "us", "us without", "speed-up", "why")
    return Table(f"recipes for {result['part']}, predicted", header, rows, result)


def traffic(
    source: str | bytes | os.PathLike,
    *,
    recipe: str | RecipeOptions | None = None,
    part: str | None = None,
    chip: str | None = None,
) -> Table:
    """The launches of a program for a GPU, and the bytes that each moves, without
    making code. source, recipe, part, chip: as for `explain`.

    Returns a table with a row per launch; `json` of it is all that the compiler
    says. Sizes that only the run time knows stay symbols."""
    options = _options(recipe, part, chip)
    result = report_of(source, "lowp-traffic", "traffic-file", options)
    rows = [
        (function["name"], *_launch(launch))
        for function in result["functions"]
        for launch in function["launches"]
    ]
    header = ("function", "launch", "kind", "times", "us", "reads", "writes")
    return Table("launches; bytes, and predicted times", header, rows, result)


def _launch(launch: dict[str, Any]) -> tuple:
    return (
        launch["name"],
        launch["kind"],
        launch.get("times"),
        launch.get("predicted_us"),
        _bytes(launch["reads"]),
        _bytes(launch["writes"]),
    )


def _bytes(buffers: list[dict[str, Any]]) -> Any:
    """Returns the bytes of all buffers; a sum of symbols where sizes are not known."""
    sizes = [each["bytes"] for each in buffers]
    if all(isinstance(size, (int, float)) for size in sizes):
        return sum(sizes)
    return " + ".join(map(str, sizes))
