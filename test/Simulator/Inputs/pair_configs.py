"""Configs of pairs of CTAs, or of wide tiles, for the matmuls of a program: the cost model's best
with so many columns, for matmuls that are so small that it takes others."""

import json
import re
import subprocess
import tempfile
from pathlib import Path


def columns_of(config):
    return int(re.search(r"tile = \[\d+, (\d+),", config)[1])


def choose(gemm, columns, pairs):
    """The best config of pairs, or of single CTAs, with at most `columns` columns."""
    configs = [each["config"] for each in gemm["configs"]]
    fitting = [
        each for each in configs if ("pair" in each) == pairs and columns_of(each) <= columns
    ]
    assert fitting, (columns, configs)
    return max(fitting, key=columns_of)


def write_configs(text, chip, compiler, columns, path, options=(), pairs=True):
    """Writes the config file at `path`."""
    with tempfile.TemporaryDirectory() as folder:
        source, ranking = Path(folder) / "program.mlir", Path(folder) / "ranking.json"
        source.write_text(text)
        subprocess.run(
            [
                compiler,
                source,
                f"--chip={chip}",
                f"--ranking-file={ranking}",
                *options,
                "-o",
                Path(folder) / "program.ptx",
            ],
            check=True,
        )
        gemms = json.loads(ranking.read_text())["gemms"]
    entries = [each["problem"] | {"config": choose(each, columns, pairs)} for each in gemms]
    Path(path).write_text(json.dumps({"format": "lowp-configs 1", "configs": entries}))
