"""Configs of pairs of CTAs for the matmuls of a program: the cost model's best with so many
columns, for matmuls that are so small that it takes others."""

import json
import re
import subprocess
import tempfile
from pathlib import Path


def columns_of(config):
    return int(re.search(r"tile = \[\d+, (\d+),", config)[1])


def choose(gemm, columns):
    """The best config of pairs with at most `columns` columns."""
    pairs = [each["config"] for each in gemm["configs"] if "pair" in each["config"]]
    fitting = [each for each in pairs if columns_of(each) <= columns]
    assert fitting, (columns, pairs)
    return max(fitting, key=columns_of)


def write_configs(text, chip, compiler, columns, path, options=()):
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
    entries = [each["problem"] | {"config": choose(each, columns)} for each in gemms]
    Path(path).write_text(json.dumps({"format": "lowp-configs 1", "configs": entries}))
