"""Asks the compiler for what its cost models say of a region."""

from __future__ import annotations

import concurrent.futures
import functools
import json
import os
import pathlib
import tempfile
from collections.abc import Iterable

import lowp
from lowp import cache
from lowp._option_text import to_text
from lowp.compiler import _file_identity
from lowp.torch.compiling.predicted import Predictions
from lowp.torch.compiling.programs import Region
from lowp.torch.compiling.target import Target

# Options of lowp.compile that a region's launches do not depend on.
_OF_CODE = frozenset(
    {
        "device",
        "chip",
        "part",
        "image_format",
        "ptxas",
        "ptx_version",
        "strict",
        "source_name",
        "trust_bytecode",
        "host_opt_level",
        "use_cache",
    }
)


def _words(region: Region, part: str | None) -> str | None:
    """The options of the pipeline for a region; None where no GPU is named or there."""
    options, chip = region.options, None
    if part is None:
        chip, part, part_file = Target.of(region.device, options)
        if chip is part is part_file is None:
            return None
    given = {"chip": chip, "part": part}
    given |= {name: value for name, value in options.items() if name not in _OF_CODE}
    return to_text(given)


@functools.lru_cache(maxsize=256)
def _predict(text: str, words: str, files: tuple[str | None, ...]) -> Predictions:
    key = cache.make_key(text.encode(), {"predictions": words}, list(files))
    entry = None if key is None else cache.load(key)
    if entry is not None:
        return Predictions.read(*json.loads(entry[0]))
    with tempfile.TemporaryDirectory(prefix="lowp-") as folder:
        paths = [pathlib.Path(folder, name) for name in ("explained.json", "traffic.json")]
        own = f"explain-file={paths[0]} traffic-file={paths[1]}"
        lowp.run_pipeline(text, f"lowp-traffic{{{words} {own}}}")
        content = [json.loads(path.read_text()) for path in paths]
    if key is not None:
        cache.store(key, json.dumps(content).encode(), ())
    return Predictions.read(*content)


def find_prediction(region: Region | None) -> Predictions | None:
    """The same; None of no region, too, and of one that lowp refuses, which compiling it tells."""
    try:
        return None if region is None else predict(region)
    except lowp.CompileError:
        return None


def predict_all(regions: Iterable[Region | None]) -> list[Predictions | None]:
    """The same of several, at the same time: predictions are kept, and whoever asks later finds
    them."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return list(pool.map(find_prediction, regions))


def predict(region: Region, part: str | None = None) -> Predictions | None:
    """What a region is predicted to take on a part; by default on the GPU that its
    options name, or the first one. None where there is none. Raises
    lowp.CompileError for a region that lowp refuses."""
    words = _words(region, part)
    if words is None:
        return None
    files = tuple(_file_identity(region.options.get(name)) for name in ("part_file", "config_file"))
    return _predict(region.text, words, files)
