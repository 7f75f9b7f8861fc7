"""The file of configs that the compiler reads, see docs/Tuning.md."""

from __future__ import annotations

import json
import os

from lowp.bench.errors import BenchError
from lowp.bench.results import save
from lowp.tune.verdict import judge

FORMAT = "lowp-configs 1"
# Fields that do not tell problems apart.
_NO_KEY = ("config", "note")


def _key_of(entry: dict) -> str:
    fields = {name: value for name, value in entry.items() if name not in _NO_KEY}
    return json.dumps(fields, sort_keys=True)


def make_entry(record: dict, machine: str) -> dict | None:
    """The entry of a record's fastest config; None where there is none."""
    verdict = judge(record)
    if verdict is None:
        return None
    note = f"{verdict.best['median'] * 1e6:.2f} us on {machine}"
    if verdict.loss is not None:
        note += f"; the cost model's choice took {verdict.loss:.1%} longer"
    return {**record["key"], "config": verdict.best["config"], "note": note}


def stretch(entries: list[dict]) -> list[dict]:
    """Entries whose M reaches down to the next smaller one of the same problem."""
    groups: dict[str, list[dict]] = {}
    for entry in entries:
        groups.setdefault(_key_of({**entry, "m": 0}), []).append(entry)
    stretched = []
    for group in groups.values():
        least = 1
        for entry in sorted(group, key=lambda entry: entry["m"]):
            stretched.append({**entry, "m": [least, entry["m"]]})
            least = entry["m"] + 1
    return stretched


def load(path: str) -> list[dict]:
    """The entries of a file; none where there is no file."""
    if not os.path.exists(path):
        return []
    try:
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
    except (OSError, ValueError) as error:
        raise BenchError(f"expected a config file at '{path}', got: {error}") from None
    found = content.get("format") if isinstance(content, dict) else None
    if found != FORMAT or not isinstance(content.get("configs"), list):
        raise BenchError(
            f"expected a config file of format {FORMAT!r} at '{path}', got {found!r}"
        )
    return content["configs"]


def merge(old: list[dict], new: list[dict]) -> list[dict]:
    """Old entries, with those replaced that new ones are for."""
    merged = {_key_of(entry): entry for entry in old}
    merged |= {_key_of(entry): entry for entry in new}
    return list(merged.values())


def update(path: str, entries: list[dict]) -> None:
    """Adds entries to a file, which appears complete or not at all."""
    save(path, {"format": FORMAT, "configs": merge(load(path), entries)})
