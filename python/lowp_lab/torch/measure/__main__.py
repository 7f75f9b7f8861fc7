"""The command line of python -m lowp.torch.measure."""

from __future__ import annotations

import argparse
import json
from typing import Any

import torch

import lowp
from lowp_lab.torch.measure import (
    accumulate,
    accuracy,
    convergence,
    decode,
    distributed,
    eager,
    grouped,
    overhead,
)

_MODULES = eager, grouped, accumulate, decode, distributed, overhead, convergence, accuracy
_KINDS: dict[str, Any] = {each.__name__.rpartition(".")[2]: each for each in _MODULES}


def read_arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m lowp.torch.measure")
    kinds = parser.add_subparsers(dest="kind", required=True)
    for name, module in _KINDS.items():
        kind = kinds.add_parser(name, description=module.__doc__)
        default = "cuda" if torch.cuda.is_available() else "cpu"
        kind.add_argument("--device", default=default, choices=("cuda", "cpu"))
        kind.add_argument("--json", default=None, help="file for results")
        module.add_arguments(kind)
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> None:
    arguments = read_arguments(words)
    is_gpu = arguments.device == "cuda"
    head = {
        "lowp": lowp.__version__,
        "torch": torch.__version__,
        "device": torch.cuda.get_device_name() if is_gpu else "cpu",
        "arguments": vars(arguments),
    }

    def write(results: dict[str, Any]) -> None:
        """Again with each result: what is cut short keeps what it has."""
        if arguments.json:
            with open(arguments.json, "w") as file:
                json.dump({**head, "results": results}, file, indent=1)

    _KINDS[arguments.kind].run(arguments, write)


if __name__ == "__main__":
    main()
