"""The way to lowp_lab, a package of its own."""

from __future__ import annotations

import importlib
import importlib.util

from lowp.bench.command_line import tell_errors


def require(tool: str) -> None:
    """Ends the process with what to install where the laboratory is missing."""
    if importlib.util.find_spec("lowp_lab") is None:
        raise SystemExit(
            f"{tool}: expected the package lowp_lab, which measures, got none; "
            "pip install 'lowp[lab]'"
        )


def run(tool: str, module: str) -> None:
    """Runs the `main` of a module of the laboratory as `python -m tool`."""
    require(tool)
    raise SystemExit(tell_errors(tool, importlib.import_module(module).main))
