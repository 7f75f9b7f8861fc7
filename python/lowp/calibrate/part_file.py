"""Files that describe a part."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from lowp._files import write_text
from lowp.bench.errors import BenchError

FORMAT = "lowp-part 1"


def save_part(
    path: str, name: str, base: str, figures: Mapping[str, float], note: Any = None
) -> None:
    """Writes the part `name`: what lowp knows of `base`, but for `figures`. Raises
    BenchError where the file cannot be written."""
    rounded = {key: float(f"{value:.6g}") for key, value in figures.items()}
    content = {"format": FORMAT, "name": name, "base": base, "figures": rounded}
    if note is not None:
        content["note"] = note
    try:
        write_text(path, json.dumps(content, indent=1) + "\n")
    except OSError as error:
        raise BenchError(f"the part cannot be written: {error}") from None
