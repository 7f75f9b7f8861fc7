"""The file of configs that the compiler reads, see docs/Tuning.md."""

from __future__ import annotations

import json
import os

from lowp.bench.errors import BenchError
from lowp.bench.report.results import read_json, save
from lowp.tune.verdict import judge

FORMAT = "lowp-configs 1"
# Fields that do not tell problems apart, but for M.
_NO_KEY = ("m", "config", "note")


def _key_of(entry: dict) -> str:
    """What entries for the same problem have in common, whatever their M."""
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
        groups.setdefault(_key_of(entry), []).append(entry)
    stretched = []
    for group in groups.values():
        least = 1
        for m, entry in sorted({entry["m"]: entry for entry in group}.items()):
            stretched.append({**entry, "m": [least, m]})
            least = m + 1
    return stretched


def load(path: str) -> list[dict]:
    """The entries of a file; none where there is no file."""
    if not os.path.exists(path):
        return []
    content = read_json(path, "a config file")
    result = content.get("format") if isinstance(content, dict) else None
    if result != FORMAT or not isinstance(content.get("configs"), list):
        raise BenchError(f"expected a config file of format {FORMAT!r} at '{path}', got {result!r}")
    return content["configs"]


def _m_of(entry: dict) -> tuple[int, int]:
    """The least and the greatest M."""
    m = entry.get("m")
    match m if isinstance(m, list) else [m, m]:
        case [int(least), int(most)]:
            return least, most
    raise BenchError(
        f'expected the "m" of a config to be a size, or the least and the greatest, got {m!r}'
    )


def _cut(entry: dict, least: int, most: int) -> list[dict]:
    """What remains of an entry without these M."""
    first, last = _m_of(entry)
    if last < least or most < first:
        return [entry]
    pieces = ((first, min(last, least - 1)), (max(first, most + 1), last))
    return [{**entry, "m": [a, b]} for a, b in pieces if a <= b]


def _put(entries: list[dict], new: dict) -> list[dict]:
    """Entries with a new one in the place of what it is for."""
    key, m = _key_of(new), _m_of(new)
    put: list[dict] = []
    place = None
    for entry in entries:
        pieces = _cut(entry, *m) if _key_of(entry) == key else [entry]
        if place is None and pieces != [entry]:
            place = len(put)
        put += pieces
    put.insert(len(put) if place is None else place, new)
    return put


def merge(old: list[dict], new: list[dict]) -> list[dict]:
    """Old entries, with those replaced that new ones are for. No two are for the same
    matmul, which the compiler would refuse."""
    for entry in new:
        old = _put(old, entry)
    return old


def update(path: str, entries: list[dict]) -> None:
    """Adds entries to a file, which appears complete or not at all."""
    save(path, {"format": FORMAT, "configs": merge(load(path), entries)})
